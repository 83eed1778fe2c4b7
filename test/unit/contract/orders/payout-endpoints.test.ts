import { describe, expect, test } from 'vitest'
import { type Field, fieldNotes } from '../../../../src/contract/fields.ts'
import { payoutCreation, payoutQuery } from '../../../../src/contract/orders/payout-endpoints.ts'
import { notText, reading, refuses, sent } from '../field-reading.ts'

// Written down from §2.3, §3.2, §4, §8 and §9.2 by hand, and from the decisions where those show
// nothing; nothing in these tables comes from src.

const creating: Readonly<Record<string, Field>> = payoutCreation.request.shape
const querying: Readonly<Record<string, Field>> = payoutQuery.request.shape

/** Text fields of §2.3: the longest in characters, and what stands in for it when it is absent. */
const texts = [
  ['serial_no', 40, 'required'],
  ['merchant_order_no', 80, ''],
  ['channel', 30, '代付'],
  ['payee_name', 120, 'required'],
  ['payee_bank', 120, ''],
  ['payee_account', 80, ''],
  ['payment_tag', 60, ''],
  ['beneficiary_name', 120, ''],
  ['voucher_no', 80, ''],
  ['note', 2000, ''],
] as const

const addresses = ['notify_url', 'reverse_url'] as const

const times = ['requested_at', 'processed_at'] as const

/** §3.2: what may be sent as a status, and what is stored for it. */
const statuses = [
  ['pending', 'pending'],
  ['processed', 'processed'],
  ['cancelled', 'cancelled'],
  ['success', 'processed'],
  ['succeeded', 'processed'],
  ['failed', 'cancelled'],
  ['rejected', 'cancelled'],
] as const

const lookups = [
  ['serial_no', 40],
  ['merchant_order_no', 80],
  ['orderNo', 80],
  ['tradeNo', 32],
  ['trade_no', 32],
] as const

const identifiers = [
  ['serial_no', creating],
  ['merchant_order_no', creating],
  ['channel', creating],
  ...lookups.map(([name]) => [name, querying] as const),
] as const

function fieldOf(fields: Readonly<Record<string, Field>>, name: string): Field {
  const field = fields[name]
  if (field === undefined) throw new Error(`no field ${name}`)
  return field
}

const inCreation = (name: string) => fieldOf(creating, name)

