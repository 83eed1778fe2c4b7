import { expect, test } from 'vitest'
import { aLink, amountPath } from '../support/links.ts'
import { aPayout } from '../support/orders.ts'
import { aCollection, aMerchant, rows } from '../support/service.ts'

// Back office §3, "Last five": an order keeps them as it is created.

const spellings: readonly (readonly [account: string, last5: string])[] = [
  ['001-2345-67890', '67890'],
  ['００１２３４５６７８９０', '67890'],
  ['(004) ٠٠١٢٣٤٥٦٧٨٩٠', '67890'],
  ['99999999999 (34479)', '99999'],
  ['12345*****', ''],
  ['1234', ''],
  ['', ''],
]

test.each(spellings)('of the account %j an order keeps %j', async (account, last5) => {
  const shop = await aMerchant()
  const { tradeNo } = await aCollection(shop, { counterparty_account: account })
  expect(await last5Of('collections', tradeNo)).toBe(last5)
  expect(await last5Of('payouts', await aPayout(shop, { payee_account: account }))).toBe(last5)
})

test.each([
  [{ payer_account_no: '001-2345-67890' }, '67890'],
  [{ payer_account_no: '0012345*****', payer_account_last5: '67890' }, '67890'],
  [{ payer_account_no: '', payer_account_last5: '６７８９０' }, '67890'],
  [{ payer_account_no: '', payer_account_last5: '890' }, ''],
])('the collection of a link with %j keeps %j', async (payer, last5) => {
  const shop = await aMerchant()
  const { body } = await shop.call(amountPath, aLink({ amount: 1000, ...payer }))
  expect(await last5Of('collections', body.data.trade_no)).toBe(last5)
})

async function last5Of(table: 'collections' | 'payouts', tradeNo: string) {
  const [found] = await rows<{ last5: string }>(
    `select last5 from ${table} where trade_no = ?`,
    tradeNo,
  )
  return found?.last5
}
