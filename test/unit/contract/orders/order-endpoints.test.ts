import { describe, expect, test } from 'vitest'
import type { Fields } from '../../../../src/contract/endpoint.ts'
import { fieldNotes } from '../../../../src/contract/fields.ts'
import {
  collectionCreation,
  collectionQuery,
} from '../../../../src/contract/orders/collection-endpoints.ts'
import { payoutCreation, payoutQuery } from '../../../../src/contract/orders/payout-endpoints.ts'
import {
  absent,
  earlierNamesOf,
  expectDocumented,
  expectNoControlCharacter,
  expectOrderNumber,
  expectRefused,
  expectTextUpTo,
  expectWebAddress,
  fieldOf,
  notText,
  reading,
  refuses,
  requiredNames,
  sent,
} from '../field-reading.ts'

// Copied by hand from §2.2, §2.3, §3, §4, §8 and §9.2, and from the decisions where those are silent; never from src.

/** What may be sent as a payout's status, and what is stored for it. */
const payoutStatuses = [
  ['pending', 'pending'],
  ['processed', 'processed'],
  ['cancelled', 'cancelled'],
  ['success', 'processed'],
  ['succeeded', 'processed'],
  ['failed', 'cancelled'],
  ['rejected', 'cancelled'],
] as const

type OrderKind = {
  readonly kind: string
  readonly creation: typeof collectionCreation | typeof payoutCreation
  readonly query: typeof collectionQuery | typeof payoutQuery
  readonly routes: readonly [creation: object, query: object]
  /** Text fields: the longest in characters, and what stands in for one that is absent. */
  readonly texts: readonly (readonly [name: string, max: number, absent: string])[]
  /** The text fields that take no control character. */
  readonly identifiers: readonly string[]
  readonly addresses: readonly string[]
  readonly times: readonly string[]
  readonly amounts: readonly [ordered: string, paid: string]
  readonly others: readonly string[]
  readonly required: readonly string[]
  readonly earlierNames: object
  readonly result: object
  readonly lookups: Readonly<Record<string, number>>
  readonly notes: readonly (readonly [name: string, note: object])[]
}

const url = { type: 'string', format: 'uri', maxLength: 255, required: false }
const time = { type: 'string', format: 'date-time', required: false }

const collection: OrderKind = {
  kind: 'collection',
  creation: collectionCreation,
  query: collectionQuery,
  routes: [
    { number: 5, path: '/api/v1/merchant/collections', refusals: ['duplicate_orderid'] },
    { number: 6, path: '/api/v1/merchant/collections/status', refusals: ['order_not_found'] },
  ],
  texts: [
    ['orderid', 64, 'required'],
    ['merchant_order_no', 64, ''],
    ['gateway_code', 30, 'gateway_c'],
    ['channel', 30, ''],
    ['collection_account_name', 120, ''],
    ['collection_account_no', 80, ''],
    ['collection_bank_name', 120, ''],
    ['counterparty_account', 120, ''],
    ['member_bank_name', 120, ''],
    ['user_id', 64, ''],
    ['user_name', 120, ''],
  ],
  identifiers: ['orderid', 'merchant_order_no', 'gateway_code', 'channel', 'user_id'],
  addresses: ['notify_url', 'return_url'],
  times: ['paid_at'],
  amounts: ['amount', 'paid_amount'],
  others: ['status', 'collection_status', 'currency', 'extra'],
  required: ['amount', 'orderid'],
  earlierNames: {
    orderid: ['orderNo'],
    notify_url: ['notifyUrl'],
    return_url: ['returnUrl'],
    user_id: ['userNo'],
    user_name: ['userName'],
    member_bank_name: ['bankName'],
    counterparty_account: ['bankAccount', 'payerAccountNumber', 'payeeAccountNumber'],
  },
  result: {
    id: 1,
    orderid: 'A1',
    merchant_order_no: 'A1',
    status: 'pending',
    amount: 100.5,
    paid_amount: 0,
    payment_bank_account: '',
    counterparty_account: '',
    trade_no: 'C0ABCDEFGHJK0123456789MNPQR',
  },
  lookups: { orderid: 64, merchant_order_no: 64, orderNo: 64, tradeNo: 32, trade_no: 32 },
  notes: [
    ['amount', { type: 'number', minimum: 0.01, required: true }],
    ['paid_amount', { type: 'number', minimum: 0, required: false }],
    ['notify_url', url],
    ['return_url', url],
    ['paid_at', time],
    ['status', { type: 'string', enum: ['pending', 'succeeded', 'manual'], default: 'pending' }],
    ['merchant_order_no', { default: 'orderid' }],
    ['gateway_code', { default: 'gateway_c' }],
    ['currency', { type: 'string', maxLength: 10, default: 'TWD', required: false }],
    ['extra', { type: 'object or string', required: false }],
  ],
}

