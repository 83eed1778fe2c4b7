import { env } from 'cloudflare:workers'
import type { Context, MerchantContext } from '../../../src/context.ts'
import { sweepCallbacks } from '../../../src/operations/callbacks/sweep-callbacks.ts'
import { takeCallbacks } from '../../../src/operations/callbacks/take-callbacks.ts'
import { receiverName } from '../../../src/rules/callbacks/receiver-breaker.ts'
import { orderId, tradeNo } from '../../../src/rules/orders/order-identity.ts'
import { aContext, rows } from './service.ts'

/** How a merchant's server answers: with a status, at once; or it hangs until the test says that time is up. */
export type Answers = (call: Call) => number | 'hangs'

/** One POST to a merchant's server. `at` is UTC seconds. */
export type Call = { readonly url: string; readonly orderid: string; readonly at: number }

/** A callback as it is stored. */
export type CallbackRow = {
  order_id: number
  state: string
  attempts: number
  scheduled_attempts: number
  next_at: number | null
  lease_until: number | null
  last_outcome: string | null
  resend_trigger: string | null
  faults: number
}

/** A receiver as it is stored. */
export type ReceiverRow = { state: string; cost: number; trips: number; until: number }

/** A world with a clock of its own, servers that answer as told, and a queue that only notes what it is given. */
export function aCallbackWorld(answers: Answers = () => 200, parts: Partial<MerchantContext> = {}) {
  let nowMs = Date.UTC(2026, 0, 31, 7)
  const calls: Call[] = []
  const woken: { readonly orderId: number; readonly delaySeconds: number }[] = []
  const logged: Record<string, unknown>[] = []
  let hanging: (() => void)[] = []
  const context = aContext({
    now: () => nowMs,
    fetch: async (url, init) => {
      const { orderid } = JSON.parse(String(init.body))
      const call = { url, orderid, at: Math.floor(nowMs / 1000) }
      calls.push(call)
      const status = answers(call)
      if (status !== 'hangs') return new Response('success', { status })
      return new Promise((_resolve, reject) => {
        hanging.push(() => reject(new TypeError('connection lost')))
      })
    },
    wake: async (orderIds, delaySeconds) => {
      woken.push(...orderIds.map((id) => ({ orderId: id, delaySeconds })))
    },
    log: (entry) => {
      logged.push(entry)
    },
    ...parts,
  })
  const now = () => Math.floor(nowMs / 1000)
  const advance = (seconds: number) => {
    nowMs += seconds * 1000
  }
  const deliver = (id: number) => deliverCallback(context, id)
  return {
    ...{ context, calls, woken, logged, now, advance, deliver },
    owe: (uid: string, count: number, url: string) => oweMany(uid, count, url, nowMs),
    /** How many calls hang. */
    hanging: () => hanging.length,
    /** Ten seconds later, all that hang are over. */
    timeOut: () => {
      advance(10)
      const over = hanging
      hanging = []
      for (const end of over) end()
    },
    /** What a sweep hands over and what it sends to the queue, in that order. */
    sweep: async () => {
      const found: number[] = []
      const before = woken.length
      await sweepCallbacks(context, async (orderIds) => {
        found.push(...orderIds)
      })
      return [...found, ...woken.slice(before).map(({ orderId: id }) => id)]
    },
  }
}

export type CallbackWorld = ReturnType<typeof aCallbackWorld>

/** Callbacks that are due, of orders that nobody needs here; gives their ids, in the order they are due. */
async function oweMany(uid: string, count: number, url: string, nowMs: number): Promise<number[]> {
  const [merchant] = await rows<{ id: number }>('select id from merchants where uid = ?', uid)
  const merchantId = merchant?.id ?? 0
  const receiver = receiverName(merchantId, url)
  const now = Math.floor(nowMs / 1000)
  const ids = Array.from({ length: count }, () =>
    orderId('collection', nowMs - 1e6 + nextId(), 0.5, 0),
  )
  const statement = env.DB.prepare(
    `insert into callbacks (order_id, merchant_id, trade_no, url, body, state, attempts, next_at,
       created_at, scheduled_attempts, endpoint, faults)
     values (?, ?, ?, ?, ?, 'due', 0, ?, ?, 0, ?, 0)`,
  )
  for (let start = 0; start < count; start += 1_000) {
    await env.DB.batch(
      ids.slice(start, start + 1_000).map((id) => {
        const body = JSON.stringify({ type: 'collection', orderid: `O-${id}` })
        const number = tradeNo(id, Math.random)
        return statement.bind(id, merchantId, number, url, body, now, now, receiver)
      }),
    )
  }
  return ids
}

let lastId = 0
function nextId(): number {
  lastId += 1
  return lastId
}

/** A callback's row. */
export async function callbackOf(id: number): Promise<CallbackRow> {
  const [row] = await rows<CallbackRow>('select * from callbacks where order_id = ?', id)
  if (row === undefined) throw new Error(`no callback ${id}`)
  return row
}

/** The row of the receiver that a callback goes to; undefined when it is in no trouble. */
export async function receiverRowOf(id: number): Promise<ReceiverRow | undefined> {
  const query = `select * from endpoints
    where name = (select endpoint from callbacks where order_id = ?)`
  return (await rows<ReceiverRow>(query, id))[0]
}

/** How many callbacks of these are in each state. */
export async function statesOf(ids: readonly number[]): Promise<Record<string, number>> {
  const found = await rows<{ state: string; n: number }>(
    `select state, count(*) as n from callbacks
     where order_id in (select value from json_each(?)) group by state`,
    JSON.stringify(ids),
  )
  return Object.fromEntries(found.map(({ state, n }) => [state, n]))
}

/** Takes one callback on and makes the attempt that is to be made, if any; throws what kept it from being made. */
export async function deliverCallback(context: Context, orderId: number): Promise<void> {
  const { attempts, left } = await takeCallbacks(context, [orderId])
  for (const { fault } of left) throw fault
  for (const { make } of attempts) await make()
}

/** Waits until it is so. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 2))
}
