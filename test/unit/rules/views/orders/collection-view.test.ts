import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outcomes } from '../../../../../src/contract/callbacks/callback-states.ts'
import { collectionQuery } from '../../../../../src/contract/orders/collection-endpoints.ts'
import {
  collectionStatusView,
  collectionView,
} from '../../../../../src/rules/views/orders/collection-view.ts'
import { forAll } from '../../../../support/property.ts'
import { aCollection, aMerchant, now, nowShown } from '../../examples.ts'

const view = (changes: Parameters<typeof aCollection>[0] = {}) =>
  collectionStatusView({ merchant: aMerchant(), order: aCollection(changes), callback: null })

describe('the status of a collection', () => {
  test('has the fields of §2.7 and every stored one (§2.7 ok–text, tradeNo–both styles, §3.3 three statuses, §4.6 answer)', () => {
    const last = { lastAttemptAt: now, lastOutcome: 'http_5xx', lastHttpStatus: 500 } as const
    const tried = { attempts: 2, nextAt: now + 30, ...last, endedAt: null }
    const paid = { status: 'succeeded', paidAmount: 10_000, paidAt: now - 5 } as const
    const extra = '{"a":[1,{"b":"王"}]}'
    const matched = aCollection({ ...paid, collectionStatus: 'matched', extra })
    expect(
      collectionStatusView({
        merchant: aMerchant(),
        order: matched,
        callback: { state: 'due', ...tried },
      }),
    ).toEqual({
      ok: 1,
      code: 0,
      text: 'success',
      message: 'success',
      status: 'PAID',
      paid: 100,
      tradeNo: 'C0000000CY9J0123456789ABCDE',
      orderNo: 'M1',
      data: {
        id: 424_242,
        uid: 'SHOP1',
        trade_no: 'C0000000CY9J0123456789ABCDE',
        orderid: 'A1',
        merchant_order_no: 'M1',
        gateway_code: 'gateway_c',
        channel: 'channel-x',
        currency: 'TWD',
        amount: 100.5,
        paid_amount: 100,
        system_status: 'succeeded',
        status: 'succeeded',
        collection_status: 'matched',
        confirmation: 'none',
        collection_account_name: 'account name',
        collection_account_no: 'account no',
        collection_bank_name: 'account bank',
        payment_bank_account: 'account no',
        counterparty_account: 'payer account',
        member_bank_name: 'payer bank',
        user_id: 'user id',
        user_name: 'user name',
        notify_url: 'https://shop.example/notify',
        return_url: 'https://shop.example/return',
        paid_at: '2026-01-31 15:04:00',
        reason: '',
        created_at: nowShown,
        extra: { a: [1, { b: '王' }] },
        callback_status: 'pending',
        callback: {
          attempts: 2,
          last_attempt_at: nowShown,
          last_outcome: 'http_5xx',
          last_http_status: 500,
          next_attempt_at: '2026-01-31 15:04:35',
        },
      },
    })
  })

  test.each([
    ['pending', 'pending', 'PENDING'],
    ['pending', 'matched', 'PENDING'],
    ['pending', 'exception', 'EXCEPTION'],
    ['succeeded', 'pending', 'PAID'],
    ['succeeded', 'matched', 'PAID'],
    ['succeeded', 'exception', 'PAID'],
    ['manual', 'pending', 'MANUAL PAID'],
    ['manual', 'matched', 'MANUAL PAID'],
    ['manual', 'exception', 'MANUAL PAID'],
  ] as const)(
    'of one that is %s and %s says %s (§2.7 status, §3.3 PAID, other values)',
    (status, collectionStatus, word) => {
      expect(view({ status, collectionStatus }).status).toBe(word)
    },
  )

  test.each([
    ['pending', 0],
    ['succeeded', 99.99],
    ['manual', 99.99],
  ] as const)(
    'of a %s one says paid %d, and shows what was declared (§2.7 paid)',
    (status, paid) => {
      const shown = view({ status, paidAmount: 9_999 })
      expect(shown.paid).toBe(paid)
      expect(shown.data.paid_amount).toBe(99.99)
    },
  )

  test('shows a member of extra that is named __proto__', () => {
    const { extra } = view({ extra: '{"__proto__":{"a":1}}' }).data
    expect(JSON.stringify(extra)).toBe('{"__proto__":{"a":1}}')
  })

  test('property: is what the contract says, nothing more and nothing less (§2.7 both styles)', () => {
    const amounts = fc.integer({ min: 0, max: 999_999_999_999 })
    const changes = fc.record({
      status: fc.constantFrom('pending' as const, 'succeeded' as const, 'manual' as const),
      collectionStatus: fc.constantFrom('pending' as const, 'matched' as const),
      amount: amounts,
      paidAmount: amounts,
      paidAt: fc.option(fc.integer({ min: 0, max: 4e9 })),
      extra: fc.oneof(
        fc.constant(''),
        fc.string().map((text) => JSON.stringify(text)),
      ),
    })
    const aTime = fc.option(fc.integer({ min: 0, max: 4e9 }))
    const callback = fc.record({
      state: fc.constantFrom('due', 'delivered', 'given_up', 'parked'),
      attempts: fc.nat(20),
      nextAt: aTime,
      lastAttemptAt: aTime,
      lastOutcome: fc.option(fc.constantFrom(...outcomes)),
      lastHttpStatus: fc.option(fc.integer({ min: 200, max: 599 })),
      endedAt: aTime,
    })
    forAll([changes, fc.option(callback)], (given, progress) => {
      const view = collectionStatusView({
        merchant: aMerchant(),
        order: aCollection(given),
        callback: progress,
      })
      expect(collectionQuery.response.parse(view)).toEqual(view)
    })
  })
})

test('the back office sees a collection’s merchant view, its merchant, agent and confirmation', () => {
  const of = { agent: 'amy@back.example', confirmation: 'awaiting', bankAccountId: 32 } as const
  // A person gave it an account, after the service had none.
  const given = { assignment: 'no_account_free', collectionAccountNo: '70001' } as const
  const collection = aCollection({ ...of, ...given, backed: false, last5: '67890' })
  const {
    callback: _,
    callback_status: __,
    system_status: ___,
    ...shown
  } = collectionStatusView({ merchant: aMerchant(), order: collection, callback: null }).data
  expect(collectionView({ uid: 'SHOP1', order: collection })).toEqual({
    ...shown,
    agent: 'amy@back.example',
    confirmation: 'awaiting',
    bank_account: 32,
    backed: false,
    last5: '67890',
    expired: false,
    said_paid_at: null,
    not_assigned: null,
    settled_by: null,
    proof: null,
    fee: null,
    net: null,
    pricing: 0,
    test: false,
  })
})
