import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginCheck } from '../../../src/operations/books/begin-check.ts'
import { checkBooks } from '../../../src/operations/books/check-books.ts'
import { showBooks } from '../../../src/operations/books/show-books.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import {
  aCollection,
  aContext,
  aMerchant,
  operator,
  rows,
  rowsIn,
  setClock,
} from '../support/service.ts'

beforeEach(async () => {
  for (const table of ['book_passes', 'book_findings', 'journal'])
    await rows(`delete from ${table}`)
  await rowsIn(env.SPARE_1, 'delete from book_passes')
})

afterEach(() => {
  vi.useRealTimers()
})

const running = { code: 'check_running', status: 409 }

/** Takes the minute's steps until every check is through. */
async function finish(context = aContext()): Promise<void> {
  for (let minute = 0; minute < 20; minute += 1) await checkBooks(context)
}

test('an operator begins a check on the day of the last one, and a mended difference is gone after it', async () => {
  const context = aContext()
  await finish(context)
  await rows(`insert into book_findings (record, subject, field, expected, found, first_seen, last_seen, pass)
              values ('collections', 'C0', 'amount', '1.00', '1.01', 1, 1, 1)`)
  await finish(context)
  expect((await showBooks(context)).items).toHaveLength(1)

  const { databases } = await beginCheck(context, operator)
  expect(databases).toMatchObject([{ pass: { number: 2, phase: 'orders' } }])
  await expect(beginCheck(context, operator)).rejects.toMatchObject(running)
  await finish(context)
  const after = await showBooks(context)
  expect(after.databases).toMatchObject([{ pass: { number: 2, phase: 'done' }, differences: 0 }])
  expect(await rows('select actor, action, subject_kind, subject from journal')).toEqual([
    { actor: operator.name, action: 'check', subject_kind: 'books', subject: '0' },
  ])
})

test('a difference that was mended is gone within minutes, by itself', async () => {
  // Noon in Taipei, far from the end of a day: tallies are of days that are over.
  const from = Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 4 * 3_600_000
  setClock(from)
  const { tradeNo } = await aCollection(await aMerchant())
  const minute = (n: number) => aContext({ now: () => from + n * 60_000 })
  await finish(minute(0))
  await rows('update collections set paid_amount = paid_amount + 1 where trade_no = ?', tradeNo)
  await rows('delete from book_passes')
  await finish(minute(1))
  const { items } = await showBooks(minute(1))
  expect(items).toMatchObject([{ subject: tradeNo, field: 'paid_amount' }])
  await rows('update collections set paid_amount = paid_amount - 1 where trade_no = ?', tradeNo)
  for (let n = 2; n <= 5; n += 1) await checkBooks(minute(n))
  expect((await showBooks(minute(5))).items).toEqual([])
  // And then not again before the next day.
  const passes = () => rows('select number from book_passes')
  const before = await passes()
  for (let n = 6; n < 20; n += 1) await checkBooks(minute(n))
  expect(await passes()).toEqual(before)
})

test('of twenty checks at once one begins, and the others are refused because it is under way', async () => {
  const calls = Array.from({ length: 20 }, () => beginCheck(aContext(), operator))
  const ended = await Promise.allSettled(calls)
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of ended) if (one.status === 'rejected') expect(one.reason).toMatchObject(running)
  expect(await rows('select number from book_passes')).toHaveLength(1)
  expect(await rows('select id from journal')).toHaveLength(1)
})

test('a check begins in the databases that have none under way', async () => {
  const one = aContext()
  await beginCheck(one, operator)
  const two = { ...one, databases: [...one.databases, openMerchantDatabase(env.SPARE_1)] }
  const { databases } = await beginCheck(two, operator)
  expect(databases).toMatchObject([{ pass: { number: 1 } }, { pass: { number: 1 } }])
  await expect(beginCheck({ ...two }, operator)).rejects.toMatchObject(running)
})
