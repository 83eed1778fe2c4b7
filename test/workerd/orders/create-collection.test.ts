import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import {
  type Fields,
  signedForm,
  signedJson,
  signedSource,
} from '../../../scripts/client/merchant-client.ts'
import {
  collectionCreation,
  collectionQuery,
} from '../../../src/contract/orders/collection-endpoints.ts'
import worker from '../../../src/index.ts'
import {
  aMerchant,
  anId,
  expectRefused,
  form,
  json,
  paths,
  postJson,
  rowCounts,
  rows,
  type Shop,
} from '../support/service.ts'

const notify = { notify_url: 'https://m.example/n?order=1&x=%20' }

// Every stored field of §2.2.
const everything = {
  merchant_order_no: '訂單/1',
  gateway_code: 'gateway_x',
  channel: 'exchange_coin',
  currency: 'TWD',
  amount: 1234.5,
  paid_amount: 0.07,
  status: 'pending',
  collection_status: 'matched',
  collection_account_name: '收款戶 <b>"名"</b>',
  collection_account_no: '0012345678',
  collection_bank_name: '臺灣銀行',
  counterparty_account: '0098765432',
  member_bank_name: '玉山\n銀行',
  user_id: "member '5'",
  user_name: '王😀明',
  notify_url: 'https://m.example/n?order=1&x=%20',
  return_url: 'http://192.168.0.1:8080/back#done',
  paid_at: '2026-01-31 15:04:05',
} as const

