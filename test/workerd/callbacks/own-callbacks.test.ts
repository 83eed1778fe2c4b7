import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { Fields } from '../../../scripts/client/merchant-client.ts'
import type { MerchantContext } from '../../../src/context.ts'
import { contextIn } from '../../../src/operations/merchant-contexts.ts'
import { parseTradeNo, sandboxNumber } from '../../../src/rules/orders/order-identity.ts'
import { meter } from '../../support/metered.ts'
import { deliverCallback } from '../support/deliverer.ts'
import { move } from '../support/orders.ts'
import { aTestShop, callbackPath } from '../support/sandbox.ts'
import {
  aContext,
  aMerchant,
  anId,
  expectRefused,
  paths,
  post,
  rows,
  type Shop,
} from '../support/service.ts'

// Endpoint 17 (decisions §7): a merchant's callbacks with each attempt, read along its orders.

const path = '/api/v1/merchant/callbacks'
const notify = { notify_url: 'https://m.example/n', reverse_url: 'https://m.example/r' }

type Delivery = { readonly body: string; readonly headers: Record<string, string> }

/** A receiver that answers as told, once for each attempt. */
function aReceiver(answers: (readonly [status: number, text: string])[]) {
  const received: Delivery[] = []
  let nowMs = Date.now()
  const context = aContext({
    now: () => nowMs,
    fetch: async (_url, init) => {
      received.push({ body: String(init.body), headers: init.headers as Record<string, string> })
      const [status, text] = answers.shift() ?? [200, 'success']
      return new Response(text, { status })
    },
    wake: async () => undefined,
  })
  const wait = (seconds: number) => {
    nowMs += seconds * 1000
  }
  return { context, received, wait }
}

const idOf = (tradeNo: string) => parseTradeNo(tradeNo)?.id ?? 0
const attempt = (context: MerchantContext, tradeNo: string) =>
  deliverCallback(context, idOf(tradeNo))

async function listed(shop: Shop, fields: Fields = {}) {
  const { status, body } = await post(shop, path, fields)
  expect([status, body.message]).toEqual([200, 'success'])
  return body.data
}

async function aSettled(shop: Shop, context = aReceiver([]).context, fields: Fields = {}) {
  const { body } = await shop.create({ ...notify, ...fields })
  await move.settle(body.data.trade_no, undefined, { context })
  return body.data
}

test('shows what each attempt met, and what the last one sent, to the byte', async () => {
  const shop = await aMerchant()
  const long = '錯'.repeat(300)
  const { context, received, wait } = aReceiver([
    [200, 'OK'],
    [500, long],
    [200, ' Success '],
  ])
  const { trade_no, orderid } = await aSettled(shop, context)
  const fresh = await listed(shop)
  expect(fresh.next_cursor).toBeNull()
  expect(fresh.items).toEqual([
    {
      callback_id: `cb_${trade_no}`,
      webhook_id: `cb_${trade_no}`,
      type: 'collection',
      event: 'collection.completed',
      orderid,
      trade_no,
      url: notify.notify_url,
      state: 'due',
      attempts: [],
      sent: null,
      next_at: expect.stringMatching(/^\d{4}-/),
    },
  ])
  await attempt(context, trade_no)
  wait(60)
  await attempt(context, trade_no)
  const [failing] = (await listed(shop)).items
  expect(failing.state).toBe('due')
  const shown = { webhook_id: `cb_${trade_no}`, at: expect.any(String), ms: expect.any(Number) }
  const outcomes = [
    { ...shown, trigger: 'schedule', outcome: 'wrong_answer', http_status: 200, answer: 'OK' },
    {
      ...shown,
      trigger: 'schedule',
      outcome: 'http_5xx',
      http_status: 500,
      answer: long.slice(0, 200),
    },
  ]
  expect(failing.attempts).toEqual(outcomes)
  const order = (await shop.status({ orderid })).body.data
  expect(order.callback).toMatchObject({ last_outcome: 'http_5xx', last_http_status: 500 })
  wait(60)
  await attempt(context, trade_no)
  const [done] = (await listed(shop)).items
  expect([done.state, done.next_at, done.attempts.length]).toEqual(['delivered', null, 3])
  expect(done.attempts[2]).toMatchObject({ outcome: 'delivered', answer: ' Success ' })
  const { body, headers } = received.at(-1) ?? { body: '', headers: {} }
  expect(done.sent).toEqual({
    body,
    webhook_timestamp: Number(headers['webhook-timestamp']),
    webhook_signature: headers['webhook-signature'],
    webhook_attempt: 3,
  })
  expect(done.webhook_id).toBe(headers['webhook-id'])
})

