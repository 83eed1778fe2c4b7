import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import type { MerchantContext } from '../../../src/context.ts'
import { resendCallback } from '../../../src/operations/callbacks/resend-callback.ts'
import { expireLinks } from '../../../src/operations/links/expire-links.ts'
import { showMerchant } from '../../../src/operations/merchants/manage-merchant.ts'
import { showCollection } from '../../../src/operations/orders/list-orders.ts'
import { endCallback, oweCallback } from '../../../src/store/callbacks/owe-callback.ts'
import { commit, openMerchantDatabase } from '../../../src/store/database.ts'
import { findMerchant } from '../../../src/store/merchants/merchants.ts'
import { interruptedD1 } from '../../support/watched.ts'
import { deliverCallback } from '../support/deliverer.ts'
import { aLink, amountPath, anAmountLink, collectionsOf, plainPath } from '../support/links.ts'
import { move, wrongMatch } from '../support/orders.ts'
import {
  aContext,
  aMerchant,
  anId,
  expectRefused,
  operator,
  patchShop,
  post,
  rows,
  type Shop,
  setClock,
} from '../support/service.ts'

// Decisions §6, "Several events": what a merchant is told by its setting collection_events.

const retryPath = '/api/v1/merchant/callbacks/retry'
const notify_url = 'https://m.example/notify'
const noDeposit = { accept: false, reason: 'no deposit', override: false } as const
const all = { settings: { collection_events: 'all' } } as const

/** A merchant's server that acknowledges, and what it was sent. */
function listening() {
  const sent: { readonly url: string; readonly id: string | undefined; readonly body: string }[] =
    []
  const woken: number[] = []
  const context = aContext({
    wake: async (orderIds) => {
      woken.push(...orderIds)
    },
    fetch: async (url, init) => {
      const headers = init.headers as Record<string, string>
      sent.push({ url, id: headers['webhook-id'], body: String(init.body) })
      return new Response('success')
    },
  })
  return { context, sent, woken, bodies: () => sent.map(({ body }) => fixedFields(body)) }
}

/** A body without what each attempt has of its own. */
function fixedFields(body: string) {
  const { timestamp: _timestamp, sign: _sign, ...fixed } = JSON.parse(body)
  return fixed
}

/** Money that a merchant declares as paid: told at once. */
async function aDeclared(shop: Shop) {
  const orderid = anId()
  await shop.create({ orderid, amount: 99.5, status: 'succeeded', notify_url })
  const { tradeNo, data } = (await shop.status({ orderid })).body
  return { orderid, tradeNo: String(tradeNo), id: Number(data.id), paidAt: String(data.paid_at) }
}

/** A collection whose deposit has arrived. */
async function aSettled(context: MerchantContext, shop: Shop) {
  const orderid = anId()
  await shop.create({ orderid, amount: 99.5, notify_url })
  const { tradeNo, data } = (await shop.status({ orderid })).body
  await move.settle(tradeNo, {}, { context })
  return { orderid, tradeNo: String(tradeNo), id: Number(data.id) }
}

describe('the setting collection_events', () => {
  test('is completed by default, is stored and shown, and takes nothing else', async () => {
    const { uid } = await aMerchant()
    const context = aContext()
    const shown = async () => (await showMerchant(context, uid)).settings.collection_events
    expect(await shown()).toBe('completed')
    await patchShop(uid, all)
    expect(await shown()).toBe('all')
    await patchShop(uid, { settings: { trusted: true } })
    expect(await shown()).toBe('all')
  })

  test.each([
    ['completed', ['collection.completed']],
    [
      'all',
      ['collection.completed', 'collection.expired', 'collection.rejected', 'collection.reversed'],
    ],
  ] as const)('%s: data.callback.events of both links lists what will be sent', async (...row) => {
    const [collection_events, events] = row
    const shop = await aMerchant({ settings: { collection_events } })
    for (const [path, fields] of [
      [amountPath, { amount: 1000 }] as const,
      [plainPath, {}] as const,
    ]) {
      const { body } = await post(shop, path, aLink(fields))
      expect(body.data.callback.events).toEqual(events)
    }
  })
})

