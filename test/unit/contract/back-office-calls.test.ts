import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import {
  bulkResend,
  callbackFilter,
  collectionFilter,
  confirmation,
  exceptionReport,
  match,
  merchantPatch,
  newMerchant,
  page,
  secretRotation,
  settlement,
  taking,
} from '../../../src/contract/back-office-calls.ts'

const reads = (schema: z.ZodType, given: unknown) => schema.parse(given)
const takes = (schema: z.ZodType, given: unknown) => schema.safeParse(given).success

describe('a new merchant', () => {
  test('has a uid of 1 to 20 letters, digits, dots, dashes and underscores (§2.1 uid)', () => {
    const withUid = (uid: unknown) => takes(newMerchant, { uid, name: 'Shop' })
    expect(['A', 'DEMO0001', 'M'.repeat(20), 'a-b_c.1'].every(withUid)).toBe(true)
    const others = ['', 'M'.repeat(21), 'a b', 'a\n', 'a\u007f', 1, null]
    expect([...others, 'a/b', 'a?b', 'a&b=c', 'a%2f', '商戶'].some(withUid)).toBe(false)
  })

  test('has a name without the blanks around it, of up to 120 characters', () => {
    const named = (name: string) => reads(newMerchant, { uid: 'M', name })
    expect(named(' 商店 ')).toEqual({ uid: 'M', name: '商店' })
    expect(named('𠮷'.repeat(120))).toEqual({ uid: 'M', name: '𠮷'.repeat(120) })
    expect(takes(newMerchant, { uid: 'M', name: '𠮷'.repeat(121) })).toBe(false)
    expect(takes(newMerchant, { uid: 'M', name: ' ' })).toBe(false)
  })

  test('takes no unknown field and no unknown setting (§2.1 other fields)', () => {
    const shop = { uid: 'M', name: 'Shop' }
    expect(takes(newMerchant, { ...shop, api_secret: 'x' })).toBe(false)
    expect(takes(newMerchant, { ...shop, settings: { trust: true } })).toBe(false)
    expect(takes(newMerchant, { ...shop, settings: { trusted: 'yes' } })).toBe(false)
    expect(takes(newMerchant, { ...shop, settings: { rate_limit: 'none' } })).toBe(false)
    expect(takes(newMerchant, { ...shop, settings: { callback_vocabulary: 'old' } })).toBe(false)
  })
})

test('a patch of a merchant may be empty, and has no defaults', () => {
  expect(reads(merchantPatch, {})).toEqual({})
  expect(reads(merchantPatch, { enabled: false })).toEqual({ enabled: false })
  expect(takes(merchantPatch, { uid: 'other' })).toBe(false)
})

test('the grace of a rotation is a day by default, a week at most, and may be zero', () => {
  expect(reads(secretRotation, {})).toEqual({ grace_seconds: 86_400 })
  expect(takes(secretRotation, { grace_seconds: 0 })).toBe(true)
  expect(takes(secretRotation, { grace_seconds: 604_800 })).toBe(true)
  expect(takes(secretRotation, { grace_seconds: 604_801 })).toBe(false)
  expect(takes(secretRotation, { grace_seconds: -1 })).toBe(false)
  expect(takes(secretRotation, { grace_seconds: 1.5 })).toBe(false)
})

describe('a settlement', () => {
  test('needs no member: not by hand and without override by default', () => {
    expect(reads(settlement, {})).toEqual({ manual: false, override: false })
  })

  test.each([
    [100, 10_000],
    [100.5, 10_050],
    ['100.50', 10_050],
    [0, 0],
    [9999999999.99, 999_999_999_999],
  ])('reads the paid amount %j to hundredths', (given, hundredths) => {
    expect(reads(settlement, { paid_amount: given })).toMatchObject({ paid_amount: hundredths })
  })

  test.each([0.1 + 0.2, 1e10, 1e21, -1, Number.NaN, '1e2', '', '1,000', null, true, [1]])(
    'takes no paid amount %j',
    (given) => {
      expect(takes(settlement, { paid_amount: given })).toBe(false)
    },
  )

  test('reads the time of payment in Taipei', () => {
    const paidAt = { paid_at: '2026-01-31 15:04:05' }
    expect(reads(settlement, paidAt)).toMatchObject({ paid_at: 1_769_843_045 })
    expect(takes(settlement, { paid_at: '2026-02-30' })).toBe(false)
    expect(takes(settlement, { paid_at: 1_769_843_045 })).toBe(false)
  })
})

