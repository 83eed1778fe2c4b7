import { and, eq, getTableColumns, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { AttemptResult, Next } from '../../rules/callbacks/callback-schedule.ts'
import type { Receiver } from '../../rules/callbacks/receiver-breaker.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { type StoredMerchant, storedMerchant } from '../merchants/merchants.ts'
import { placeholders, prepared, type RawRow, rowReader, rowsOfBatch } from '../prepared.ts'
import { callbackAttempts, callbacks, merchants, receivers } from '../schema.ts'
import type { AtLimit } from './attempt-limits.ts'
import { isDue, isFree, isResend, type StoredAttempt, type StoredCallback } from './callbacks.ts'

/** What a claim goes by; times in seconds. */
export type ClaimTerms = {
  /** How long the claim holds: so long the first time, and twice as long after each that came to nothing. */
  readonly leaseSeconds: number
  readonly leaseSecondsMax: number
  /** A callback of which so many claims came to nothing is not claimed any more. */
  readonly faultsMax: number
  /** A callback that is due for longer does not wait for its receiver. */
  readonly heldSecondsMax: number
  /** How long an attempt that finds out about a receiver keeps others from it. */
  readonly probeSeconds: number
}

/** A claimed callback, with all that an attempt at it needs. */
export type ClaimedCallback = {
  readonly callback: StoredCallback
  readonly owner: StoredMerchant | null
  /** How its receiver stands, when that has been in trouble of late. */
  readonly receiver: Receiver | null
}

/** A claim that was won. */
export type Claim = {
  readonly orderId: number
  /** The receiver's name. */
  readonly receiver: string
  /** Throws when what is stored cannot be read: a fault of this callback, and of no other. */
  readonly read: () => ClaimedCallback
}

/** What became of claiming several callbacks. */
export type Claims = {
  readonly won: readonly Claim[]
  /** Those whose receivers are in trouble and that may still be attempted: to be claimed one by one. */
  readonly troubled: readonly number[]
}

/**
 * Claims callbacks that are due, or that a resend was asked for: whoever gets one holds its lease. One is not won when
 * there is nothing to attempt, when someone else holds it, or when its receiver has to be left alone: it or its
 * merchant is at its limit, or it is in trouble, where one claim has to see what the one before it has done.
 *
 * A claim counts as a fault until an attempt is recorded, so that even an attempt that kills its invocation is
 * counted.
 */
export async function claimCallbacks(
  db: MerchantDatabase,
  orderIds: readonly number[],
  now: number,
  terms: ClaimTerms,
  atLimit: AtLimit,
): Promise<Claims> {
  const values = { ...valuesOf(now, terms, atLimit), orderIds: JSON.stringify(orderIds) }
  const claim = hasRoom(atLimit) ? claimSound : claimSoundWithRoom
  const statements = [claim, findTroubles, findOwners].map((one) => one(db, values))
  const [taken = [], troubles = [], owners = []] = await rowsOfBatch(db, statements)
  const won = taken.map((row) => {
    const owner = owners.find(({ id }) => id === row.merchant_id)
    const trouble = troubles.find(({ order_id }) => order_id === row.order_id)
    return claimOf(row, owner, trouble)
  })
  const troubled = troubles
    .filter(({ is_open }) => is_open === 1)
    .map((row) => Number(row.order_id))
  return { won, troubled }
}

/**
 * Claims one callback whose receiver is in trouble; null when it is not to be attempted now. Whoever is the first after
 * the receiver's pause gets the one attempt that may find out about it; a resend is an explicit ask and waits for
 * nothing, and neither does what has been due for long.
 */
export async function claimPastBreaker(
  db: MerchantDatabase,
  orderId: number,
  now: number,
  terms: ClaimTerms,
  atLimit: AtLimit,
): Promise<Claim | null> {
  const values = { ...valuesOf(now, terms, atLimit), orderId }
  const claim = hasRoom(atLimit) ? claimOne : claimOneWithRoom
  const statements = [claim, endPause, findOwner, findReceiver].map((one) => one(db, values))
  const [[taken] = [], , [owner] = [], [receiver] = []] = await rowsOfBatch(db, statements)
  return taken === undefined ? null : claimOf(taken, owner, receiver)
}

function hasRoom({ receivers, merchants }: AtLimit): boolean {
  return receivers.length + merchants.length === 0
}

function valuesOf(now: number, terms: ClaimTerms, atLimit: AtLimit) {
  const { leaseSeconds, leaseSecondsMax, faultsMax, heldSecondsMax, probeSeconds } = terms
  return {
    ...{ now, leaseSeconds, leaseSecondsMax, faultsMax },
    heldSince: now - heldSecondsMax,
    probeUntil: now + probeSeconds,
    receiversAtLimit: JSON.stringify(atLimit.receivers),
    merchantsAtLimit: JSON.stringify(atLimit.merchants),
  }
}

function claimOf(taken: RawRow, owner: RawRow | undefined, receiver: RawRow | undefined): Claim {
  return {
    orderId: Number(taken.order_id),
    receiver: String(taken.endpoint),
    read: () => ({
      callback: readCallback(taken),
      owner: owner === undefined ? null : storedMerchant(readMerchant(owner)),
      receiver: receiver === undefined ? null : readReceiver(receiver),
    }),
  }
}

const readCallback = rowReader(callbacks)
const readMerchant = rowReader(merchants)
const readReceiver = rowReader(receivers)

const given = (name: string) => sql<number>`${sql.placeholder(name)}`
const isIt = sql`${callbacks.orderId} = ${given('orderId')}`
const isOneOfThem = sql`${callbacks.orderId} in (select value from json_each(${given('orderIds')}))`
const itsReceiver = sql`(select ${callbacks.receiver} from ${callbacks} where ${isIt})`
const itsMerchant = sql`(select ${callbacks.merchantId} from ${callbacks} where ${isIt})`
const theirMerchants = sql`(select ${callbacks.merchantId} from ${callbacks} where ${isOneOfThem})`

const hasRoomLeft = sql`
  ${callbacks.receiver} not in (select value from json_each(${given('receiversAtLimit')})) and
  ${callbacks.merchantId} not in (select value from json_each(${given('merchantsAtLimit')}))
`
const isDueNow = isDue(given('now'))
const isHeld = isDue(given('heldSince'))
const isSound = sql`not exists (select 1 from ${receivers} where ${inTrouble()})`
const mayBeAttempted = or(and(isDueNow, or(isHeld, isNotPaused(given('now')))), isResend())

const claimSound = claimed(and(isOneOfThem, or(isDueNow, isResend()), isSound))
const claimSoundWithRoom = claimed(and(isOneOfThem, or(isDueNow, isResend()), isSound, hasRoomLeft))
const claimOne = claimed(and(isIt, mayBeAttempted))
const claimOneWithRoom = claimed(and(isIt, mayBeAttempted, hasRoomLeft))

function claimed(which: SQL | undefined) {
  return prepared((db) =>
    db
      .update(callbacks)
      .set({
        leaseUntil: sql`${given('now')} +
          min(${given('leaseSecondsMax')}, ${given('leaseSeconds')} << ${callbacks.faults})`,
        faults: sql`${callbacks.faults} + 1`,
      })
      .where(and(which, isFree(given('now')), lt(callbacks.faults, given('faultsMax'))))
      .returning(),
  )
}

// Whose receivers have been in trouble of late; `is_open` where they are and a claim of its own may get an attempt.
const findTroubles = prepared((db) =>
  db
    .select({
      ...getTableColumns(receivers),
      orderId: callbacks.orderId,
      isOpen: sql`${ne(receivers.state, 'closed')} and
        (${lte(receivers.until, given('now'))} or ${isHeld} or ${isResend()})`.as('is_open'),
    })
    .from(callbacks)
    .innerJoin(receivers, eq(receivers.name, callbacks.receiver))
    .where(isOneOfThem),
)
const findOwners = prepared((db) =>
  db.select().from(merchants).where(sql`${merchants.id} in ${theirMerchants}`),
)

const endPause = prepared((db) =>
  db
    .update(receivers)
    .set({ state: 'half_open', until: given('probeUntil') })
    .where(
      and(
        sql`changes() = 1`,
        eq(receivers.name, itsReceiver),
        ne(receivers.state, 'closed'),
        lte(receivers.until, given('now')),
      ),
    ),
)
const findOwner = prepared((db) => db.select().from(merchants).where(eq(merchants.id, itsMerchant)))
const findReceiver = prepared((db) =>
  db.select().from(receivers).where(eq(receivers.name, itsReceiver)),
)

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
  db: MerchantDatabase,
  claimed: StoredCallback,
  attempt: MadeAttempt,
  next: Next | null,
): readonly [Statement, Statement] {
  const { trigger, result, answer, startedAt, durationMs } = attempt
  const number = claimed.attempts + 1
  const { orderId } = claimed
  const { outcome, httpStatus } = result
  const logged = { orderId, number, trigger, outcome, httpStatus, answer, startedAt, durationMs }
  const moved = {
    ...{ orderId, attempts: number },
    ...{ lastAttemptAt: startedAt, lastOutcome: outcome, lastHttpStatus: httpStatus },
    state: next?.state ?? claimed.state,
    nextAt: next?.state === 'due' ? next.nextAt : null,
  }
  const bySchedule = trigger === 'schedule'
  const moveOn = bySchedule ? moveBySchedule : next === null ? endResend : moveByResend
  return [insertAttempt(db, logged), moveOn(db, moved)]
}

