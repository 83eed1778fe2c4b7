import { beforeAll, expect, test } from 'vitest'
import { unarchive } from '../../../src/operations/archive/unarchive.ts'
import { parseTradeNo } from '../../../src/rules/orders/order-identity.ts'
import {
  archiveAll,
  archivedIds,
  endOthersWork,
  later,
  paidAndDelivered,
} from '../support/archive.ts'
import { ann, ask, withApprovals } from '../support/back-office.ts'
import { anAmountLink, linksOf } from '../support/links.ts'
import { aMerchant, anId, paths, rows } from '../support/service.ts'

beforeAll(() => endOthersWork())

// The number of a link's order is its transaction number: it is found and refused by it, wherever the order is.

const callbacks = '/api/v1/merchant/callbacks'

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
  const called = async (path: string, fields: object) => {
    const { status, body } = await shop.call(path, fields as never)
    return { status, body: { ...body, request_id: '' } }
  }
  const all = async () => ({
    found: await Promise.all(
      [
        { orderid: trade_no },
        { trade_no },
        { orderNo: trade_no },
        { merchant_order_no },
        { orderid: trade_no, trade_no, merchant_order_no },
      ].map((fields) => called(paths.status, fields)),
    ),
    lacking: await called(paths.payoutStatus, { serial_no: trade_no }),
    callbacks: await called(callbacks, { orderid: trade_no, limit: 5 }),
    listed: [await list({ orderid: trade_no }), await list({ merchant_order_no })],
    asOther: await list({ merchant_order_no: trade_no }),
    searched: await list({ q: trade_no }, 'search'),
    refused: await called(paths.create, { orderid: trade_no, amount: 7 }),
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
