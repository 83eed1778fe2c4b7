import { expect, test } from 'vitest'
import { proveSettlements } from '../../../src/operations/matcher/prove-settlements.ts'
import { taipeiDay } from '../../../src/units/taipei-time.ts'
import { anAutoAccount, anAutoSettled, autoOf, proofOf } from '../support/auto-settled.ts'
import { aContext, aMerchant, rows } from '../support/service.ts'
import {
  type BankLine,
  fileOf,
  importFile,
  post,
  rowsOfStatement,
  secondFeed,
  seconds,
  statementOf,
  undo,
} from '../support/statements.ts'

const at = '2026-11-10 10:00:00'
const from = '008123456789'
const shop = await aMerchant()

// One line a day, so that each is covered.
const daily = (...days: number[]): BankLine[] =>
  days.map((day) => ({ at: `2026-11-${day} 18:00:00`, amount: 1 }))

test('statements that hold no such line contradict it once they cover its day and three more', async () => {
  const account = await anAutoAccount()
  const settled = await anAutoSettled(shop, account, { at, from })
  const all = rowsOfStatement(daily(9, 10, 11, 12, 13))
  await importFile(account, fileOf(all.slice(0, 4)))
  expect(await autoOf(account)).toMatchObject({ auto: 'settle', auto_awaiting: 10_000 })
  expect((await autoOf(account)).proof_from).toBeNull()
  expect((await proofOf(settled))?.proof).toBe('awaiting')
  await importFile(account, fileOf(all.slice(3)))
  expect(await proofOf(settled)).toEqual({ proof: 'contradicted', settled_by: 'auto' })
  const figures = await autoOf(account)
  expect(figures).toMatchObject({
    auto: 'assign',
    version: 2,
    auto_awaiting: 0,
    auto_unproven: 0,
    proof_from: null,
    auto_contradicted: settled.orderId,
  })
  expect(JSON.parse(figures.auto_counts)).toEqual({
    day: taipeiDay(Math.floor(Date.now() / 1000)),
    contradicted: 1,
  })
  expect(await journalOf(account)).toEqual([
    {
      actor: 'system:matcher',
      role: 'system',
      before: '{"auto":"settle"}',
      after: '{"auto":"assign"}',
      reason: `contradicted: ${settled.tradeNo}`,
    },
  ])
  // The same file again, and the minute's job, find nothing more.
  await importFile(account, fileOf(all.slice(3)))
  await proveSettlements(aContext())
  expect(await autoOf(account)).toEqual(figures)
  expect(await journalOf(account)).toHaveLength(1)
})

test('several at once turn the account back once, and each is counted', async () => {
  const account = await anAutoAccount()
  const first = await anAutoSettled(shop, account, { at, from })
  const second = await anAutoSettled(shop, account, { at: '2026-11-10 11:00:00', from })
  await rows(`update collections set proof = 'unproven' where trade_no = ?`, second.tradeNo)
  await rows('update bank_accounts set auto_unproven = 1 where id = ?', account)
  await importFile(account, statementOf(daily(10, 11, 12, 13)))
  expect((await proofOf(first))?.proof).toBe('contradicted')
  expect((await proofOf(second))?.proof).toBe('contradicted')
  const figures = await autoOf(account)
  expect(figures).toMatchObject({ auto: 'assign', version: 2, auto_awaiting: 0, auto_unproven: 0 })
  expect(JSON.parse(figures.auto_counts)).toMatchObject({ contradicted: 2 })
  expect(await journalOf(account)).toHaveLength(1)
})

test('an account that a person has set to assign before is turned back no more, but reported', async () => {
  const account = await anAutoAccount({ auto: 'assign' })
  const settled = await anAutoSettled(shop, account, { at, from })
  await importFile(account, statementOf(daily(10, 11, 12, 13)))
  expect(await autoOf(account)).toMatchObject({
    auto: 'assign',
    version: 1,
    auto_contradicted: settled.orderId,
  })
  expect(await journalOf(account)).toEqual([])
})

test('a statement line that may be the same money keeps it awaiting, one of another payer does not', async () => {
  const account = await anAutoAccount()
  const settled = await anAutoSettled(shop, account, { at, from })
  const twin = { at: '2026-11-12 09:00:00', amount: 100 }
  const [ten, eleven, ...rest] = daily(10, 11, 12, 13)
  if (ten === undefined || eleven === undefined) throw new Error('no days')
  await importFile(account, statementOf([ten, eleven, twin, ...rest]))
  expect((await proofOf(settled))?.proof).toBe('awaiting')
  expect(await autoOf(account)).toMatchObject({ auto: 'settle', proof_from: null })

  const other = await anAutoAccount()
  const contradicted = await anAutoSettled(shop, other, { at, from })
  await importFile(other, statementOf([ten, eleven, { ...twin, from: '004000011111' }, ...rest]))
  expect((await proofOf(contradicted))?.proof).toBe('contradicted')
})

