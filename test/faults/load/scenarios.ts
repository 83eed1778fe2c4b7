import type { Client, Reply, Shop } from './client.ts'
import { creationOf, type Order, scenarios } from './orders.ts'

/** What a repeated request found after a lost answer. */
type Repeats = {
  /** The first request had been written. */
  written: number
  /** It had not been written. */
  unwritten: number
}

/** Takes orders through their scenarios, repeating requests whose answers are lost. */
export type ScenarioRunner = {
  /** Creates an order; resolves once it is known to be written. */
  create(shop: Shop, order: Order): Promise<void>
  /** Makes an order final where its scenario says so; resolves once that is known to be written. */
  finish(shop: Shop, order: Order): Promise<void>
  readonly resolved: Repeats
}

export function scenarioRunner(client: Client): ScenarioRunner {
  const resolved: Repeats = { written: 0, unwritten: 0 }
  return {
    resolved,
    create: (shop, order) => create(client, resolved, shop, order),
    finish: (shop, order) => finish(client, resolved, shop, order),
  }
}

async function create(client: Client, resolved: Repeats, shop: Shop, order: Order) {
  const { kind } = scenarios[order.scenario]
  let lost = false
  while (!order.created) {
    // A merchant may query the order first, or repeat the creation at once.
    if (lost && Math.random() < 0.5) {
      const tradeNo = await queryTradeNo(client, shop, order)
      resolved[tradeNo === null ? 'unwritten' : 'written'] += 1
      order.created = tradeNo !== null
      lost = false
      continue
    }
    const reply = await client.sign(shop, `${kind}s`, creationOf(order))
    if (reply === null) lost = true
    else if (reply.status === 200) {
      if (lost) resolved.unwritten += 1
      order.created = true
    } else if (lost && /^duplicate_(orderid|serial_no)$/.test(String(reply.body.error))) {
      resolved.written += 1
      order.created = true
    } else throw new Error(`creation of ${order.number}: ${said(reply)}`)
  }
  if (order.scenario === 'declared') order.finalAt = Date.now()
}

async function finish(client: Client, resolved: Repeats, shop: Shop, order: Order) {
  if (!(order.scenario in moves)) return
  const { move, body } = moves[order.scenario as keyof typeof moves]
  order.tradeNo = await queryTradeNo(client, shop, order)
  if (order.tradeNo === null) throw new Error(`${order.number} was accepted and is not there`)
  const path = `${scenarios[order.scenario].kind}s/${order.tradeNo}/${move}`
  let lost = false
  while (order.finalAt === null) {
    const reply = await client.backOffice('POST', path, body)
    if (reply === null) lost = true
    else if (reply.status === 200) {
      if (lost) resolved.unwritten += 1
      order.finalAt = Date.now()
    } else if (lost && reply.body.error === 'already_final') {
      resolved.written += 1
      order.finalAt = Date.now()
    } else throw new Error(`${move} of ${order.number}: ${said(reply)}`)
  }
}

const moves = {
  settled: { move: 'settle', body: {} },
  processed: { move: 'process', body: {} },
  cancelled: { move: 'cancel', body: { reason: 'account closed' } },
} as const

async function queryTradeNo(client: Client, shop: Shop, order: Order): Promise<string | null> {
  const { kind } = scenarios[order.scenario]
  const name = kind === 'collection' ? 'orderid' : 'serial_no'
  for (;;) {
    const reply = await client.sign(shop, `${kind}s/status`, { [name]: order.number })
    if (reply === null) continue
    if (typeof reply.body.tradeNo === 'string') return reply.body.tradeNo
    if (reply.body.error === 'order_not_found') return null
    throw new Error(`status of ${order.number}: ${said(reply)}`)
  }
}

function said({ status, body }: Reply): string {
  return `HTTP ${status} ${JSON.stringify(body)}`
}
