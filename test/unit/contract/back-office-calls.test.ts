import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { bulkResend, callbackFilter } from '../../../src/contract/back-office/callbacks.ts'
import {
  merchantPatch,
  newMerchant,
  secretRotation,
} from '../../../src/contract/back-office/merchants/merchants.ts'
import { collectionFilter } from '../../../src/contract/back-office/orders/filters.ts'
import {
  backing,
  confirmation,
  match,
  processing,
  reversal,
  settlement,
  taking,
} from '../../../src/contract/back-office/orders/move-bodies.ts'
import { page, reasonBody } from '../../../src/contract/back-office/values.ts'

const parsed = (schema: z.ZodType, given: unknown) => schema.parse(given)
const accepts = (schema: z.ZodType, given: unknown) => schema.safeParse(given).success

describe('a new merchant', () => {
  test('has a uid of 1 to 20 letters, digits, dots, dashes and underscores (§2.1 uid)', () => {
    const withUid = (uid: unknown) => accepts(newMerchant, { uid, name: 'Shop' })
    expect(['A', 'DEMO0001', 'M'.repeat(20), 'a-b_c.1'].every(withUid)).toBe(true)
    const others = ['', 'M'.repeat(21), 'a b', 'a\n', 'a\u007f', 1, null]
    expect([...others, 'a/b', 'a?b', 'a&b=c', 'a%2f', '商戶'].some(withUid)).toBe(false)
  })

  test('has a name without the blanks around it, of up to 120 characters', () => {
    const named = (name: string) => parsed(newMerchant, { uid: 'M', name })
    expect(named(' 商店 ')).toEqual({ uid: 'M', name: '商店' })
    expect(named('𠮷'.repeat(120))).toEqual({ uid: 'M', name: '𠮷'.repeat(120) })
    expect(accepts(newMerchant, { uid: 'M', name: '𠮷'.repeat(121) })).toBe(false)
    expect(accepts(newMerchant, { uid: 'M', name: ' ' })).toBe(false)
  })

  test('takes no unknown field and no unknown setting (§2.1 other fields)', () => {
    const shop = { uid: 'M', name: 'Shop' }
    expect(accepts(newMerchant, { ...shop, api_secret: 'x' })).toBe(false)
    expect(accepts(newMerchant, { ...shop, settings: { trust: true } })).toBe(false)
    expect(accepts(newMerchant, { ...shop, settings: { trusted: 'yes' } })).toBe(false)
    expect(accepts(newMerchant, { ...shop, settings: { rate_limit: 'none' } })).toBe(false)
    expect(accepts(newMerchant, { ...shop, settings: { callback_vocabulary: 'old' } })).toBe(false)
  })

  test('has a display with a name, and a support_url of http or https or none', () => {
    const shows = (display: unknown) => parsed(merchantPatch, { settings: { display } })
    const name = '大安商行'
    expect(shows({ name: ` ${name} ` })).toEqual({
      settings: { display: { name, support_url: '' } },
    })
    for (const support_url of ['', 'http://m.example', 'https://m.example/help?a=1#b']) {
      const display = { name, support_url }
      expect(shows(display)).toEqual({ settings: { display } })
    }
    expect(shows(null)).toEqual({ settings: { display: null } })
    const wrong = [
      'javascript:alert(1)',
      'mailto:help@m.example',
      'm.example',
      '//m.example',
      'https://a@b',
      `https://m.example/${'x'.repeat(255)}`,
    ].map((support_url) => ({ name, support_url }))
    for (const display of [
      ...wrong,
      {},
      { support_url: 'https://m.example' },
      { name: ' ' },
      name,
    ]) {
      expect(accepts(merchantPatch, { settings: { display } })).toBe(false)
    }
    expect(accepts(merchantPatch, { settings: { display: { name, logo: '' } } })).toBe(false)
  })
})

test('a patch of a merchant may be empty, and has no defaults', () => {
  expect(parsed(merchantPatch, {})).toEqual({})
  expect(parsed(merchantPatch, { enabled: false })).toEqual({ enabled: false })
  expect(accepts(merchantPatch, { uid: 'other' })).toBe(false)
})

test('the grace of a rotation is a day by default, a week at most, and may be zero', () => {
  expect(parsed(secretRotation, {})).toEqual({ grace_seconds: 86_400 })
  expect(accepts(secretRotation, { grace_seconds: 0 })).toBe(true)
  expect(accepts(secretRotation, { grace_seconds: 604_800 })).toBe(true)
  expect(accepts(secretRotation, { grace_seconds: 604_801 })).toBe(false)
  expect(accepts(secretRotation, { grace_seconds: -1 })).toBe(false)
  expect(accepts(secretRotation, { grace_seconds: 1.5 })).toBe(false)
})