test('matching names the whole receiving account, in as many characters as §8 allows', () => {
  const account = {
    collection_account_name: '王'.repeat(120),
    collection_account_no: '1'.repeat(80),
    collection_bank_name: '銀'.repeat(120),
  }
  expect(reads(match, account)).toEqual(account)
  for (const [name, value] of Object.entries(account)) {
    expect(takes(match, { ...account, [name]: `${value}1` })).toBe(false)
    expect(takes(match, { ...account, [name]: '' })).toBe(false)
    expect(takes(match, { ...account, [name]: undefined })).toBe(false)
  }
})

test('the agent of an assignment is read in lower case', () => {
  expect(reads(taking, { agent: ' Amy@Back.Example ' })).toEqual({ agent: 'amy@back.example' })
  expect(reads(taking, {})).toEqual({})
})

test('a confirmation accepts by default', () => {
  expect(reads(confirmation, {})).toEqual({ accept: true, reason: '' })
  expect(reads(confirmation, { accept: false, reason: 'no deposit' })).toEqual({
    accept: false,
    reason: 'no deposit',
  })
})

test('an exception needs a reason', () => {
  expect(takes(exceptionReport, { reason: 'wrong account' })).toBe(true)
  expect(takes(exceptionReport, { reason: ' ' })).toBe(false)
  expect(takes(exceptionReport, {})).toBe(false)
})

describe('a list', () => {
  test('has 50 items a page by default, 200 at most', () => {
    expect(reads(page, {})).toEqual({ limit: 50 })
    expect(reads(page, { limit: '200', cursor: '9007199254740991' })).toEqual({
      limit: 200,
      cursor: 9_007_199_254_740_991,
    })
    for (const limit of ['0', '201', '1.5', '-1', 'all', '']) {
      expect(takes(page, { limit })).toBe(false)
    }
    for (const cursor of ['', '-1', '1e3', 'x', '1'.repeat(17)]) {
      expect(takes(page, { cursor })).toBe(false)
    }
  })

  test('takes no other parameter, and a bulk resend needs a filter', () => {
    for (const schema of [page, collectionFilter, callbackFilter]) {
      expect(takes(schema, { orderid: 'x' })).toBe(false)
    }
    const filters = [{}, { limit: 5 }, { cursor: '5' }, { include_delivered: true }]
    for (const filter of filters) expect(takes(bulkResend, filter)).toBe(false)
    const named = [{ merchant_uid: 'M' }, { state: 'due' }, { outcome: 'timeout' }]
    const times = [{ from: '2026-01-31' }, { to: '2026-01-31' }]
    for (const filter of [...named, ...times]) expect(takes(bulkResend, filter)).toBe(true)
  })

  test('is filtered by the statuses of §3.1 and the states of a callback only', () => {
    const filter = { status: 'manual', collection_status: 'exception', merchant_uid: 'M' }
    expect(reads(collectionFilter, filter)).toEqual({ ...filter, limit: 50 })
    expect(takes(collectionFilter, { status: 'matched' })).toBe(false)
    expect(takes(collectionFilter, { collection_status: 'manual' })).toBe(false)
    expect(takes(callbackFilter, { state: 'given_up' })).toBe(true)
    expect(takes(callbackFilter, { state: 'failed' })).toBe(false)
  })
})
