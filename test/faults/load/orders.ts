import { randomUUID } from 'node:crypto'

/** What happens to an order. */
export type Scenario = 'declared' | 'settled' | 'unpaid' | 'processed' | 'cancelled'

/** An order as its sender knows it: what was asked for, and what the service answered. */
export type Order = {
  readonly uid: string
  readonly number: string
  readonly scenario: Scenario
  /** In hundredths. */
  readonly amount: number
  readonly callbackUrl: string
  tradeNo: string | null
  created: boolean
  /** When the service answered that it is final, in UTC milliseconds. */
  finalAt: number | null
}

/** Each scenario's kind of order, last status, and whether a callback is owed. */
export const scenarios = {
  declared: { kind: 'collection', status: 'succeeded', owesCallback: true },
  settled: { kind: 'collection', status: 'succeeded', owesCallback: true },
  unpaid: { kind: 'collection', status: 'pending', owesCallback: false },
  processed: { kind: 'payout', status: 'processed', owesCallback: true },
  cancelled: { kind: 'payout', status: 'cancelled', owesCallback: true },
} as const satisfies Record<Scenario, object>

/** An order that has not been sent. */
export function anOrder(uid: string, scenario: Scenario, callbackUrl: string): Order {
  const amount = 1 + Math.floor(Math.random() * 100_000)
  return {
    uid,
    number: randomUUID(),
    scenario,
    amount,
    callbackUrl,
    tradeNo: null,
    created: false,
    finalAt: null,
  }
}

/** The fields of its creation; a cancelled payout's callback goes to `reverse_url`. */
export function creationOf(order: Order): Record<string, unknown> {
  const { number, scenario, amount, callbackUrl } = order
  const price = amount / 100
  if (scenarios[scenario].kind === 'collection') {
    const status = scenario === 'declared' ? { status: 'succeeded' } : {}
    return { orderid: number, amount: price, notify_url: callbackUrl, ...status }
  }
  const addresses =
    scenario === 'cancelled'
      ? { notify_url: `${callbackUrl}?never`, reverse_url: callbackUrl }
      : { notify_url: callbackUrl }
  return { serial_no: number, amount: price, payee_name: '王小明', ...addresses }
}

/** One of the scenarios, each as often as in an ordinary day. */
export function aScenario(): Scenario {
  return pick([
    [40, 'declared'],
    [25, 'settled'],
    [10, 'unpaid'],
    [13, 'processed'],
    [12, 'cancelled'],
  ])
}

/** A random entry, each as likely as its weight. */
export function pick<T>(weighted: readonly (readonly [weight: number, entry: T])[]): T {
  const total = weighted.reduce((sum, [weight]) => sum + weight, 0)
  let left = Math.random() * total
  for (const [weight, entry] of weighted) {
    left -= weight
    if (left < 0) return entry
  }
  throw new Error('nothing to pick from')
}
