import { merchantClient } from './client.ts'
import type { ReceivedCallback } from './forwarding.ts'

/** A source of callbacks: each `poll` returns the callbacks that are new since the previous one. */
export type CallbackSource = {
  readonly name: string
  readonly pollMs: number
  readonly poll: () => Promise<readonly ReceivedCallback[]>
}

/** The callback inspector of a local service (`npm start`). */
export function inspectorAt(address: string): CallbackSource {
  let after = 0
  const poll = async () => {
    const url = new URL(`/~callbacks.json?after=${after}`, address)
    const answer = await fetch(url).catch(() => {
      throw new Error(
        `No callback inspector answers at ${address}: name the one of npm start with --inspector`,
      )
    })
    const received: readonly ReceivedCallback[] = (await answer.json()).callbacks
    after = received.at(-1)?.number ?? after
    return received
  }
  return { name: address, pollMs: 500, poll }
}

/**
 * A service's own record (endpoint 17): the callbacks that the last attempts sent for a merchant's hundred newest
 * orders.
 */
export function serviceAt(baseUrl: string, uid: string, secret: string): CallbackSource {
  const { listCallbacks } = merchantClient({ baseUrl, uid, secret, language: 'en' })
  const seen = new Set<string>()
  const poll = async () => {
    const { data } = await listCallbacks({ limit: 100 })
    const received: ReceivedCallback[] = []
    for (const { webhook_id: id, sent } of [...data.items].reverse()) {
      const attempt = `${id} ${sent?.webhook_attempt}`
      if (sent === null || seen.has(attempt)) continue
      seen.add(attempt)
      received.push(receivedFrom(seen.size, id, sent))
    }
    return received
  }
  return { name: baseUrl, pollMs: 2000, poll }
}

type SentCallback = NonNullable<
  Awaited<
    ReturnType<ReturnType<typeof merchantClient>['listCallbacks']>
  >['data']['items'][number]['sent']
>

function receivedFrom(number: number, id: string, sent: SentCallback): ReceivedCallback {
  const {
    body,
    webhook_timestamp: at,
    webhook_signature: signature,
    webhook_attempt: attempt,
  } = sent
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': signature,
    'webhook-attempt': String(attempt),
  }
  return { number, headers, body, cut: false, atMs: at * 1000 }
}
