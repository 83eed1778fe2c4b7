import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import type { NamedOrder } from '../../rules/orders/order-identity.ts'
import type { Payout } from '../../rules/orders/orders.ts'
import type { OtherKinds } from '../../rules/orders/other-kinds.ts'
import type { StoredCallback } from '../callbacks/callbacks.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { refusedUnless } from '../guards.ts'
import { isOwnedBy, type OrderOwner, ownerColumns } from '../merchants/merchants.ts'
import { eachOf, pageOf } from '../newest-rows.ts'
import { placeholders, prepared, preparedRead } from '../prepared.ts'
import { callbacks, merchants, payouts } from '../schema.ts'
import { noOtherKind } from './no-other-kind.ts'
import {
  type AskedOrder,
  askedOrder,
  bestFirst,
  hasNumbers,
  type OrderLookup,
} from './order-lookup.ts'

/** A new payout; its event is what keeps it from a merchant that has changed. */
export const insertPayout = prepared<Payout>((db) => db.insert(payouts).values(payoutRow))

const { refused: _refused, ...payoutRow } = placeholders(payouts)

/** The same for a request that may be a copy of one that made an order of another kind; guarded by `other_kind`. */
export const insertPayoutOnce = prepared<Payout & OtherKinds>((db) => {
  const refused = refusedUnless({ other_kind: noOtherKind('payout', payoutRow.merchantId) })
  return db.insert(payouts).values({ ...payoutRow, refused })
})

/** Writes what a step has changed; the step's event is what keeps two steps apart. */
export function updatePayout(db: MerchantDatabase, before: Payout, after: Payout): Statement {
  const changed = Object.entries(after).filter(
    ([column, value]) => before[column as keyof Payout] !== value,
  )
  return db.update(payouts).set(Object.fromEntries(changed)).where(eq(payouts.id, before.id))
}

/** A payout with the state of its callback, if it owes one. */
export type ReportedPayout = {
  readonly payout: Payout
  readonly callback: StoredCallback | null
}

/**
 * Finds one payout of the merchant; null when none matches every identifier given. Where the merchant's number
 * repeats, a processed one wins, else the newest (decisions §4, "Status lookups"). Reads a bounded number of rows.
 */
export async function findPayout(
  db: MerchantDatabase,
  merchant: Merchant,
  lookup: OrderLookup,
): Promise<ReportedPayout | null> {
  return (await lookUp(db, askedOrder(merchant, lookup))) ?? null
}

const statuses = ['pending', 'processed', 'cancelled'] as const
const paid = ['processed'] as const
const lookedUpBy = { ...payouts, ownNo: payouts.serialNo, statuses, paid }

const lookUp = preparedRead<AskedOrder, ReportedPayout | undefined>((db, given) =>
  db
    .select({ payout: payouts, callback: callbacks })
    .from(payouts)
    .leftJoin(callbacks, eq(callbacks.orderId, payouts.id))
    .where(hasNumbers(lookedUpBy, given))
    .orderBy(...bestFirst(lookedUpBy, given))
    .limit(1)
    .prepare(),
)

/** Finds a payout of any merchant, with its owner; null when there is none. */
export async function findPayoutOfAnyone(
  db: MerchantDatabase,
  named: NamedOrder,
): Promise<{ readonly order: Payout; readonly merchant: OrderOwner } | null> {
  const row = await db
    .select({ order: payouts, merchant: ownerColumns })
    .from(payouts)
    .innerJoin(merchants, eq(merchants.id, payouts.merchantId))
    .where(isNamed(named))
    .get()
  return row ?? null
}

// The number carries the id, so it needs no index; the rest of it keeps a guessed id out.
function isNamed({ id, tradeNo }: NamedOrder): SQL | undefined {
  return and(eq(payouts.id, id), eq(payouts.tradeNo, tradeNo))
}

/** What a list of payouts is narrowed to. */
export type PayoutFilter = {
  readonly merchantUid?: string | undefined
  readonly status?: Payout['status'] | undefined
}

/** Lists payouts, newest first, those with an id below `before`. Reads no more rows than a page asks for. */
export async function listPayouts(
  db: MerchantDatabase,
  filter: PayoutFilter,
  before: number,
  limit: number,
): Promise<readonly { readonly payout: Payout; readonly uid: string }[]> {
  return db
    .select({ payout: payouts, uid: merchants.uid })
    .from(payouts)
    .innerJoin(merchants, eq(merchants.id, payouts.merchantId))
    .where(pageOf(payouts.id, rangesOf(filter), before, limit))
    .orderBy(desc(payouts.id))
    .limit(limit)
}

function rangesOf({ merchantUid, status }: PayoutFilter) {
  if (merchantUid === undefined && status === undefined) return [undefined]
  return eachOf(
    [merchantUid === undefined ? undefined : isOwnedBy(payouts.merchantId, merchantUid)],
    (status === undefined ? statuses : [status]).map((one) => eq(payouts.status, one)),
  )
}
