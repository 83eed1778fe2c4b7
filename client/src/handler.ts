import {
  type Callback,
  type CallbackHeaders,
  type CallbackOptions,
  type CallbackProblem,
  verifyCallback,
} from './callbacks.ts'
import type { MerchantClient } from './client.ts'

/**
 * A merchant's record of processed events.
 *
 * `once` runs `act` unless the id is recorded, and records it only if `act` succeeds. Use one database transaction,
 * which is passed to `act`: insert the id into a unique column, then act. Of two simultaneous calls with the same id,
 * only one may act. Null is not recorded.
 */
export type EventStore<Transaction = undefined> = {
  once(id: string | null, act: (transaction: Transaction) => Promise<void>): Promise<void>
}

/** A callback with its order's number and amount. */
export type OrderCallback = Callback & {
  /**
   * The merchant's number: `orderid`, or a payout's `serial_no`. A payment link's collection has the service's
   * `orderid`; its merchant's number is `body.merchant_order_no`.
   */
  readonly number: string
  /**
   * The total to credit for the order, or the amount that a payout paid. If `eventNumber` is null, this queries the
   * order: lock your row first, so that no newer event is booked in between.
   */
  readonly amount: () => Promise<number>
}

/** The processing of callbacks, and the record of events. */
export type HandlerOptions<Transaction> = CallbackOptions & {
  readonly store: EventStore<Transaction>
  /** Queries an order if a proxy removed `webhook-signature`; without a client, such a callback is refused. */
  readonly client?: Pick<MerchantClient, 'getCollection' | 'getPayout'>
  /**
   * Processes an event; if it throws, the service sends the callback again. A callback reports its order's state, not a
   * movement: set the booked amount of `number` to `amount()`; 0 reverses it. Throw if you do not know `number` yet: a
   * callback may arrive before the answer to the creation.
   */
  readonly act: (callback: OrderCallback, transaction: Transaction) => Promise<void> | void
  /** Receives the problem of a refused callback, and any error of `act`, the store or reading the body. */
  readonly onProblem?: (
    problem: CallbackProblem | 'too_large' | { readonly thrown: unknown },
  ) => void
}

/**
 * Makes the handler of callbacks: it verifies each, processes each event once, and acknowledges. A repeated callback is
 * acknowledged without a second effect; a forged, changed or late one is answered with 401.
 */
export function callbackHandler<Transaction>(
  options: HandlerOptions<Transaction>,
): (request: Request) => Promise<Response> {
  return async ({ method, headers, body }) => {
    const { status, text } = await answerTo({ method, headers, parts: partsOf(body) }, options)
    return new Response(text, { status })
  }
}

/** The same for `node:http` and frameworks with its requests, such as Express. No body parser may run before it. */
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

// The service's callbacks have some hundred bytes, up to a few thousand with `reason`.
const bytesMax = 65_536

// Null as soon as the limit is exceeded: the sender is not the service, and may send without end.
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

// A byte order mark is kept and invalid UTF-8 is rejected: both must fail the signature.
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

/** An event store in memory, for trials and tests. */
export function memoryStore(): EventStore {
  const known = new Set<string>()
  let last: Promise<void> = Promise.resolve()
  return {
    once: (id, act) => {
      // Calls run one after another, as with a row lock.
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
