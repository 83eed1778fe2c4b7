import { describe, expect, test } from 'vitest'
import { type Field, fieldNotes } from '../../../../src/contract/fields.ts'
import {
  collectionCreation,
  collectionQuery,
} from '../../../../src/contract/orders/collection-endpoints.ts'
import { notText, reading, refuses, sent } from '../field-reading.ts'

// Written down from §2.2, §4.6 and §8 by hand; nothing in these tables comes from src.

const creating: Readonly<Record<string, Field>> = collectionCreation.request.shape
const querying: Readonly<Record<string, Field>> = collectionQuery.request.shape

/** Text fields of §2.2: the longest in characters, and what stands in for it when it is absent. */
const texts = [
  ['orderid', 64, 'required'],
  ['merchant_order_no', 64, ''],
  ['gateway_code', 30, 'gateway_c'],
  ['channel', 30, ''],
  ['currency', 10, 'TWD'],
  ['collection_account_name', 120, ''],
  ['collection_account_no', 80, ''],
  ['collection_bank_name', 120, ''],
  ['counterparty_account', 120, ''],
  ['member_bank_name', 120, ''],
  ['user_id', 64, ''],
  ['user_name', 120, ''],
] as const

const addresses = ['notify_url', 'return_url'] as const

const lookups = [
  ['orderid', 64],
  ['merchant_order_no', 64],
  ['orderNo', 64],
  ['tradeNo', 32],
  ['trade_no', 32],
] as const

const identifiers = [
  ['orderid', creating],
  ['merchant_order_no', creating],
  ['gateway_code', creating],
  ['channel', creating],
  ['currency', creating],
  ['user_id', creating],
  ...lookups.map(([name]) => [name, querying] as const),
] as const

function fieldOf(fields: Readonly<Record<string, Field>>, name: string): Field {
  const field = fields[name]
  if (field === undefined) throw new Error(`no field ${name}`)
  return field
}

const inCreation = (name: string) => fieldOf(creating, name)

describe('creating a collection', () => {
  test('is number 5 of §4 (§4.5 path)', () => {
    const { number, method, path, refusals } = collectionCreation
    expect({ number, method, path, refusals }).toEqual({
      number: 5,
      method: 'POST',
      path: '/api/v1/merchant/collections',
      refusals: ['duplicate_orderid'],
    })
  })

  test('takes the fields of §2.2 and no others (§4.5 body)', () => {
    const names = [
      ...texts.map(([name]) => name),
      ...addresses,
      ...['amount', 'paid_amount', 'status', 'collection_status', 'paid_at', 'extra'],
    ]
    expect(Object.keys(creating).toSorted()).toEqual(names.toSorted())
  })

  test('needs orderid and amount and nothing else (§2.2 orderid, amount, counterparty_account)', () => {
    const needed = Object.keys(creating).filter((name) => refuses(inCreation(name), undefined))
    expect(needed).toEqual(['orderid', 'amount'])
  })

  test.each(texts)('takes %s of up to %i characters', (name, max) => {
    for (const character of ['a', '1', '王', '😀']) {
      const longest = character.repeat(max)
      expect(reading(inCreation(name), sent.text(longest))).toEqual({ value: longest })
      expect(refuses(inCreation(name), sent.text(longest + character))).toBe(true)
    }
  })

  test.each(texts)('takes no %s that is not text', (name) => {
    for (const parameter of notText) expect(refuses(inCreation(name), parameter)).toBe(true)
  })

  test.each(texts.filter(([, , absent]) => absent !== 'required'))(
    'with an absent %s (up to %i) has %j ' +
      '(§2.2 gateway_code–currency, collection_account_name–user_name)',
    (name, _, absent) => {
      for (const parameter of [undefined, sent.null, sent.text('')]) {
        expect(reading(inCreation(name), parameter)).toEqual({ value: absent })
      }
    },
  )

  test.each(addresses)('takes %s of up to 255 characters, http or https', (name) => {
    const field = inCreation(name)
    const longest = 'https://shop.example/'.padEnd(255, 'a')
    expect(reading(field, sent.text(longest))).toEqual({ value: longest })
    expect(refuses(field, sent.text(`${longest}a`))).toBe(true)
    expect(refuses(field, sent.text('ftp://shop.example/'))).toBe(true)
    expect(refuses(field, sent.text('https://user:pass@shop.example/'))).toBe(true)
    expect(refuses(field, sent.nested('["https://shop.example/"]'))).toBe(true)
    expect(reading(field, undefined)).toEqual({ value: '' })
  })

  test('takes an amount from 0.01', () => {
    const field = inCreation('amount')
    expect(reading(field, sent.number('0.01'))).toEqual({ value: 1 })
    expect(reading(field, sent.text('9999999999.99'))).toEqual({ value: 999_999_999_999 })
    for (const source of ['0', '0.00', '0.009', '-1', '10000000000']) {
      expect(refuses(field, sent.number(source))).toBe(true)
    }
  })

  test('takes a paid amount from 0, which has no default of its own', () => {
    const field = inCreation('paid_amount')
    expect(reading(field, sent.number('0'))).toEqual({ value: 0 })
    expect(reading(field, sent.text('99.5'))).toEqual({ value: 9950 })
    expect(reading(field, undefined)).toEqual({ value: null })
    expect(refuses(field, sent.number('-0.01'))).toBe(true)
  })

  test.each([
    ['status', ['pending', 'succeeded', 'manual'], ['matched', 'PENDING', 'success', 'paid']],
    ['collection_status', ['pending', 'matched', 'exception'], ['succeeded', 'manual', 'Matched']],
  ])(
    'takes the words of §3.1 as %s, pending when absent (§2.2 collection_status, §3.1 at creation)',
    (name, words, others) => {
      const field = inCreation(name)
      for (const word of words) expect(reading(field, sent.text(word))).toEqual({ value: word })
      for (const word of others) expect(refuses(field, sent.text(word))).toBe(true)
      expect(reading(field, sent.text(''))).toEqual({ value: 'pending' })
    },
  )

  test('takes the time of payment as a date or a date-time', () => {
    const field = inCreation('paid_at')
    expect(reading(field, sent.text('2026-01-31'))).toEqual({ value: 1_769_788_800 })
    expect(reading(field, sent.text('2026-01-31 15:04:05'))).toEqual({ value: 1_769_843_045 })
    expect(reading(field, undefined)).toEqual({ value: null })
    expect(refuses(field, sent.number('1769843045'))).toBe(true)
  })

  test('takes extra as an object or a string (§2.2 extra)', () => {
    const field = inCreation('extra')
    expect(reading(field, sent.nested('{"a":1}'))).toEqual({ value: '{"a":1}' })
    expect(reading(field, sent.text('a'))).toEqual({ value: '"a"' })
    expect(reading(field, undefined)).toEqual({ value: '' })
    expect(refuses(field, sent.nested('[1]'))).toBe(true)
    expect(refuses(field, sent.number('1'))).toBe(true)
  })

  test('knows the earlier names of §9.2, the more telling account first (§9.2 notifyUrl–userName, bankName of a collection)', () => {
    expect(collectionCreation.earlierNames).toEqual([
      ['orderNo', 'orderid'],
      ['notifyUrl', 'notify_url'],
      ['returnUrl', 'return_url'],
      ['userNo', 'user_id'],
      ['userName', 'user_name'],
      ['bankName', 'member_bank_name'],
      ['bankAccount', 'counterparty_account'],
      ['payerAccountNumber', 'counterparty_account'],
      ['payeeAccountNumber', 'counterparty_account'],
    ])
  })

  test('answers with the result of §2.2 (§2.2 data, §4.5 answer)', () => {
    const data = {
      id: 1,
      orderid: 'A1',
      merchant_order_no: 'A1',
      status: 'pending',
      amount: 100.5,
      paid_amount: 0,
      payment_bank_account: '',
      counterparty_account: '',
      trade_no: 'C0ABCDEFGHJK0123456789MNPQR',
    }
    const answer = { ok: 1, message: 'success', data }
    expect(collectionCreation.response.parse(answer)).toEqual(answer)
    for (const name of Object.keys(data)) {
      const without = { ...answer, data: { ...data, [name]: undefined } }
      expect(collectionCreation.response.safeParse(without).success).toBe(false)
    }
  })
})