test('a line that is confirmed by the same file is not contradicted, nor one of a day that is not covered', async () => {
  const account = await anAutoAccount()
  const confirmed = await anAutoSettled(shop, account, { at, from })
  const uncovered = await anAutoSettled(shop, account, { at: '2026-11-11 10:00:00', from })
  const lines = [{ at, amount: 100, from }, ...daily(10, 12, 13, 14)]
  await importFile(account, statementOf(lines))
  expect((await proofOf(confirmed))?.proof).toBe('confirmed')
  expect((await proofOf(uncovered))?.proof).toBe('awaiting')
  expect(await autoOf(account)).toMatchObject({ auto: 'settle', auto_awaiting: 10_000 })
})

test('days that a file leaves out, or that do not join, are not covered whole', async () => {
  const account = await anAutoAccount()
  const settled = await anAutoSettled(shop, account, { at, from })
  // The second file begins with another balance, after a day that nobody has told.
  await importFile(account, statementOf(daily(10, 11)))
  await importFile(account, statementOf(daily(13, 14), 5_000_000))
  expect((await proofOf(settled))?.proof).toBe('awaiting')
  // A gap before the line's own day does not matter.
  const other = await anAutoAccount()
  const contradicted = await anAutoSettled(shop, other, { at, from })
  await importFile(other, statementOf(daily(3)))
  await importFile(other, statementOf(daily(10, 11, 12, 13), 5_000_000))
  expect((await proofOf(contradicted))?.proof).toBe('contradicted')
})

test.each([0, 1])(
  'a day of which a line was left out (%s before it) is not covered whole',
  async (place) => {
    const account = await anAutoAccount()
    const settled = await anAutoSettled(shop, account, { at, from })
    const early = { at: '2026-11-10 08:00:00', amount: 1 }
    const lines = [...[early].slice(0, place), { at, amount: 100, from }, ...daily(10, 11, 12, 13)]
    const all = rowsOfStatement(lines)
    const unread = all.map((row, n) => (n === place ? row.replace(',100,', ',-,') : row))
    await importFile(account, fileOf(unread), { skip_problems: '1' })
    expect((await proofOf(settled))?.proof).toBe('awaiting')
    expect(await autoOf(account)).toMatchObject({ auto: 'settle' })
    await importFile(account, fileOf(all))
    expect((await proofOf(settled))?.proof).toBe('confirmed')
  },
)

test('a later confirmation makes it confirmed, and leaves the account to a person', async () => {
  const account = await anAutoAccount()
  const settled = await anAutoSettled(shop, account, { at, from })
  const { imported } = await importFile(account, statementOf(daily(10, 11, 12, 13)))
  expect((await proofOf(settled))?.proof).toBe('contradicted')
  await undo(imported?.id ?? 0)
  expect((await proofOf(settled))?.proof).toBe('contradicted')
  await importFile(account, statementOf([{ at, amount: 100, from }, ...daily(10)]))
  expect((await proofOf(settled))?.proof).toBe('confirmed')
  expect(await autoOf(account)).toMatchObject({
    auto: 'assign',
    auto_awaiting: 0,
    auto_contradicted: settled.orderId,
  })
})

test('where the invocation of the import was cut off, the minute’s job finds it', async () => {
  const account = await anAutoAccount()
  await importFile(account, statementOf(daily(10, 11, 12, 13)))
  const settled = await anAutoSettled(shop, account, { at, from })
  await proveSettlements(aContext())
  expect((await proofOf(settled))?.proof).toBe('awaiting')
  const day = taipeiDay(seconds(at))
  await rows('update bank_accounts set proof_from = ? where id = ?', day - 3, account)
  await proveSettlements(aContext())
  expect((await proofOf(settled))?.proof).toBe('contradicted')
  expect(await autoOf(account)).toMatchObject({ auto: 'assign', proof_from: null })
})

test('a line that another feed has reported too is contradicted all the same', async () => {
  const account = await anAutoAccount()
  const settled = await anAutoSettled(shop, account, { at, from })
  await post(account, { at, amount: 100, from, teller: secondFeed })
  await importFile(account, statementOf(daily(10, 11, 12, 13)))
  expect((await proofOf(settled))?.proof).toBe('contradicted')
})

test('an account of many lines is compared in pages', async () => {
  const account = await anAutoAccount()
  const many = Array.from({ length: 700 }, (_, index) => {
    return { at: `2026-11-10 0${index % 9}:00:00`, amount: 2 + (index % 5) }
  })
  const last = await anAutoSettled(shop, account, { at: '2026-11-10 23:00:00', from })
  const first = await anAutoSettled(shop, account, { at: '2026-11-10 00:00:00', from })
  const lines = [...many.toSorted((a, b) => a.at.localeCompare(b.at)), ...daily(10, 11, 12, 13)]
  await importFile(account, statementOf(lines))
  expect((await proofOf(first))?.proof).toBe('contradicted')
  expect((await proofOf(last))?.proof).toBe('contradicted')
  expect(await autoOf(account)).toMatchObject({ auto_awaiting: 0, proof_from: null, version: 2 })
})

function journalOf(account: number) {
  return rows(
    `select actor, role, before, after, reason from journal
     where subject_kind = 'bank_account' and subject = ? and actor = 'system:matcher'`,
    String(account),
  )
}
