import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import {
  bankAccountPatch,
  newBankAccount,
} from '../../../../src/contract/back-office/banking/accounts.ts'
import { match } from '../../../../src/contract/back-office/orders/move-bodies.ts'

const least = { bank_code: '013', account_no: '001234567890', holder_name: '大安商行' }
const accepts = (schema: z.ZodType, given: unknown) => schema.safeParse(given).success
const problems = (schema: z.ZodType, given: unknown) =>
  schema.safeParse(given).error?.issues.map(({ path }) => path.join('.'))

describe('a new bank account', () => {
  test('needs bank, number and holder; the rest has defaults', () => {
    expect(newBankAccount.parse(least)).toEqual({
      ...least,
      agents: [],
      merchants: [],
      feeds: [],
      use: 'both',
      daily_cap: null,
      fee_max: 3_000,
      backing: 'required',
      statement_format: null,
      note: '',
      auto: 'off',
      auto_max: 2_000_000,
      auto_awaiting_max: 30_000_000,
      auto_sources: ['statement'],
    })
    for (const name of Object.keys(least)) {
      expect(problems(newBankAccount, { ...least, [name]: undefined })).toEqual([name])
    }
  })

  test.each([
    ['0012-3456 7890', '001234567890'],
    ['００１２３４５６７８９０', '001234567890'],
    ['1'.repeat(20), '1'.repeat(20)],
    ['1'.repeat(21), null],
    ['123', null],
    ['12345A', null],
    ['', null],
  ])('has the number %s as digits', (account_no, stored) => {
    const read = newBankAccount.safeParse({ ...least, account_no })
    expect(read.success ? read.data.account_no : null).toBe(stored)
  })

  test('has names once each, in lower case, and service tokens as feeds', () => {
    const names = ['Amy@Back.example', 'amy@back.example', 'robot']
    const { agents } = newBankAccount.parse({ ...least, agents: names })
    expect(agents).toEqual(['amy@back.example', 'robot'])
    const { feeds } = newBankAccount.parse({ ...least, feeds: ['service:Feed', 'feed'] })
    expect(feeds).toEqual(['service:feed'])
    expect(problems(newBankAccount, { ...least, feeds: ['amy@back.example'] })).toEqual(['feeds.0'])
  })

  test('has a cap in TWD, from 0, or none', () => {
    const cap = (daily_cap: unknown) =>
      newBankAccount.safeParse({ ...least, daily_cap }).data?.daily_cap
    expect([cap('1000.5'), cap(0), cap(null)]).toEqual([100_050, 0, null])
    expect([cap(-1), cap('1.001'), cap('x')]).toEqual([undefined, undefined, undefined])
  })
})

describe('a patch', () => {
  test.each(['bank_code', 'account_no', 'database', 'bank_name'])('names no %s', (name) => {
    expect(accepts(bankAccountPatch, { note: 'x', [name]: '013' })).toBe(false)
  })

  test('takes each other field by itself, and the state', () => {
    for (const state of ['active', 'paused', 'frozen', 'closed']) {
      expect(bankAccountPatch.parse({ state })).toEqual({ state })
    }
    expect(bankAccountPatch.parse({})).toEqual({})
    expect(bankAccountPatch.parse({ daily_cap: null })).toEqual({ daily_cap: null })
    expect(accepts(bankAccountPatch, { state: 'open' })).toBe(false)
  })
})

describe('a match', () => {
  const labels = {
    collection_account_name: 'x',
    collection_account_no: '1',
    collection_bank_name: 'b',
  }

  test('is to an account by its id, as a number or as digits', () => {
    expect(match.parse({ bank_account: 526_830_796_806_144 })).toEqual({
      bank_account: 526_830_796_806_144,
    })
    const override = ['daily_cap_reached']
    expect(match.parse({ bank_account: '17', override })).toEqual({ bank_account: 17, override })
    expect(match.parse({ bank_account: 'any' })).toEqual({ bank_account: 'any' })
    for (const bank_account of [0, -1, 1.5, '', '01', 'x', null]) {
      expect(accepts(match, { bank_account })).toBe(false)
    }
  })

  test('is to one of the two, and never to both', () => {
    expect(problems(match, {})).toEqual(Object.keys(labels))
    expect(problems(match, { ...labels, bank_account: 17 })).toEqual(Object.keys(labels))
    expect(problems(match, { ...labels, override: ['daily_cap_reached'] })).toEqual(['override'])
  })
})
