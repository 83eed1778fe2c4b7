import { expect, test } from 'vitest'
import { aMerchant, anId } from '../support/service.ts'

const path = '/api/v1/merchant/payment-links'

test('a repeated call gives its own merchant’s link, though another has the same order number', async () => {
  const order = {
    merchant_order_no: anId(),
    member_no: 'm1',
    member_name: '王',
    notify_url: 'https://m.example/n',
  }
  const shops = [await aMerchant(), await aMerchant(), await aMerchant()]
  const sessionOf = async (shop: (typeof shops)[number]) =>
    (await shop.call(path, order)).body.data.third_party_session
  const first: string[] = []
  for (const shop of shops) first.push(await sessionOf(shop))
  const again: string[] = []
  for (const shop of shops) again.push(await sessionOf(shop))
  expect(new Set(first).size).toBe(3)
  expect(again).toEqual(first)
})
