import { and, desc, eq, exists, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Outcome } from '../../rules/callbacks/callback-schedule.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import type { OrderRef } from '../../rules/orders/order-identity.ts'
import type { MerchantDatabase } from '../database.ts'
import { isOneOf } from '../is-one-of.ts'
import { isOwnedBy, unchangedMerchant } from '../merchants/merchants.ts'
import { newestPage, type RowsPage, type Span, unindexed, type Walk } from '../newest-rows.ts'
import { type NewJournalRow, runJournaled } from '../people/journal.ts'
import { callbacks, collections, merchants, payouts } from '../schema.ts'
import type { Query } from '../sql-text.ts'

export type StoredCallback = typeof callbacks.$inferSelect

/**
 * Requests a resend of callbacks for the back office. Skips a callback that has ended or was requested after `notSince`
 * (UTC seconds), and delivered ones unless included. Returns the orders of the requested ones.
 */
export async function requestResends({
  db,
  orderIds,
  now,
  notSince,
  includeDelivered,
  journal,
}: {
  readonly db: MerchantDatabase
  readonly orderIds: readonly number[]
  readonly now: number
  readonly notSince: number
  readonly includeDelivered: boolean
  readonly journal: NewJournalRow
}): Promise<readonly number[]> {
  const request = db
    .update(callbacks)
    .set({ resendTrigger: 'back_office', resendRequestedAt: now })
    .where(
      and(
        isOneOf(callbacks.orderId, orderIds),
        includeDelivered ? undefined : ne(callbacks.state, 'delivered'),
        mayBeResent(notSince),
      ),
    )
    .returning({ orderId: callbacks.orderId })
  return ordersOf(await runJournaled(db, request as Query<ReturnedOrder>, journal))
}

/**
 * Requests a resend of a merchant's own callback, one extra attempt beside the schedule. Writes nothing and returns
 * `too_soon` if one was requested after `notSince` (UTC seconds), or there is no living callback, and
 * `merchant_changed` if the merchant has changed since it was authenticated (decisions §2, "Freshness").
 */
export async function requestOwnResend({
  db,
  merchant,
  orderId,
  now,
  notSince,
}: {
  readonly db: MerchantDatabase
  readonly merchant: Pick<Merchant, 'id' | 'version'>
  readonly orderId: number
  readonly now: number
  readonly notSince: number
}): Promise<'requested' | 'too_soon' | 'merchant_changed'> {
  const unchanged = unchangedMerchant(db, merchant)
  const ask = db
    .update(callbacks)
    .set({ resendTrigger: 'merchant', resendRequestedAt: now })
    .where(and(eq(callbacks.orderId, orderId), mayBeResent(notSince), exists(unchanged)))
    .returning({ orderId: callbacks.orderId })
  const [requested, found] = await db.batch([ask, unchanged])
  if (requested.length > 0) return 'requested'
  return found.length > 0 ? 'too_soon' : 'merchant_changed'
}

/** Makes the parked ones among these callbacks due at once, with their attempts so far, and returns their orders. */
export async function makeParkedDue({
  db,
  orderIds,
  now,
  journal,
}: {
  readonly db: MerchantDatabase
  readonly orderIds: readonly number[]
  readonly now: number
  readonly journal: NewJournalRow
}): Promise<readonly number[]> {
  const revive = db
    .update(callbacks)
    .set({ state: 'due', nextAt: now, faults: 0 })
    .where(and(isOneOf(callbacks.orderId, orderIds), eq(callbacks.state, 'parked')))
    .returning({ orderId: callbacks.orderId })
  return ordersOf(await runJournaled(db, revive as Query<ReturnedOrder>, journal))
}

type ReturnedOrder = { readonly order_id: number }

const ordersOf = (rows: readonly ReturnedOrder[]) => rows.map(({ order_id: orderId }) => orderId)

/** The callback of an order, or null. */
export async function findCallback(
  db: MerchantDatabase,
  orderId: number,
): Promise<StoredCallback | null> {
  const row = await db.select().from(callbacks).where(eq(callbacks.orderId, orderId)).get()
  return row ?? null
}

export type OwnedCallback = { readonly callback: StoredCallback; readonly uid: string }

