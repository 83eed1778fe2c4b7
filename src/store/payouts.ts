import { and, desc, eq, ne, or, type Placeholder, type SQL } from 'drizzle-orm'
import type { Merchant } from '../rules/merchant.ts'
import type { NamedOrder } from '../rules/order-identity.ts'
import type { Payout } from '../rules/orders.ts'
import type { StoredCallback } from './callbacks.ts'
import type { Database, Statement } from './database.ts'
import { isOwnedBy, type OrderOwner, ownerColumns } from './merchants.ts'
import { type Given, placeholders, prepared, preparedRead } from './prepared.ts'
import { amongNewest, eachOf, pageOf } from './ranges.ts'
import { callbacks, merchants, payouts } from './schema.ts'

/** A new payout; its event is what keeps it from a merchant that has changed. */
export const insertPayout = prepared<Payout>((db) =>
  db.insert(payouts).values(placeholders(payouts)),
)

/** Writes what a step has changed; the step's event is what keeps two steps apart. */
export function updatePayout(db: Database, before: Payout, after: Payout): Statement {
  const changed = Object.entries(after).filter(
    ([column, value]) => before[column as keyof Payout] !== value,
  )
  return db.update(payouts).set(Object.fromEntries(changed)).where(eq(payouts.id, before.id))
}

/** What a status lookup names a payout by; absent ones are "". At least one is given. */
export type PayoutLookup = {
  readonly serialNo: string
  readonly merchantOrderNo: string
  /** The order that the transaction number names. */
  readonly named: NamedOrder | null
  /** The earlier protocol's number: the payout's own, else the merchant's. */
  readonly eitherNo: string
}

/** A payout with the state of its callback, if it owes one. */
export type ReportedPayout = {
  readonly payout: Payout
  readonly callback: StoredCallback | null
}

/**
 * Finds one payout of the merchant; null when none matches every identifier given. Where the merchant's number
 * repeats, a resolved one wins, then the newest (decisions §4, "Status lookups"). Reads a bounded number of rows.
 */
export async function findPayout(
  db: Database,
  merchant: Merchant,
  { serialNo, merchantOrderNo, named, eitherNo }: PayoutLookup,
): Promise<ReportedPayout | null> {
  const row = await lookUp(db, {
    merchantId: merchant.id,
    serialNo: serialNo || null,
    merchantOrderNo: merchantOrderNo || null,
    eitherNo: eitherNo || null,
    id: named?.id ?? null,
    tradeNo: named?.tradeNo ?? null,
  })
  return row ?? null
}

type Asked = Readonly<
  Record<'serialNo' | 'merchantOrderNo' | 'eitherNo' | 'tradeNo', string | null> &
    Record<'id', number | null> &
    Record<'merchantId', number>
>

const lookUp = preparedRead<Asked, ReportedPayout | undefined>((db, given) =>
  db
    .select({ payout: payouts, callback: callbacks })
    .from(payouts)
    .leftJoin(callbacks, eq(callbacks.orderId, payouts.id))
    .where(matches(given))
    .orderBy(
      ...(given.eitherNo === null ? [] : [desc(eq(payouts.serialNo, given.eitherNo))]),
      desc(ne(payouts.status, 'pending')),
      desc(payouts.id),
    )
    .limit(1)
    .prepare(),
)

function matches(given: Given<Asked>): SQL | undefined {
  const { merchantId, serialNo, merchantOrderNo, eitherNo, id, tradeNo } = given
  const mine = eq(payouts.merchantId, merchantId)
  const precise = serialNo !== null || id !== null
  return and(
    precise ? mine : undefined,
    serialNo === null ? undefined : eq(payouts.serialNo, serialNo),
    id === null ? undefined : eq(payouts.id, id),
    tradeNo === null ? undefined : eq(payouts.tradeNo, tradeNo),
    merchantOrderNo === null ? undefined : eq(payouts.merchantOrderNo, merchantOrderNo),
    eitherNo === null ? undefined : isEither(eitherNo),
    precise || merchantOrderNo === null ? undefined : oneOfNumbered(mine, merchantOrderNo),
    precise || eitherNo === null ? undefined : oneOfNumbered(mine, eitherNo),
  )
}

function isEither(number: Placeholder): SQL | undefined {
  return or(eq(payouts.serialNo, number), eq(payouts.merchantOrderNo, number))
}

// A merchant's number may repeat without end, so only the newest of each status is looked at. Each range is of the
// merchant's; said beside them, the merchant would lead the database to all of its rows, and not to these.
function oneOfNumbered(mine: SQL, number: Placeholder): SQL {
  const numbered = and(
    mine,
    eq(payouts.merchantOrderNo, number),
    ne(payouts.merchantOrderNo, payouts.serialNo),
  )
  const ranges = [
    and(mine, eq(payouts.serialNo, number)),
    ...eachOf(
      [numbered],
      statuses.map((status) => eq(payouts.status, status)),
    ),
  ]
  return amongNewest(payouts.id, ranges, 1)
}

const statuses = ['pending', 'processed', 'cancelled'] as const

/** Finds a payout of any merchant, with its owner; null when there is none. */
export async function findPayoutOfAnyone(
  db: Database,
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
  db: Database,
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
