import { env } from 'cloudflare:workers'
import { onTestFinished } from 'vitest'
import type { Context, MerchantContext } from '../../../src/context.ts'
import { sweepCallbacks } from '../../../src/operations/callbacks/sweep-callbacks.ts'
import { takeCallbacks } from '../../../src/operations/callbacks/take-callbacks.ts'
import { receiverName } from '../../../src/rules/callbacks/receiver-breaker.ts'
import { orderId, tradeNo } from '../../../src/rules/orders/order-identity.ts'
import { attemptsOf, type StoredAttempt } from '../../../src/store/callbacks/attempts.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { inEveryDatabase } from './minute.ts'
import { aContext, rows } from './service.ts'

/** A receiver's answer: a status at once, or none until `timeOut`. */
export type Answers = (call: Call) => number | 'hangs'

/** One POST to a receiver. `at` is UTC seconds. */
type Call = { readonly url: string; readonly orderid: string; readonly at: number }

type CallbackRow = {
  order_id: number
  trade_no: string
  state: string
  attempts: number
  scheduled_attempts: number
  next_at: number | null
  lease_until: number | null
  last_outcome: string | null
  last_http_status: number | null
  resend_trigger: string | null
  faults: number
}

export type ReceiverRow = { state: string; cost: number; trips: number; until: number }

/** Delivery with a clock of its own, receivers that answer as told, and a queue that only records wake-ups. */
export function aDeliverer(answers: Answers = () => 200, parts: Partial<MerchantContext> = {}) {
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
    context,
    calls,
    woken,
    logged,
    now,
    advance,
    deliver,
    owe: (uid: string, count: number, url: string) => oweMany(uid, count, url, nowMs),
    hanging: () => hanging.length,
    /** Lets ten seconds pass and ends the calls without an answer. */
    timeOut: () => {
      advance(10)
      const over = hanging
      hanging = []
      for (const end of over) end()
    },
    /** What a sweep hands over, then what it sends to the queue. */
    sweep: async () => {
      const before = woken.length
      const found = await sweep(context)
      return [...found, ...woken.slice(before).map(({ orderId: id }) => id)]
    },
  }
}

export type Deliverer = ReturnType<typeof aDeliverer>

/** The callbacks that a sweep hands over. */
export async function sweep(context: Context): Promise<number[]> {
  const found: number[] = []
  await inEveryDatabase(context, (one) =>
    sweepCallbacks(one, async (orderIds) => {
      found.push(...orderIds)
      return []
    }),
  )
  return found
}

/** Due callbacks without orders; gives their ids in the order they are due. */
async function oweMany(uid: string, count: number, url: string, nowMs: number): Promise<number[]> {
  const [merchant] = await rows<{ id: number }>('select id from merchants where uid = ?', uid)
  const merchantId = merchant?.id ?? 0
  const receiver = receiverName(merchantId, url)
  const now = Math.floor(nowMs / 1000)
  const ids = Array.from({ length: count }, () => nextId(nowMs - 1e6))
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

/** Gives callbacks their orders for the time of a test: a merchant's lists go by its orders. */
export async function withOrders(ids: readonly number[]): Promise<number[]> {
  const texts = [
    'merchant_order_no',
    'gateway_code',
    'channel',
    'currency',
    'collection_account_name',
    'collection_account_no',
    'collection_bank_name',
    'counterparty_account',
    'notify_url',
    'member_bank_name',
    'user_id',
    'user_name',
    'return_url',
    'extra',
    'agent',
  ]
  const list = JSON.stringify(ids)
  await rows(
    `insert into collections (id, merchant_id, trade_no, orderid, amount, paid_amount, status,
       collection_status, confirmation, seq, created_at, ${texts})
     select order_id, merchant_id, trade_no, 'O-' || order_id, 1, 0, 'pending',
       'pending', 'none', 0, created_at, ${texts.map(() => `''`)}
     from callbacks where order_id in (select value from json_each(?))`,
    list,
  )
  onTestFinished(async () => {
    await rows('delete from collections where id in (select value from json_each(?))', list)
  })
  return [...ids]
}

// 256 ids a millisecond: one process runs many files, whose ids together stay within seconds of the moment.
let made = 0
function nextId(atMs: number): number {
  made += 1
  return orderId({
    kind: 'collection',
    nowMs: atMs + Math.floor(made / 256),
    random: (made % 256) / 256,
    database: 0,
  })
}

export async function callbackOf(id: number): Promise<CallbackRow> {
  const [row] = await rows<CallbackRow>('select * from callbacks where order_id = ?', id)
  if (row === undefined) throw new Error(`no callback ${id}`)
  return row
}

/** The attempts at a callback, wherever they stand, oldest first. */
export function attemptsAt(id: number): Promise<readonly StoredAttempt[]> {
  return attemptsOf(openMerchantDatabase(env.DB), id)
}

/** The receiver of a callback; undefined while it is well. */
export async function receiverRowOf(id: number): Promise<ReceiverRow | undefined> {
  const query = `select * from endpoints
    where name = (select endpoint from callbacks where order_id = ?)`
  return (await rows<ReceiverRow>(query, id))[0]
}

/** How many of the callbacks are in each state. */
export async function statesOf(ids: readonly number[]): Promise<Record<string, number>> {
  const found = await rows<{ state: string; n: number }>(
    `select state, count(*) as n from callbacks
     where order_id in (select value from json_each(?)) group by state`,
    JSON.stringify(ids),
  )
  return Object.fromEntries(found.map(({ state, n }) => [state, n]))
}

/** Takes one callback and makes its attempt, if it is due; throws the fault that prevented it. */
export async function deliverCallback(context: Context, orderId: number): Promise<void> {
  const { attempts, faults } = await takeCallbacks(context, [orderId])
  for (const { fault } of faults) throw fault
  for (const { make } of attempts) await make()
}

/** Waits until the condition holds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 2))
}

/** Sets the state of callbacks that are due no more. */
export async function setState(ids: readonly number[], state: string): Promise<void> {
  await rows(
    `update callbacks set state = ?, next_at = null
     where order_id in (select value from json_each(?))`,
    state,
    JSON.stringify(ids),
  )
}

/** Opens the breaker of the receiver of a callback until UTC seconds. */
export async function openBreaker(id: number | undefined, untilSeconds: number, trips = 1) {
  await rows(
    `insert into endpoints select endpoint, 'open', 100, ?, ? from callbacks where order_id = ?
     on conflict do update set state = 'open', trips = excluded.trips, until = excluded.until`,
    trips,
    untilSeconds,
    id,
  )
}
