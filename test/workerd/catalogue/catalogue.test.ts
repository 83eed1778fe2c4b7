import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import {
  bankList,
  channelList,
  productList,
} from '../../../src/contract/catalogue/catalogue-endpoints.ts'
import {
  createProduct,
  patchProduct,
  removeProduct,
} from '../../../src/operations/catalogue/manage-products.ts'
import {
  aContext,
  aMerchant,
  anId,
  expectRefused,
  operator,
  paths,
  sendRequest,
  setAmounts,
} from '../support/service.ts'

describe('channels', () => {
  test('are the one of the coin exchange (§4.1 list)', async () => {
    const { body } = await (await aMerchant()).call('/api/v1/merchant/payment-channels')
    expect(channelList.response.parse(body)).toEqual(body)
    expect(body.data.channels).toMatchObject([
      { code: 'exchange_coin', type: 'redirect', method: 'GET', currency: 'TWD' },
    ])
  })
})

describe('payment amounts', () => {
  const path = '/api/v1/merchant/payment-amounts'

  test('are the platform’s defaults until they are set (§2.5 currency–payment_link_endpoint, §4.2 path, answer)', async () => {
    expect((await (await aMerchant()).call(path)).body.data).toEqual({
      currency: 'TWD',
      fixed_amounts: [500, 1000, 3000, 5000, 10_000],
      allow_custom: true,
      custom_min: 100,
      custom_max: 50_000,
      payment_link_endpoint: '/api/v1/merchant/payment-links/amount',
    })
  })

  test('are set by the back office for one merchant (§2.5 fixed_amounts–custom_max, §4.2 answer)', async () => {
    const shop = await aMerchant()
    const set = { fixed_amounts: [100, 200], allow_custom: true, custom_min: 1, custom_max: 9 }
    await setAmounts(shop.uid, set)
    expect((await shop.call(path)).body.data).toMatchObject(set)
    const other = (await (await aMerchant()).call(path)).body.data
    expect(other.custom_max).toBe(50_000)
  })
})

describe('banks', () => {
  test('are 294, each with code and names, cacheable and open to any page (§1.4 banks, §4.10 path, answer)', async () => {
    const answer = await ask('/api/v1/merchant/banks')
    expect(bankList.response.parse(answer.body)).toEqual(answer.body)
    expect(answer.body.data).toHaveLength(294)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('are answered with 304 to a caller with their ETag', async () => {
    const { headers } = await ask('/api/v1/merchant/banks')
    const etag = headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    const again = await ask('/api/v1/merchant/banks', { 'if-none-match': etag })
    expect(again.status).toBe(304)
  })

  test.each([
    ['004', ['004']],
    ['臺灣銀行', ['004']],
    ['台灣銀行', ['004']],
    ['bank of taiwan', ['004']],
  ])('q=%s finds %j among others (§4.10 q)', async (q, codes) => {
    const { data } = (await ask(`/api/v1/merchant/banks?q=${encodeURIComponent(q)}`)).body
    const found = data.map(({ code }: { code: string }) => code)
    expect(found).toEqual(expect.arrayContaining(codes))
    expect(found.length).toBeLessThan(20)
  })

  test.each([
    ['', 294],
    ['no such bank', 0],
    ['%00', 0],
  ])('q=%s finds %i (§4.10 q)', async (q, count) => {
    expect((await ask(`/api/v1/merchant/banks?q=${q}`)).body.data).toHaveLength(count)
  })

  test('a code is matched from its beginning only (§4.10 q)', async () => {
    const { data } = (await ask('/api/v1/merchant/banks?q=00')).body
    for (const { code } of data) expect(code).toMatch(/^00/)
  })

  test('a longer keyword is refused, with how long it may be', async () => {
    const { status, body } = await ask(`/api/v1/merchant/banks?q=${'x'.repeat(101)}`)
    expect([status, body.errors]).toEqual([422, { q: ['長度不可超過 100 個字元'] }])
  })

  test('a method that an address lacks is refused, with those that it has', async () => {
    const answer = await sendRequest('/api/v1/merchant/banks', { method: 'POST' })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toContain('GET')
  })
})

describe('products', () => {
  test('are the platform’s and the named merchant’s, by sku (§1.4 products, §2.8 uid, §4.12 merchant_uid)', async () => {
    const shop = await aMerchant()
    const stranger = await aMerchant()
    const sku = anId()
    const product = { name: 'x', currency: 'HKD', price_hkd_cents: 12_345 }
    await createProduct(aContext(), operator, { ...product, uid: shop.uid, sku: `${sku}-2` })
    await createProduct(aContext(), operator, { ...product, uid: '', sku: `${sku}-1` })
    await createProduct(aContext(), operator, { ...product, uid: stranger.uid, sku: `${sku}-3` })
    const { body } = await ask(`/api/v1/products?merchant_uid=${shop.uid}`)
    expect(productList.response.parse(body)).toEqual(body)
    const mine = body.items.filter((item: { sku: string }) => item.sku.startsWith(sku))
    expect(mine).toMatchObject([
      { uid: '', sku: `${sku}-1`, price_hkd_cents: 12_345 },
      { uid: shop.uid, sku: `${sku}-2` },
    ])
    const unknown = (await ask('/api/v1/products?merchant_uid=nobody')).body.items
    expect(unknown.some((item: { uid: string }) => item.uid !== '')).toBe(false)
  })

  test('are changed and removed by the back office; a merchant’s sku is unique', async () => {
    const sku = anId()
    const product = { uid: '', sku, name: 'x', currency: 'HKD', price_hkd_cents: 1 }
    const { id } = await createProduct(aContext(), operator, product)
    await expect(createProduct(aContext(), operator, product)).rejects.toMatchObject({
      code: 'duplicate_product',
    })
    const changed = await patchProduct({
      context: aContext(),
      principal: operator,
      id: Number(id),
      patch: { price_hkd_cents: 2 },
    })
    expect(changed).toMatchObject({ sku, name: 'x', price_hkd_cents: 2 })
    await removeProduct(aContext(), operator, Number(id))
    await expect(removeProduct(aContext(), operator, Number(id))).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('need a merchant that exists', async () => {
    const product = { sku: anId(), name: 'x', currency: 'HKD', price_hkd_cents: 1 }
    await expect(
      createProduct(aContext(), operator, { ...product, uid: 'nobody' }),
    ).rejects.toMatchObject({ code: 'validation_error' })
  })
})

test('banks need no database', async () => {
  const forbidden = new Proxy({} as D1Database, {
    get: () => {
      throw new Error('asked the database')
    },
  })
  const blind = { ...env, DB: forbidden }
  expect((await sendRequest('/api/v1/merchant/banks', {}, blind)).status).toBe(200)
})

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
  const { id } = await createProduct(aContext(), operator, product)
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
  // `expectRefused` checks that the refusal is not cached.
  expectRefused(answer, 422, 'validation_error', [name])
})

test('a list needs no signature and ignores one (§5.10 banks, products)', async () => {
  for (const path of ['/api/v1/merchant/banks', '/api/v1/products']) {
    expect((await ask(path)).status).toBe(200)
    expect((await ask(`${path}?uid=nobody&timestamp=0&sign=wrong`)).status).toBe(200)
  }
  expect((await ask(paths.balance)).status).toBe(405)
})

function ask(path: string, headers: Record<string, string> = {}) {
  return sendRequest(path, { headers })
}
