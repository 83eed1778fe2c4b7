import { and, asc, desc, eq, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { AttemptResult, Next } from '../rules/callback-schedule.ts'
import type { NamedOrder } from '../rules/order-identity.ts'
import type { OwedCallback } from '../rules/orders.ts'
import type { Database, Statement } from './database.ts'
import { isOwnedBy } from './merchants.ts'
import { eachOf, pageOf } from './ranges.ts'
import { callbackAttempts, callbacks, merchants } from './schema.ts'

export type StoredCallback = typeof callbacks.$inferSelect
export type StoredAttempt = typeof callbackAttempts.$inferSelect

/** Owes a callback, due at once: written in the batch of the event it tells of. */
export function oweCallback(
  db: Database,
  order: { readonly id: number; readonly merchantId: number; readonly tradeNo: string },
  owed: OwedCallback,
  now: number,
): Statement {
  const { id: orderId, merchantId, tradeNo } = order
  return db.insert(callbacks).values({
    ...owed,
    orderId,
    merchantId,
    tradeNo,
    state: 'due',
    attempts: 0,
    scheduledAttempts: 0,
    nextAt: now,
    createdAt: now,
  })
}

/**
 * Asks for a resend, one extra attempt beside the schedule. False when one was asked for after `notSince` (UTC
 * seconds), or when there is no such callback.
 */
export async function requestResend(
  db: Database,
  orderId: number,
  trigger: Exclude<StoredAttempt['trigger'], 'schedule'>,
  now: number,
  notSince: number,
): Promise<boolean> {
  const rested = or(isNull(callbacks.resendRequestedAt), lte(callbacks.resendRequestedAt, notSince))
  const requested = await db
    .update(callbacks)
    .set({ resendTrigger: trigger, resendRequestedAt: now })
    .where(and(eq(callbacks.orderId, orderId), rested))
    .returning({ orderId: callbacks.orderId })
    .get()
  return requested !== undefined
}

/**
 * Claims a callback that is due, or that a resend was asked for: whoever gets it holds the lease until `leaseUntil`
 * (UTC seconds). Null when there is nothing to attempt, or someone else holds it.
 */
export async function claimCallback(
  db: Database,
  orderId: number,
  now: number,
  leaseUntil: number,
): Promise<StoredCallback | null> {
  const claimed = await db
    .update(callbacks)
    .set({ leaseUntil })
    .where(and(eq(callbacks.orderId, orderId), or(isDue(now), isResend()), isFree(now)))
    .returning()
    .get()
  return claimed ?? null
}

/** Up to `limit` callbacks that are due or to be resent and that nobody holds, the longest waiting first. */
export async function dueCallbacks(
  db: Database,
  now: number,
  limit: number,
): Promise<readonly WaitingCallback[]> {
  const chosen = { orderId: callbacks.orderId, merchantId: callbacks.merchantId }
  const due = db
    .select(chosen)
    .from(callbacks)
    .where(and(isDue(now), isFree(now)))
    .orderBy(asc(callbacks.nextAt))
    .limit(limit)
  const resends = db
    .select(chosen)
    .from(callbacks)
    .where(and(isResend(), isFree(now)))
    .orderBy(asc(callbacks.resendRequestedAt))
    .limit(limit)
  const [found, asked] = await db.batch([due, resends])
  return [...new Map([...asked, ...found].map((one) => [one.orderId, one])).values()]
}

/** A callback that waits for an attempt, and whose it is. */
export type WaitingCallback = { readonly orderId: number; readonly merchantId: number }

/** An attempt that was made, as the log keeps it. */
export type MadeAttempt = {
  readonly trigger: StoredAttempt['trigger']
  readonly result: AttemptResult
  readonly answer: string
  /** UTC seconds. */
  readonly startedAt: number
  readonly durationMs: number
}

/**
 * Logs an attempt and moves its callback on, both or neither. The attempt's number keeps doubled ones out. `next` is
 * null when the attempt changes neither state nor schedule: a resend that failed.
 */
export function recordAttempt(
  db: Database,
  claimed: StoredCallback,
  attempt: MadeAttempt,
  next: Next | null,
): readonly [Statement, Statement] {
  const { trigger, result, answer, startedAt, durationMs } = attempt
  const number = claimed.attempts + 1
  const { orderId } = claimed
  const { outcome, httpStatus } = result
  return [
    db
      .insert(callbackAttempts)
      .values({ orderId, number, trigger, outcome, httpStatus, answer, startedAt, durationMs }),
    db
      .update(callbacks)
      .set({
        ...(next === null ? {} : movedOn(next)),
        ...(trigger === 'schedule'
          ? { scheduledAttempts: claimed.scheduledAttempts + 1 }
          : { resendTrigger: null }),
        attempts: number,
        leaseUntil: null,
        lastAttemptAt: startedAt,
        lastOutcome: outcome,
        lastHttpStatus: httpStatus,
      })
      .where(eq(callbacks.orderId, orderId)),
  ]
}

function movedOn(next: Next) {
  return { state: next.state, nextAt: next.state === 'due' ? next.nextAt : null }
}

/** The attempts of a callback, in their order. */
export async function attemptsOf(db: Database, orderId: number): Promise<readonly StoredAttempt[]> {
  return db
    .select()
    .from(callbackAttempts)
    .where(eq(callbackAttempts.orderId, orderId))
    .orderBy(asc(callbackAttempts.number))
}

/** Finds an order's callback; null when it owes none. */
export async function findCallback(db: Database, orderId: number): Promise<StoredCallback | null> {
  const row = await db.select().from(callbacks).where(eq(callbacks.orderId, orderId)).get()
  return row ?? null
}

const callbackStates = ['due', 'delivered', 'given_up', 'parked'] as const

/** Finds any merchant's callback, with whose it is; null when that order owes none. */
export async function findOwnedCallback(
  db: Database,
  { id, tradeNo }: NamedOrder,
): Promise<{ readonly callback: StoredCallback; readonly uid: string } | null> {
  const row = await db
    .select({ callback: callbacks, uid: merchants.uid })
    .from(callbacks)
    .innerJoin(merchants, eq(merchants.id, callbacks.merchantId))
    .where(and(eq(callbacks.orderId, id), eq(callbacks.tradeNo, tradeNo)))
    .get()
  return row ?? null
}

/** What a list of callbacks is narrowed to. */
export type CallbackFilter = {
  readonly merchantUid?: string | undefined
  readonly state?: StoredCallback['state'] | undefined
}

/** Lists callbacks, those of the newest orders first, of orders with an id below `before`. */
export async function listCallbacks(
  db: Database,
  filter: CallbackFilter,
  before: number,
  limit: number,
): Promise<readonly { readonly callback: StoredCallback; readonly uid: string }[]> {
  return db
    .select({ callback: callbacks, uid: merchants.uid })
    .from(callbacks)
    .innerJoin(merchants, eq(merchants.id, callbacks.merchantId))
    .where(pageOf(callbacks.orderId, rangesOf(filter), before, limit))
    .orderBy(desc(callbacks.orderId))
    .limit(limit)
}

function rangesOf({ merchantUid, state }: CallbackFilter) {
  if (merchantUid === undefined) return [inState(state)]
  return eachOf(
    [isOwnedBy(callbacks.merchantId, merchantUid)],
    (state === undefined ? callbackStates : [state]).map((one) => eq(callbacks.state, one)),
  )
}

// Written out, not bound: only then can the database use an index that holds some states alone.
function inState(state: StoredCallback['state'] | undefined): SQL | undefined {
  return state === undefined ? undefined : sql`${callbacks.state} = ${state}`.inlineParams()
}

function isDue(now: number): SQL | undefined {
  return and(inState('due'), lte(callbacks.nextAt, now))
}

function isResend(): SQL {
  return isNotNull(callbacks.resendTrigger)
}

function isFree(now: number): SQL | undefined {
  return or(isNull(callbacks.leaseUntil), lte(callbacks.leaseUntil, now))
}
