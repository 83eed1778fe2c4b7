import { describe, expect, test } from 'vitest'
import type { Fields } from '../../../../src/contract/endpoint.ts'
import {
  collectionCreation,
  collectionQuery,
} from '../../../../src/contract/orders/collection-endpoints.ts'
import { payoutCreation, payoutQuery } from '../../../../src/contract/orders/payout-endpoints.ts'
import {
  absent,
  expectNoControlCharacter,
  expectOrderNumber,
  expectRefused,
  fieldOf,
  notText,
  reading,
  sent,
} from '../field-reading.ts'

// Copied by hand from §2.2, §2.3, §3, §4 and §8, never from src. Fields, their limits and defaults are those of
// `published-contract.txt`; test/workerd/orders sends them.

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

const path = '/api/v1/merchant'
const payoutRefusals = ['duplicate_serial_no', 'insufficient_balance']

test.each([
  [5, `${path}/collections`, collectionCreation, ['duplicate_orderid']],
  [6, `${path}/collections/status`, collectionQuery, ['order_not_found']],
  [7, `${path}/payouts`, payoutCreation, payoutRefusals],
  [8, `${path}/payouts/status`, payoutQuery, ['order_not_found']],
] as const)(
  'number %i of §4 is %s and has its refusals (§4.5 path, §4.6 path)',
  (number, path, declared, refusals) => {
    expect(declared).toMatchObject({ number, method: 'POST', path, refusals })
  },
)

test.each([
  [
    'collection',
    collectionCreation.response,
    {
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
  ],
  [
    'payout',
    payoutCreation.response,
    {
      id: 1,
      serial_no: 'P1',
      merchant_order_no: 'M1',
      trade_no: 'P0ABCDEFGHJK0123456789MNPQR',
      status: 'pending',
      amount: 1.5,
    },
  ],
] as const)('creating a %s answers with its result (§2.2 data, §4.5 answer)', (...row) => {
  const [, response, result] = row
  const answerWith = (changes: object) => {
    return { ok: 1, message: 'success', data: { ...result, ...changes } }
  }
  expect(response.parse(answerWith({}))).toEqual(answerWith({}))
  const without = Object.keys(result).map((name) => ({ [name]: undefined }))
  const wrong = [{ id: 1.5 }, { status: 'success' }, { amount: '1.5' }]
  for (const changes of [...without, ...wrong]) {
    expect(response.safeParse(answerWith(changes)).success).toBe(false)
  }
})

describe.each([
  ['collection', collectionQuery, { orderid: 64, merchant_order_no: 64, orderNo: 64 }],
  ['payout', payoutQuery, { serial_no: 40, merchant_order_no: 80, orderNo: 80 }],
] as const)('querying a %s', (_, query, own) => {
  const numbers = { ...own, tradeNo: 32, trade_no: 32 }
  const fields: Fields = query.request.shape

  test('takes four names of three numbers, and the earlier protocol’s one for two of them', () => {
    expect(Object.keys(fields).toSorted()).toEqual(Object.keys(numbers).toSorted())
    const [ownName] = Object.keys(own)
    expect(query.earlierNames).toEqual([
      ['orderNo', ownName],
      ['orderNo', 'merchant_order_no'],
    ])
  })

  test.each(Object.entries(numbers))(
    'takes %s of up to %i characters, "" when absent',
    (...row) => {
      const [name, max] = row
      expectOrderNumber(max, fieldOf(fields, name))
      expectNoControlCharacter(fieldOf(fields, name))
    },
  )
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
  const { status, serial_no, merchant_order_no, channel } = payoutCreation.request.shape

  test('takes no control character in what identifies it', () => {
    for (const field of [serial_no, merchant_order_no, channel]) expectNoControlCharacter(field)
  })

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
})
