import { expect, test } from 'vitest'
import { taipeiDay } from '../../../src/units/taipei-time.ts'
import { archiveAll, archivedIds } from '../support/archive.ts'
import {
  anAutoAccount,
  anAutoSettled,
  autoOf,
  proofOf,
  settledByService,
} from '../support/auto-settled.ts'
import { move } from '../support/orders.ts'
import { aMerchant, rows } from '../support/service.ts'
import {
  anAccountWithFeed,
  fileOf,
  importFile,
  post,
  rowsOfStatement,
  statementOf,
  undo,
} from '../support/statements.ts'

const at = '2026-11-18 10:00:00'
const from = '008123456789'
const shop = await aMerchant()

test('a statement that holds a line confirms its order, and undoing the import takes that back', async () => {
  const account = await anAutoAccount()
  const settled = await anAutoSettled(shop, account, { at, from })
  await anAutoSettled(shop, account, { at: '2026-11-20 09:00:00', amount: 70, from })
  expect(await autoOf(account)).toMatchObject({ auto_awaiting: 17_000, proof_from: null })
  const { imported } = await importFile(account, statementOf([{ at, amount: 100, from }]))
  expect(await proofOf(settled)).toEqual({ proof: 'confirmed', settled_by: 'auto' })
  expect(await autoOf(account)).toMatchObject({
    auto: 'settle',
    auto_awaiting: 7_000,
    // Compared at once.
    proof_from: null,
  })
  await rows('update auto_switch set proved_to = ?', 2_000_000_000)
  await undo(imported?.id ?? 0)
  expect(await proofOf(settled)).toEqual({ proof: 'awaiting', settled_by: 'auto' })
  expect(await autoOf(account)).toMatchObject({ auto_awaiting: 17_000 })
  // The minute's job looks at the line again, which it had passed.
  const [line] = await rows<{ created_at: number }>(
    'select created_at from bank_transactions where id = ?',
    settled.line,
  )
  const [cursor] = await rows<{ proved_to: number }>('select proved_to from auto_switch')
  expect(cursor?.proved_to).toBe((line?.created_at ?? 0) - 1)
})

test('undoing an import brings back the archived orders that it has proved', async () => {
  const account = await anAutoAccount()
  const settled = await anAutoSettled(shop, account, { at: '2026-11-18 17:00:00', from })
  const line = { at: '2026-11-18 17:00:00', amount: 100, from }
  const { imported } = await importFile(account, statementOf([line]))
  await archiveAll()
  expect([await archivedIds(), await proofOf(settled)]).toEqual([[settled.orderId], undefined])
  await undo(imported?.id ?? 0)
  expect(await archivedIds()).not.toContain(settled.orderId)
  expect(await proofOf(settled)).toEqual({ proof: 'awaiting', settled_by: 'auto' })
  expect(await autoOf(account)).toMatchObject({ auto_awaiting: 10_000 })
})

test('what was unproven or contradicted is confirmed by a later statement, and counted no more', async () => {
  const account = await anAutoAccount()
  const unproven = await anAutoSettled(shop, account, { at, from })
  const contradicted = await anAutoSettled(shop, account, { at: '2026-11-18 12:00:00', from })
  await rows(`update collections set proof = 'unproven' where trade_no = ?`, unproven.tradeNo)
  await rows(
    `update collections set proof = 'contradicted' where trade_no = ?`,
    contradicted.tradeNo,
  )
  await rows(
    `update bank_accounts
     set auto = 'assign', auto_unproven = 1, auto_awaiting = 10000, auto_contradicted = ?
     where id = ?`,
    contradicted.orderId,
    account,
  )
  const both = [
    { at, amount: 100, from },
    { at: '2026-11-18 12:00:00', amount: 100, from },
  ]
  await importFile(account, statementOf(both))
  expect((await proofOf(unproven))?.proof).toBe('confirmed')
  expect((await proofOf(contradicted))?.proof).toBe('confirmed')
  // A person sets the account back.
  expect(await autoOf(account)).toMatchObject({
    auto: 'assign',
    auto_awaiting: 0,
    auto_unproven: 0,
    auto_contradicted: contradicted.orderId,
  })
})

test('a line that was sent back proves no later settlement of its order', async () => {
  const account = await anAutoAccount()
  const { tradeNo, orderId } = await anAutoSettled(shop, account, { at, from })
  await move.reverse(tradeNo, { reason: 'x', because: 'money_returned' })
  await rows('update events set at = at - 60 where order_id = ?', orderId)
  await rows(
    'update bank_transactions set claimed_at = claimed_at - 60 where order_id = ?',
    orderId,
  )
  const again = { at: '2026-11-18 16:00:00', amount: 100, from }
  const { id: line } = (await post(account, again)).answer
  await settledByService({ tradeNo, accountId: account, line })
  expect(await autoOf(account)).toMatchObject({ auto_awaiting: 10_000 })
  await importFile(account, statementOf([{ at, amount: 100, from }]))
  expect(await proofOf({ tradeNo })).toEqual({ proof: 'awaiting', settled_by: 'auto' })
  expect(await autoOf(account)).toMatchObject({ auto_awaiting: 10_000 })
})