describe('the event', () => {
  test('of each callback is named, also where the body does not have it', async () => {
    const shop = await aMerchant()
    const { context } = aReceiver([])
    const payout = async (fields: Fields = {}) => {
      const sent = { serial_no: anId(), amount: 100, payee_name: '王', ...notify, ...fields }
      return (await post(shop, paths.payouts, sent)).body.data
    }
    const [cancelled, returned, paid] = [await payout(), await payout(), await payout()]
    await move.cancel(cancelled.trade_no, '帳號錯誤', { context })
    for (const { trade_no } of [returned, paid]) {
      const input = { actualAmount: null, voucherNo: null, processedAt: null, override: true }
      await move.process(trade_no, input, { context })
    }
    await move.reversePayout(
      returned.trade_no,
      { reason: '退匯', because: 'money_returned' },
      { context },
    )
    const { items } = await listed(shop, { type: 'payout' })
    const told = items.map((one: Fields) => [one.serial_no, one.event, one.url])
    expect(told).toEqual([
      [paid.serial_no, 'payout.completed', notify.notify_url],
      [returned.serial_no, 'payout.returned', notify.reverse_url],
      [cancelled.serial_no, 'payout.failed', notify.reverse_url],
    ])
    expect(items.every((one: Fields) => !('orderid' in one))).toBe(true)
    const { callback } = (await post(shop, paths.payoutStatus, { serial_no: paid.serial_no })).body
      .data
    expect(callback.last_outcome).toBeNull()
  })

  test('that supersedes another leaves the attempts at that one, under its own id', async () => {
    const shop = await aMerchant({ settings: { collection_events: 'all' } })
    const { context } = aReceiver([])
    const { trade_no } = await aSettled(shop, context)
    await attempt(context, trade_no)
    await move.reverse(trade_no, { reason: '對錯', because: 'wrong_match' }, { context })
    const [reversed] = (await listed(shop)).items
    expect(reversed).toMatchObject({
      webhook_id: `cb_${trade_no}.2`,
      event: 'collection.reversed',
      state: 'due',
      sent: null,
      attempts: [{ webhook_id: `cb_${trade_no}`, outcome: 'delivered' }],
    })
  })

  test('without a callback of its own ends the callback before it', async () => {
    const shop = await aMerchant()
    const { context } = aReceiver([])
    const { trade_no } = await aSettled(shop, context)
    await move.reverse(trade_no, { reason: '對錯', because: 'wrong_match' }, { context })
    const [ended] = (await listed(shop)).items
    expect([ended.state, ended.next_at]).toEqual(['ended', null])
  })
})

test('lists those of one kind, or of one order, and refuses what contradicts', async () => {
  const shop = await aMerchant()
  const [first, second] = [await aSettled(shop), await aSettled(shop)]
  const numbers = async (fields: Fields) =>
    (await listed(shop, fields)).items.map(({ orderid }: Fields) => orderid)
  expect(await numbers({})).toEqual([second.orderid, first.orderid])
  expect(await numbers({ type: 'collection' })).toEqual([second.orderid, first.orderid])
  expect(await numbers({ type: 'payout' })).toEqual([])
  expect(await numbers({ orderid: first.orderid })).toEqual([first.orderid])
  expect(await numbers({ orderid: first.orderid, type: 'collection' })).toEqual([first.orderid])
  expect(await numbers({ serial_no: first.orderid })).toEqual([])
  for (const [fields, field] of [
    [{ orderid: 'A', serial_no: 'B' }, 'orderid'],
    [{ orderid: 'A', type: 'payout' }, 'orderid'],
    [{ serial_no: 'A', type: 'collection' }, 'serial_no'],
    [{ cursor: '1.2' }, 'cursor'],
    [{ limit: 101 }, 'limit'],
  ] as const) {
    expectRefused(await post(shop, path, fields), 422, 'validation_error', [field])
  }
})

test('pages have each callback once, past orders that have none; a stranger sees none', async () => {
  const shop = await aMerchant()
  await addOrders(shop, 450, 7)
  const seen: number[] = []
  let pages = 0
  for (let cursor: string | null = ''; cursor !== null; pages += 1) {
    const page = await listed(shop, { cursor, limit: 25 })
    seen.push(...page.items.map(({ orderid }: Fields) => Number(orderid)))
    cursor = page.next_cursor
  }
  const owing = Array.from({ length: 450 }, (_, at) => 450 - at).filter((n) => n % 7 === 0)
  expect(seen).toEqual(owing)
  expect(pages).toBeLessThan(6)
  expect((await listed(await aMerchant())).items).toEqual([])
})

