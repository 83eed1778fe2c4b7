import { contextFrom } from '../context.ts'
import { faultText } from '../contract/log-redaction.ts'
import { parkFaulty, sweepCallbacks } from '../operations/callbacks/sweep-callbacks.ts'
import type { WakeUp } from '../platform/callback-queue.ts'
import { writeLog } from '../platform/log.ts'

/**
 * Hands orders' callbacks over for an attempt each. Resolves once they are taken on, not once the attempts are made;
 * gives those that could not be taken on, by a fault of our own.
 */
export type Deliver = (orderIds: readonly number[]) => Promise<readonly number[]>

/**
 * The queue's bell: hands over what it names and is done, whatever the merchants' servers do. The queue's retries are
 * for what a fault of our own kept from being handed over.
 */
export async function consumeWakeUps(batch: MessageBatch<WakeUp>, deliver: Deliver): Promise<void> {
  const orderIds = batch.messages.map(({ body }) => body.orderId)
  const left = new Set(await inGroups(orderIds, deliver))
  for (const message of batch.messages) {
    if (left.has(message.body.orderId)) message.retry({ delaySeconds: pauseAfter(message) })
    else message.ack()
  }
}

/**
 * Wakes that nobody could take on, time after time. An outage of the database looks like this too, so a wake that
 * died says nothing of its callback: that one stays due for the sweep, unless claims of it came to nothing.
 */
export async function consumeDeadWakeUps(batch: MessageBatch<WakeUp>, env: Env): Promise<void> {
  for (const { body, attempts } of batch.messages) {
    writeLog({ event: 'dead_wake', order_id: body.orderId, attempts })
  }
  await parkFaulty(contextFrom(env))
}

/** Each minute: whatever is due, or was left behind by someone who died over it. */
export async function sweep(env: Env, deliver: Deliver): Promise<void> {
  await sweepCallbacks(contextFrom(env), (orderIds) => inGroups(orderIds, deliver))
}

// An invocation may have six connections waiting for headers, its calls to the database among them.
const groupSize = 5

// As many groups at a time as a batch of the queue has. Claims that are on their way do not see each other yet, so
// more of them at once would let more attempts past a receiver's limit.
const lanes = 4

async function inGroups(orderIds: readonly number[], deliver: Deliver): Promise<readonly number[]> {
  const left: number[] = []
  let start = 0
  const lane = async () => {
    while (start < orderIds.length) {
      const group = orderIds.slice(start, start + groupSize)
      start += groupSize
      left.push(...(await handOver(group, deliver)))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return left
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