describe('creating a payout', () => {
  test('is number 7 of §4', () => {
    const { number, method, path, refusals } = payoutCreation
    expect({ number, method, path, refusals }).toEqual({
      number: 7,
      method: 'POST',
      path: '/api/v1/merchant/payouts',
      refusals: ['duplicate_serial_no', 'insufficient_balance'],
    })
  })

  test('takes the fields of §2.3 and no others', () => {
    const names = [
      ...texts.map(([name]) => name),
      ...addresses,
      ...times,
      ...['amount', 'actual_amount', 'status', 'is_delayed', 'extra'],
    ]
    expect(Object.keys(creating).toSorted()).toEqual(names.toSorted())
  })

  test('needs serial_no, amount and payee_name and nothing else', () => {
    for (const absent of [undefined, sent.null, sent.text('')]) {
      const needed = Object.keys(creating).filter((name) => refuses(inCreation(name), absent))
      expect(needed.toSorted()).toEqual(['amount', 'payee_name', 'serial_no'])
    }
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
    'with an absent %s (up to %i) has %j',
    (name, _, absent) => {
      for (const parameter of [undefined, sent.null, sent.text('')]) {
        expect(reading(inCreation(name), parameter)).toEqual({ value: absent })
      }
    },
  )

  test.each(addresses)('takes %s of up to 255 characters, http or https', (name) => {
    const field = inCreation(name)
    for (const scheme of ['http', 'https']) {
      const longest = `${scheme}://shop.example/`.padEnd(255, 'a')
      expect(reading(field, sent.text(longest))).toEqual({ value: longest })
      expect(refuses(field, sent.text(`${longest}a`))).toBe(true)
    }
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

  test('takes an actual amount from 0, which has no default of its own', () => {
    const field = inCreation('actual_amount')
    expect(reading(field, sent.number('0'))).toEqual({ value: 0 })
    expect(reading(field, sent.text('99.5'))).toEqual({ value: 9950 })
    expect(reading(field, undefined)).toEqual({ value: null })
    expect(refuses(field, sent.number('-0.01'))).toBe(true)
  })

  test.each(statuses)('takes the status %s as %s', (word, stored) => {
    expect(reading(inCreation('status'), sent.text(word))).toEqual({ value: stored })
  })

  test('takes no other word as a status, and pending when it is absent', () => {
    const field = inCreation('status')
    for (const word of ['paid', 'manual', 'PENDING', 'Success', 'cancel', 'constructor']) {
      expect(refuses(field, sent.text(word))).toBe(true)
    }
    for (const parameter of notText) expect(refuses(field, parameter)).toBe(true)
    expect(reading(field, undefined)).toEqual({ value: 'pending' })
    expect(reading(field, sent.text(''))).toEqual({ value: 'pending' })
  })

  test.each(times)('takes %s as a date or a date-time', (name) => {
    const field = inCreation(name)
    expect(reading(field, sent.text('2026-01-31'))).toEqual({ value: 1_769_788_800 })
    expect(reading(field, sent.text('2026-01-31 15:04:05'))).toEqual({ value: 1_769_843_045 })
    expect(reading(field, undefined)).toEqual({ value: null })
    expect(refuses(field, sent.text('2026-02-30'))).toBe(true)
    expect(refuses(field, sent.number('1769843045'))).toBe(true)
  })

  test('takes is_delayed as a boolean, false when absent', () => {
    const field = inCreation('is_delayed')
    for (const value of [true, false]) {
      expect(reading(field, sent.boolean(value))).toEqual({ value })
      expect(reading(field, sent.text(String(value)))).toEqual({ value })
      expect(reading(field, sent.number(value ? '1' : '0'))).toEqual({ value })
    }
    expect(reading(field, undefined)).toEqual({ value: false })
    for (const word of ['yes', 'TRUE', '2']) expect(refuses(field, sent.text(word))).toBe(true)
  })

  test('takes extra as an object or a string', () => {
    const field = inCreation('extra')
    expect(reading(field, sent.nested('{"a":1}'))).toEqual({ value: '{"a":1}' })
    expect(reading(field, sent.text('a'))).toEqual({ value: '"a"' })
    expect(reading(field, undefined)).toEqual({ value: '' })
    expect(refuses(field, sent.nested('[1]'))).toBe(true)
    expect(refuses(field, sent.number('1'))).toBe(true)
  })

  test('knows the earlier names of §9.2', () => {
    expect(payoutCreation.earlierNames).toEqual([
      ['orderNo', 'serial_no'],
      ['notifyUrl', 'notify_url'],
      ['reverseUrl', 'reverse_url'],
      ['name', 'payee_name'],
      ['bankName', 'payee_bank'],
      ['bankAccount', 'payee_account'],
    ])
  })

  test('answers with the result of §2.3', () => {
    const trade_no = 'P0ABCDEFGHJK0123456789MNPQR'
    const numbers = { serial_no: 'P1', merchant_order_no: 'M1', trade_no }
    const data = { id: 1, ...numbers, status: 'pending', amount: 1.5 }
    const answer = { ok: 1, message: 'success', data }
    expect(payoutCreation.response.parse(answer)).toEqual(answer)
    for (const name of Object.keys(data)) {
      const without = { ...answer, data: { ...data, [name]: undefined } }
      expect(payoutCreation.response.safeParse(without).success).toBe(false)
    }
    for (const wrong of [{ id: 1.5 }, { status: 'success' }, { amount: '1.5' }]) {
      const other = { ...answer, data: { ...data, ...wrong } }
      expect(payoutCreation.response.safeParse(other).success).toBe(false)
    }
  })
})

describe('querying a payout', () => {
  test('is number 8 of §4', () => {
    const { number, method, path, refusals } = payoutQuery
    expect({ number, method, path, refusals }).toEqual({
      number: 8,
      method: 'POST',
      path: '/api/v1/merchant/payouts/status',
      refusals: ['order_not_found'],
    })
  })

  test('takes four names of three numbers, and the earlier protocol’s one for two of them', () => {
    expect(Object.keys(querying).toSorted()).toEqual(lookups.map(([name]) => name).toSorted())
  })

  test('knows the earlier protocol’s number as that of a payout, else of its merchant', () => {
    expect(payoutQuery.earlierNames).toEqual([
      ['orderNo', 'serial_no'],
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
  'the documentation of %s says at most %i characters',
  (name, maxLength, absent) => {
    const note = fieldNotes.get(inCreation(name))
    expect(note).toMatchObject({ type: 'string', maxLength, required: absent === 'required' })
  },
)

test.each([
  ['amount', { type: 'number', minimum: 0.01, required: true }],
  ['actual_amount', { type: 'number', minimum: 0, required: false, default: 'amount' }],
  ['notify_url', { type: 'string', format: 'uri', maxLength: 255, required: false }],
  ['reverse_url', { type: 'string', format: 'uri', maxLength: 255, required: false }],
  ['requested_at', { type: 'string', format: 'date-time', required: false }],
  ['processed_at', { type: 'string', format: 'date-time', required: false }],
  ['status', { type: 'string', enum: statuses.map(([word]) => word), default: 'pending' }],
  ['merchant_order_no', { default: 'serial_no' }],
  ['channel', { default: '代付' }],
  ['beneficiary_name', { default: 'payee_name' }],
  ['is_delayed', { type: 'boolean', default: 'false', required: false }],
  ['extra', { type: 'object or string', required: false }],
])('the documentation of %s says %j', (name, note) => {
  expect(fieldNotes.get(inCreation(name))).toMatchObject(note)
})
