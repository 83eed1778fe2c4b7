import { expect, test } from 'vitest'
import { settleCollection } from '../../../src/operations/orders/move-collection.ts'
import { aBankAccount, aTransaction, holdersOf, putOn } from '../support/banking.ts'
import { aCollection, asOrdered, context, eventsOf } from '../support/orders.ts'
import { aMerchant, operator, rows } from '../support/service.ts'

test('settling claims the transaction that is named, and says so on the order and in its event', async () => {
  const shop = await aMerchant()
  const account = await aBankAccount()
  const tradeNo = await aCollection(shop, { counterparty_account: '001-2345-67890' })
  await putOn(tradeNo, account)
  const id = await aTransaction(account)
  await settleCollection(context, operator, tradeNo, { ...asOrdered, bankTransactions: [id] })
  expect(await holdersOf(id)).toEqual([tradeNo])
  const fact = JSON.parse((await eventsOf(tradeNo)).at(-1)?.fact ?? '')
  expect(fact).toMatchObject({ backed: true, bankTransactions: [id] })
  const [row] = await rows('select backed from collections where trade_no = ?', tradeNo)
  expect(row).toEqual({ backed: 1 })
})
