import { expect, test } from 'vitest'
import { aMerchant, anId, rows } from './world.ts'

test('200 creations with one orderid at once: one is accepted, with one effect', async () => {
  const shop = await aMerchant()
  const orderid = anId()
  const fields = { orderid, amount: 10, status: 'succeeded', notify_url: 'https://m.example/n' }

  const answers = await Promise.all(Array.from({ length: 200 }, () => shop.create(fields)))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.error === 'duplicate_orderid')).toHaveLength(199)
  const orders = await rows<{ id: number }>('select id from collections where orderid = ?', orderid)
  expect(orders).toHaveLength(1)
  const id = orders[0]?.id
  expect(await rows('select 1 from ledger_entries where order_id = ?', id)).toHaveLength(1)
  expect(await rows('select 1 from callbacks where order_id = ?', id)).toHaveLength(1)
  expect((await shop.balance()).body).toMatchObject({ balance: 0, balance2: 10 })
})
