import {
  type Callback,
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
  /** Told of callbacks that are refused, and of what `act` or the store has thrown. */
  readonly onProblem?: (
    problem: CallbackProblem | 'too_large' | { readonly thrown: unknown },
  ) => void
}

/**
 * Takes callbacks: verifies each, acts once for each event, and acknowledges. A repeated one is acknowledged and has no
 * second effect; a forged, changed or late one is answered with 401.
 */
export function callbackHandler<Transaction>({
  store,
  act,
  onProblem = () => {},
  ...options
}: HandlerOptions<Transaction>): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'POST') return new Response('POST only', { status: 405 })
    const body = await request.text()
    if (body.length > bodyMax) {
      onProblem('too_large')
      return new Response('too large', { status: 413 })
    }
    const verified = await verifyCallback(request.headers, body, options)
    if (!verified.ok) {
      onProblem(verified.problem)
      return new Response(verified.problem, { status: 401 })
    }
    const { callback } = verified
    try {
      await store.once(callback.id, async (transaction) => act(callback, transaction))
    } catch (thrown) {
      onProblem({ thrown })
      return new Response('failed', { status: 500 })
    }
    return new Response('success')
  }
}

// Those of the service are some hundred characters, up to a few thousand with `reason`.
const bodyMax = 65_536

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