describe('a merchant with collection_events completed', () => {
  test('gets no callback of a rejection: it receives what it has always received, byte for byte', async () => {
    const { context, sent, woken } = listening()
    const shop = await aMerchant()
    const { tradeNo, id, orderid, paidAt } = await aDeclared(shop)
    await deliverCallback(context, id)
    const rejected = await move.confirm(tradeNo, noDeposit, { context })
    expect(rejected).toMatchObject({ merchant_told: false })
    await deliverCallback(context, id)
    expect(woken).toEqual([])
    expect(sent).toHaveLength(1)
    const { timestamp, sign } = JSON.parse(sent[0]?.body ?? '')
    expect(sent[0]).toEqual({
      url: notify_url,
      id: `cb_${tradeNo}`,
      body:
        `{"type":"collection","uid":"${shop.uid}","orderid":"${orderid}",` +
        `"merchant_order_no":"${orderid}","trade_no":"${tradeNo}","amount":99.5,` +
        `"paid_amount":99.5,"status":"success","paid_at":"${paidAt}",` +
        `"timestamp":${timestamp},"sign":"${sign}"}`,
    })
  })

  test('gets no further attempt for a completion that was rejected before it was acknowledged', async () => {
    const { context, sent } = listening()
    const shop = await aMerchant()
    const { tradeNo, id, orderid } = await aDeclared(shop)
    await move.confirm(tradeNo, noDeposit, { context })
    await deliverCallback(context, id)
    expect(sent).toEqual([])
    const { data } = (await shop.status({ orderid })).body
    expect(data).toMatchObject({ callback_status: 'none', callback: { next_attempt_at: null } })
    const refused = await shop.call(retryPath, { type: 'collection', orderid })
    expectRefused(refused, 422, 'callback_not_available')
  })

  test('has a callback again with the next event that has one', async () => {
    const { context, sent, bodies } = listening()
    const shop = await aMerchant()
    const { tradeNo, id, orderid } = await aDeclared(shop)
    await move.confirm(tradeNo, noDeposit, { context })
    await move.settle(tradeNo, {}, { context })
    await deliverCallback(context, id)
    expect(sent.map((one) => one.id)).toEqual([`cb_${tradeNo}.2`])
    expect(bodies()).toMatchObject([{ status: 'success', paid_amount: 99.5 }])
    const { body } = await shop.call(retryPath, { type: 'collection', orderid })
    expect(body.data).toMatchObject({ callback_id: `cb_${tradeNo}.2`, callback_status: 'success' })
  })

  test('gets no callback of a reversal, and one of the settlement after it', async () => {
    const { context, sent, bodies } = listening()
    const shop = await aMerchant()
    const { tradeNo, id, orderid } = await aSettled(context, shop)
    await deliverCallback(context, id)
    const reversed = await move.reverse(tradeNo, wrongMatch, { context })
    expect(reversed).toMatchObject({ merchant_told: false })
    await deliverCallback(context, id)
    expect((await shop.status({ orderid })).body.data.callback_status).toBe('none')
    const settled = await move.settle(tradeNo, {}, { context })
    expect(settled).toMatchObject({ merchant_told: true })
    await deliverCallback(context, id)
    expect(sent.map((one) => one.id)).toEqual([`cb_${tradeNo}`, `cb_${tradeNo}.2`])
    for (const body of bodies()) expect(body).not.toHaveProperty('event')
  })

  test('a resend while the callback ends is refused, and nothing is sent again', async () => {
    const shop = await aMerchant()
    const { id, orderid } = await aDeclared(shop)
    const context = aContext()
    const ending = { orderId: id, now: 1 }
    const request = { type: 'collection', orderid, serial_no: '', merchant_order_no: '' } as const
    const numbers = { tradeNo: '', trade_no: '', orderNo: '' }
    const { merchant } = await merchantOf(shop)
    const endsMeanwhile = interruptedD1(env.DB, /update "?callbacks/, () =>
      commit(context.db, [endCallback(ending)]),
    )
    const racing = { ...context, db: openMerchantDatabase(endsMeanwhile) }
    const resend = resendCallback({
      context: racing,
      merchant,
      request: { ...request, ...numbers },
    })
    await expect(resend).rejects.toMatchObject({ code: 'too_many_requests' })
    const asked = 'select 1 from callbacks where order_id = ? and resend_trigger is not null'
    expect(await rows(asked, id)).toEqual([])
  })

  test('the body of a superseded or ended callback is shown at its event', async () => {
    const shop = await aMerchant()
    const { tradeNo } = await aDeclared(shop)
    const context = aContext()
    await move.confirm(tradeNo, noDeposit)
    const { events, callback } = await showCollection(context, operator, tradeNo)
    expect(callback).toMatchObject({ state: 'ended', callback_id: `cb_${tradeNo}` })
    expect(events).toMatchObject([
      { name: 'created', told: { callback_id: `cb_${tradeNo}`, body: { status: 'success' } } },
      { name: 'rejected', told: null },
    ])
  })
})