test('an order that a person has settled says nothing of proof, and its import writes no row more', async () => {
  const account = await anAccountWithFeed()
  const tradeNo = await personSettled(account)
  await importFile(account, statementOf([{ at, amount: 100, from }]))
  expect(await proofOf({ tradeNo })).toEqual({ proof: null, settled_by: 'person' })
  expect(await autoOf(account)).toMatchObject({ auto_awaiting: 0, proof_from: null })
})

async function personSettled(account: number): Promise<string> {
  const { tradeNo } = await anAutoSettled(shop, account, { at, from })
  await rows(
    `update collections set settled_by = 'person', proof = null where trade_no = ?`,
    tradeNo,
  )
  await rows(
    `update bank_transactions set claimed_by = 'someone@platform.example' where bank_account_id = ?`,
    account,
  )
  await rows('update bank_accounts set auto_awaiting = 0 where id = ?', account)
  return tradeNo
}

test('an import keeps the new money that it brought', async () => {
  const account = await anAutoAccount()
  await post(account, { at, amount: 100, from })
  const lines = [
    { at, amount: 100, from },
    { at: '2026-11-18 11:00:00', amount: 250 },
    { at: '2026-11-18 12:00:00', amount: -40 },
    { at: '2026-11-19 12:00:00', amount: 30 },
  ]
  const { imported } = await importFile(account, fileOf(rowsOfStatement(lines)))
  const [stored] = await rows<{ new_in: number }>(
    'select new_in from bank_imports where id = ?',
    imported?.id,
  )
  expect(stored).toEqual({ new_in: 28_000 })
})

test('a reversal for a wrong match contradicts the service: its account only assigns from then on', async () => {
  const account = await anAutoAccount()
  const settled = await anAutoSettled(shop, account, { at, from })
  const other = await anAutoSettled(shop, account, { at: '2026-11-18 12:00:00', from })
  await move.reverse(settled.tradeNo)
  expect(await proofOf(settled)).toEqual({ proof: 'contradicted', settled_by: null })
  const day = taipeiDay(Math.floor(Date.now() / 1000))
  const figures = { auto: 'assign', version: 2, auto_awaiting: 10_000, auto_unproven: 0 }
  const first = { ...figures, auto_contradicted: settled.orderId }
  expect(await autoOf(account)).toMatchObject(first)
  expect(JSON.parse((await autoOf(account)).auto_counts)).toEqual({ day, contradicted: 1 })
  expect(await journalOf(account)).toEqual([
    {
      actor: 'system:matcher',
      role: 'system',
      action: 'patch',
      before: '{"auto":"settle"}',
      after: '{"auto":"assign"}',
      reason: `contradicted: ${settled.tradeNo}`,
    },
  ])
  // One that was told is not told again.
  await move.reverse(other.tradeNo)
  expect(await autoOf(account)).toMatchObject({ ...first, auto_awaiting: 0 })
  expect(JSON.parse((await autoOf(account)).auto_counts)).toEqual({ day, contradicted: 2 })
  expect(await journalOf(account)).toHaveLength(1)
})

test('a reversal for another reason keeps the proof, and what went back awaits none', async () => {
  const account = await anAutoAccount()
  const settled = await anAutoSettled(shop, account, { at, from })
  const { answer: back } = await post(account, { at: '2026-11-18 15:00:00', amount: -100, from })
  const input = { reason: '退回', because: 'money_returned', bankTransactions: [back.id] } as const
  await move.reverse(settled.tradeNo, input)
  expect(await proofOf(settled)).toEqual({ proof: 'awaiting', settled_by: null })
  const untouched = { auto: 'settle', version: 1, auto_contradicted: null, auto_awaiting: 0 }
  expect(await autoOf(account)).toMatchObject(untouched)
  // Nor does the statement that holds its line.
  await importFile(
    account,
    statementOf([
      { at, amount: 100, from },
      { at: '2026-11-18 15:00:00', amount: -100, from },
    ]),
  )
  expect(await proofOf(settled)).toEqual({ proof: 'awaiting', settled_by: null })
  expect(await autoOf(account)).toMatchObject(untouched)
  expect(await journalOf(account)).toEqual([])
})

test('what a person exchanges for another line is settled by that person', async () => {
  const account = await anAutoAccount()
  const settled = await anAutoSettled(shop, account, { at, from })
  const { answer: other } = await post(account, { at: '2026-11-18 10:30:00', amount: 100, from })
  const exchange = { insteadOf: [settled.line], reason: '對錯', bankTransactions: [other.id] }
  await move.back(settled.tradeNo, exchange)
  expect(await proofOf(settled)).toEqual({ proof: 'awaiting', settled_by: 'person' })
  expect(await autoOf(account)).toMatchObject({ auto: 'settle', auto_awaiting: 0 })
})

function journalOf(account: number) {
  return rows(
    `select actor, role, action, before, after, reason from journal
     where subject_kind = 'bank_account' and subject = ? and actor = 'system:matcher'`,
    String(account),
  )
}
