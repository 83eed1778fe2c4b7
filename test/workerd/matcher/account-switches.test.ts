import { describe, expect, test } from 'vitest'
import { newBankAccount } from '../../../src/contract/back-office/banking/accounts.ts'
import { builtInFormats } from '../../../src/contract/back-office/banking/built-in-formats.ts'
import { ann, approve, ask, ben, withApprovals } from '../support/back-office.ts'
import { anAccount, anAccountNo } from '../support/bank-accounts.ts'
import { rows } from '../support/service.ts'

// What an account lets the service do by itself, and who may change it (matching §1).

const context = withApprovals()

const withoutApprovals = withApprovals({}, { on: false })

const changing = (id: number, fields: object, at = context) =>
  ask(at, ann, 'patchBankAccount', { id: String(id) }, fields)

const byDates = (() => {
  const { time: _time, ...columns } = builtInFormats.demo_utf8.columns
  return { ...builtInFormats.demo_utf8, columns }
})()

const aCall = (fields: object) =>
  newBankAccount.parse({
    bank_code: '013',
    account_no: anAccountNo(),
    holder_name: '大安商行',
    ...fields,
  })

test('at first nothing is done by itself', async () => {
  expect(await anAccount()).toMatchObject({
    auto: 'off',
    auto_max: 20_000,
    auto_awaiting_max: 300_000,
    auto_sources: ['statement'],
  })
})

test('an account begins as its creation says, which takes two people', async () => {
  const fields = { auto: 'settle', auto_max: 30_000, auto_sources: ['statement'] }
  const asked = await ask(context, ann, 'createBankAccount', {}, aCall(fields))
  expect(asked).toMatchObject({ as: null, value: { state: 'waiting' } })
  expect(await approve(context, ben, asked.value.approval_id)).toMatchObject({
    as: 'createBankAccount',
    value: { auto: 'settle', auto_max: 30_000, auto_awaiting_max: 300_000 },
  })
})

// An account is made in dollars; a change is given as its schema has read it, in hundredths.
describe('a change', () => {
  const feeds = ['service:feed']

  test.each<[was: object, changes: object]>([
    [{}, { auto: 'settle' }],
    [{ auto: 'assign' }, { auto: 'settle' }],
    [{}, { auto_max: 2_000_001 }],
    [{ auto: 'settle' }, { auto: 'off', auto_max: 2_000_001 }],
    [{}, { auto_awaiting_max: 30_000_001 }],
    [{ feeds }, { auto_sources: ['feed'] }],
    [{ feeds }, { auto_sources: ['statement', 'feed'] }],
    [
      { feeds, auto: 'settle' },
      { auto: 'assign', auto_sources: ['feed', 'statement'] },
    ],
  ])('of %j to %j takes two people', async (was, changes) => {
    const { id } = await anAccount(was)
    const asked = await changing(id, changes)
    expect(asked).toMatchObject({ as: null, value: { state: 'waiting' } })
    const [kept] = await rows<{ version: number }>(
      'select version from bank_accounts where id = ?',
      id,
    )
    expect(kept?.version).toBe(1)
    expect(await approve(context, ann, asked.value.approval_id)).toMatchObject({
      error: 'own_approval',
    })
    const changed = await approve(context, ben, asked.value.approval_id)
    expect(changed).toMatchObject({ as: 'patchBankAccount', error: '' })
    const [journal] = await rows<{ actor: string; approved_by: string }>(
      `select actor, approved_by from journal
      where subject_kind = 'bank_account' and subject = ? and action = 'patch'`,
      String(id),
    )
    expect(journal).toEqual({ actor: ann.name, approved_by: ben.name })
  })

  test.each<[was: object, changes: object]>([
    [{}, { auto: 'assign' }],
    [{ auto: 'assign' }, { auto: 'off' }],
    [{ auto: 'settle' }, { auto: 'assign' }],
    [{ auto: 'settle' }, { auto: 'off' }],
    [{ auto: 'settle' }, { auto: 'settle', note: 'x' }],
    [{}, { auto_max: 1_999_999, auto_awaiting_max: 0 }],
    [{ auto: 'settle' }, { auto_max: 2_000_000, auto_awaiting_max: 30_000_000 }],
    [{ feeds, auto_sources: ['statement', 'feed'] }, { auto_sources: ['statement'] }],
    [{ feeds, auto_sources: ['statement', 'feed'] }, { auto_sources: ['feed'] }],
    [{ feeds, auto_sources: ['statement', 'feed'] }, { auto_sources: ['feed', 'statement'] }],
  ])('of %j to %j takes one', async (was, changes) => {
    const { id } = await anAccount(was)
    const changed = await changing(id, changes)
    expect(changed).toMatchObject({ as: 'patchBankAccount', error: '' })
  })

  test('is journaled as the calls name it, in dollars', async () => {
    const { id } = await anAccount()
    await changing(id, { auto: 'assign', auto_max: 100_050 })
    const [row] = await rows<{ before: string; after: string }>(
      `select before, after from journal
      where subject_kind = 'bank_account' and subject = ? and action = 'patch'`,
      String(id),
    )
    expect(JSON.parse(row?.before ?? '')).toEqual({ auto: 'off', auto_max: 20_000 })
    expect(JSON.parse(row?.after ?? '')).toEqual({ auto: 'assign', auto_max: 1000.5 })
  })
})