test.each([
  ['current', 'completed', 'success', 'failed'],
  ['legacy', 'completed', 'processed', 'cancelled'],
  ['current', 'all', 'success', 'failed'],
] as const)('a returned payout has a callback: %s words, events %s', async (...row) => {
  const [callback_vocabulary, collection_events, paidOut, sentBack] = row
  const { context, sent, bodies } = listening()
  const shop = await aMerchant({ settings: { callback_vocabulary, collection_events } })
  const serial_no = anId().slice(0, 40)
  const addresses = { notify_url, reverse_url: 'https://m.example/reverse' }
  const payout = { serial_no, amount: 1, payee_name: '林', ...addresses }
  await shop.call('/api/v1/merchant/payouts', payout)
  const { body } = await shop.call('/api/v1/merchant/payouts/status', { serial_no })
  const why = { override: true, reason: 'for the back office alone' } as const
  await move.process(body.tradeNo, why, { context })
  await deliverCallback(context, body.data.id)
  const back = { reason: 'account closed', because: 'money_returned' } as const
  const returned = await move.reversePayout(body.tradeNo, back, { context })
  expect(returned).toMatchObject({ merchant_told: true })
  await deliverCallback(context, body.data.id)
  expect(sent.map(({ id, url }) => [id, url])).toEqual([
    [`cb_${body.tradeNo}`, addresses.notify_url],
    [`cb_${body.tradeNo}.2`, addresses.reverse_url],
  ])
  const named = (event: string) => (collection_events === 'all' ? { event } : {})
  const reason = collection_events === 'all' ? { reason: back.reason } : {}
  const [processed, reversed] = bodies()
  expect(processed).toMatchObject({
    status: paidOut,
    actual_amount: 1,
    ...named('payout.completed'),
  })
  expect(reversed).toEqual({
    ...processed,
    status: sentBack,
    actual_amount: 0,
    processed_at: reversed?.processed_at,
    ...named('payout.returned'),
    ...reason,
  })
})

describe('a merchant with collection_events all', () => {
  test('gets a callback of a rejection: failed, nothing paid, with event and reason', async () => {
    const { context, sent, woken, bodies } = listening()
    const shop = await aMerchant(all)
    const { tradeNo, id, orderid } = await aDeclared(shop)
    await deliverCallback(context, id)
    const rejected = await move.confirm(tradeNo, noDeposit, { context })
    expect(rejected).toMatchObject({ merchant_told: true })
    expect(woken).toEqual([id])
    await deliverCallback(context, id)
    expect(sent.map((one) => one.id)).toEqual([`cb_${tradeNo}`, `cb_${tradeNo}.2`])
    expect(bodies()).toMatchObject([
      { orderid, status: 'success', paid_amount: 99.5, event: 'collection.completed' },
      {
        orderid,
        status: 'failed',
        amount: 99.5,
        paid_amount: 0,
        event: 'collection.rejected',
        reason: 'no deposit',
      },
    ])
    expect(bodies()[0]).not.toHaveProperty('reason')
    const { events } = await showCollection(context, operator, tradeNo)
    expect(events).toMatchObject([
      { told: { callback_id: `cb_${tradeNo}`, body: bodies()[0] } },
      { told: { callback_id: `cb_${tradeNo}.2`, body: bodies()[1] } },
    ])
  })

  test('gets a callback of a reversal, and of the settlement after it: the last one has the order’s state', async () => {
    const { context, sent, bodies } = listening()
    const shop = await aMerchant(all)
    const { tradeNo, id, orderid } = await aSettled(context, shop)
    await deliverCallback(context, id)
    const reversed = await move.reverse(tradeNo, wrongMatch, { context })
    expect(reversed).toMatchObject({ merchant_told: true })
    await deliverCallback(context, id)
    await move.settle(tradeNo, {}, { context })
    await deliverCallback(context, id)
    expect(sent.map((one) => one.id)).toEqual(
      ['', '.2', '.3'].map((suffix) => `cb_${tradeNo}${suffix}`),
    )
    expect(bodies()).toMatchObject([
      { orderid, status: 'success', paid_amount: 99.5, event: 'collection.completed' },
      {
        orderid,
        status: 'failed',
        paid_amount: 0,
        event: 'collection.reversed',
        reason: wrongMatch.reason,
      },
      { orderid, status: 'success', paid_amount: 99.5, event: 'collection.completed' },
    ])
    const { events } = await showCollection(context, operator, tradeNo)
    expect(events.map(({ told }) => told?.body ?? null)).toEqual([null, ...bodies()])
  })

  test('gets a callback of a payout with its event and the reason of its cancellation', async () => {
    const { context, bodies } = listening()
    const shop = await aMerchant(all)
    const serial_no = anId().slice(0, 40)
    const payout = { serial_no, amount: 1, payee_name: '林', notify_url }
    await shop.call('/api/v1/merchant/payouts', payout)
    const { body } = await shop.call('/api/v1/merchant/payouts/status', { serial_no })
    const cancelled = await move.cancel(body.tradeNo, 'account closed', { context })
    expect(cancelled).toMatchObject({ merchant_told: true })
    await deliverCallback(context, body.data.id)
    expect(bodies()).toMatchObject([
      { status: 'failed', event: 'payout.failed', reason: 'account closed' },
    ])
  })

  test('gets a callback of a link that ends unpaid, in the batch that ends it, and of a late deposit after it', async () => {
    const { context, sent, woken, bodies } = listening()
    const shop = await aMerchant(all)
    const link = await anAmountLink(shop)
    setClock(link.endsAt * 1000)
    await expireLinks(context)
    const [{ id = 0 } = {}] = await rows<{ id: number }>(
      'select id from collections where trade_no = ?',
      link.trade_no,
    )
    expect(woken.filter((one) => one === id)).toHaveLength(1)
    expect((await shop.status({ orderid: link.orderid })).body).toMatchObject({
      status: 'EXCEPTION',
      data: { callback_status: 'pending' },
    })
    await deliverCallback(context, id)
    await move.settle(link.trade_no, {}, { context })
    await deliverCallback(context, id)
    expect(sent.map((one) => one.id)).toEqual([`cb_${link.trade_no}`, `cb_${link.trade_no}.2`])
    const [expired, completed] = bodies()
    expect(expired).toEqual({
      type: 'collection',
      uid: shop.uid,
      orderid: link.orderid,
      trade_no: link.trade_no,
      merchant_order_no: link.merchant_order_no,
      amount: 1000,
      paid_amount: 0,
      status: 'failed',
      paid_at: link.expires_at,
      event: 'collection.expired',
      reason: 'expired',
    })
    expect(completed).toMatchObject({ paid_amount: 1000, event: 'collection.completed' })
    const { events } = await showCollection(context, operator, link.trade_no)
    expect(events).toMatchObject([
      { told: null },
      { told: { body: expired } },
      { told: { body: completed } },
    ])
  })

  test('gets the order’s state last where its time runs out at the moment of an agent’s settlement', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { context, bodies } = listening()
      const shop = await aMerchant(all)
      const link = await anAmountLink(shop)
      setClock(link.endsAt * 1000)
      await Promise.all([expireLinks(context), move.settle(link.trade_no, {}, { context })])
      const [row] = await collectionsOf(shop)
      expect(row?.status).not.toBe('pending')
      const [callback] = await rows<{ order_id: number }>(
        'select order_id from callbacks where trade_no = ?',
        link.trade_no,
      )
      await deliverCallback(context, callback?.order_id ?? 0)
      expect(bodies()).toMatchObject([{ event: 'collection.completed', paid_amount: 1000 }])
      vi.useRealTimers()
    }
  })
})

