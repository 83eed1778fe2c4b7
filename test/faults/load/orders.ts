import { randomUUID } from 'node:crypto'

/** What is to become of an order. */
export type Fate = 'declared' | 'settled' | 'open' | 'processed' | 'cancelled'

/** An order in the book of whoever sends it: what was meant, and what the service has said. */
export type Order = {
  readonly uid: string
  readonly number: string
  readonly fate: Fate
  /** In hundredths. */
  readonly amount: number
  /** Where its callback goes. */
  readonly callbackUrl: string
  tradeNo: string | null
  /** The service has said that it is written. */
  created: boolean
  /** When the service said that it is final, in UTC milliseconds. */
  finalAt: number | null
}

/** What each fate means: the order's kind, its last status, and whether a callback is owed. */
export const fates = {
  declared: { kind: 'collection', status: 'succeeded', owesCallback: true },
  settled: { kind: 'collection', status: 'succeeded', owesCallback: true },
  open: { kind: 'collection', status: 'pending', owesCallback: false },
  processed: { kind: 'payout', status: 'processed', owesCallback: true },
  cancelled: { kind: 'payout', status: 'cancelled', owesCallback: true },
} as const satisfies Record<Fate, object>

/** A new entry in the book. */
export function anOrder(uid: string, fate: Fate, callbackUrl: string): Order {
  const amount = 1 + Math.floor(Math.random() * 100_000)
  return {
    ...{ uid, number: randomUUID(), fate, amount, callbackUrl },
    ...{ tradeNo: null, created: false, finalAt: null },
  }
}

/** The fields of its creation, as the merchant sends them; a cancelled payout's callback goes to `reverse_url`. */
export function creationOf({ number, fate, amount, callbackUrl }: Order): Record<string, unknown> {
  const price = amount / 100
  if (fates[fate].kind === 'collection') {
    const status = fate === 'declared' ? { status: 'succeeded' } : {}
    return { orderid: number, amount: price, notify_url: callbackUrl, ...status }
  }
  const addresses =
    fate === 'cancelled'
      ? { notify_url: `${callbackUrl}?never`, reverse_url: callbackUrl }
      : { notify_url: callbackUrl }
  return { serial_no: number, amount: price, payee_name: '王小明', ...addresses }
}

/** Numbers that lots are drawn from: `pick` gets one of the entries, each as likely as its weight. */
export function pick<T>(weighted: readonly (readonly [weight: number, entry: T])[]): T {
  const total = weighted.reduce((sum, [weight]) => sum + weight, 0)
  let left = Math.random() * total
  for (const [weight, entry] of weighted) {
    left -= weight
    if (left < 0) return entry
  }
  throw new Error('nothing to pick from')
}
