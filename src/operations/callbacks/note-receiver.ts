import type { MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import type { AttemptResult } from '../../rules/callbacks/callback-schedule.ts'
import { randomSample } from '../../rules/callbacks/fair-order.ts'
import { breaker, failureCost, receiverHealth } from '../../rules/callbacks/receiver-breaker.ts'
import { recordAcknowledgement, recordFailure } from '../../store/callbacks/receivers.ts'
import { toSeconds } from '../../units/clock.ts'
import { wakeCallbacks } from './wake-callbacks.ts'

/** An attempt, as its receiver's breaker sees it. */
type Observation = {
  /** The order whose callback was attempted. */
  readonly orderId: number
  readonly receiver: string
  readonly result: AttemptResult
  readonly durationMs: number
  /** Whether the receiver had failed recently when the attempt began. */
  readonly wasInTrouble: boolean
  /** Whether a limit of the receiver or its merchant may have delayed callbacks. */
  readonly limitWasReached: boolean
}

/**
 * Updates a receiver's circuit breaker after an attempt (decisions §6, "Isolation"). A failure is counted. An
 * acknowledgement closes the breaker and wakes two waiting callbacks, so that a recovering receiver is not flooded. A
 * healthy receiver costs no read and no write. A fault here is logged and does not affect the attempt.
 */
export async function noteReceiver(context: MerchantContext, report: Observation): Promise<void> {
  const health = receiverHealth(report.result)
  try {
    if (health === 'failing') await noteFailure(context, report)
    if (health === 'healthy' && (report.wasInTrouble || report.limitWasReached))
      await noteAcknowledgement(context, report)
  } catch (error) {
    context.log({ event: 'endpoint_fault', endpoint: report.receiver, fault: faultText(error) })
  }
}

// The failed callback may probe after the pause, because it was attempted before. The longest waiting one may probe
// after it, in case its wake-up message is lost or it is due later.
async function noteFailure(
  context: MerchantContext,
  { orderId, receiver, durationMs }: Observation,
): Promise<void> {
  const now = toSeconds(context.now())
  const pause = await recordFailure({
    db: context.db,
    name: receiver,
    cost: failureCost(durationMs),
    now,
    breaker,
  })
  if (pause === null) return
  const pauseSeconds = pause.until - now
  context.log({ event: 'endpoint_open', endpoint: receiver, pause_seconds: pauseSeconds })
  await wakeCallbacks(context, [orderId], pauseSeconds)
  if (pause.next === null) return
  await wakeCallbacks(context, [pause.next], pauseSeconds + breaker.newcomerSeconds)
}

async function noteAcknowledgement(context: MerchantContext, report: Observation): Promise<void> {
  const { receiver, wasInTrouble, limitWasReached } = report
  const now = toSeconds(context.now())
  // Callbacks that have just become due have their own wake-up messages, unless the limit was reached.
  const since = limitWasReached ? now : now - wakeSeconds
  const { memorySeconds } = breaker
  const waiting = await recordAcknowledgement({
    db: context.db,
    name: receiver,
    now,
    since,
    limit: leftMax,
    memorySeconds,
  })
  if (wasInTrouble)
    context.log({ event: 'endpoint_answers', endpoint: receiver, left: waiting.length })
  const { databaseNumber: database, isolate } = context
  if (waiting.length === 0) isolate.attemptLimits.forgetReached({ database, receiver })
  // At random, because many simultaneous answers see the same waiting callbacks.
  else await wakeCallbacks(context, randomSample(waiting, wokenByAnswer, context.random))
}

/** How long a wake-up message may take. */
const wakeSeconds = 5

const wokenByAnswer = 2

/** The number of waiting callbacks to draw from. */
const leftMax = 50
