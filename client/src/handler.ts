import {
  type Callback,
  type CallbackHeaders,
  type CallbackOptions,
  type CallbackProblem,
  verifyCallback,
} from './callbacks.ts'
import type { MerchantClient } from './client.ts'

/**
 * Where a merchant remembers which events it has acted on.
 *
 * `once` runs `act` unless that id was acted on before, and remembers the id only if `act` succeeds. Best is one
 * transaction of the merchant's database: insert the id where it is unique, and act in the same transaction, which
 * `act` is given. Two at once of the same id must not both act. Null is not remembered.
 */
export type EventStore<Transaction = undefined> = {
  once(id: string | null, act: (transaction: Transaction) => Promise<void>): Promise<void>
}

/** A callback, and what its order stands at. */
export type OrderCallback = Callback & {
  /**
   * Yours: `orderid`, of a payout `serial_no`. A payment link's collection has one of the service's here, and yours in
   * `body.merchant_order_no`.
   */
  readonly number: string
  /**
   * What is to stand credited, of a payout paid out. Where `eventNumber` is null it is looked up: lock your row before you
   * ask, so that no newer event is booked in between.
   */
  readonly amount: () => Promise<number>
}

/** What to do with a callback, and how to know that it was done. */
export type HandlerOptions<Transaction> = CallbackOptions & {
  readonly store: EventStore<Transaction>
  /** Looks an order up where something on the way dropped `webhook-signature`; without it such a callback is refused. */
  readonly client?: Pick<MerchantClient, 'getCollection' | 'getPayout'>
  /**
   * Acts on an event; if it throws, the service sends the callback again. A callback tells how its order stands, it is no
   * movement: set what is booked for your `number` to `amount()`, where 0 takes it back. Of a number that is not there,
   * throw: a callback may come before the answer that your server waits for.
   */
  readonly act: (callback: OrderCallback, transaction: Transaction) => Promise<void> | void
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

type IncomingRequest = {
  readonly method: string
  readonly headers: CallbackHeaders
  readonly parts: AsyncIterable<Uint8Array>
}

async function answerTo<Transaction>(
  { method, headers, parts }: IncomingRequest,
  { store, client, act, onProblem = () => {}, ...options }: HandlerOptions<Transaction>,
): Promise<{ readonly status: number; readonly text: string }> {
  if (method !== 'POST') return { status: 405, text: 'POST only' }
  try {
    const bytes = await bytesOf(parts)
    if (bytes === null) {
      onProblem('too_large')
      return { status: 413, text: 'too large' }
    }
    const verified = await verifyCallback(headers, decoded(bytes), options)
    if (!verified.ok) {
      onProblem(verified.problem)
      return { status: 401, text: verified.problem }
    }
    const callback = orderCallback(verified.callback, client)
    if (callback === null) {
      onProblem('no_signature')
      return { status: 401, text: 'no_signature' }
    }
    await store.once(callback.id, async (transaction) => act(callback, transaction))
    return { status: 200, text: 'success' }
  } catch (thrown) {
    onProblem({ thrown })
    return { status: 500, text: 'failed' }
  }
}

function orderCallback(
  callback: Callback,
  client: HandlerOptions<unknown>['client'],
): OrderCallback | null {
  const { body, eventNumber } = callback
  const number = body.type === 'collection' ? body.orderid : body.serial_no
  if (eventNumber !== null) {
    const amount = async () => (body.type === 'collection' ? body.paid_amount : body.actual_amount)
    return { ...callback, number, amount }
  }
  if (client === undefined) return null
  const lookUp = async () =>
    body.type === 'collection'
      ? client.getCollection({ orderid: number })
      : client.getPayout({ serial_no: number })
  return { ...callback, number, amount: async () => (await lookUp()).paid }
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
function decoded(bytes: Uint8Array): string {
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
  const known = new Set<string>()
  let last: Promise<void> = Promise.resolve()
  return {
    once: (id, act) => {
      // One at a time, as a locked row makes them.
      const acting = last.then(async () => {
        if (id !== null && known.has(id)) return
        await act(undefined)
        if (id !== null) known.add(id)
      })
      last = acting.catch(() => {})
      return acting
    },
  }
}
