import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { showCollection } from '../../../src/operations/orders/list-orders.ts'
import type { Collection } from '../../../src/rules/orders/orders.ts'
import { commit } from '../../../src/store/database.ts'
import { findMerchant } from '../../../src/store/merchants/merchants.ts'
import { collectionTable } from '../../../src/store/orders/collections.ts'
import { collections } from '../../../src/store/schema.ts'
import { checkAll } from '../support/book-check.ts'
import { move } from '../support/orders.ts'
import { aContext, aMerchant, anId, operator, rows } from '../support/service.ts'

// The creation of a collection is read from its row where that tells it, and from its event where one is stored.

const context = aContext()

const eventsShown = async (tradeNo: string) =>
  (await showCollection(context, operator, tradeNo)).events

const storedOf = (id: number) =>
  rows<{ seq: number }>('select seq from events where order_id = ? order by seq', id)

test('a creation without an event is shown as one that has it, before and after its settlement', async () => {
  const shop = await aMerchant()
  const { id, trade_no } = (await shop.create({ amount: 12.5 })).body.data
  expect(await storedOf(id)).toEqual([])
  const shown = await eventsShown(trade_no)
  expect(shown).toEqual([
    {
      seq: 1,
      name: 'created',
      from: '',
      to: 'pending/pending',
      actor: shop.uid,
      at: expect.any(String),
      paid_amount: 0,
      credit: 'none',
      told: null,
    },
  ])
  await move.settle(trade_no)
  expect(await storedOf(id)).toEqual([{ seq: 2 }])
  const settled = await eventsShown(trade_no)
  expect(settled).toMatchObject([shown[0], { seq: 2, name: 'settled', from: 'pending/pending' }])
  expect(await checkAll()).toEqual([])
  // As each creation wrote it once.
  await rows(
    `insert into events (order_id, seq, name, from_state, to_state, actor, at, fact)
     values (?, 1, 'created', '', 'pending/pending', ?, (select created_at from collections where id = ?1),
       '{"name":"created","orderAmount":1250,"paidAmount":0,"credit":"none"}')`,
    id,
    shop.uid,
  )
  expect(await eventsShown(trade_no)).toEqual(settled)
  expect(await checkAll()).toEqual([])
})

test('a creation that says more than its row has its event', async () => {
  const shop = await aMerchant()
  const more = [
    { status: 'succeeded' },
    { collection_status: 'matched' },
    { paid_amount: 1 },
    { collection_status: 'exception' },
  ]
  for (const fields of more) {
    const { id } = (await shop.create({ orderid: anId(), amount: 10, ...fields })).body.data
    expect(await storedOf(id)).toEqual([{ seq: 1 }])
  }
})

test('a merchant that has changed since it was read creates nothing', async () => {
  const shop = await aMerchant()
  await shop.create({ orderid: 'first' })
  const { merchant } = (await findMerchant(context.db, shop.uid)) ?? {}
  if (merchant === undefined) throw new Error('the merchant is gone')
  const isFirst = and(eq(collections.merchantId, merchant.id), eq(collections.orderid, 'first'))
  const [first] = await context.db.select().from(collections).where(isFirst)
  const order = { ...first, id: 1_000_002, orderid: anId() } as Collection
  const others = { collectionNo: '', payoutNo: anId(), linkNo: anId(), sameAmount: 1, since: 0 }
  const before = await rows('select count(*) as n from collections')
  for (const beside of [null, others]) {
    const stale = { version: merchant.version - 1 }
    const outcome = await commit(context.db, [collectionTable.insert(order, stale, beside)])
    expect(outcome).toBe('merchant_changed')
  }
  expect(await rows('select count(*) as n from collections')).toEqual(before)
  expect(await commit(context.db, [collectionTable.insert(order, merchant, others)])).toBe(
    'committed',
  )
  await rows('delete from collections where id = ?', order.id)
})