test('200 creations with one orderid at once: one is accepted, with one effect (§2.2 orderid, §4.5 duplicate orderid, §7 orderid)', async () => {
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

test(
  'the answer is that of §2.2, with defaults ' +
    '(§1.1 collections, §1.6 answers, §2.2 merchant_order_no, gateway_code–currency, ' +
    'collection_account_name–user_name, data–data.counterparty_account, ' +
    '§2.7 ok–text, orderNo, §3.1 collection_status pending, §4 success, ' +
    '§4.5 path, answer, merchant_order_no, §4.6 answer)',
  async () => {
    const shop = await aMerchant()
    const orderid = anId()
    const { status, headers, body } = await shop.create({ orderid, amount: 100 })

    expect(status).toBe(200)
    expect(body).toEqual({
      ok: 1,
      message: 'success',
      data: {
        id: expect.any(Number),
        orderid,
        merchant_order_no: orderid,
        status: 'pending',
        amount: 100,
        paid_amount: 0,
        payment_bank_account: '',
        counterparty_account: '',
        trade_no: expect.stringMatching(/^C[0-9A-Z]{26}$/),
      },
    })
    expect(collectionCreation.response.parse(body)).toEqual(body)
    expect(Number.isSafeInteger(body.data.id)).toBe(true)
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)

    const asked = await shop.status({ orderid })
    expect(collectionQuery.response.parse(asked.body)).toEqual(asked.body)
    expect(asked.body).toEqual({
      ok: 1,
      code: 0,
      text: 'success',
      message: 'success',
      status: 'PENDING',
      paid: 0,
      tradeNo: body.data.trade_no,
      orderNo: orderid,
      data: {
        id: body.data.id,
        uid: shop.uid,
        trade_no: asked.body.tradeNo,
        orderid,
        merchant_order_no: orderid,
        gateway_code: 'gateway_c',
        channel: '',
        currency: 'TWD',
        amount: 100,
        paid_amount: 0,
        system_status: 'pending',
        status: 'pending',
        collection_status: 'pending',
        confirmation: 'none',
        collection_account_name: '',
        collection_account_no: '',
        collection_bank_name: '',
        payment_bank_account: '',
        counterparty_account: '',
        member_bank_name: '',
        user_id: '',
        user_name: '',
        notify_url: '',
        return_url: '',
        paid_at: null,
        reason: '',
        extra: '',
        callback_status: 'none',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        callback: {
          attempts: 0,
          last_attempt_at: null,
          last_outcome: null,
          last_http_status: null,
          next_attempt_at: null,
        },
      },
    })
  },
)

test(
  'every field comes back as it was sent, in JSON and as a form ' +
    '(§1.6 form-urlencoded, §2.2 orderid–amount, collection_status–return_url, data.orderid, ' +
    'data.merchant_order_no, data.amount, data.payment_bank_account, ' +
    'data.counterparty_account, §2.7 data.amount, data.paid_amount, §4.5 body)',
  async () => {
    const shop = await aMerchant()
    for (const send of [shop.create, (fields: Fields) => createByForm(shop, fields)]) {
      const orderid = anId()
      const created = await send({ orderid, ...everything })
      expect(created.body.data).toMatchObject({
        orderid,
        merchant_order_no: '訂單/1',
        status: 'pending',
        amount: 1234.5,
        paid_amount: 0.07,
        payment_bank_account: '0012345678',
        counterparty_account: '0098765432',
      })
      const { body } = await shop.status({ orderid })
      expect(collectionQuery.response.parse(body)).toEqual(body)
      const shown = { ...everything, paid_at: null, system_status: 'pending' }
      expect(body.data).toMatchObject({ orderid, ...shown })
    }
  },
)

test('a currency other than TWD is refused and nothing is written; TWD in any case is TWD (§2.2 currency)', async () => {
  const shop = await aMerchant()
  const before = await rowCounts()
  for (const send of [shop.create, (fields: Fields) => createByForm(shop, fields)]) {
    for (const currency of ['USD', 'TWD ', 'ＴＷＤ', 'NT$', '新臺幣', 'TW', 'TWDT', '901']) {
      const answer = await send({ orderid: anId(), amount: 100, currency })
      expectRefused(answer, 422, 'validation_error', ['currency'])
      expect(answer.body.errors).toEqual({ currency: ['目前只接受 TWD，請換算為新臺幣'] })
    }
  }
  expect(await rowCounts()).toEqual(before)
  for (const currency of ['TWD', 'twd', 'Twd', '', undefined]) {
    const orderid = anId()
    expect((await shop.create({ orderid, amount: 100, currency })).status).toBe(200)
    expect((await shop.status({ orderid })).body.data.currency).toBe('TWD')
  }
})

test('text of any characters is shown as it was sent', async () => {
  const shop = await aMerchant()
  for (const user_name of [
    '\u0000a\u0000',
    ' ',
    '\ufeffx',
    '\u2028',
    '"\\/',
    '%_',
    '😀'.repeat(120),
  ]) {
    const orderid = anId()
    expect((await shop.create({ orderid, user_name })).status).toBe(200)
    expect((await shop.status({ orderid })).body.data.user_name).toBe(user_name)
  }
})

test.each([
  ['an object', { a: 1, 甲: ['二', null, { b: false }], url: 'https://a.example/b' }],
  ['an empty object', {}],
  ['a string', 'vip=1;src=app'],
  ['a string that looks like JSON', '[1,2]'],
])('extra that is %s comes back (§2.2 extra)', async (_kind, extra) => {
  const shop = await aMerchant()
  for (const send of [shop.create, (fields: Fields) => createByForm(shop, fields)]) {
    const orderid = anId()
    expect((await send({ orderid, extra })).status).toBe(200)
    expect((await shop.status({ orderid })).body.data.extra).toEqual(extra)
  }
})

test('JSON text in extra is an object in a form and stays a string in JSON (§1.6 form-urlencoded, §2.2 extra)', async () => {
  const shop = await aMerchant()
  const extra = ' {"a": 1.50}'
  const [inJson, inForm] = [anId(), anId()]
  await shop.create({ orderid: inJson, extra })
  await createByForm(shop, { orderid: inForm, extra })

  expect((await shop.status({ orderid: inJson })).body.data.extra).toBe(extra)
  expect((await shop.status({ orderid: inForm })).body.data.extra).toEqual({ a: 1.5 })
})

test('extra is stored as the text that was sent (§2.2 extra)', async () => {
  const shop = await aMerchant()
  const orderid = anId()
  const extra = '{"z": 1.50,"__proto__":{"a":1},"10":"\\u7532","2":12345678901234567890}'
  const sources = { orderid: `"${orderid}"`, amount: '1', extra }
  const { status } = await postJson(paths.create, signedSource(shop.uid, shop.secret, sources))

  expect(status).toBe(200)
  expect(await rows('select extra from collections where orderid = ?', orderid)).toEqual([
    { extra },
  ])
})

test.each([
  '{"id":12345678901234567890,"f":1.10,"b":"x","1":2}',
  '{ "a" : [1e400, -0, 1E2],\n "\\u738b": "\\/" }',
  '{"__proto__":{"a":1},"b":[]}',
  '{}',
])('extra %s is shown as it was sent', async (extra) => {
  const { uid, secret } = await aMerchant()
  const orderid = anId()
  const fields = { orderid: JSON.stringify(orderid), amount: '1', extra }
  expect((await postJson(paths.create, signedSource(uid, secret, fields))).body.ok).toBe(1)
  const body = signedJson(uid, secret, { orderid })
  const url = `https://pay.example${paths.status}`
  const request = new Request(url, { method: 'POST', headers: json, body })
  expect(await (await worker.fetch(request as never, env)).text()).toContain(`"extra":${extra}`)
})

test.each([
  ['pending', {}, 0, null, 'PENDING', 0, 'none'],
  ['pending', { paid_amount: 40 }, 40, null, 'PENDING', 0, 'none'],
  ['succeeded', {}, 100, 'now', 'PAID', 100, 'pending'],
  ['succeeded', { paid_amount: 40 }, 40, 'now', 'PAID', 40, 'pending'],
  ['succeeded', { paid_amount: 0 }, 0, 'now', 'PAID', 0, 'pending'],
  ['succeeded', { paid_amount: '' }, 100, 'now', 'PAID', 100, 'pending'],
  ['succeeded', { paid_amount: 100.01 }, 100.01, 'now', 'PAID', 100.01, 'pending'],
  ['manual', {}, 100, 'now', 'MANUAL PAID', 100, 'pending'],
  ['manual', { paid_amount: 40 }, 40, 'now', 'MANUAL PAID', 40, 'pending'],
] as const)(
  'created %s with %j: paid_amount %d, paid at %s ' +
    '(§2.2 paid_amount, status, data.status, data.paid_amount, ' +
    '§2.7 status, paid, data.system_status, §3.1 pending–manual, at creation, ' +
    '§3.3 three statuses, PAID)',
  async (status, fields, paidAmount, paidAt, reported, paid, callback) => {
    const shop = await aMerchant()
    const orderid = anId()
    const { body } = await shop.create({ orderid, status, ...fields, ...notify })
    expect(body.data).toMatchObject({ status, amount: 100, paid_amount: paidAmount })

    const asked = (await shop.status({ orderid })).body
    expect(asked).toMatchObject({ status: reported, paid, data: { system_status: status } })
    expect(asked.data.paid_at).toBe(paidAt === null ? null : asked.data.created_at)
    expect(asked.data.callback_status === 'none').toBe(callback === 'none')
    const owed = await rows('select 1 from callbacks where trade_no = ?', asked.tradeNo)
    expect(owed).toHaveLength(callback === 'none' ? 0 : 1)
    const balance = (await shop.balance()).body
    expect(balance).toMatchObject({ balance: 0, balance2: paid, balance0: paid })
  },
)

test.each([
  ['2026-01-31', '2026-01-31 00:00:00'],
  ['2026-01-31 15:04:05', '2026-01-31 15:04:05'],
  ['2026-01-31T15:04:05+08:00', '2026-01-31 15:04:05'],
  ['2026-01-31T15:04:05Z', '2026-01-31 23:04:05'],
  ['2026-01-31T20:04:05.5-0500', '2026-02-01 09:04:05'],
])('paid_at %s is %s in Taipei (§2.2 paid_at)', async (paid_at, shown) => {
  const shop = await aMerchant()
  const orderid = anId()
  expect((await shop.create({ orderid, paid_at, status: 'succeeded' })).status).toBe(200)
  expect((await shop.status({ orderid })).body.data.paid_at).toBe(shown)
})

test('a trusted merchant’s declared money is available at once; without notify_url no callback is owed', async () => {
  const shop = await aMerchant({ settings: { trusted: true } })
  const orderid = anId()
  await shop.create({ orderid, status: 'succeeded', paid_amount: 70 })

  expect((await shop.balance()).body).toMatchObject({ balance: 70, balance0: 70, balance2: 0 })
  const { body } = await shop.status({ orderid })
  expect(body).toMatchObject({ status: 'PAID', paid: 70, data: { callback_status: 'none' } })
})

test('a collection created as an exception is EXCEPTION while it is unpaid (§2.2 collection_status, §3.1 at creation, §3.3 other values)', async () => {
  const shop = await aMerchant()
  const [unpaid, paid] = [anId(), anId()]
  await shop.create({ orderid: unpaid, collection_status: 'exception' })
  await shop.create({ orderid: paid, collection_status: 'exception', status: 'succeeded' })

  expect((await shop.status({ orderid: unpaid })).body.status).toBe('EXCEPTION')
  expect((await shop.status({ orderid: paid })).body.status).toBe('PAID')
})

test(
  'a repeated orderid is refused and nothing is written; another merchant may have it ' +
    '(§2.2 orderid, §4.5 duplicate orderid, §7 orderid, §8 orderid)',
  async () => {
    const shop = await aMerchant()
    const other = await aMerchant()
    const orderid = anId()
    const first = await shop.create({ orderid, merchant_order_no: 'first' })
    const before = await rowCounts()

    const again = { orderid, amount: 5, merchant_order_no: 'again', status: 'succeeded', ...notify }
    expectRefused(await shop.create(again), 422, 'duplicate_orderid')
    expectRefused(await createByForm(shop, { orderid }), 422, 'duplicate_orderid')

    expect(await rowCounts()).toEqual(before)
    expect((await shop.status({ orderid })).body.data).toMatchObject({
      id: first.body.data.id,
      amount: 100,
    })
    expect((await other.create({ orderid })).status).toBe(200)
    expect((await shop.create({ orderid: orderid.toLowerCase() })).status).toBe(200)
  },
)

function createByForm({ uid, secret }: Shop, fields: Fields) {
  const body = signedForm(uid, secret, { orderid: anId(), amount: 100, ...fields })
  return postJson(paths.create, body, form)
}
