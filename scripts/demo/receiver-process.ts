import { fork } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

type ReceivedCallback = {
  readonly id: string
  readonly attempt: string
  readonly sign_ok: boolean
  readonly webhook_ok: boolean
  readonly body: Readonly<Record<string, unknown>>
}

export type Receiver = {
  /** The address to send callbacks to. */
  readonly url: string
  /** The next callback that was not returned yet; rejects after the time limit. */
  next(timeoutMs: number): Promise<ReceivedCallback>
  stop(): void
}

/** Starts the receiver of a merchant as a separate process, which ends with this one. */
export async function startReceiver(secret: string): Promise<Receiver> {
  const child = fork(join(import.meta.dirname, 'receiver.ts'), {
    env: { ...process.env, RECEIVER_SECRET: secret },
    silent: true,
  })
  if (child.stdout === null) throw new Error('the receiver has no output to read')
  child.stderr?.pipe(process.stderr)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async () => {
    const { value } = await lines.next()
    if (value === undefined) throw new Error('the receiver has ended')
    return JSON.parse(value)
  }
  const { url } = await nextLine()
  return {
    url,
    next: (timeoutMs) => Promise.race([nextLine(), timeout(timeoutMs)]),
    stop: () => child.kill(),
  }
}

function timeout(timeoutMs: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`no callback within ${timeoutMs} ms`)), timeoutMs).unref()
  })
}