describe('a switch that the account cannot have', () => {
  const feeds = ['service:feed']

  test.each<[was: object, changes: object, field: string]>([
    [{ use: 'out' }, { auto: 'assign' }, 'auto'],
    [{ use: 'out' }, { auto: 'settle' }, 'auto'],
    [{ auto: 'assign' }, { use: 'out' }, 'use'],
    [{ auto: 'settle' }, { use: 'out' }, 'use'],
    [{}, { use: 'out', auto: 'assign' }, 'auto'],
    [{}, { auto_sources: ['feed'] }, 'auto_sources'],
    [{}, { auto_sources: ['statement', 'feed'] }, 'auto_sources'],
    [{ feeds, auto_sources: ['feed'] }, { feeds: [] }, 'feeds'],
    [{ feeds }, { feeds: [], auto_sources: ['feed'] }, 'auto_sources'],
    [{ statement_format: byDates }, { auto: 'settle' }, 'auto'],
    [{ auto: 'settle' }, { statement_format: byDates }, 'statement_format'],
    [{ statement_format: byDates, feeds, auto: 'settle' }, { feeds: [] }, 'feeds'],
  ])('%j with %j is refused', async (was, changes, field) => {
    const { id } = await anAccount(was)
    const refused = await changing(id, changes)
    expect(refused).toMatchObject({
      error: 'validation_error',
      value: { errors: { [field]: [{ zh: expect.anything(), en: expect.anything() }] } },
    })
    expect(Object.keys(refused.value.errors)).toEqual([field])
  })

  test.each([
    [{ use: 'out', auto: 'assign' }, 'auto'],
    [{ use: 'out', auto: 'settle' }, 'auto'],
    [{ auto_sources: ['feed'] }, 'auto_sources'],
    [{ auto: 'settle', statement_format: byDates }, 'auto'],
  ])('%j is not created, and leaves no row of the directory', async (fields, field) => {
    const call = aCall(fields)
    const refused = await ask(withoutApprovals, ann, 'createBankAccount', {}, call)
    expect(refused).toMatchObject({ error: 'validation_error' })
    expect(Object.keys(refused.value.errors)).toEqual([field])
    const left = 'select id from bank_account_directory where account_no = ?'
    expect(await rows(left, call.account_no)).toEqual([])
  })

  test.each<[was: object, changes: object]>([
    [{ use: 'out', auto: 'off' }, { note: 'x' }],
    [{ auto: 'assign' }, { use: 'out', auto: 'off' }],
    [
      { feeds, auto_sources: ['feed'] },
      { feeds: [], auto_sources: ['statement'] },
    ],
    [{ statement_format: byDates }, { auto: 'assign' }],
    [{ statement_format: byDates, feeds }, { auto: 'settle' }],
    [{ auto: 'settle' }, { statement_format: 'demo_utf8' }],
    [{ auto: 'settle', statement_format: 'demo_utf8' }, { statement_format: null }],
  ])('is none of %j with %j', async (was, changes) => {
    const { id } = await anAccount(was)
    expect(await changing(id, changes, withoutApprovals)).toMatchObject({ error: '' })
  })

  test.each([
    [{ auto: 'maybe' }],
    [{ auto_sources: [] }],
    [{ auto_sources: ['hand'] }],
    [{ auto_max: -1 }],
    [{ auto_max: null }],
    [{ auto_awaiting_max: 1.001 }],
  ])('%j is no switch', (fields) => {
    const read = newBankAccount.safeParse({
      bank_code: '013',
      account_no: '12345678',
      holder_name: '大安商行',
      ...fields,
    })
    expect(read.success).toBe(false)
  })
})

test('a change that gives auto ends what a contradiction has left, and another does not', async () => {
  const { id } = await anAccount({ auto: 'assign' })
  const contradicted = async () => {
    const [row] = await rows<{ auto_contradicted: number | null }>(
      'select auto_contradicted from bank_accounts where id = ?',
      id,
    )
    return row?.auto_contradicted
  }
  const contradict = () => rows('update bank_accounts set auto_contradicted = 7 where id = ?', id)
  await contradict()
  await changing(id, { note: 'x' })
  expect(await contradicted()).toBe(7)
  await changing(id, { auto: 'assign' })
  expect(await contradicted()).toBeNull()
  await contradict()
  const asked = await changing(id, { auto: 'settle' })
  expect(await contradicted()).toBe(7)
  await approve(context, ben, asked.value.approval_id)
  expect(await contradicted()).toBeNull()
})
