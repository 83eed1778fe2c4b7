import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Collection } from '../../rules/orders/orders.ts'
import { leaveAccounts } from '../banking/account-use.ts'
import { ending, type OwedCallback, superseding } from '../callbacks/owe-callback.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { isOneOf } from '../is-one-of.ts'
import { type OrderOwner, ownerColumns } from '../merchants/merchants.ts'
import { putAside } from '../orders/put-aside.ts'
import { collections, merchants, paymentLinks } from '../schema.ts'
import { type Query, rowsOf, sqlText } from '../sql-text.ts'
import { payingFor } from './link-effects.ts'

/** Ends the time of an open link, as its expiry does, in the batch of its collection's step. */
export function endLink(db: MerchantDatabase, linkId: number): Statement {
  const own = and(eq(paymentLinks.id, linkId), eq(paymentLinks.state, 'open'))
  return db.update(paymentLinks).set({ state: 'expired', endsAt: null }).where(own)
}

/** A link whose time is over, with the fields of its collection's callback. */
export type ExpiringLink = {
  readonly id: number
  readonly collection: ExpiringCollection | null
  readonly merchant: OrderOwner
}

type ExpiringCollection = Pick<Collection, keyof typeof expiringColumns>

const expiringColumns = {
  id: collections.id,
  tradeNo: collections.tradeNo,
  orderid: collections.orderid,
  merchantOrderNo: collections.merchantOrderNo,
  status: collections.status,
  amount: collections.amount,
  paidAmount: collections.paidAmount,
  paidAt: collections.paidAt,
  notifyUrl: collections.notifyUrl,
  createdAt: collections.createdAt,
}

// The end of a link's own time. It may live longer, never shorter.
const ownEnd = sql`coalesce(${paymentLinks.waitExpiresAt}, ${paymentLinks.expiresAt})`

/** Up to `limit` links whose time is over, the earliest own ends first. */
export async function expiringLinks(
  db: MerchantDatabase,
  now: number,
  limit: number,
): Promise<readonly ExpiringLink[]> {
  return db
    .select({ id: paymentLinks.id, collection: expiringColumns, merchant: ownerColumns })
    .from(paymentLinks)
    .innerJoin(merchants, eq(merchants.id, paymentLinks.merchantId))
    .leftJoin(collections, eq(collections.id, paymentLinks.collectionId))
    .where(
      and(sql`${paymentLinks.state} = 'open'`, lte(ownEnd, now), lte(paymentLinks.endsAt, now)),
    )
    .orderBy(asc(ownEnd))
    .limit(limit)
}

/** The effect of a link's expiry on the callback of its collection. */
export type ExpiryReport = { readonly linkId: number } & (
  | ({ readonly kind: 'owed' } & Omit<OwedCallback, 'seq' | 'now'>)
  | { readonly kind: 'ended'; readonly orderId: number }
)

/**
 * Expires links whose time is over, puts their collections aside, and owes or ends their callbacks, in one batch. Skips
 * a link with more time by now, and a collection that no longer waits. Returns the number expired, and the orders of
 * the owed callbacks.
 */
export async function expireLinkBatch({
  db,
  links,
  reports,
  now,
}: {
  readonly db: MerchantDatabase
  readonly links: readonly Pick<ExpiringLink, 'id'>[]
  readonly reports: readonly ExpiryReport[]
  readonly now: number
}): Promise<{ readonly expired: number; readonly owed: readonly number[] }> {
  const ids = links.map(({ id }) => id)
  const over = and(isOneOf(paymentLinks.id, ids), lte(paymentLinks.endsAt, now))
  const expire = db
    .update(paymentLinks)
    .set({ state: 'expired', endsAt: null })
    .where(over)
    .returning({ id: paymentLinks.id })
  const listed = (kind: ExpiryReport['kind']) =>
    JSON.stringify(reports.filter((one) => one.kind === kind))
  const [owed, , , , , expired] = await rowsOf(db, [
    oweExpired({ owed: listed('owed'), now }),
    endExpired({ ended: listed('ended'), now }),
    leaveAccounts(db, payingFor(db, over)),
    ...putAside({ db, which: payingFor(db, over), reason: 'expired', now }),
    expire as Query<{ id: number }>,
  ] as const)
  return { expired: expired.length, owed: owed.map(({ orderId }) => orderId) }
}

// The collection still waits, and its link's time is still over.
const isExpiring = `
    collections.status = 'pending' and collections.collection_status <> 'exception'
    and exists (
      select 1 from payment_links
      where payment_links.id = value ->> 'linkId' and payment_links.ends_at <= :now
    )`

const oweExpired = sqlText<{ owed: string; now: number }, { orderId: number }>(`
  insert into callbacks (
    order_id, merchant_id, trade_no, url, body, endpoint, event_seq,
    state, next_at, created_at, attempts, scheduled_attempts, faults
  )
  select
    collections.id, collections.merchant_id, collections.trade_no, value ->> 'url',
    value ->> 'body', value ->> 'receiver', collections.seq + 1,
    'due', :now, :now, 0, 0, 0
  from json_each(:owed) cross join collections on collections.id = value ->> 'orderId'
  where ${isExpiring}${superseding}
  returning order_id as orderId
`)

const endExpired = sqlText<{ ended: string; now: number }>(`
  ${ending} and order_id in (
    select collections.id
    from json_each(:ended) cross join collections on collections.id = value ->> 'orderId'
    where ${isExpiring}
  )
`)
