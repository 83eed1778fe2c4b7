import type { Context } from '../context.ts'
import { logDeliveryFault, takeCallbacks } from '../operations/callbacks/take-callbacks.ts'

/**
 * Leases callbacks and attempts them in this invocation, a few at a time: at most six of its connections may wait for
 * headers, and its calls to the database are among them. Begins no attempt after `beginMs`, nor once the invocation's
 * queries are used up.
 *
 * @returns the orders whose attempts were not begun
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
    // Callbacks that are leased together share a call: it waits for several places, but not for receivers that hang.
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
