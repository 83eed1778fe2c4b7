import { expect, test } from 'vitest'
import { createProduct } from '../../../src/operations/catalogue/manage-products.ts'
import {
  aContext,
  aMerchant,
  anId,
  expectRefused,
  paths,
  sendDirectly,
} from '../support/service.ts'

// One entry of each list, with every value that it has.

test('a channel has code, name, type, method and currency (§4.1 path, answer–list)', async () => {
  const { body } = await (await aMerchant()).call('/api/v1/merchant/payment-channels')
  const name = expect.stringMatching(/\p{Script=Han}/u)
  const channel = { code: 'exchange_coin', name, type: 'redirect', method: 'GET', currency: 'TWD' }
  expect(body).toEqual({ ok: 1, message: 'success', data: { channels: [channel] } })
})

test('a bank has code, names, swift and kind (§4.10 answer, entry)', async () => {
  const { body } = await ask('/api/v1/merchant/banks?q=004')
  expect(body).toEqual({
    ok: 1,
    message: 'success',
    data: [
      {
        code: '004',
        name: expect.stringMatching(/^[臺台]灣銀行/),
        short_name: expect.stringMatching(/^[臺台]/),
        english_name: expect.stringMatching(/^bank of taiwan/i),
        swift: expect.stringMatching(/^BKTWTWTP/),
        kind: expect.stringMatching(/./),
      },
    ],
  })
})

test('a product has id, uid, sku, name, currency and price (§2.8 id–price_hkd_cents, §4.12 path, answer)', async () => {
  const { uid } = await aMerchant()
  const product = { uid, sku: anId(), name: '茶', currency: 'HKD', price_hkd_cents: 12_345 }
  const { id } = await createProduct(aContext(), product)
  const { body } = await ask(`/api/v1/products?merchant_uid=${uid}`)
  expect(body).toEqual({ ok: 1, message: 'success', items: expect.any(Array) })
  const [mine, ...more] = body.items.filter((item: { uid: string }) => item.uid === uid)
  expect(more).toEqual([])
  expect(mine).toEqual({ id, ...product })
  expect(typeof mine.id).toBe('string')
})

test.each([
  ['/api/v1/merchant/banks', 'q', 100],
  ['/api/v1/products', 'merchant_uid', 20],
])('%s refuses a %s of more than %i characters (§7 public lists)', async (path, name, max) => {
  expect((await ask(`${path}?${name}=${'x'.repeat(max)}`)).status).toBe(200)
  const answer = await ask(`${path}?${name}=${'x'.repeat(max + 1)}`)
  // A list may be kept by whoever asked, its refusals may not.
  expectRefused(answer, 422, 'validation_error', [name])
})

test('a list needs no signature and looks at none (§5.10 banks, products)', async () => {
  for (const path of ['/api/v1/merchant/banks', '/api/v1/products']) {
    expect((await ask(path)).status).toBe(200)
    expect((await ask(`${path}?uid=nobody&timestamp=0&sign=wrong`)).status).toBe(200)
  }
  expect((await ask(paths.balance)).status).toBe(405)
})

function ask(path: string) {
  return sendDirectly(path, { method: 'GET' })
}