const payout: OrderKind = {
  kind: 'payout',
  creation: payoutCreation,
  query: payoutQuery,
  routes: [
    {
      number: 7,
      path: '/api/v1/merchant/payouts',
      refusals: ['duplicate_serial_no', 'insufficient_balance'],
    },
    { number: 8, path: '/api/v1/merchant/payouts/status', refusals: ['order_not_found'] },
  ],
  texts: [
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
  ],
  identifiers: ['serial_no', 'merchant_order_no', 'channel'],
  addresses: ['notify_url', 'reverse_url'],
  times: ['requested_at', 'processed_at'],
  amounts: ['amount', 'actual_amount'],
  others: ['status', 'is_delayed', 'extra'],
  required: ['amount', 'payee_name', 'serial_no'],
  earlierNames: {
    serial_no: ['orderNo'],
    notify_url: ['notifyUrl'],
    reverse_url: ['reverseUrl'],
    payee_name: ['name'],
    payee_bank: ['bankName'],
    payee_account: ['bankAccount'],
  },
  result: {
    id: 1,
    serial_no: 'P1',
    merchant_order_no: 'M1',
    trade_no: 'P0ABCDEFGHJK0123456789MNPQR',
    status: 'pending',
    amount: 1.5,
  },
  lookups: { serial_no: 40, merchant_order_no: 80, orderNo: 80, tradeNo: 32, trade_no: 32 },
  notes: [
    ['amount', { type: 'number', minimum: 0.01, required: true }],
    ['actual_amount', { type: 'number', minimum: 0, required: false, default: 'amount' }],
    ['notify_url', url],
    ['reverse_url', url],
    ['requested_at', time],
    ['processed_at', time],
    ['status', { type: 'string', enum: payoutStatuses.map(([word]) => word), default: 'pending' }],
    ['merchant_order_no', { default: 'serial_no' }],
    ['channel', { default: '代付' }],
    ['beneficiary_name', { default: 'payee_name' }],
    ['is_delayed', { type: 'boolean', default: 'false', required: false }],
    ['extra', { type: 'object or string', required: false }],
  ],
}

describe.each([collection, payout])('creating a $kind', (order) => {
  const { creation, texts, identifiers, addresses, times, amounts, others } = order
  const fields: Fields = creation.request.shape
  const fieldNamed = (name: string) => fieldOf(fields, name)

  test('has its number, path and refusals (§4.5 path)', () => {
    expect(creation).toMatchObject({ method: 'POST', ...order.routes[0] })
  })

  test('takes the fields of the specification and no others (§4.5 body)', () => {
    const textNames = texts.map(([name]) => name)
    const names = [...textNames, ...addresses, ...times, ...amounts, ...others]
    expect(Object.keys(fields).toSorted()).toEqual(names.toSorted())
  })

  test('requires few of them (§2.2 orderid, amount, counterparty_account)', () => {
    for (const parameter of absent) {
      expect(requiredNames(fields, parameter)).toEqual(order.required)
    }
  })

  test.each(texts)('takes %s of up to %i characters', (name, max) =>
    expectTextUpTo(max, fieldNamed(name)),
  )

  test.each(texts)('takes no %s that is not text', (name) =>
    expectRefused(fieldNamed(name), notText),
  )

  test.each(texts.filter(([, , standIn]) => standIn !== 'required'))(
    'with an absent %s (up to %i) has %j ' +
      '(§2.2 gateway_code–currency, collection_account_name–user_name)',
    (name, _, value) => {
      for (const parameter of absent) {
        expect(reading(fieldNamed(name), parameter)).toEqual({ value })
      }
    },
  )

  test.each(identifiers)('takes no control character in %s', (name) =>
    expectNoControlCharacter(fieldNamed(name)),
  )

  test.each(addresses)('takes %s of up to 255 characters, http or https', (name) => {
    expectWebAddress(fieldNamed(name))
    expect(reading(fieldNamed(name), undefined)).toEqual({ value: '' })
  })

  test('takes an amount from 0.01', () => {
    const field = fieldNamed(amounts[0])
    expect(reading(field, sent.number('0.01'))).toEqual({ value: 1 })
    expect(reading(field, sent.text('9999999999.99'))).toEqual({ value: 999_999_999_999 })
    expectRefused(field, ['0', '0.00', '0.009', '-1', '10000000000'].map(sent.number))
  })

  test('takes what was paid from 0, without a default of its own', () => {
    const field = fieldNamed(amounts[1])
    expect(reading(field, sent.number('0'))).toEqual({ value: 0 })
    expect(reading(field, sent.text('99.5'))).toEqual({ value: 9950 })
    expect(reading(field, undefined)).toEqual({ value: null })
    expect(refuses(field, sent.number('-0.01'))).toBe(true)
  })

  test.each(times)('takes %s as a date or a date-time', (name) => {
    const field = fieldNamed(name)
    expect(reading(field, sent.text('2026-01-31'))).toEqual({ value: 1_769_788_800 })
    expect(reading(field, sent.text('2026-01-31 15:04:05'))).toEqual({ value: 1_769_843_045 })
    expect(reading(field, undefined)).toEqual({ value: null })
    expectRefused(field, [sent.text('2026-02-30'), sent.number('1769843045')])
  })

  test('takes extra as an object or a string (§2.2 extra)', () => {
    const field = fieldNamed('extra')
    expect(reading(field, sent.nested('{"a":1}'))).toEqual({ value: '{"a":1}' })
    expect(reading(field, sent.text('a'))).toEqual({ value: '"a"' })
    expect(reading(field, undefined)).toEqual({ value: '' })
    expectRefused(field, [sent.nested('[1]'), sent.number('1')])
  })

  test('knows the earlier names, the more telling account first (§9.2 notifyUrl–userName, bankName of a collection)', () => {
    expect(earlierNamesOf(creation)).toEqual(order.earlierNames)
  })

  test('answers with its result (§2.2 data, §4.5 answer)', () => {
    const answerWith = (changes: object) => {
      return { ok: 1, message: 'success', data: { ...order.result, ...changes } }
    }
    expect(creation.response.parse(answerWith({}))).toEqual(answerWith({}))
    const without = Object.keys(order.result).map((name) => ({ [name]: undefined }))
    const wrong = [{ id: 1.5 }, { status: 'success' }, { amount: '1.5' }]
    for (const changes of [...without, ...wrong]) {
      expect(creation.response.safeParse(answerWith(changes)).success).toBe(false)
    }
  })

  test('documents every field in both languages', () => expectDocumented(fields))

  test.each(texts)(
    'documents %s with at most %i characters ' +
      '(§2.2 gateway_code–currency, collection_account_name–user_name)',
    (name, maxLength, standIn) => {
      const note = { type: 'string', maxLength, required: standIn === 'required' }
      expect(fieldNotes.get(fieldNamed(name))).toMatchObject(note)
    },
  )

  test.each(order.notes)('documents %s with %j', (name, note) => {
    expect(fieldNotes.get(fieldNamed(name))).toMatchObject(note)
  })
})

