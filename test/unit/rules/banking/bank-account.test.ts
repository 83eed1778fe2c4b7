import { describe, expect, test } from 'vitest'
import { builtInFormats } from '../../../../src/contract/back-office/banking/built-in-formats.ts'
import {
  type AccountTerms,
  mayUseAccount,
  refuseAccount,
} from '../../../../src/rules/banking/bank-account.ts'
import { accountPatchOf } from '../../../../src/rules/banking/bank-account-patch.ts'
import { agent, operator } from '../examples.ts'

// Who may use a bank account, and what a patch changes of it (back office §2).

const terms: AccountTerms = { agents: [], merchants: [], use: 'both', state: 'active' }
const [amy, ben] = [agent.name, 'ben@back.example']

function refusal(account: Partial<AccountTerms>, by = agent, to = by.name) {
  const user = { actor: by, agent: to, merchantUid: 'SHOP1' }
  return refuseAccount({ ...terms, ...account }, user)
}

describe('an account takes a collection', () => {
  test.each([
    ['of anybody where it names nobody', {}],
    ['where it is for members alone', { use: 'in' as const }],
    ['of a merchant that it names', { merchants: ['OTHER', 'SHOP1'] }],
    ['by an agent that it names, in whatever case', { agents: [ben, amy.toUpperCase()] }],
  ])('%s', (_name, account) => {
    expect(refusal(account)).toBeNull()
  })

  test.each([
    ['paused', { state: 'paused' as const }, 'bank_account_not_active'],
    ['frozen', { state: 'frozen' as const }, 'bank_account_not_active'],
    ['closed', { state: 'closed' as const }, 'bank_account_not_active'],
    ['for payouts', { use: 'out' as const }, 'bank_account_not_allowed'],
    ['for another merchant', { merchants: ['SHOP2'] }, 'bank_account_not_allowed'],
    ['for another agent', { agents: [ben] }, 'bank_account_not_allowed'],
  ])('but not one that is %s', (_name, account, code) => {
    expect(refusal(account)).toBe(code)
  })

  test('of an operator always, but not for an agent that it does not name', () => {
    expect(refusal({ agents: [ben] }, operator)).toBeNull()
    expect(refusal({ agents: [ben] }, operator, ben)).toBeNull()
    expect(refusal({ agents: [ben] }, operator, amy)).toBe('bank_account_not_allowed')
  })
})

test('an agent may use an account that names it or nobody; others may look at any', () => {
  expect(mayUseAccount({ agents: [] }, agent)).toBe(true)
  expect(mayUseAccount({ agents: [amy] }, agent)).toBe(true)
  expect(mayUseAccount({ agents: [ben] }, agent)).toBe(false)
  expect(mayUseAccount({ agents: [ben] }, operator)).toBe(true)
  expect(mayUseAccount({ agents: [ben] }, { name: 'a@back.example', role: 'auditor' })).toBe(true)
  expect(mayUseAccount({ agents: ['robot'] }, { name: 'service:robot', role: 'agent' })).toBe(true)
})

describe('a patch', () => {
  const account = {
    ...terms,
    holderName: '大安商行',
    feeds: ['service:feed'],
    dailyCap: 100_050,
    feeMax: 3_000,
    note: '',
    backing: 'required' as const,
    statementFormat: builtInFormats.demo_utf8,
    auto: 'off' as const,
    autoMax: 2_000_000,
    autoAwaitingMax: 30_000_000,
    autoSources: ['statement'] as const,
    autoContradicted: null,
  }

  test('changes what differs, and names it', () => {
    const patch = {
      holder_name: '大安商行',
      daily_cap: null,
      feeds: [] as string[],
      state: 'frozen' as const,
    }
    expect(accountPatchOf(account, patch)).toEqual({
      names: ['feeds', 'daily_cap', 'state'],
      fields: { feeds: [], dailyCap: null, state: 'frozen' },
      before: { feeds: ['service:feed'], daily_cap: 1000.5, state: 'active' },
      after: { feeds: [], daily_cap: null, state: 'frozen' },
    })
  })

  test('changes nothing where all is so already', () => {
    expect(accountPatchOf(account, {})).toBeNull()
    const { encoding, ...rest } = builtInFormats.demo_utf8
    const format = { ...rest, encoding }
    expect(accountPatchOf(account, { statement_format: format, daily_cap: 100_050 })).toBeNull()
  })

  test('that gives auto, whatever it was, ends what a contradiction has left', () => {
    const contradicted = { ...account, autoContradicted: 7 }
    expect(accountPatchOf(contradicted, { auto: 'off' })).toEqual({
      names: [],
      fields: { autoContradicted: null },
      before: { auto_contradicted: true },
      after: { auto_contradicted: false },
    })
    expect(accountPatchOf(contradicted, { auto: 'assign', note: '' })).toMatchObject({
      names: ['auto'],
      fields: { auto: 'assign', autoContradicted: null },
      before: { auto: 'off', auto_contradicted: true },
    })
    expect(accountPatchOf(contradicted, { auto_max: 100 })?.fields).toEqual({ autoMax: 100 })
  })
})
