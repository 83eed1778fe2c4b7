import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { listCallbacks } from '../../../src/operations/callbacks/show-callbacks.ts'
import { listCollections } from '../../../src/operations/orders/list-orders.ts'
import { parseTradeNo } from '../../../src/rules/orders/order-identity.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter } from '../../support/metered.ts'
import { aDeliverer, withOrders } from '../support/deliverer.ts'
import { aContext, aMerchant, operator } from '../support/service.ts'

const all = { limit: 200 }

test('lists are filtered by status, by matching state, and by both', async () => {
  const { uid: merchant_uid, create } = await aMerchant()
  await create({ status: 'pending', collection_status: 'exception' })
  await create({ status: 'succeeded', collection_status: 'exception' })
  const found = async (filter: object) =>
    (await listCollections(aContext(), operator, { merchant_uid, ...filter, ...all })).items.length
  expect(await found({ collection_status: 'exception' })).toBe(2)
  expect(await found({ status: 'succeeded', collection_status: 'exception' })).toBe(1)
  expect(await found({ status: 'manual' })).toBe(0)
})

test('callbacks are listed by merchant and by state', async () => {
  const shop = await aMerchant()
  await shop.create({ status: 'succeeded', notify_url: 'https://m.example/n' })
  await shop.create({ status: 'succeeded' })
  const { items } = await listCallbacks(aContext(), { merchant_uid: shop.uid, ...all })
  expect(items).toMatchObject([{ merchant_uid: shop.uid, url: 'https://m.example/n' }])
  const given = await listCallbacks(aContext(), {
    merchant_uid: shop.uid,
    state: 'given_up',
    ...all,
  })
  expect(given.items).toEqual([])
})

test('callbacks are listed by outcome, by whether they fail, and by the time of their order', async () => {
  const { uid } = await aMerchant()
  const deliverer = aDeliverer(({ url }) => (url.includes('down') ? 500 : 200))
  const [failing = 0, untried = 0] = await deliverer.owe(uid, 2, 'https://down.example/n')
  const [delivered = 0] = await deliverer.owe(uid, 1, 'https://well.example/n')
  for (const id of [failing, delivered]) await deliverer.deliver(id)
  await withOrders([failing, untried, delivered])
  const found = async (filter: object) => {
    const { items } = await listCallbacks(deliverer.context, {
      merchant_uid: uid,
      ...filter,
      ...all,
    })
    return items.map(({ trade_no }) => parseTradeNo(trade_no)?.id)
  }
  expect(await found({ outcome: 'http_5xx' })).toEqual([failing])
  expect(await found({ outcome: 'delivered' })).toEqual([delivered])
  expect(await found({ failing: true })).toEqual([failing])
  expect(await found({ failing: true, state: 'delivered' })).toEqual([])
  // Ids of one millisecond are in no order.
  expect(new Set(await found({ failing: false }))).toEqual(new Set([delivered, untried]))
  const created = deliverer.now() - 1_000
  // Each callback of a process, those of earlier files too, is of an order one millisecond later.
  const hour = 3_600
  expect(await found({ from: created - hour, to: created + hour })).toHaveLength(3)
  expect(await found({ to: created - hour })).toEqual([])
})

test('a page reads as many rows of a long list as of a short one', async () => {
  const shop = await aMerchant()
  const filters = [
    {},
    { merchant_uid: shop.uid },
    { merchant_uid: shop.uid, status: 'pending' as const },
    { status: 'pending' as const, collection_status: 'pending' as const },
  ]
  const fill = async (count: number) => {
    for (let n = 0; n < count; n += 1)
      await shop.create({ status: n % 2 ? 'pending' : 'succeeded' })
  }
  const readRows = async () => {
    const reads: number[] = []
    for (const filter of filters) {
      const { usage, database } = meter()
      const db = openMerchantDatabase(database(env.DB))
      await listCollections(aContext({ db }), operator, { ...filter, limit: 5 })
      reads.push(usage.rowsRead)
    }
    return reads
  }
  // More than a call looks at.
  await fill(200)
  const short = await readRows()
  await fill(100)
  expect(await readRows()).toEqual(short)
})
