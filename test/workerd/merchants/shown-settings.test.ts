import { expect, test } from 'vitest'
import { signedJson } from '../../../scripts/client/merchant-client.ts'
import { paymentAmounts } from '../../../src/contract/back-office/merchants/payment-amounts.ts'
import { listMerchants } from '../../../src/operations/merchants/list-merchants.ts'
import {
  showMerchant,
  showPaymentAmounts,
} from '../../../src/operations/merchants/manage-merchant.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import {
  aContext,
  aMerchant,
  paths,
  postJson,
  rotateShop,
  type Shop,
  setAmounts,
  setClock,
} from '../support/service.ts'

test('a merchant shows whether the new secret is in use and when grace ends', async () => {
  const shop = await aMerchant()
  const started = Math.floor(Date.now() / 1000)
  setClock(started * 1000)
  const alone = { secret_in_use: true, previous_secret_until: null }
  expect(await shown(shop)).toEqual(alone)

  const { api_secret: next } = await rotateShop(shop.uid, 3600)
  const previous_secret_until = secondsToTaipei(started + 3600)
  expect(await shown(shop)).toEqual({ secret_in_use: false, previous_secret_until })
  expect((await shop.balance()).status).toBe(200)
  expect(await shown(shop)).toMatchObject({ secret_in_use: false })
  expect((await postJson(paths.balance, signedJson(shop.uid, next))).status).toBe(200)
  expect(await shown(shop)).toEqual({ secret_in_use: true, previous_secret_until })

  await rotateShop(shop.uid, 60)
  setClock((started + 61) * 1000)
  expect(await shown(shop)).toEqual(alone)
})

test('payment amounts can be read, the platform’s default until they are set', async () => {
  const shop = await aMerchant()
  expect(await showPaymentAmounts(aContext(), shop.uid)).toEqual({
    fixed_amounts: [500, 1000, 3000, 5000, 10_000],
    allow_custom: true,
    custom_min: 100,
    custom_max: 50_000,
  })
  const set = { fixed_amounts: [100, 200], allow_custom: true, custom_min: 5, custom_max: 9 }
  expect(await setAmounts(shop.uid, set)).toEqual(set)
  expect(await showPaymentAmounts(aContext(), shop.uid)).toEqual(set)
})

test.each([
  [0, 0],
  [100, 50_000],
])(
  'bounds are 0 where custom amounts are off, whatever was given: %d to %d',
  async (custom_min, custom_max) => {
    const shop = await aMerchant()
    const given = { fixed_amounts: [100], allow_custom: false, custom_min, custom_max }
    const call = paymentAmounts.parse(given)
    const zeroes = { ...given, custom_min: 0, custom_max: 0 }
    expect(await setAmounts(shop.uid, call)).toEqual(zeroes)
    expect(await showPaymentAmounts(aContext(), shop.uid)).toEqual(zeroes)
    const { body } = await shop.call('/api/v1/merchant/payment-amounts')
    expect(body.data).toMatchObject(zeroes)
  },
)

test.each([
  ['no fixed and no custom amounts', { fixed_amounts: [], allow_custom: false }, 'fixed_amounts'],
  ['custom amounts from 0', { allow_custom: true, custom_min: 0 }, 'custom_min'],
  ['custom amounts that end before they begin', { custom_min: 9, custom_max: 8 }, 'custom_max'],
])('%s are refused', (_, changes, field) => {
  const amounts = { fixed_amounts: [100], allow_custom: true, custom_min: 1, custom_max: 9 }
  const read = paymentAmounts.safeParse({ ...amounts, ...changes })
  expect(read.error?.issues.map(({ path }) => path.join('.'))).toEqual([field])
})

async function shown({ uid }: Shop) {
  const one = await showMerchant(aContext(), uid)
  let cursor: number | undefined
  for (;;) {
    const { items, next_cursor } = await listMerchants(aContext(), { cursor, limit: 200 })
    const listed = items.find((merchant) => merchant.uid === uid)
    if (listed !== undefined) expect(listed).toEqual(one)
    if (listed !== undefined || next_cursor === null) break
    cursor = Number(next_cursor)
  }
  const { secret_in_use, previous_secret_until } = one
  return { secret_in_use, previous_secret_until }
}
