import { describe, expect, test } from 'vitest'
import { newBankAccount } from '../../../src/contract/back-office/banking/accounts.ts'
import {
  ann,
  anOperator,
  approvalOf,
  approve,
  ask,
  ben,
  withApprovals,
} from '../support/back-office.ts'
import { anAccount, anAccountNo, patch } from '../support/bank-accounts.ts'
import { aCollection, eventsOf, account as inLabels } from '../support/orders.ts'
import { aMerchant, rows } from '../support/service.ts'

// What of bank accounts takes a second person (back office §5).

const context = withApprovals()

function aCall(fields: object = {}) {
  const call = { bank_code: '013', account_no: anAccountNo(), holder_name: '大安商行', ...fields }
  return newBankAccount.parse(call)
}

const numbered = (table: string, accountNo: string) =>
  rows(`select id from ${table} where account_no = ?`, accountNo)

describe('creating an account', () => {
  test('writes neither it nor its directory’s row before somebody else approves', async () => {
    const call = aCall()
    const asked = await ask(context, ann, 'createBankAccount', {}, call)
    expect(asked).toMatchObject({ as: null, value: { state: 'waiting' } })
    expect(await numbered('bank_accounts', call.account_no)).toEqual([])
    expect(await numbered('bank_account_directory', call.account_no)).toEqual([])
    expect(await approve(context, ann, asked.value.approval_id)).toMatchObject({
      error: 'own_approval',
    })
    const created = await approve(context, ben, asked.value.approval_id)
    expect(created).toMatchObject({
      as: 'createBankAccount',
      value: { account_no: call.account_no, state: 'active' },
    })
    const journal = await rows(
      `select actor, approved_by from journal where subject_kind = 'bank_account' and subject = ?`,
      String(created.value.id),
    )
    expect(journal).toEqual([{ actor: ann.name, approved_by: ben.name }])
  })

  test('is asked for under the id that the account gets', async () => {
    const asked = await ask(context, ann, 'createBankAccount', {}, aCall())
    const { approval_id: id } = asked.value
    const { subject } = await approvalOf(context, id)
    const created = await approve(context, ben, id)
    expect(subject).toEqual({ kind: 'bank_account', name: String(created.value.id) })
  })

  test('of one number, requested twice and approved at once, has one effect', async () => {
    const call = aCall()
    const asked = [call, { ...call, note: 'another' }].map((one) =>
      ask(context, ann, 'createBankAccount', {}, one),
    )
    const ids = (await Promise.all(asked)).map(({ value }) => value.approval_id)
    const ended = await Promise.all(ids.map((id) => approve(context, ben, id)))
    expect(ended.map(({ error }) => error).sort()).toEqual(['', 'duplicate_bank_account'])
    expect(await numbered('bank_accounts', call.account_no)).toHaveLength(1)
  })

  test('that is refused anyway asks nobody', async () => {
    const { account_no } = await anAccount()
    expect(await ask(context, ann, 'createBankAccount', {}, aCall({ account_no }))).toMatchObject({
      error: 'duplicate_bank_account',
    })
    const unknown = await ask(context, ann, 'createBankAccount', {}, aCall({ bank_code: '999' }))
    expect(unknown).toMatchObject({ error: 'validation_error' })
  })
})

describe('changing an account', () => {
  test.each([
    [{ holder_name: '另一商行' }],
    [{ agents: ['ben@back.example'] }],
    [{ feeds: ['service:feed'] }],
    [{ state: 'active' }],
    [{ note: 'x', holder_name: '另一商行' }],
    [{ merchants: ['SHOP'] }],
    [{ use: 'in' }],
    [{ backing: 'later' }],
    [{ daily_cap: null }],
  ])('%j takes two people', async (fields) => {
    const { id } = await anAccount({ daily_cap: 100 })
    await patch(id, { state: 'paused' })
    const asked = await ask(context, ann, 'patchBankAccount', { id: String(id) }, fields)
    expect(asked).toMatchObject({ as: null })
    const [row] = await rows<{ version: number }>(
      'select version from bank_accounts where id = ?',
      id,
    )
    expect(row?.version).toBe(2)
    expect(await approve(context, ben, asked.value.approval_id)).toMatchObject({ value: fields })
  })

  test('raising its cap takes two people', async () => {
    const { id } = await anAccount({ daily_cap: 100 })
    const path = { id: String(id) }
    const asked = await ask(context, ann, 'patchBankAccount', path, { daily_cap: 10_001 })
    expect(asked).toMatchObject({ as: null })
    const approved = await approve(context, ben, asked.value.approval_id)
    expect(approved).toMatchObject({ value: { daily_cap: 100.01 } })
  })

  test.each([
    [{ state: 'frozen' }],
    [{ state: 'paused' }],
    [{ state: 'closed' }],
    [{ daily_cap: 10_000 }],
    [{ daily_cap: 9_999, note: 'x' }],
    [{ daily_cap: 0 }],
    [{ holder_name: '大安商行', agents: [], feeds: [], state: 'active' }],
    [{ merchants: [], use: 'both', backing: 'required' }],
  ])('%j takes one', async (fields) => {
    const { id } = await anAccount({ daily_cap: 100 })
    const changed = await ask(context, ann, 'patchBankAccount', { id: String(id) }, fields)
    expect(changed).toMatchObject({ as: 'patchBankAccount', error: '' })
  })
})

describe('a match', () => {
  test('in words takes two people once there is an account', async () => {
    await anAccount()
    const tradeNo = await aCollection(await aMerchant())
    const call = {
      collection_account_name: inLabels.collectionAccountName,
      collection_account_no: inLabels.collectionAccountNo,
      collection_bank_name: inLabels.collectionBankName,
    }
    const asked = await ask(context, ann, 'matchCollection', { trade_no: tradeNo }, call)
    expect(asked).toMatchObject({ as: null })
    expect(await eventsOf(tradeNo)).toHaveLength(1)
    expect(await approve(context, ben, asked.value.approval_id)).toMatchObject({
      as: 'matchCollection',
      value: { collection_status: 'matched', ...call },
    })
  })

  test('to an account takes one, and two with an override from the amount on', async () => {
    const shop = await aMerchant()
    const { id } = await anAccount({ daily_cap: 0 })
    const over = { bank_account: id, override: ['daily_cap_reached'] }
    const matching = async (amount: number, call: object) => {
      const path = { trade_no: await aCollection(shop, { amount }) }
      return ask(context, anOperator(), 'matchCollection', path, call)
    }
    expect(await matching(100, { bank_account: id })).toMatchObject({ error: 'daily_cap_reached' })
    expect(await matching(99_999, over)).toMatchObject({ as: 'matchCollection' })
    const asked = await matching(100_000, over)
    expect(asked).toMatchObject({ as: null })
    expect(await approve(context, ben, asked.value.approval_id)).toMatchObject({
      as: 'matchCollection',
    })
    await patch(id, { daily_cap: null })
    expect(await matching(200_000, { bank_account: id })).toMatchObject({ as: 'matchCollection' })
  })
})
