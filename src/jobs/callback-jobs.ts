import { contextFrom } from '../context.ts'
import { faultText } from '../contract/log-redaction.ts'
import { countDeadWakeUps } from '../operations/alarms/count-answers.ts'
import { parkFaulty } from '../operations/callbacks/sweep-callbacks.ts'
import { withSandbox } from '../operations/merchant-contexts.ts'
import type { WakeUp } from '../platform/callback-queue.ts'
import { writeLog } from '../platform/log.ts'

/**
 * Hands over orders' callbacks for one attempt each. Resolves when they are leased, before the attempts end, with those
 * that a fault of our own kept from being leased.
 */
export type Deliver = (orderIds: readonly number[]) => Promise<readonly number[]>

/**
 * Consumes wake-up messages: hands over their callbacks without waiting for receivers. A message is retried only if a
 * fault of our own kept its callback from being handed over.
 */
export async function consumeWakeUps(batch: MessageBatch<WakeUp>, deliver: Deliver): Promise<void> {
  const orderIds = batch.messages.map(orderOf)
  const undelivered = new Set(await inGroups(orderIds, deliver))
  for (const message of batch.messages) {
    if (undelivered.has(orderOf(message))) message.retry({ delaySeconds: pauseAfter(message) })
    else message.ack()
  }
}

/**
 * Consumes the dead-letter queue: logs its messages, and parks callbacks that faults of our own keep from being
 * attempted. A dead message alone parks nothing, because an outage of the database causes it too.
 */
export async function consumeDeadWakeUps(batch: MessageBatch<WakeUp>, env: Env): Promise<void> {
  for (const message of batch.messages) {
    writeLog({ event: 'dead_wake', order_id: orderOf(message), attempts: message.attempts })
  }
  const context = contextFrom(env)
  await countDeadWakeUps(context, batch.messages.length)
  await Promise.all(withSandbox(context).map(parkFaulty))
}

// A message that a person sent from the dashboard may have no order: with 0, which no order has, its batch goes on.
function orderOf({ body }: { readonly body: WakeUp | null }): number {
  return body?.orderId ?? 0
}

// An invocation may have six connections that wait for headers, its calls to the database included.
const groupSize = 5

// As many concurrent groups as a batch of the queue has. Concurrent leases do not see each other, so more of them would
// let more attempts exceed a receiver's limit.
const lanes = 4

async function inGroups(orderIds: readonly number[], deliver: Deliver): Promise<readonly number[]> {
  const undelivered: number[] = []
  let start = 0
  const lane = async () => {
    while (start < orderIds.length) {
      const group = orderIds.slice(start, start + groupSize)
      start += groupSize
      undelivered.push(...(await handOver(group, deliver)))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return undelivered
}

async function handOver(group: readonly number[], deliver: Deliver): Promise<readonly number[]> {
  try {
    return await deliver(group)
  } catch (error) {
    writeLog({ event: 'deliverer_unreachable', count: group.length, fault: faultText(error) })
    return group
  }
}

const pauseSeconds = 5
const pauseSecondsMax = 300

// 5 s, 10 s, 20 s … 5 min: ten retries bridge an outage of 25 minutes.
function pauseAfter({ attempts }: Message<WakeUp>): number {
  return Math.min(pauseSecondsMax, pauseSeconds * 2 ** (attempts - 1))
}