describe('a settlement', () => {
  test('needs no member: not by hand and without override by default', () => {
    expect(parsed(settlement, {})).toEqual({ manual: false, override: false })
  })

  test.each([
    [100, 10_000],
    [100.5, 10_050],
    ['100.50', 10_050],
    [9999999999.99, 999_999_999_999],
  ])('reads the paid amount %j to hundredths', (given, hundredths) => {
    expect(parsed(settlement, { paid_amount: given })).toMatchObject({ paid_amount: hundredths })
  })

  test.each([
    0,
    '0.00',
    0.1 + 0.2,
    1e10,
    1e21,
    -1,
    Number.NaN,
    '1e2',
    '',
    '1,000',
    null,
    true,
    [1],
  ])('takes no paid amount %j', (given) => {
    expect(accepts(settlement, { paid_amount: given })).toBe(false)
  })

  test('reads the time of payment in Taipei', () => {
    const paidAt = { paid_at: '2026-01-31 15:04:05' }
    expect(parsed(settlement, paidAt)).toMatchObject({ paid_at: 1_769_843_045 })
    expect(accepts(settlement, { paid_at: '2026-02-30' })).toBe(false)
    expect(accepts(settlement, { paid_at: 1_769_843_045 })).toBe(false)
  })
})

describe('the bank transactions of a call', () => {
  test('are ids as numbers or digits, each once, fifty at most', () => {
    const named = (ids: unknown) => accepts(settlement, { bank_transactions: ids })
    const given = { bank_transactions: [1, '8163283820832769'] }
    expect(parsed(settlement, given)).toMatchObject({ bank_transactions: [1, 8163283820832769] })
    const ids = Array.from({ length: 51 }, (_, n) => n + 1)
    expect([[], ids.slice(1)].every(named)).toBe(true)
    const others = [ids, [1, 1], [1, '1'], [0], [-1], [1.5], ['01'], ['1e3'], [''], [null], 1, 'x']
    expect([...others, { 0: 1 }, [2 ** 60], ['9'.repeat(17)]].some(named)).toBe(false)
  })

  test('have a fee with them, never by itself', () => {
    for (const schema of [processing, reversal]) {
      const call = schema === reversal ? { reason: 'x', because: 'money_returned' } : {}
      expect(accepts(schema, { ...call, fee: 15 })).toBe(false)
      expect(accepts(schema, { ...call, fee: 15, bank_transactions: [] })).toBe(false)
      const whole = { ...call, fee: '15.5', bank_transactions: [7] }
      expect(parsed(schema, whole)).toMatchObject({ fee: 1_550, bank_transactions: [7] })
      expect(accepts(schema, { ...whole, fee: -1 })).toBe(false)
    }
  })

  test('are no part of a wrong match or of a rejection', () => {
    const named = { reason: 'x', bank_transactions: [7] }
    expect(accepts(reversal, { ...named, because: 'money_returned' })).toBe(true)
    expect(accepts(reversal, { ...named, because: 'wrong_match' })).toBe(false)
    expect(accepts(confirmation, { ...named, accept: true })).toBe(true)
    expect(accepts(confirmation, { ...named, accept: false })).toBe(false)
  })

  test('are what backing is about', () => {
    const call = { bank_transactions: [7], instead_of: ['8'], reason: 'x' }
    expect(parsed(backing, call)).toEqual({ ...call, instead_of: [8] })
    expect(accepts(backing, { bank_transactions: [7] })).toBe(true)
    expect(accepts(backing, {})).toBe(false)
    expect(accepts(backing, { bank_transactions: [] })).toBe(false)
    expect(accepts(backing, { bank_transactions: [7], instead_of: [] })).toBe(false)
    expect(accepts(backing, { bank_transactions: [7], override: true })).toBe(false)
  })
})

test('matching names the whole receiving account, in as many characters as §8 allows', () => {
  const account = {
    collection_account_name: '王'.repeat(120),
    collection_account_no: '1'.repeat(80),
    collection_bank_name: '銀'.repeat(120),
  }
  expect(parsed(match, account)).toEqual(account)
  for (const [name, value] of Object.entries(account)) {
    expect(accepts(match, { ...account, [name]: `${value}1` })).toBe(false)
    expect(accepts(match, { ...account, [name]: '' })).toBe(false)
    expect(accepts(match, { ...account, [name]: undefined })).toBe(false)
  }
})

test('the agent of an assignment is read in lower case', () => {
  expect(parsed(taking, { agent: ' Amy@Back.Example ' })).toEqual({ agent: 'amy@back.example' })
  expect(parsed(taking, {})).toEqual({})
})

test('a confirmation accepts by default', () => {
  expect(parsed(confirmation, {})).toEqual({ accept: true, reason: '', override: false })
  expect(parsed(confirmation, { accept: false, reason: 'no deposit' })).toEqual({
    accept: false,
    reason: 'no deposit',
    override: false,
  })
})

