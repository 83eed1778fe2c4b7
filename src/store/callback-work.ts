import { and, eq, lt, lte, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { AttemptResult, Next } from '../rules/callback-schedule.ts'
import type { Endpoint } from '../rules/endpoint-breaker.ts'
import { isDue, isFree, isResend, type StoredAttempt, type StoredCallback } from './callbacks.ts'
import type { Database, Statement } from './database.ts'
import { type StoredMerchant, storedMerchant } from './merchants.ts'
import { callbackAttempts, callbacks, endpoints, merchants } from './schema.ts'

/** What a claim goes by; times in seconds. */
export type ClaimTerms = {
  /** How long the claim holds: so long the first time, and twice as long after each that came to nothing. */
  readonly leaseSeconds: number
  readonly leaseSecondsMax: number
  /** A callback of which so many claims came to nothing is not claimed any more. */
  readonly faultsMax: number
  /** A callback that is due for longer does not wait for its endpoint. */
  readonly heldSecondsMax: number
  /** How long an attempt that finds out about an endpoint keeps others from it. */
  readonly probeSeconds: number
}

/** A claimed callback, with all that an attempt at it needs. */
export type ClaimedCallback = {
  readonly callback: StoredCallback
  readonly owner: StoredMerchant | null
  /** How its endpoint stands, when that has been in trouble of late. */
  readonly endpoint: Endpoint | null
}

/**
 * Claims a callback that is due, or that a resend was asked for: whoever gets it holds the lease. Null when there is
 * nothing to attempt, when someone else holds it, or when its endpoint has to be left alone: it is in trouble, or one
 * of `crowded`. Whoever is the first after an endpoint's pause gets the one attempt that may find out about it; a
 * resend is an explicit ask and waits for nothing.
 *
 * The claim counts as a fault until an attempt is recorded, so that even an attempt that kills its invocation is
 * counted.
 */
export async function claimCallback(
  db: Database,
  orderId: number,
  now: number,
  terms: ClaimTerms,
  crowded: readonly string[],
): Promise<ClaimedCallback | null> {
  const { leaseSeconds, leaseSecondsMax, faultsMax, heldSecondsMax, probeSeconds } = terms
  const isIt = eq(callbacks.orderId, orderId)
  const itsEndpoint = sql`(select ${callbacks.endpoint} from ${callbacks} where ${isIt})`
  const itsMerchant = sql`(select ${callbacks.merchantId} from ${callbacks} where ${isIt})`
  const admitted = and(isDue(now), or(isDue(now - heldSecondsMax), isNotPaused(now)))
  const [[callback], , [owner], [endpoint]] = await db.batch([
    db
      .update(callbacks)
      .set({
        leaseUntil: sql`${now} + min(${leaseSecondsMax}, ${leaseSeconds} << ${callbacks.faults})`,
        faults: sql`${callbacks.faults} + 1`,
      })
      .where(
        and(
          isIt,
          or(admitted, isResend()),
          isFree(now),
          lt(callbacks.faults, faultsMax),
          crowded.length === 0 ? undefined : notInArray(callbacks.endpoint, [...crowded]),
        ),
      )
      .returning(),
    db
      .update(endpoints)
      .set({ state: 'half_open', until: now + probeSeconds })
      .where(
        and(
          sql`changes() = 1`,
          eq(endpoints.name, itsEndpoint),
          ne(endpoints.state, 'closed'),
          lte(endpoints.until, now),
        ),
      ),
    db.select().from(merchants).where(eq(merchants.id, itsMerchant)),
    db.select().from(endpoints).where(eq(endpoints.name, itsEndpoint)),
  ])
  if (callback === undefined) return null
  const stored = owner === undefined ? null : storedMerchant(owner)
  return { callback, owner: stored, endpoint: endpoint ?? null }
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
        faults: 0,
        lastAttemptAt: startedAt,
        lastOutcome: outcome,
        lastHttpStatus: httpStatus,
      })
      .where(eq(callbacks.orderId, orderId)),
  ]
}

/**
 * Parks callbacks of which `faultsMax` claims came to nothing, so that somebody looks; a resend that was asked for is
 * dropped. Gives the transaction numbers of those it took, at most `limit`.
 */
export async function parkWornOut(
  db: Database,
  now: number,
  faultsMax: number,
  limit: number,
): Promise<readonly string[]> {
  // Written out, not bound: only then can the database use the index that holds these alone.
  const wornOut = sql`${callbacks.faults} >= ${faultsMax}`.inlineParams()
  const worn = sql`(
    select ${callbacks.orderId} from ${callbacks} where ${and(wornOut, isFree(now))} limit ${limit}
  )`
  const parked = await db
    .update(callbacks)
    .set({
      state: sql`iif(${callbacks.state} = 'due', 'parked', ${callbacks.state})`,
      nextAt: null,
      leaseUntil: null,
      resendTrigger: null,
      faults: 0,
    })
    .where(sql`${callbacks.orderId} in ${worn}`)
    .returning({ tradeNo: callbacks.tradeNo })
  return parked.map(({ tradeNo }) => tradeNo)
}

function movedOn(next: Next) {
  return { state: next.state, nextAt: next.state === 'due' ? next.nextAt : null }
}

function isNotPaused(now: number): SQL {
  return sql`not exists (
    select 1 from ${endpoints} where ${and(
      eq(endpoints.name, callbacks.endpoint),
      ne(endpoints.state, 'closed'),
      sql`${endpoints.until} > ${now}`,
    )}
  )`
}