describe('querying a collection', () => {
  test('is number 6 of §4 (§4.6 path)', () => {
    const { number, method, path, refusals } = collectionQuery
    expect({ number, method, path, refusals }).toEqual({
      number: 6,
      method: 'POST',
      path: '/api/v1/merchant/collections/status',
      refusals: ['order_not_found'],
    })
  })

  test('takes four names of three numbers, and the earlier protocol’s one for two of them', () => {
    expect(Object.keys(querying).toSorted()).toEqual(lookups.map(([name]) => name).toSorted())
  })

  test('knows the earlier protocol’s number as that of a collection, else of its merchant', () => {
    expect(collectionQuery.earlierNames).toEqual([
      ['orderNo', 'orderid'],
      ['orderNo', 'merchant_order_no'],
    ])
  })

  test.each(lookups)('takes %s of up to %i characters, "" when absent', (name, max) => {
    const field = fieldOf(querying, name)
    expect(reading(field, sent.text('王'.repeat(max)))).toEqual({ value: '王'.repeat(max) })
    expect(refuses(field, sent.text('a'.repeat(max + 1)))).toBe(true)
    expect(reading(field, undefined)).toEqual({ value: '' })
    for (const parameter of notText) expect(refuses(field, parameter)).toBe(true)
  })
})

test.each(identifiers)('no control character is taken in %s', (name, fields) => {
  for (const control of ['\n', '\t', '\u0000', '\u007f', '\u0085']) {
    expect(refuses(fieldOf(fields, name), sent.text(`a${control}`))).toBe(true)
  }
})

test.each([
  ['creation', creating],
  ['query', querying],
])('every field of a %s is documented in both languages', (_, fields) => {
  for (const field of Object.values(fields)) {
    const note = fieldNotes.get(field)
    expect(note?.zh).toMatch(/\p{Script=Han}/u)
    expect(note?.en).toMatch(/^[A-Z][ -~]+$/)
  }
})

test.each(texts)(
  'the documentation of %s says at most %i characters ' +
    '(§2.2 gateway_code–currency, collection_account_name–user_name)',
  (name, maxLength, absent) => {
    const note = fieldNotes.get(inCreation(name))
    expect(note).toMatchObject({ type: 'string', maxLength, required: absent === 'required' })
  },
)

test.each([
  ['amount', { type: 'number', minimum: 0.01, required: true }],
  ['paid_amount', { type: 'number', minimum: 0, required: false }],
  ['notify_url', { type: 'string', format: 'uri', maxLength: 255, required: false }],
  ['return_url', { type: 'string', format: 'uri', maxLength: 255, required: false }],
  ['paid_at', { type: 'string', format: 'date-time', required: false }],
  ['status', { type: 'string', enum: ['pending', 'succeeded', 'manual'], default: 'pending' }],
  ['merchant_order_no', { default: 'orderid' }],
  ['gateway_code', { default: 'gateway_c' }],
  ['currency', { default: 'TWD' }],
  ['extra', { type: 'object or string', required: false }],
])('the documentation of %s says %j', (name, note) => {
  expect(fieldNotes.get(inCreation(name))).toMatchObject(note)
})
