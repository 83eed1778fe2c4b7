import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  collectionCallbackBody,
  payoutCallbackBody,
  signedValues,
} from '../../../../src/rules/callbacks/callback-body.ts'
import { forAll } from '../../../support/property.ts'
import { aCollection, aMerchant, aPayout, now, nowShown } from '../examples.ts'

const settled = aCollection({ status: 'succeeded', paidAmount: 10_000, paidAt: now })
const processed = aPayout({ status: 'processed', actualAmount: 9_999, processedAt: now - 5 })

describe('the body of a collection’s callback', () => {
  test('has the fields of §6 but for timestamp and sign, which each attempt adds (§6 collection type–collection paid_at)', () => {
    expect(collectionCallbackBody(settled, aMerchant())).toEqual({
      type: 'collection',
      uid: 'SHOP1',
      orderid: 'A1',
      merchant_order_no: 'M1',
      trade_no: 'C0000000CY9J0123456789ABCDE',
      amount: 100.5,
      paid_amount: 100,
      status: 'success',
      paid_at: nowShown,
    })
  })

  test.each([
    ['current', 'succeeded', 'success'],
    ['current', 'manual', 'success'],
    ['legacy', 'succeeded', 'succeeded'],
    ['legacy', 'manual', 'succeeded'],
  ] as const)(
    'in the %s vocabulary says of %s: %s ' +
      '(§3.3 success, succeeded, §6 status success, collection status)',
    (callbackVocabulary, status, word) => {
      const body = collectionCallbackBody({ ...settled, status }, aMerchant({ callbackVocabulary }))
      expect(body.status).toBe(word)
    },
  )

  test('always has a time of payment (§6 collection paid_at)', () => {
    const body = collectionCallbackBody({ ...settled, paidAt: null }, aMerchant())
    expect(body.paid_at).toBe(nowShown)
  })

  test('property: is flat, and its amounts are the shortest decimals (§6 collection amount, collection paid_amount)', () => {
    const anAmount = fc.integer({ min: 0, max: 999_999_999_999 })
    forAll([anAmount, anAmount], (amount, paidAmount) => {
      const body = collectionCallbackBody({ ...settled, amount, paidAmount }, aMerchant())
      const { amount: shown, paid_amount: paid } = signedValues(body)
      for (const text of [shown, paid]) expect(text).toMatch(/^(0|[1-9]\d*)(\.\d?[1-9])?$/)
      expect(JSON.stringify(body)).toContain(`"amount":${shown},"paid_amount":${paid},`)
    })
  })
})

describe('the body of a payout’s callback', () => {
  test('has the fields of §6 but for timestamp and sign, which each attempt adds', () => {
    expect(payoutCallbackBody(processed, aMerchant())).toEqual({
      type: 'payout',
      uid: 'SHOP1',
      serial_no: 'P1',
      merchant_order_no: 'M1',
      amount: 100.5,
      actual_amount: 99.99,
      status: 'success',
      processed_at: '2026-01-31 15:04:00',
    })
  })

  test.each([
    ['current', 'processed', 'success'],
    ['current', 'cancelled', 'failed'],
    ['legacy', 'processed', 'processed'],
    ['legacy', 'cancelled', 'cancelled'],
  ] as const)(
    'in the %s vocabulary says of %s: %s (§3.3 failed, processed)',
    (callbackVocabulary, status, word) => {
      const body = payoutCallbackBody({ ...processed, status }, aMerchant({ callbackVocabulary }))
      expect(body.status).toBe(word)
    },
  )
})

test('values are signed as the JSON carries them', () => {
  expect(signedValues({ type: 'collection', amount: 99.5, paid_amount: 100, empty: '' })).toEqual({
    type: 'collection',
    amount: '99.5',
    paid_amount: '100',
    empty: '',
  })
})