describe.each([collection, payout])('querying a $kind', ({ query, routes, texts, lookups }) => {
  const fields: Fields = query.request.shape

  test('has its number, path and refusals (§4.6 path)', () => {
    expect(query).toMatchObject({ method: 'POST', ...routes[1] })
  })

  test('takes four names of three numbers, and the earlier protocol’s one for two of them', () => {
    expect(Object.keys(fields).toSorted()).toEqual(Object.keys(lookups).toSorted())
  })

  test('knows the earlier protocol’s number as that of the order, else of its merchant', () => {
    expect(query.earlierNames).toEqual([
      ['orderNo', texts[0]?.[0]],
      ['orderNo', 'merchant_order_no'],
    ])
  })

  test.each(Object.entries(lookups))(
    'takes %s of up to %i characters, "" when absent',
    (name, max) => expectOrderNumber(max, fieldOf(fields, name)),
  )

  test.each(Object.keys(lookups))('takes no control character in %s', (name) =>
    expectNoControlCharacter(fieldOf(fields, name)),
  )

  test('documents every field in both languages', () => expectDocumented(fields))
})

test.each([
  ['status', ['pending', 'succeeded', 'manual'], ['matched', 'PENDING', 'success', 'paid']],
  ['collection_status', ['pending', 'matched', 'exception'], ['succeeded', 'manual', 'Matched']],
])(
  'a collection takes the words of §3.1 as %s, pending when absent (§2.2 collection_status, §3.1 at creation)',
  (name, labels, others) => {
    const field = fieldOf(collectionCreation.request.shape, name)
    for (const word of labels) expect(reading(field, sent.text(word))).toEqual({ value: word })
    expectRefused(field, others.map(sent.text))
    expect(reading(field, sent.text(''))).toEqual({ value: 'pending' })
  },
)

describe('a payout', () => {
  const { status, is_delayed } = payoutCreation.request.shape

  test.each(payoutStatuses)('takes the status %s as %s', (word, value) =>
    expect(reading(status, sent.text(word))).toEqual({ value }),
  )

  test('takes no other word as a status, and pending when it is absent', () => {
    const labels = ['paid', 'manual', 'PENDING', 'Success', 'cancel', 'constructor']
    expectRefused(status, [...labels.map(sent.text), ...notText])
    for (const parameter of absent) {
      expect(reading(status, parameter)).toEqual({ value: 'pending' })
    }
  })

  test('takes is_delayed as a boolean, false when absent', () => {
    for (const value of [true, false]) {
      const spellings = [
        sent.boolean(value),
        sent.text(String(value)),
        sent.number(value ? '1' : '0'),
      ]
      for (const parameter of spellings) expect(reading(is_delayed, parameter)).toEqual({ value })
    }
    expect(reading(is_delayed, undefined)).toEqual({ value: false })
    expectRefused(is_delayed, ['yes', 'TRUE', '2'].map(sent.text))
  })
})
