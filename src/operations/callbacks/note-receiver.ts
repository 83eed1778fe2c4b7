import type { MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import type { AttemptResult } from '../../rules/callbacks/callback-schedule.ts'
import { someOf } from '../../rules/callbacks/fair-order.ts'
import { breaker, failureCost, receiverHealth } from '../../rules/callbacks/receiver-breaker.ts'
import { recordAcknowledgement, recordFailure } from '../../store/callbacks/receivers.ts'
import { wakeCallbacks } from './wake-callbacks.ts'

/** An attempt, as far as it tells of its receiver. */
export type ReceiverNews = {
  /** Whose callback was attempted. */
  readonly orderId: number
  readonly receiver: string
  readonly result: AttemptResult
  readonly durationMs: number
  /** Whether the receiver was in trouble when the attempt began. */
  readonly wasInTrouble: boolean
  /** Whether callbacks may have been kept from it because it or its merchant was at its limit. */
  readonly limitWasReached: boolean
}

/**
 * Keeps a receiver's circuit breaker after an attempt (decisions §6, "Isolation"): failures are counted, an
 * acknowledgement ends the trouble and wakes the next that wait, two for each that got through, so that a receiver
 * which comes back is not run over. Nothing is read or written while all is well. An attempt is none the worse when
 * this fails.
 */
export async function noteReceiver(context: MerchantContext, news: ReceiverNews): Promise<void> {
  const health = receiverHealth(news.result)
  try {
    if (health === 'failing') await noteFailure(context, news)
    if (health === 'healthy' && (news.wasInTrouble || news.limitWasReached))
      await noteAcknowledgement(context, news)
  } catch (error) {
    context.log({ event: 'endpoint_fault', endpoint: news.receiver, fault: faultText(error) })
  }
}

// The callback that has just failed may try the receiver as soon as the pause is over, for it was attempted before.
// Should its wake-up be lost, or should it be due later, the one that waits longest tries after it.
async function noteFailure(
  context: MerchantContext,
  { orderId, receiver, durationMs }: ReceiverNews,
): Promise<void> {
  const now = Math.floor(context.now() / 1000)
  const pause = await recordFailure(context.db, receiver, failureCost(durationMs), now, breaker)
  if (pause === null) return
  const pauseSeconds = pause.until - now
  context.log({ event: 'endpoint_open', endpoint: receiver, pause_seconds: pauseSeconds })
  await wakeCallbacks(context, [orderId], pauseSeconds)
  if (pause.next === null) return
  await wakeCallbacks(context, [pause.next], pauseSeconds + breaker.newcomerSeconds)
}

async function noteAcknowledgement(context: MerchantContext, news: ReceiverNews): Promise<void> {
  const { receiver, wasInTrouble, limitWasReached } = news
  const now = Math.floor(context.now() / 1000)
  // What has only just become due has a wake of its own on the way, unless there was no room for it.
  const since = limitWasReached ? now : now - wakeSeconds
  const { memorySeconds } = breaker
  const left = await recordAcknowledgement(context.db, receiver, now, since, leftMax, memorySeconds)
  if (wasInTrouble)
    context.log({ event: 'endpoint_answers', endpoint: receiver, left: left.length })
  const { databaseNumber: database, attemptLimits } = context
  if (left.length === 0) attemptLimits.forgetReached({ database, receiver })
  // By chance, for many answers come at the same moment and see the same callbacks waiting.
  else await wakeCallbacks(context, someOf(left, wokenByAnswer, context.random))
}

/** How long a wake may take on its way. */
const wakeSeconds = 5

const wokenByAnswer = 2

/** Of how many that wait those are chosen. */
const leftMax = 50
