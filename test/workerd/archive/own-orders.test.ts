import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { type Fields, signedJson } from '../../../scripts/client/merchant-client.ts'
import { unarchive } from '../../../src/operations/archive/unarchive.ts'
import { expireLinks } from '../../../src/operations/links/expire-links.ts'
import { parseTradeNo } from '../../../src/rules/orders/order-identity.ts'
import { meter } from '../../support/metered.ts'
import { randomFrom } from '../../support/random-from.ts'
import { watchedBinding } from '../../support/watched.ts'
import {
  aPaidCollection,
  archiveAll,
  archivedIds,
  endOthersWork,
  later,
  paidAndDelivered,
} from '../support/archive.ts'
import { ann, ask, withApprovals } from '../support/back-office.ts'
import { aLink, amountPath, anAmountLink, linksOf, plainPath } from '../support/links.ts'
import { move } from '../support/orders.ts'
import {
  aMerchant,
  anId,
  expectRefused,
  json,
  paths,
  rows,
  type Shop,
  sendRequest,
} from '../support/service.ts'

beforeAll(() => endOthersWork())

// A merchant asks for its orders by their numbers, and finds the archived ones as before.

async function aPaidPayout(shop: Shop, fields: Fields = {}) {
  const numbers = { serial_no: anId(), ...fields }
  await shop.create({ amount: 500, status: 'succeeded' })
  const { body } = await shop.call(paths.payouts, { amount: 1, payee_name: 'x', ...numbers })
  await move.process(body.data.trade_no, { override: true })
  return body.data
}

/** The answer but for the id of its request. */
async function asked(shop: Shop, path: string, fields: Fields) {
  const { status, body } = await shop.call(path, fields)
  return { status, body: { ...body, request_id: '' } }
}

test.each(['collection', 'payout'] as const)(
  'a %s is found by each of its numbers',
  async (kind) => {
    const shop = await aMerchant()
    const merchant_order_no = anId()
    const isPayout = kind === 'payout'
    const order = await (isPayout ? aPaidPayout : aPaidCollection)(shop, { merchant_order_no })
    const own = isPayout ? { serial_no: order.serial_no } : { orderid: order.orderid }
    const guessed = `${order.trade_no.slice(0, -1)}${order.trade_no.endsWith('0') ? '1' : '0'}`
    const numbers: Fields[] = [
      own,
      { trade_no: order.trade_no },
      { merchant_order_no },
      { orderNo: Object.values(own)[0] },
      { orderNo: merchant_order_no },
      { ...own, merchant_order_no, trade_no: order.trade_no },
      { ...own, merchant_order_no: 'other' },
      { trade_no: guessed },
    ]
    const path = isPayout ? paths.payoutStatus : paths.status
    const all = () => Promise.all(numbers.map((fields) => asked(shop, path, fields)))
    const before = await all()
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 422, 422])
    await archiveAll()
    expect(await archivedIds()).toContain(order.id)
    expect(await all()).toEqual(before)
    const other = await aMerchant()
    for (const fields of numbers) {
      expectRefused(await other.call(path, fields), 422, 'order_not_found')
    }
  },
)

test('a number that repeats means the same order, wherever each of them is', async () => {
  const draw = randomFrom(20_260_401)
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  const met = new Set<string>()
  for (let round = 0; round < 12; round += 1) {
    const merchant_order_no = anId()
    for (let step = 0; step < 3; step += 1) {
      for (let count = Math.floor(draw() * 3); count >= 0; count -= 1) {
        const isOwn = step === 1 && count === 0 && draw() < 0.3
        const fields = { merchant_order_no, ...(isOwn ? { orderid: merchant_order_no } : {}) }
        const makers = [
          () => aPaidCollection(shop, fields),
          async () => (await shop.create(fields)).body.data,
          async () => {
            const { body } = await shop.create(fields)
            await move.expire(body.data.trade_no)
            return body.data
          },
          // Its callback is not delivered, and it stays.
          async () => {
            const { body } = await shop.create({ ...fields, notify_url: 'https://m.example/n' })
            await move.settle(body.data.trade_no)
            return body.data
          },
        ]
        await makers[Math.floor(draw() * makers.length)]?.()
      }
      const all = () =>
        Promise.all(
          ['merchant_order_no', 'orderNo'].map((name) =>
            asked(shop, paths.status, { [name]: merchant_order_no }),
          ),
        )
      const before = await all()
      await archiveAll()
      expect(await all()).toEqual(before)
      const away = await archivedIds()
      for (const { body } of before) {
        const { id } = body.data.data ?? body.data
        met.add(`${away.includes(id)} ${body.data.status}`)
      }
    }
  }
  expect([...met].sort()).toEqual([
    'false pending',
    'false succeeded',
    'true pending',
    'true succeeded',
  ])
})

