import { and, asc, desc, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { AttemptResult, Next } from '../rules/callback-schedule.ts'
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
    nextAt: now,
    createdAt: now,
  })
}

/**
 * Claims a due callback for an attempt: whoever gets it holds the lease until `leaseUntil` (UTC seconds). Null when
 * it is not due, or someone else holds it.
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
    .where(and(eq(callbacks.orderId, orderId), ...claimable(now)))
    .returning()
    .get()
  return claimed ?? null
}

/** Up to `limit` callbacks that wait for an attempt and that nobody holds, the longest due first. */
export async function dueCallbacks(
  db: Database,
  now: number,
  limit: number,
): Promise<readonly number[]> {
  const rows = await db
    .select({ orderId: callbacks.orderId })
    .from(callbacks)
    .where(and(...claimable(now)))
    .orderBy(asc(callbacks.nextAt))
    .limit(limit)
  return rows.map(({ orderId }) => orderId)
}

/** An attempt that was made, as the log keeps it. */
export type MadeAttempt = {
  readonly trigger: StoredAttempt['trigger']
  readonly result: AttemptResult
  readonly answer: string
  /** UTC seconds. */
  readonly startedAt: number
  readonly durationMs: number
}

/** Logs an attempt and moves its callback on, both or neither. The attempt's number keeps doubled ones out. */
export function recordAttempt(
  db: Database,
  claimed: StoredCallback,
  attempt: MadeAttempt,
  next: Next,
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
        state: next.state,
        nextAt: next.state === 'due' ? next.nextAt : null,
        attempts: number,
        leaseUntil: null,
        lastAttemptAt: startedAt,
        lastOutcome: outcome,
        lastHttpStatus: httpStatus,
      })
      .where(eq(callbacks.orderId, orderId)),
  ]
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

function claimable(now: number) {
  return [
    inState('due'),
    lte(callbacks.nextAt, now),
    or(isNull(callbacks.leaseUntil), lte(callbacks.leaseUntil, now)),
  ]
}
