import type { Context, MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import {
  type AttemptFollowUp,
  type AttemptResult,
  afterAttempt,
} from '../../rules/callbacks/callback-schedule.ts'
import { callbackId } from '../../rules/orders/order-identity.ts'
import type { StoredCallback } from '../../store/callbacks/callbacks.ts'
import {
  excuseLease,
  type Lease,
  type LeasedCallback,
} from '../../store/callbacks/lease-callbacks.ts'
import {
  type MadeAttempt,
  recordAttempt,
  recordSuperseded,
} from '../../store/callbacks/record-attempt.ts'
import { type CommitOutcome, commit, type Statement } from '../../store/database.ts'
import type { Commit } from '../../store/group-commit.ts'
import { noteLateAnswer } from '../../store/privacy/mask-rows.ts'
import { toSeconds } from '../../units/clock.ts'
import { callReceiver } from './call-receiver.ts'
import { noteReceiver } from './note-receiver.ts'
import { signCallback } from './sign-callback.ts'
import { wakeCallbacks } from './wake-callbacks.ts'

/**
 * POSTs a leased callback, and records the attempt with what follows from it. Throws on a fault of our own, which is no
 * attempt: the lease then runs out.
 */
export async function makeAttempt({
  context,
  lease: { orderId, receiver, read },
  now,
  write,
}: {
  readonly context: MerchantContext
  readonly lease: Lease
  readonly now: number
  readonly write: Commit
}): Promise<void> {
  const { databaseNumber: database, isolate } = context
  let limitWasReached = false
  let wasInTrouble = false
  const attempted = async () => {
    const leased = read()
    wasInTrouble = leased.receiver !== null
    return attempt({ context, leasedCallback: leased, now, write })
  }
  const made = await attempted().finally(() => {
    limitWasReached = isolate.attemptLimits.release({ database, receiver })
  })
  if (made === null) return
  await noteReceiver(context, { ...made, orderId, receiver, wasInTrouble, limitWasReached })
}

// A later attempt could end after its lease, beside one that reports a newer event.
const startWithinSeconds = 40

// Null when SECRETS_KEY is wrong, so that no callback can be signed. The lease then counts no fault, and the sweep
// finds the callback again when its lease has run out.
async function attempt({
  context,
  leasedCallback: { callback, owner },
  now,
  write,
}: {
  readonly context: MerchantContext
  readonly leasedCallback: LeasedCallback
  readonly now: number
  readonly write: Commit
}): Promise<MadeAttempt | null> {
  if (owner === null) throw new Error(`callback of ${callback.tradeNo}: its merchant is gone`)
  const signed = await signCallback({
    context,
    owner,
    callback,
    attempt: callback.attempts + 1,
    now,
  })
  if (signed === 'other_key') {
    await write([excuseLease(callback)])
    return null
  }
  const startedMs = context.now()
  if (startedMs / 1000 > now + startWithinSeconds) {
    throw new Error(`callback of ${callback.tradeNo}: its lease has not long to run`)
  }
  const called = await callReceiver(context, callback.url, signed.request)
  const endedMs = context.now()
  const made = {
    ...called,
    ...signed.seal,
    trigger: callback.resendTrigger ?? 'schedule',
    startedAt: toSeconds(startedMs),
    durationMs: endedMs - startedMs,
  } as const
  const next = followingFor({ context, callback, result: called.result, nowMs: endedMs })
  const outcome = await record({
    context,
    callback,
    statements: [...recordAttempt(callback, made, next), ...lateAnswer(callback, made)],
    write,
  })
  logAttempt(context, { callback, uid: owner.merchant.uid, made, next, outcome })
  if (outcome === 'committed')
    await wakeLater({ context, orderId: callback.orderId, next, nowMs: endedMs })
  if (outcome === 'superseded') await sendNewerEvent(context, callback, made)
  return made
}

// The order had another event during the attempt; its callback is sent now.
async function sendNewerEvent(
  context: MerchantContext,
  callback: StoredCallback,
  made: MadeAttempt,
): Promise<void> {
  const write: Commit = (statements) => commit(context.db, statements)
  await record({
    context,
    callback,
    statements: [...recordSuperseded(callback, made), ...lateAnswer(callback, made)],
    write,
  })
  await wakeCallbacks(context, [callback.orderId])
}

// The old fields of the order may be masked already.
function lateAnswer(
  { orderId }: StoredCallback,
  { answer, result, startedAt: answeredAt }: MadeAttempt,
): readonly Statement[] {
  const isKept = answer !== '' && result.outcome !== 'delivered'
  return isKept ? [noteLateAnswer({ orderId, answeredAt })] : []
}

// A resend that succeeds settles the callback; one that fails leaves state and schedule as they were (decisions §6).
function followingFor({
  context,
  callback: { scheduledAttempts, resendTrigger },
  result,
  nowMs,
}: {
  readonly context: Context
  readonly callback: StoredCallback
  readonly result: AttemptResult
  readonly nowMs: number
}): AttemptFollowUp | null {
  if (resendTrigger !== null && result.outcome !== 'delivered') return null
  return afterAttempt({ attempts: scheduledAttempts + 1, result, nowMs, random: context.random() })
}

// The receiver has got the callback, and gets it again unless this is recorded before the lease ends. So it is retried
// after any error; the number of the attempt is unique.
async function record({
  context,
  callback: { tradeNo, eventNumber },
  statements,
  write,
}: {
  readonly context: MerchantContext
  readonly callback: StoredCallback
  readonly statements: Parameters<Commit>[0]
  readonly write: Commit
}): Promise<CommitOutcome> {
  // Retries are committed alone, so that another callback cannot fail them.
  const alone: Commit = (those) => commit(context.db, those, true)
  for (const [tries, pauseMs] of recordPausesMs.entries()) {
    try {
      return await (tries === 0 ? write : alone)(statements)
    } catch (error) {
      const id = callbackId(tradeNo, eventNumber)
      context.log({ event: 'record_failed', callback_id: id, fault: faultText(error) })
      await context.pause(pauseMs * (0.5 + context.random()))
    }
  }
  return alone(statements)
}

const recordPausesMs = [200, 1_000]

/** The longest wait that the queue delays; after a longer one the sweep finds the callback. */
const queueWaitSecondsMax = 900

async function wakeLater({
  context,
  orderId,
  next,
  nowMs,
}: {
  readonly context: Context
  readonly orderId: number
  readonly next: AttemptFollowUp | null
  readonly nowMs: number
}): Promise<void> {
  if (next?.state !== 'due') return
  const waitSeconds = Math.ceil(next.nextAt - nowMs / 1000)
  if (waitSeconds <= queueWaitSecondsMax) await wakeCallbacks(context, [orderId], waitSeconds)
}

type LoggedAttempt = {
  readonly callback: StoredCallback
  readonly uid: string
  readonly made: MadeAttempt
  readonly next: AttemptFollowUp | null
  readonly outcome: CommitOutcome
}

// One wide line for each attempt, without secrets, signatures or the answer of the receiver.
function logAttempt(context: Context, { callback, uid, made, next, outcome }: LoggedAttempt): void {
  const { tradeNo, eventNumber, url, attempts, state, nextAt, resendRequestedAt } = callback
  const askedAt = made.trigger === 'schedule' ? nextAt : resendRequestedAt
  context.log({
    event: 'callback_attempt',
    callback_id: callbackId(tradeNo, eventNumber),
    trade_no: tradeNo,
    merchant: uid,
    host: URL.parse(url)?.host,
    trigger: made.trigger,
    attempt: attempts + 1,
    outcome: made.result.outcome,
    http_status: made.result.httpStatus,
    duration_ms: made.durationMs,
    lag_seconds: made.startedAt - (askedAt ?? made.startedAt),
    state: outcome === 'committed' ? (next?.state ?? state) : outcome,
    next_at: next === null ? nextAt : next.state === 'due' ? next.nextAt : null,
  })
}
