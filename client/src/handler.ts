import {
  type Callback,
  type CallbackHeaders,
  type CallbackOptions,
  type CallbackProblem,
  verifyCallback,
} from './callbacks.ts'

/**
 * Where a merchant remembers which events it has acted on.
 *
 * `once` runs `act` unless that id was acted on before, and remembers the id only if `act` succeeds. Best is one
 * transaction of the merchant's database: insert the id where it is unique, and act in the same transaction, which
 * `act` is given. Two at once of the same id must not both act.
 */
export type EventStore<Transaction = undefined> = {
  once(id: string, act: (transaction: Transaction) => Promise<void>): Promise<void>
}

/** What to do with a callback, and how to know that it was done. */
export type HandlerOptions<Transaction> = CallbackOptions & {
  readonly store: EventStore<Transaction>
  /**
   * Acts on an event; if it throws, the service sends the callback again. A callback tells how its order stands, it is no
   * movement: set what is credited to `paid_amount` (of a payout `actual_amount`), where 0 takes it back.
   */
  readonly act: (callback: Callback, transaction: Transaction) => Promise<void> | void
  /** Told of callbacks that are refused, and of what `act`, the store or reading the body has thrown. */
  readonly onProblem?: (
    problem: CallbackProblem | 'too_large' | { readonly thrown: unknown },
  ) => void
}

/**
 * Takes callbacks: verifies each, acts once for each event, and acknowledges. A repeated one is acknowledged and has no
 * second effect; a forged, changed or late one is answered with 401.
 */
export function callbackHandler<Transaction>(
  options: HandlerOptions<Transaction>,
): (request: Request) => Promise<Response> {
  return async ({ method, headers, body }) => {
    const { status, text } = await answerTo({ method, headers, parts: partsOf(body) }, options)
    return new Response(text, { status })
  }
}

/** The same for `node:http`, and for what gives its requests, as Express does; before anything has read the body. */
export function nodeCallbackHandler<Transaction>(
  options: HandlerOptions<Transaction>,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const { method = '', headers } = request
    const { status, text } = await answerTo({ method, headers, parts: request }, options)
    response.statusCode = status
    response.end(text)
  }
}

type NodeRequest = AsyncIterable<Uint8Array> & {
  readonly method?: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

type NodeResponse = { statusCode: number; end(text: string): unknown }

type Received = {
  readonly method: string
  readonly headers: CallbackHeaders
  readonly parts: AsyncIterable<Uint8Array>
}

async function answerTo<Transaction>(
  { method, headers, parts }: Received,
  { store, act, onProblem = () => {}, ...options }: HandlerOptions<Transaction>,
): Promise<{ readonly status: number; readonly text: string }> {
  if (method !== 'POST') return { status: 405, text: 'POST only' }
  try {
    const bytes = await bytesOf(parts)
    if (bytes === null) {
      onProblem('too_large')
      return { status: 413, text: 'too large' }
    }
    const verified = await verifyCallback(headers, textOf(bytes), options)
    if (!verified.ok) {
      onProblem(verified.problem)
      return { status: 401, text: verified.problem }
    }
    const { callback } = verified
    await store.once(callback.id, async (transaction) => act(callback, transaction))
    return { status: 200, text: 'success' }
  } catch (thrown) {
    onProblem({ thrown })
    return { status: 500, text: 'failed' }
  }
}

// Those of the service are some hundred characters, up to a few thousand with `reason`.
const bytesMax = 65_536

// Null as soon as there are more: whoever sends them is not the service, and may send without end.
async function bytesOf(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  const whole = new Uint8Array(bytesMax)
  let length = 0
  for await (const part of parts) {
    if (length + part.length > bytesMax) return null
    whole.set(part, length)
    length += part.length
  }
  return whole.subarray(0, length)
}

// A byte order mark and bytes that are no UTF-8 stay different from what was signed.
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return ''
  }
}

async function* partsOf(body: ReadableStream<Uint8Array> | null): AsyncIterable<Uint8Array> {
  const reader = body?.getReader()
  if (reader === undefined) return
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    reader.cancel().catch(() => {})
  }
}

/** Remembers events while the process lives: for trials and tests. */
export function memoryStore(): EventStore {
  const known = new Map<string, Promise<void>>()
  return {
    once: (id, act) => {
      const acting = known.get(id) ?? act(undefined)
      known.set(id, acting)
      acting.catch(() => known.delete(id))
      return acting
    },
  }
}
