import type { Context } from '../context.ts'
import { logDeliveryFault, takeCallbacks } from '../operations/callbacks/take-callbacks.ts'

/**
 * Leases callbacks and makes their attempts in this invocation, a few at a time: it may have six connections that wait
 * for headers, its calls to the database included. A receiver that hangs keeps one place only. Begins none after
 * `beginMs`, so that it ends within one more attempt's time, and none where an invocation's queries are used up.
 *
 * @returns the callbacks that were not begun
 */
export async function attemptCallbacks(
  context: Context,
  orderIds: readonly number[],
): Promise<readonly number[]> {
  const deadlineMs = context.now() + beginMs
  const underWay = new Set<Promise<void>>()
  const mayBegin = () => context.now() < deadlineMs && context.mayGoOn()
  let started = 0
  while (started < orderIds.length && mayBegin()) {
    // Callbacks that are leased together share a call, so it waits for several places, but not for receivers that hang.
    while (underWay.size > atOnceMax - leasedTogetherMin) {
      const isLate = await Promise.race([...underWay, context.pause(waitMs).then(() => true)])
      if (isLate === true && underWay.size < atOnceMax) break
    }
    if (!mayBegin()) break
    const group = orderIds.slice(started, started + atOnceMax - underWay.size)
    started += group.length
    const { attempts, faults } = await takeCallbacks(context, group)
    for (const { orderId, fault } of faults) logDeliveryFault(context, orderId, fault)
    for (const { orderId, make } of attempts) {
      const attempt: Promise<void> = make()
        .catch((fault: unknown) => logDeliveryFault(context, orderId, fault))
        .finally(() => underWay.delete(attempt))
      underWay.add(attempt)
    }
  }
  await Promise.all(underWay)
  return orderIds.slice(started)
}

const beginMs = 10_000
const atOnceMax = 5
const leasedTogetherMin = 3
const waitMs = 50
