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
    const inAnyOrder = (_a: unknown, _b: unknown) => Math.random() - 0.5
    const shuffles = Array.from({ length: copies }, () => messages.toSorted(inAnyOrder))
    await Promise.all(shuffles.map((shuffled) => this.passOnSometime(shuffled)))
  }

  // Each copy waits for a while of its own: so they arrive apart, out of order, and at times side by side.
  private async passOnSometime(messages: readonly MessageSendRequest<unknown>[]): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * holdMsMax))
    await this.env.QUEUE.sendBatch([...messages])
  }
}
