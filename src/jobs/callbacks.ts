import { contextFrom, type Wake, writeLog } from '../env.ts'
import { sweepCallbacks } from '../operations/sweep-callbacks.ts'

/** Hands orders' callbacks over for an attempt; resolves once they are taken on, not once they are made. */
export type Deliver = (orderIds: readonly number[]) => Promise<void>

/** The queue's bell: hands over what it names and is done, whatever the merchants' servers do. */
export async function consumeWakes(batch: MessageBatch<Wake>, deliver: Deliver): Promise<void> {
  const orderIds = batch.messages.map(({ body }) => body.callbackId)
  await inGroups(orderIds, deliver)
  batch.ackAll()
}

/** Wakes that failed time after time, by a fault of our own. Their rows stay due: the sweep comes back to them. */
export function consumeDeadWakes(batch: MessageBatch<Wake>): void {
  for (const { body, attempts } of batch.messages) {
    writeLog({ event: 'dead_wake', order_id: body.callbackId, attempts })
  }
  batch.ackAll()
}

/** Each minute: whatever is due, or was left behind by someone who died over it. */
export async function sweep(env: Env, deliver: Deliver): Promise<void> {
  await sweepCallbacks(contextFrom(env), (orderIds) => inGroups(orderIds, deliver))
}

// An invocation may have six connections waiting for headers, its calls to the database among them.
const groupSize = 5

async function inGroups(orderIds: readonly number[], deliver: Deliver): Promise<void> {
  const groups: (readonly number[])[] = []
  for (let start = 0; start < orderIds.length; start += groupSize) {
    groups.push(orderIds.slice(start, start + groupSize))
  }
  await Promise.all(groups.map(deliver))
}