test('a rejection needs a reason', () => {
  for (const reason of [undefined, '', ' ']) {
    const read = confirmation.safeParse({ accept: false, reason })
    expect(read.error?.issues.map(({ path }) => path)).toEqual([['reason']])
  }
})

test.each([settlement, processing, confirmation])(
  'what to go past is true, or a list of names',
  (call) => {
    const known = ['amount', 'balance', 'disabled_merchant', 'already_paid']
    const all = [...known, 'evidence_differs', 'daily_cap_reached']
    for (const override of [true, false, [], ['amount'], all]) {
      expect(parsed(call, { override })).toMatchObject({ override })
    }
    for (const override of ['amount', ['all'], [true], 1, null, {}]) {
      expect(accepts(call, { override })).toBe(false)
    }
  },
)

test('why something is settled or processed may be said', () => {
  expect(parsed(settlement, { reason: ' x ' })).toMatchObject({ reason: 'x' })
  expect(parsed(processing, { reason: 'x' })).toMatchObject({ reason: 'x' })
  expect(accepts(settlement, { reason: ' ' })).toBe(false)
})

test('a payout is not processed with nothing', () => {
  expect(accepts(processing, { actual_amount: 0.01 })).toBe(true)
  expect(accepts(processing, { actual_amount: 0 })).toBe(false)
})

test('a reversal says why and for which of two causes, and names no bank transactions yet', () => {
  for (const because of ['wrong_match', 'money_returned']) {
    expect(parsed(reversal, { reason: ' x ', because })).toEqual({ reason: 'x', because })
  }
  expect(accepts(reversal, { reason: ' ', because: 'wrong_match' })).toBe(false)
  expect(accepts(reversal, { reason: 'x' })).toBe(false)
  expect(accepts(reversal, { reason: 'x', because: 'other' })).toBe(false)
  const named = { reason: 'x', because: 'wrong_match', bank_transactions: ['1'] }
  expect(accepts(reversal, named)).toBe(false)
})

test('a call that asks only why needs a reason', () => {
  expect(accepts(reasonBody, { reason: 'wrong account' })).toBe(true)
  expect(accepts(reasonBody, { reason: ' ' })).toBe(false)
  expect(accepts(reasonBody, {})).toBe(false)
})

describe('a list', () => {
  test('has 50 items a page by default, 200 at most', () => {
    expect(parsed(page, {})).toEqual({ limit: 50 })
    expect(parsed(page, { limit: '200', cursor: '9007199254740991' })).toEqual({
      limit: 200,
      cursor: 9_007_199_254_740_991,
    })
    for (const limit of ['0', '201', '1.5', '-1', 'all', '']) {
      expect(accepts(page, { limit })).toBe(false)
    }
    for (const cursor of ['', '-1', '1e3', 'x', '1'.repeat(17)]) {
      expect(accepts(page, { cursor })).toBe(false)
    }
  })

  test('takes no other parameter, and a bulk resend needs a filter', () => {
    for (const schema of [page, collectionFilter, callbackFilter]) {
      expect(accepts(schema, { order_id: 'x' })).toBe(false)
    }
    const filters = [{}, { limit: 5 }, { cursor: '5' }, { include_delivered: true }]
    for (const filter of filters) expect(accepts(bulkResend, filter)).toBe(false)
    const named = [{ merchant_uid: 'M' }, { state: 'due' }, { outcome: 'timeout' }]
    const times = [{ from: '2026-01-31' }, { to: '2026-01-31' }]
    for (const filter of [...named, ...times]) expect(accepts(bulkResend, filter)).toBe(true)
  })

  test('of orders is filtered by an amount, five digits, a bank account and true or false', () => {
    const given = { amount: '250.5', last5: '00123', bank_account: '32', backed: 'false' }
    expect(parsed(collectionFilter, given)).toMatchObject({
      amount: 25_050,
      last5: '00123',
      bank_account: 32,
      backed: false,
    })
    const others = [{ amount: '-1' }, { amount: '1.005' }, { last5: '1234' }, { last5: '1234a' }]
    for (const filter of [
      ...others,
      { bank_account: 'x' },
      { bank_account: '-32' },
      { backed: '1' },
    ]) {
      expect(accepts(collectionFilter, filter)).toBe(false)
    }
  })

  test('is filtered by the statuses of §3.1 and the states of a callback only', () => {
    const filter = { status: 'manual', collection_status: 'exception', merchant_uid: 'M' }
    expect(parsed(collectionFilter, filter)).toEqual({ ...filter, limit: 50 })
    expect(accepts(collectionFilter, { status: 'matched' })).toBe(false)
    expect(accepts(collectionFilter, { collection_status: 'manual' })).toBe(false)
    expect(accepts(callbackFilter, { state: 'given_up' })).toBe(true)
    expect(accepts(callbackFilter, { state: 'failed' })).toBe(false)
  })
})