test('of one that was tried often, the newest twenty attempts are shown, oldest first', async () => {
  const shop = await aMerchant()
  await addOrders(shop, 1, 1)
  await rows(
    `with recursive numbers (n) as (select 2 union all select n + 1 from numbers where n < 35)
     insert into callback_attempts (order_id, number, trigger_name, outcome, http_status, answer,
       started_at, duration_ms, event_number)
     select order_id, n, 'schedule', 'http_5xx', 500, 'attempt ' || n, n, 1, 1
     from numbers, callbacks where merchant_id = (select id from merchants where uid = ?)`,
    shop.uid,
  )
  await rows(
    'update callbacks set attempts = 35 where merchant_id = (select id from merchants where uid = ?)',
    shop.uid,
  )
  const [{ attempts }] = (await listed(shop)).items
  const answers = attempts.map(({ answer }: { answer: string }) => answer)
  expect(answers).toEqual(Array.from({ length: 20 }, (_, at) => `attempt ${at + 16}`))
})

test('a test merchant reads its own in the same way', async () => {
  const shop = await aTestShop()
  const sent = await shop.call(callbackPath, { notify_url: notify.notify_url })
  const { context } = aReceiver([[404, 'no route']])
  const own = contextIn(context, sandboxNumber)
  if (own === null) throw new Error('no sandbox')
  await attempt(own, sent.body.data.trade_no)
  const [item] = (await listed(shop)).items
  expect(item).toMatchObject({ trade_no: sent.body.data.trade_no, state: 'due' })
  expect(item.attempts).toMatchObject([
    { outcome: 'http_4xx', http_status: 404, answer: 'no route' },
  ])
  expect(JSON.parse(item.sent.body)).toMatchObject({ uid: shop.uid })
})

const many = 20_000

test('reads no more rows of many orders than of a thousand, in one trip', async () => {
  const read = async (shop: Shop, fields: Fields) => {
    const counter = meter()
    await post(shop, path, fields, { ...env, DB: counter.database(env.DB) })
    const { statements } = counter.usage
    const own = statements.filter(({ sql }) => sql.includes('looked'))
    return own.reduce((sum, { rowsRead }) => sum + rowsRead, 0)
  }
  const [few, lots] = [await aMerchant(), await aMerchant()]
  await addOrders(few, 1_000, 1)
  await addOrders(lots, many, 1)
  for (const fields of [{}, { limit: 100 }, { type: 'collection' }, { orderid: '77' }]) {
    const [one, other] = [await read(few, fields), await read(lots, fields)]
    expect(other).toBeLessThanOrEqual(one + 5)
    expect(other).toBeLessThan(1_300)
  }
})

/** Orders of a merchant, numbered from 1; each `every`-th owes a callback that was tried once. */
async function addOrders({ uid }: Shop, count: number, every: number): Promise<void> {
  const [owner] = await rows<{ id: number }>('select id from merchants where uid = ?', uid)
  const id = `((n * 4096 + ${owner?.id ?? 0}) * 32)`
  const numbers = `with recursive numbers (n) as (
    select 1 union all select n + 1 from numbers where n < ${count})`
  const merchant = String(owner?.id)
  await rows(
    `insert into collections (id, merchant_id, trade_no, orderid, merchant_order_no, gateway_code,
       channel, currency, amount, paid_amount, status, collection_status, collection_account_name,
       collection_account_no, collection_bank_name, counterparty_account, member_bank_name, user_id,
       user_name, notify_url, return_url, paid_at, extra, agent, confirmation, seq, created_at)
     ${numbers} select ${id}, ${merchant}, 'C' || ${id}, n, n, '', '', 'TWD', 100, 100,
       'succeeded', 'pending', '', '', '', '', '', '', '', '', '', 1, '', '', 'none', 2, 1
     from numbers`,
  )
  await rows(
    `insert into callbacks (order_id, merchant_id, trade_no, url, body, state, attempts,
       created_at, scheduled_attempts, endpoint, faults, event_number, first_attempt)
     ${numbers} select ${id}, ${merchant}, 'C' || ${id}, 'https://m.example/n',
       '{"type":"collection"}', 'delivered', 1, 1, 1, 'x', 0, 1,
       '{"trigger":"schedule","outcome":"delivered","httpStatus":200,"answer":"success","startedAt":1,"durationMs":1,"eventNumber":1}'
     from numbers where n % ${every} = 0`,
  )
}
