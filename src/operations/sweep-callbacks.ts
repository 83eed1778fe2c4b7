import type { Context } from '../env.ts'
import { takingTurns } from '../rules/turns.ts'
import { dueCallbacks } from '../store/callbacks.ts'
import { wakeCallbacks } from './wake-callbacks.ts'

/**
 * Finds what waits for an attempt: what a lost wake has left behind, and what was too far off for the queue
 * (decisions §6, "Truth"). Merchants take turns, so that nobody waits behind another's thousands. The first of them
 * are handed to `deliver` without the queue, which may be the very thing that is broken; the rest goes through it.
 *
 * @returns how many were found
 */
export async function sweepCallbacks(
  context: Context,
  deliver: (orderIds: readonly number[]) => Promise<void>,
): Promise<number> {
  const now = Math.floor(context.now() / 1000)
  const waiting = await dueCallbacks(context.db, now, sweptMax)
  const inTurn = takingTurns(waiting, ({ merchantId }) => merchantId)
  const orderIds = inTurn.map(({ orderId }) => orderId)
  await deliver(orderIds.slice(0, deliveredMax))
  const rest = orderIds.slice(deliveredMax)
  if (rest.length > 0) await wakeCallbacks(context, rest)
  if (waiting.length > 0) context.log({ event: 'sweep', due: waiting.length })
  return waiting.length
}

/** Callbacks that one sweep looks at; what is beyond waits for the next. */
const sweptMax = 3_000

/** Callbacks that one sweep hands over itself: an invocation may call others 32 times, five callbacks a call. */
const deliveredMax = 120
