import { WorkerEntrypoint } from 'cloudflare:workers'

/** What the stand-in for the queue does with messages. */
export type Habit = 'drops' | 'doubles'

type Bindings = { readonly QUEUE: Queue<unknown>; readonly HABIT: Habit }

const copies = 3
const holdMsMax = 300

/** Stands where the queue's producer was bound, with its methods, and is no good at its work. */
export class Bell extends WorkerEntrypoint<Bindings> {
  /** Takes messages; whoever sends them is told that all is well. */
  async sendBatch(messages: readonly MessageSendRequest<unknown>[]): Promise<void> {
    console.log(JSON.stringify({ event: `bell_${this.env.HABIT}`, count: messages.length }))
    if (this.env.HABIT === 'drops') return
    const doubled = messages.flatMap((message) => Array.from({ length: copies }, () => message))
    await Promise.all(doubled.map((message) => this.passOnSometime(message)))
  }

  // Each copy waits for a while of its own: so they arrive apart, out of order, and at times side by side.
  private async passOnSometime(message: MessageSendRequest<unknown>): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * holdMsMax))
    await this.env.QUEUE.sendBatch([message])
  }
}