/** The callback of any merchant's order, or null. */
export async function findOwnedCallback(
  db: MerchantDatabase,
  { id, tradeNo }: OrderRef,
): Promise<OwnedCallback | null> {
  const row = await db
    .select({ callback: callbacks, uid: merchants.uid })
    .from(callbacks)
    .innerJoin(merchants, eq(merchants.id, callbacks.merchantId))
    .where(and(eq(callbacks.orderId, id), eq(callbacks.tradeNo, tradeNo)))
    .get()
  return row ?? null
}

export type CallbackFilter = {
  readonly merchantUid?: string | undefined
  readonly state?: StoredCallback['state'] | undefined
  readonly states?: readonly StoredCallback['state'][] | undefined
  readonly lastOutcome?: Outcome | undefined
  /** Whether it is undelivered after an attempt of its schedule. */
  readonly failing?: boolean | undefined
}

/** The callbacks of a filter, those of the newest orders first. */
export async function newestCallbacks(
  db: MerchantDatabase,
  filter: CallbackFilter,
  span: Span,
): Promise<RowsPage<OwnedCallback>> {
  const read = (where: SQL | undefined) =>
    db
      .select({ callback: callbacks, uid: merchants.uid })
      .from(callbacks)
      .innerJoin(merchants, eq(merchants.id, callbacks.merchantId))
      .where(where)
      .orderBy(desc(callbacks.orderId))
      .limit(span.limit)
  return newestPage({ db, id: callbacks.orderId, walk: walkOf(filter, span.before), span, read })
}

// The conditions without an index.
function thinningOf({ lastOutcome, failing }: CallbackFilter): readonly SQL[] {
  const { state, scheduledAttempts } = callbacks
  const isFailing = sql`(${unindexed(state)} <> 'delivered' and ${scheduledAttempts} > 0)`
  return [
    ...(lastOutcome === undefined ? [] : [eq(unindexed(callbacks.lastOutcome), lastOutcome)]),
    ...(failing === undefined ? [] : [failing ? isFailing : sql`not ${isFailing}`]),
  ]
}

function walkOf(filter: CallbackFilter, before: number): Walk {
  const { merchantUid: uid, state, states = state === undefined ? undefined : [state] } = filter
  const thinning = thinningOf(filter)
  // A callback that has ended is in none of these states.
  const live = states === undefined ? undefined : isNull(callbacks.endedAt)
  if (uid !== undefined && (states === undefined || state === 'delivered')) {
    const ids = [collections.id, payouts.id]
    const ranges = [isOwnedBy(collections.merchantId, uid), isOwnedBy(payouts.merchantId, uid)]
    const inStates = state === undefined ? [] : [eq(unindexed(callbacks.state), state)]
    return { ids, ranges, thinning: [...inStates, ...(live ? [live] : []), ...thinning] }
  }
  if (states === undefined) return { ranges: [undefined], thinning }
  const rangeOf = (one: StoredCallback['state']) => {
    if (one === 'due') return anyDue(before, uid)
    return and(uid === undefined ? undefined : isOwnedBy(callbacks.merchantId, uid), inState(one))
  }
  return { ranges: states.map((one) => and(rangeOf(one), live)), thinning }
}

function mayBeResent(notSince: number): SQL | undefined {
  const { endedAt, resendRequestedAt } = callbacks
  return and(isNull(endedAt), or(isNull(resendRequestedAt), lte(resendRequestedAt, notSince)))
}

// sqlite uses a partial index only if the statement spells out its predicate; a bound value is not enough.
function inState(state: StoredCallback['state']): SQL | undefined {
  const isIn = sql`${callbacks.state} = ${state}`.inlineParams()
  if (state === 'due' || state === 'delivered') return isIn
  return and(isIn, sql`${callbacks.state} in ('given_up', 'parked')`)
}

// Sorts the few due callbacks. Without the subquery and the unary plus, sqlite would scan all orders by id.
function anyDue(before: number, uid: string | undefined): SQL {
  const id = sql`(select ${merchants.id} from ${merchants} where ${merchants.uid} = ${uid})`
  // A receiver's name begins with its merchant's number and a space; `!` is the character after the space.
  const owned = sql`${callbacks.receiver} > ${id} || ' ' and ${callbacks.receiver} < ${id} || '!'`
  const isWanted = and(inState('due'), uid === undefined ? undefined : owned)
  const due = sql`select ${callbacks.orderId} from ${callbacks} where ${isWanted}`
  return sql`${callbacks.orderId} in (${due} and +${callbacks.orderId} < ${before})`
}