test('each of many links that end at once has its callback, those of other merchants have none', async () => {
  const { context, woken } = listening()
  const shops = [await aMerchant(all), await aMerchant(), await aMerchant(all)]
  const links = []
  for (let n = 0; n < 12; n += 1) links.push(await anAmountLink(shops[n % 3] as Shop))
  setClock((links.at(-1)?.endsAt ?? 0) * 1000)
  await expireLinks(context)
  const owed = await rows<{ order_id: number; trade_no: string }>(
    `select order_id, trade_no from callbacks where trade_no in (select value from json_each(?))`,
    JSON.stringify(links.map(({ trade_no }) => trade_no)),
  )
  const told = links.filter((_link, n) => n % 3 !== 1).map(({ trade_no }) => trade_no)
  expect(owed.map(({ trade_no }) => trade_no).sort()).toEqual(told.sort())
  expect(woken).toEqual(expect.arrayContaining(owed.map(({ order_id }) => order_id)))
})

test('the end of a link without a callback of its own ends the callback before it', async () => {
  const { context } = listening()
  const shop = await aMerchant()
  const link = await anAmountLink(shop)
  const [row] = await rows<{ id: number; merchant_id: number }>(
    'select id, merchant_id from collections where trade_no = ?',
    link.trade_no,
  )
  const { id = 0, merchant_id: merchantId = 0 } = row ?? {}
  const owed = { orderId: id, merchantId, tradeNo: link.trade_no, url: notify_url, body: {} }
  await commit(context.db, [oweCallback({ ...owed, receiver: '1 x', seq: 1, now: 1 })])
  setClock(link.endsAt * 1000)
  await expireLinks(context)
  const { data } = (await shop.status({ orderid: link.orderid })).body
  expect(data).toMatchObject({ collection_status: 'exception', callback_status: 'none' })
})

async function merchantOf({ uid }: Shop) {
  const found = await findMerchant(aContext().db, uid)
  if (found === null) throw new Error(`no merchant ${uid}`)
  return found
}
