import { inTime } from '../units/time-limit.ts'

/** The message on the callback queue: asks for an attempt at the callback of an order, whose row is the truth. */
export type WakeUp = { readonly orderId: number }

const messagesMax = 100
const sendTimeoutMs = 3_000

/** Sends wake-up messages that are delivered after `delaySeconds`. */
export async function sendWakeUps(
  queue: Queue<WakeUp>,
  orderIds: readonly number[],
  delaySeconds: number,
): Promise<void> {
  for (let start = 0; start < orderIds.length; start += messagesMax) {
    const messages = orderIds.slice(start, start + messagesMax).map((orderId) => {
      return { body: { orderId }, delaySeconds }
    })
    // An overloaded queue keeps a sender waiting for most of a minute; the sweep finds what was not sent.
    await inTime(sendTimeoutMs, queue.sendBatch(messages))
  }
}