test('what is read of an archived order is at most five rows and one object', async () => {
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  const merchant_order_no = anId()
  const order = await aPaidCollection(shop, { merchant_order_no })
  const link = await anAmountLink(shop)
  await paidAndDelivered(link.trade_no)
  const living = (await shop.create({ merchant_order_no: anId() })).body.data
  const asLiving = [{ orderid: living.orderid }, { merchant_order_no: living.merchant_order_no }]
  const before = await Promise.all(asLiving.map((fields) => usageOf(shop, fields)))
  await archiveAll()
  for (const fields of [
    { orderid: order.orderid },
    { trade_no: order.trade_no },
    { merchant_order_no },
    { orderNo: merchant_order_no },
    { orderid: link.trade_no },
    { orderNo: link.trade_no },
  ]) {
    const { rowsRead, objects } = await usageOf(shop, fields)
    expect(rowsRead).toBeLessThanOrEqual(5)
    expect(objects).toBe(1)
  }
  for (const [place, fields] of asLiving.entries()) {
    const { trips, rowsRead, objects } = await usageOf(shop, fields)
    expect({ trips, rowsRead, objects }).toEqual({
      trips: 1,
      rowsRead: before[place]?.rowsRead,
      objects: 0,
    })
  }
})

async function usageOf({ uid, secret }: Shop, fields: Fields) {
  const counter = meter()
  let objects = 0
  const ARCHIVE = watchedBinding(env.ARCHIVE, (run, name) => {
    if (name === 'get') objects += 1
    return run()
  })
  const bindings = { ...env, DB: counter.database(env.DB), ARCHIVE }
  const init = { method: 'POST', headers: json, body: signedJson(uid, secret, fields) }
  expect((await sendRequest(paths.status, init, bindings)).status).toBe(200)
  return { ...counter.usage, objects }
}

test('a number of an archived order is refused with its trade_no', async () => {
  const shop = await aMerchant()
  const paid = await aPaidCollection(shop)
  const payout = await aPaidPayout(shop)
  const link = await anAmountLink(shop)
  await paidAndDelivered(link.trade_no)
  const unpaid = await anAmountLink(shop)
  await expireLinks(later(1))
  const all = () =>
    Promise.all([
      asked(shop, paths.create, { orderid: paid.orderid, amount: 7 }),
      asked(shop, paths.payouts, { serial_no: payout.serial_no, amount: 1, payee_name: 'y' }),
      // Before all else that is wrong with a withdrawal (fees §3).
      asked(shop, paths.withdrawals, { serial_no: payout.serial_no, amount: 1.5 }),
      ...[amountPath, plainPath].map((path) =>
        asked(shop, path, aLink({ amount: 1000, merchant_order_no: link.merchant_order_no })),
      ),
    ])
  const before = await all()
  expect(before.map(({ body }) => [body.error, body.data.trade_no])).toEqual([
    ['duplicate_orderid', paid.trade_no],
    ['duplicate_serial_no', payout.trade_no],
    ['duplicate_serial_no', payout.trade_no],
    ['duplicate_merchant_order_no', link.trade_no],
    ['duplicate_merchant_order_no', link.trade_no],
  ])
  expect(before[4]?.body.message).not.toBe(before[3]?.body.message)
  await archiveAll()
  const away = await archivedIds()
  expect(away).toContain(parseTradeNo(link.trade_no)?.id)
  expect(await all()).toEqual(before)
  // The number of one that nobody paid is free.
  expect(away).toContain(parseTradeNo(unpaid.trade_no)?.id)
  const anew = await shop.call(
    amountPath,
    aLink({ amount: 1000, merchant_order_no: unpaid.merchant_order_no }),
  )
  expect(anew.body).toMatchObject({ ok: 1, data: { trade_no: expect.any(String) } })
  expect(anew.body.data.trade_no).not.toBe(unpaid.trade_no)
  await unarchive(later(), [parseTradeNo(unpaid.trade_no)?.id ?? 0])
  const links = await linksOf(shop)
  const ofNumber = links.filter(({ content }) => content.includes(unpaid.merchant_order_no))
  expect(ofNumber.map(({ replaced_by }) => replaced_by === 0)).toEqual([false, true])
})

test('a paid link that has replaced an ended one comes back beside it', async () => {
  const shop = await aMerchant()
  const { merchant_order_no } = await anAmountLink(shop)
  await expireLinks(later(1))
  const { body } = await shop.call(amountPath, aLink({ amount: 1000, merchant_order_no }))
  await paidAndDelivered(body.data.trade_no)
  await archiveAll()
  expect(await archivedIds()).toContain(parseTradeNo(body.data.trade_no)?.id)
  await unarchive(later(), [parseTradeNo(body.data.trade_no)?.id ?? 0])
  const current = (await linksOf(shop)).filter(({ replaced_by }) => replaced_by === 0)
  expect(current).toEqual([expect.objectContaining({ state: 'closed' })])
})

