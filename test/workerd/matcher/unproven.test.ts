import { beforeEach, expect, test } from 'vitest'
import { proveSettlements } from '../../../src/operations/matcher/prove-settlements.ts'
import { taipeiDay } from '../../../src/units/taipei-time.ts'
import { anAutoAccount, anAutoSettled, autoOf, proofOf } from '../support/auto-settled.ts'
import { move } from '../support/orders.ts'
import { aContext, aMerchant, rows } from '../support/service.ts'
import { importFile, post, statementOf, undo } from '../support/statements.ts'

// The files of a run share a database: what others have left unconfirmed is of another time.
const proofSeconds = 172_800
const start = Math.floor(Date.parse('2031-03-03T02:00:00Z') / 1000)
const at = '2031-03-03 09:55:00'
const from = '008123456789'
const shop = await aMerchant()

const later = (seconds: number) =>
  aContext({ now: () => (start + seconds) * 1000, wake: async () => undefined })

beforeEach(async () => {
  await rows(`update auto_switch set proved_to = ?, proved_later = '[]'`, start - 1)
  await rows('delete from bank_transactions where created_at >= ?', start)
})

test('what no statement has confirmed is unproven 48 hours after it was settled, not before', async () => {
  const account = await anAutoAccount()
  const settled = await anAutoSettled(shop, account, { at, from }, later(0))
  expect(await proveSettlements(later(proofSeconds - 1))).toMatchObject({ lines: 0 })
  expect((await proofOf(settled))?.proof).toBe('awaiting')
  expect(await proveSettlements(later(proofSeconds))).toMatchObject({ lines: 1 })
  expect(await proofOf(settled)).toEqual({ proof: 'unproven', settled_by: 'auto' })
  const figures = { auto: 'settle', version: 1, auto_awaiting: 10_000, auto_unproven: 1 }
  expect(await autoOf(account)).toMatchObject(figures)
  expect(JSON.parse((await autoOf(account)).auto_counts)).toEqual({
    day: taipeiDay(start + proofSeconds),
    unproven: 1,
  })
  // It is looked at once.
  expect(await proveSettlements(later(proofSeconds + 60))).toMatchObject({ lines: 0 })
  expect(await autoOf(account)).toMatchObject(figures)
})

test('a line that was settled long after it was stored is due that much later', async () => {
  const account = await anAutoAccount()
  const settled = await anAutoSettled(shop, account, { at, from }, later(0))
  const other = await anAutoSettled(shop, account, { at: '2031-03-03 11:00:00', from }, later(3600))
  await rows(
    'update bank_transactions set claimed_at = ? where id = ?',
    start + 40_000,
    settled.line,
  )
  expect(await proveSettlements(later(proofSeconds + 10_000))).toMatchObject({ lines: 2 })
  expect((await proofOf(settled))?.proof).toBe('awaiting')
  expect((await proofOf(other))?.proof).toBe('unproven')
  expect(await cursor()).toMatchObject({
    proved_later: JSON.stringify([[start + 40_000, settled.line]]),
  })
  await proveSettlements(later(proofSeconds + 39_999))
  expect((await proofOf(settled))?.proof).toBe('awaiting')
  await proveSettlements(later(proofSeconds + 40_000))
  expect((await proofOf(settled))?.proof).toBe('unproven')
  expect(await cursor()).toMatchObject({ proved_later: '[]' })
  expect(await autoOf(account)).toMatchObject({ auto_unproven: 2, auto_awaiting: 20_000 })
})

test('what was confirmed, reversed, or settled by a person meanwhile is none', async () => {
  const account = await anAutoAccount()
  const confirmed = await anAutoSettled(shop, account, { at, from }, later(0))
  const reversed = await anAutoSettled(shop, account, { at: '2031-03-03 12:00:00', from }, later(9))
  const byPerson = await anAutoSettled(shop, account, { at: '2031-03-03 13:00:00', from }, later(9))
  await importFile(account, statementOf([{ at, amount: 100, from }]), {}, later(50))
  await move.reverse(reversed.tradeNo)
  await rows(`update collections set settled_by = 'person' where trade_no = ?`, byPerson.tradeNo)
  await proveSettlements(later(proofSeconds + 60))
  expect((await proofOf(confirmed))?.proof).toBe('confirmed')
  expect((await proofOf(reversed))?.proof).toBe('contradicted')
  expect((await proofOf(byPerson))?.proof).toBe('awaiting')
  expect(await autoOf(account)).toMatchObject({ auto_unproven: 0 })
})

test('at most 200 lines a run, and those of one second together', async () => {
  const account = await anAutoAccount({ auto: 'off' })
  for (const [second, lines] of [
    [0, 150],
    [1, 100],
    [2, 30],
  ] as const) {
    const { answer } = await post(account, { at, amount: 5 }, later(second))
    await rows(
      `insert into bank_transactions (
         id, bank_account_id, booked_at, day_only, amount, counterparty_account,
         counterparty_last5, counterparty_name, memo, source, state, claimed_by, ignored_reason,
         posted_by, created_at
       )
       select one.id + 32 * value, bank_account_id, booked_at, 0, 5, '', '', '', '', 'feed',
         'unclaimed', '', '', 'service:x', created_at
       from bank_transactions as one join json_each(?2) where one.id = ?1`,
      answer.id,
      JSON.stringify(Array.from({ length: lines - 1 }, (_, place) => place + 1)),
    )
  }
  expect(await proveSettlements(later(proofSeconds + 60))).toMatchObject({ lines: 250 })
  expect(await proveSettlements(later(proofSeconds + 120))).toMatchObject({ lines: 30 })
  expect(await proveSettlements(later(proofSeconds + 180))).toMatchObject({ lines: 0 })
})

test('an undo that takes a confirmation back has what is due looked at again', async () => {
  const account = await anAutoAccount()
  const settled = await anAutoSettled(shop, account, { at, from }, later(0))
  await post(account, { at: '2031-03-03 12:00:00', amount: 5 }, later(5))
  const { imported } = await importFile(
    account,
    statementOf([{ at, amount: 100, from }]),
    {},
    later(50),
  )
  await proveSettlements(later(proofSeconds + 60))
  await undo(imported?.id ?? 0, later(proofSeconds + 100))
  expect((await proofOf(settled))?.proof).toBe('awaiting')
  await proveSettlements(later(proofSeconds + 120))
  expect((await proofOf(settled))?.proof).toBe('unproven')
  expect(await autoOf(account)).toMatchObject({ auto_unproven: 1, auto_awaiting: 10_000 })
})

async function cursor() {
  const [row] = await rows<{ proved_to: number; proved_later: string }>(
    'select proved_to, proved_later from auto_switch',
  )
  return row
}
