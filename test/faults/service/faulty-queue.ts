import { WorkerEntrypoint } from 'cloudflare:workers'

/** What the faulty queue does with messages. */
export type QueueMode = 'drops' | 'doubles'

type Bindings = { readonly QUEUE: Queue<unknown>; readonly MODE: QueueMode }

const copies = 3
const holdMsMax = 300

/** Bound in place of the queue's producer: loses messages, or delivers each three times. */
export class FaultyQueue extends WorkerEntrypoint<Bindings> {
  /** Resolves as the real queue does, whatever happens to the messages. */
  async sendBatch(messages: readonly MessageSendRequest<unknown>[]): Promise<void> {
    console.log(JSON.stringify({ event: `queue_${this.env.MODE}`, count: messages.length }))
    if (this.env.MODE === 'drops') return
    const inAnyOrder = (_a: unknown, _b: unknown) => Math.random() - 0.5
    const shuffles = Array.from({ length: copies }, () => messages.toSorted(inAnyOrder))
    await Promise.all(shuffles.map((shuffled) => this.sendLater(shuffled)))
  }

  // Random delays, so that the copies arrive out of order and at times in parallel.
  private async sendLater(messages: readonly MessageSendRequest<unknown>[]): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * holdMsMax))
    await this.env.QUEUE.sendBatch([...messages])
  }
}