const insertAttempt = prepared<typeof callbackAttempts.$inferSelect>((db) =>
  db.insert(callbackAttempts).values(placeholders(callbackAttempts)),
)

const { attempts, lastAttemptAt, lastOutcome, lastHttpStatus, state, nextAt } =
  placeholders(callbacks)
const attempted = {
  ...{ attempts, lastAttemptAt, lastOutcome, lastHttpStatus },
  leaseUntil: null,
  faults: 0,
}

// A resend may be asked for while an attempt by the schedule is under way: that one leaves the asking alone.
const scheduledAttempts = sql`${callbacks.scheduledAttempts} + 1`
const moveBySchedule = movedBy({ ...attempted, state, nextAt, scheduledAttempts })
const moveByResend = movedBy({ ...attempted, state, nextAt, resendTrigger: null })
const endResend = movedBy({ ...attempted, resendTrigger: null })

function movedBy(columns: Parameters<ReturnType<MerchantDatabase['update']>['set']>[0]) {
  return prepared((db) => db.update(callbacks).set(columns).where(isIt))
}

/**
 * Parks callbacks of which `faultsMax` claims came to nothing, so that somebody looks; a resend that was asked for is
 * dropped. Gives the transaction numbers of those it took, at most `limit`.
 */
export async function parkWornOut(
  db: MerchantDatabase,
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

function isNotPaused(now: SQL): SQL {
  return sql`not exists (
    select 1 from ${receivers} where ${and(inTrouble(), sql`${receivers.until} > ${now}`)}
  )`
}

function inTrouble(): SQL | undefined {
  return and(eq(receivers.name, callbacks.receiver), ne(receivers.state, 'closed'))
}