test('a link that comes back is closed only while an order of its number is paid', async () => {
  const shop = await aMerchant()
  const { trade_no, merchant_order_no } = await anAmountLink(shop)
  const unpaid = parseTradeNo(trade_no)?.id ?? 0
  await expireLinks(later(1))
  const { body } = await shop.call(amountPath, aLink({ amount: 1000, merchant_order_no }))
  // Its callback is not delivered, and it stays.
  await move.settle(body.data.trade_no)
  await archiveAll()
  expect(await archivedIds()).toContain(unpaid)
  await move.reverse(body.data.trade_no)
  await unarchive(later(), [unpaid])
  expect((await linksOf(shop)).map(({ state }) => state)).toEqual(['expired', 'expired'])
})

test('an archived callback is sent again', async () => {
  const shop = await aMerchant()
  const paid = await aPaidCollection(shop)
  const payout = await aPaidPayout(shop)
  await archiveAll()
  const fields = { type: 'collection', orderid: paid.orderid }
  const sent = await shop.call(paths.resend, fields)
  expect(sent).toMatchObject({
    status: 200,
    body: { data: { callback_id: `cb_${paid.trade_no}` } },
  })
  expect(await rows('select resend_trigger from callbacks where order_id = ?', paid.id)).toEqual([
    { resend_trigger: 'merchant' },
  ])
  expect(await archivedIds()).not.toContain(paid.id)
  const none = await shop.call(paths.resend, { type: 'payout', serial_no: payout.serial_no })
  expectRefused(none, 422, 'callback_not_available')
})

// The number of a link's order is its transaction number: it is found and refused by it, wherever the order is.

test('an order of a link is found by its orderid, and no other gets it', async () => {
  const [shop, other] = [await aMerchant(), await aMerchant()]
  const { trade_no } = await anAmountLink(shop)
  await paidAndDelivered(trade_no)
  const id = parseTradeNo(trade_no)?.id ?? 0
  const [content] = (await linksOf(shop)).map((link) => JSON.parse(link.content))
  const merchant_order_no = content.merchantOrderNo
  const desk = withApprovals({ now: later().now }, { from: 100 })
  const list = async (query: object, name = 'listCollections') => {
    const span = { limit: 20, merchant_uid: shop.uid, ...query }
    return (await ask(desk, ann, name, {}, undefined, { query: span })).value.items
  }
  const all = async () => ({
    found: await Promise.all(
      [
        { orderid: trade_no },
        { trade_no },
        { orderNo: trade_no },
        { merchant_order_no },
        { orderid: trade_no, trade_no, merchant_order_no },
      ].map((fields) => asked(shop, paths.status, fields)),
    ),
    lacking: await asked(shop, paths.payoutStatus, { serial_no: trade_no }),
    callbacks: await asked(shop, '/api/v1/merchant/callbacks', { orderid: trade_no, limit: 5 }),
    listed: [await list({ orderid: trade_no }), await list({ merchant_order_no })],
    asOther: await list({ merchant_order_no: trade_no }),
    searched: await list({ q: trade_no }, 'search'),
    refused: await asked(shop, paths.create, { orderid: trade_no, amount: 7 }),
  })
  const before = await all()
  expect(before.found.map(({ body }) => body.data.orderid)).toEqual(Array(5).fill(trade_no))
  expect(before.lacking.status).toBe(422)
  expect(before.callbacks.body.data.items).toMatchObject([{ orderid: trade_no }])
  expect(before.listed).toMatchObject([[{ trade_no }], [{ trade_no }]])
  expect(before.asOther).toEqual([])
  expect(before.searched).toMatchObject([{ kind: 'collection' }])
  expect(before.refused.body).toMatchObject({ error: 'duplicate_orderid', data: { trade_no } })
  await archiveAll()
  expect(await archivedIds()).toContain(id)
  expect(await rows('select number from archived_orders where id = ?', id)).toEqual([
    { number: '' },
  ])
  expect(await all()).toEqual(before)
  const { status } = await other.create({ orderid: trade_no })
  expect(status).toBe(200)
  expect((await other.call(paths.status, { orderid: trade_no })).body.data.trade_no).not.toBe(
    trade_no,
  )
  await unarchive(later(), [id])
  expect(await archivedIds()).not.toContain(id)
  expect(await all()).toEqual(before)
})

test('a transaction number that is no order’s own number is free as one', async () => {
  const shop = await aMerchant()
  const { body } = await shop.create({ orderid: anId() })
  await paidAndDelivered(body.data.trade_no)
  await archiveAll()
  expect(await archivedIds()).toContain(body.data.id)
  expect((await shop.create({ orderid: body.data.trade_no })).status).toBe(200)
})
