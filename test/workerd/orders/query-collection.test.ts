import { expect, test } from 'vitest'
import { move } from '../support/orders.ts'
import {
  type Answer,
  aCollection,
  aMerchant,
  anId,
  expectRefused,
  type Shop,
} from '../support/service.ts'

test('any of its numbers finds a collection, and several have to match all (§1.4 collections, §2.7 tradeNo, §4.6 path–tradeNo)', async () => {
  const shop = await aMerchant()
  const one = await numbersOf(shop)
  const other = await numbersOf(shop)

  const names = ['orderid', 'merchant_order_no', 'tradeNo', 'trade_no'] as const
  for (const [n, name] of names.entries()) {
    expect(found(await shop.status({ [name]: one[name] }))).toBe(one.orderid)
    for (const second of names.slice(n + 1)) {
      const both = { [name]: one[name], [second]: one[second] }
      expect(found(await shop.status(both))).toBe(one.orderid)
      const mixed = { [name]: one[name], [second]: other[second] }
      expectRefused(await shop.status(mixed), 422, 'order_not_found')
      const unknown = { [name]: one[name], [second]: anId().slice(0, 32) }
      expectRefused(await shop.status(unknown), 422, 'order_not_found')
    }
  }
  expect(found(await shop.status(one))).toBe(one.orderid)
})

test('empty identifiers count as absent (§4.6 body)', async () => {
  const shop = await aMerchant()
  const one = await numbersOf(shop)
  const empty = { orderid: '', merchant_order_no: null, tradeNo: one.tradeNo, trade_no: '' }
  expect(found(await shop.status(empty))).toBe(one.orderid)
})

test('a request without an identifier is refused with the names of all (§4.6 no identifier)', async () => {
  const shop = await aMerchant()
  await numbersOf(shop)
  const named = ['orderid', 'merchant_order_no', 'tradeNo']
  for (const nothing of [{}, { orderid: '' }, { orderid: null, tradeNo: '' }, { id: 5 }]) {
    expectRefused(await shop.status(nothing), 422, 'validation_error', named)
  }
})

test('identifiers are text within their limits (§4.6 body, §8 orderid, merchant_order_no of a collection)', async () => {
  const shop = await aMerchant()
  for (const [name, max] of [
    ['orderid', 64],
    ['merchant_order_no', 64],
    ['tradeNo', 32],
    ['trade_no', 32],
    ['orderNo', 64],
  ] as const) {
    expectRefused(await shop.status({ [name]: 'x'.repeat(max) }), 422, 'order_not_found')
    for (const wrong of ['x'.repeat(max + 1), 5.5, true, [], {}]) {
      expectRefused(await shop.status({ [name]: wrong }), 422, 'validation_error', [name])
    }
  }
})

test('unknown numbers are not found, nearly right ones included (§4.6 no match)', async () => {
  const shop = await aMerchant()
  const one = await numbersOf(shop)
  const { tradeNo, orderid } = one
  const otherLast = tradeNo.endsWith('0') ? '1' : '0'
  for (const lookup of [
    { orderid: one.merchant_order_no },
    { merchant_order_no: orderid },
    { orderid: orderid.toUpperCase().replace('T', 't') },
    { orderid: ` ${orderid}` },
    { orderid: `${orderid.slice(0, -1)}%` },
    { tradeNo: orderid.slice(0, 32) },
    { tradeNo: tradeNo.toLowerCase() },
    { tradeNo: tradeNo.slice(0, -1) },
    { tradeNo: `${tradeNo.slice(0, -1)}${otherLast}` },
    { tradeNo: `P${tradeNo.slice(1)}` },
    { tradeNo: one.id },
    { orderid: one.id },
  ]) {
    expectRefused(await shop.status(lookup), 422, 'order_not_found')
  }
})

test('a collection of another merchant is never found, by any number (§4.6 no match)', async () => {
  const shop = await aMerchant()
  const stranger = await aMerchant()
  const { id: _id, ...one } = await numbersOf(shop)
  for (const [name, value] of Object.entries({ ...one, orderNo: one.orderid })) {
    expectRefused(await stranger.status({ [name]: value }), 422, 'order_not_found')
  }
  // Also when the stranger has an order of the same number.
  await stranger.create({
    orderid: one.orderid,
    merchant_order_no: one.merchant_order_no,
    amount: 7,
  })
  const mine = await stranger.status({ orderid: one.orderid })
  expect(mine.body.data).toMatchObject({ uid: stranger.uid, amount: 7 })
  const mixed = { orderid: one.orderid, tradeNo: one.tradeNo }
  expectRefused(await stranger.status(mixed), 422, 'order_not_found')
})

test('of a repeated merchant_order_no the newest paid one is found, else the newest', async () => {
  const shop = await aMerchant()
  const number = anId()
  const create = async (amount: number, status = 'pending') => {
    await shop.create({ orderid: anId(), merchant_order_no: number, amount, status })
  }
  const shown = async () => (await shop.status({ merchant_order_no: number })).body.data.amount

  await create(1)
  await create(2)
  expect(await shown()).toBe(2)
  await create(3, 'succeeded')
  await create(4)
  expect(await shown()).toBe(3)
  await create(5, 'manual')
  await create(6)
  expect(await shown()).toBe(5)
  await create(7, 'succeeded')
  expect(await shown()).toBe(7)
})

test('a number that is one order’s orderid and another’s merchant_order_no finds both', async () => {
  const shop = await aMerchant()
  const number = anId()
  // Its merchant_order_no defaults to the same number.
  await shop.create({ orderid: number, amount: 1 })
  const second = anId()
  await shop.create({ orderid: second, merchant_order_no: number, amount: 2 })

  expect((await shop.status({ orderid: number })).body.data.amount).toBe(1)
  expect((await shop.status({ merchant_order_no: number })).body.data.amount).toBe(2)
  expect((await shop.status({ orderNo: number })).body.data.amount).toBe(1)
  const { tradeNo } = (await shop.status({ orderid: number })).body
  await move.settle(tradeNo)
  expect((await shop.status({ merchant_order_no: number })).body.data.amount).toBe(1)
  const both = { merchant_order_no: number, orderid: second }
  expect((await shop.status(both)).body.data.amount).toBe(2)
})

async function numbersOf(shop: Shop) {
  const { id, ...numbers } = await aCollection(shop, { merchant_order_no: anId() })
  return { ...numbers, trade_no: numbers.tradeNo, id: String(id) }
}

function found({ status, body }: Answer): string {
  expect(status).toBe(200)
  return body.data.orderid
}
