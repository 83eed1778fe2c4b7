import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { callbackResend } from '../../../src/contract/callbacks/callback-endpoint.ts'
import {
  bankList,
  channelList,
  paymentAmountsQuery,
  productList,
} from '../../../src/contract/catalogue/catalogue-endpoints.ts'
import type { Fields } from '../../../src/contract/endpoint.ts'
import { expectOrderNumber, expectRefused, fieldOf, reading, sent } from './field-reading.ts'

// Copied by hand from §2.5, §2.8, §4.1, §4.2 and §4.10 to §4.12, never from src.

const resendRefusals = ['order_not_found', 'callback_not_available', 'too_many_requests']

test.each([
  ['/api/v1/merchant/payment-channels', 1, 'POST', channelList, { refusals: [] }],
  ['/api/v1/merchant/payment-amounts', 2, 'POST', paymentAmountsQuery, { refusals: [] }],
  ['/api/v1/merchant/banks', 10, 'GET', bankList, {}],
  ['/api/v1/merchant/callbacks/retry', 11, 'POST', callbackResend, { refusals: resendRefusals }],
  ['/api/v1/products', 12, 'GET', productList, {}],
])(
  '%s has the number %i of §4 and the method %s (§4.10–12 path)',
  (path, number, method, declared, refusals) => {
    expect(declared).toMatchObject({ path, number, method, ...refusals })
  },
)

describe('a request', () => {
  test('channels and amounts are asked for with uid, timestamp and sign alone (§4.1–2 body)', () => {
    expect(Object.keys(channelList.request.shape)).toEqual([])
    expect(Object.keys(paymentAmountsQuery.request.shape)).toEqual([])
  })

  test.each([
    ['q', bankList.query, 100],
    ['merchant_uid', productList.query, 20],
  ])(
    'a list may be asked with %s and nothing else (§4.10 q)',
    (name, query: z.ZodMiniObject, max) => {
      expect(Object.keys(query.shape)).toEqual([name])
      expect(query.safeParse({}).success).toBe(true)
      expect(query.safeParse({ [name]: 'x'.repeat(max) }).success).toBe(true)
      expect(query.safeParse({ [name]: 'x'.repeat(max + 1) }).success).toBe(false)
    },
  )
})

describe('a resend', () => {
  const fields: Fields = callbackResend.request.shape
  const numbers = {
    orderid: 64,
    serial_no: 40,
    merchant_order_no: 80,
    tradeNo: 32,
    trade_no: 32,
    orderNo: 80,
  }

  test('takes the type and six names of numbers, and no others (§4.11 body)', () => {
    const names = ['type', ...Object.keys(numbers)]
    expect(Object.keys(fields).toSorted()).toEqual(names.toSorted())
  })

  test('needs its type: collection or payout, in these letters (§4.11 type)', () => {
    const type = fieldOf(fields, 'type')
    for (const word of ['collection', 'payout']) {
      expect(reading(type, sent.text(word))).toEqual({ value: word })
    }
    const others = ['', 'Collection', 'payouts', ' payout', 'withdrawal']
    expectRefused(type, [undefined, ...others.map(sent.text)])
  })

  test.each(Object.entries(numbers))(
    'takes %s of up to %i characters, "" when absent',
    (name, max) => expectOrderNumber(max, fieldOf(fields, name)),
  )
})

const channel = {
  code: 'exchange_coin',
  name: '儲值',
  type: 'redirect',
  method: 'GET',
  currency: 'TWD',
}
const amounts = {
  currency: 'TWD',
  fixed_amounts: [500, 1000],
  allow_custom: true,
  custom_min: 100,
  custom_max: 50_000,
  payment_link_endpoint: '/api/v1/merchant/payment-links/amount',
}
const bank = {
  code: '004',
  name: '臺灣銀行',
  short_name: '台灣銀行',
  english_name: 'Bank of Taiwan',
  swift: 'BKTWTWTP',
  kind: 'bank',
}
const product = {
  id: '1',
  uid: '',
  sku: 'tea-1',
  name: '茶',
  currency: 'HKD',
  price_hkd_cents: 12_345,
}
const attempt = { at: '2026-01-31 15:04:05', outcome: 'acknowledged', http_status: 200 }
const resent = {
  callback_id: 'cb_C1',
  type: 'collection',
  url: 'https://m.example/n',
  callback_status: 'pending',
  attempts: 1,
  last_attempt: attempt,
}
const answers: readonly Answer[] = [
  ['a channel', channelList.response, (one) => ({ data: { channels: [one] } }), channel],
  ['the amounts', paymentAmountsQuery.response, (one) => ({ data: one }), amounts],
  ['a bank', bankList.response, (one) => ({ data: [one] }), bank],
  ['a product', productList.response, (one) => ({ items: [one] }), product],
  ['a resend', callbackResend.response, (one) => ({ data: one }), resent],
]

type Answer = readonly [
  what: string,
  response: z.ZodMiniType,
  around: (one: object) => object,
  fields: Readonly<Record<string, unknown>>,
]

describe.each(answers)('%s', (_, response, around, fields) => {
  const takes = (one: object, head: object = { ok: 1, message: 'success' }) =>
    response.safeParse({ ...head, ...around(one) }).success

  test('is answered with ok, message and every field (§4.1–2 answer, §4.10–12 answer)', () => {
    const answer = { ok: 1, message: 'success', ...around(fields) }
    expect(response.parse(answer)).toEqual(answer)
    expect(takes(fields, {})).toBe(false)
    expect(takes(fields, { ok: 0, message: 'success' })).toBe(false)
  })

  test.each(Object.entries(fields))(
    'has %s, of its type ' +
      '(§2.5 fixed_amounts–payment_link_endpoint, §2.8 id, sku–price_hkd_cents, §4.10 entry, ' +
      '§4.11 data)',
    (name, value) => {
      expect(takes({ ...fields, [name]: undefined })).toBe(false)
      const otherType = typeof value === 'string' ? 1 : 'text'
      expect(takes({ ...fields, [name]: otherType })).toBe(false)
    },
  )
})

test.each<[string, z.ZodMiniType, object]>([
  ['currency', paymentAmountsQuery.response, { data: { ...amounts, currency: 'HKD' } }],
  ['fixed_amounts', paymentAmountsQuery.response, { data: { ...amounts, fixed_amounts: [1.5] } }],
  ['price_hkd_cents', productList.response, { items: [{ ...product, price_hkd_cents: 1.5 }] }],
  ['type', callbackResend.response, { data: { ...resent, type: 'link' } }],
  ['attempts', callbackResend.response, { data: { ...resent, attempts: 1.5 } }],
  ['callback_status', callbackResend.response, { data: { ...resent, callback_status: 'sent' } }],
])(
  '%s has no other value (§2.5 currency, fixed_amounts, §2.8 price_hkd_cents)',
  (_, response, answer) => {
    expect(response.safeParse({ ok: 1, message: 'success', ...answer }).success).toBe(false)
  },
)

test('a resend tells the number of its own kind, and no attempt where there was none', () => {
  for (const number of [{ orderid: 'A1' }, { serial_no: 'A1' }]) {
    const answer = { ok: 1, message: 'success', data: { ...resent, ...number, last_attempt: null } }
    expect(callbackResend.response.parse(answer)).toEqual(answer)
  }
})
