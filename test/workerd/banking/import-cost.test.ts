import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { showImport } from '../../../src/operations/banking/imports/import-statement.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { pause } from '../../../src/units/time-limit.ts'
import { meter } from '../../support/metered.ts'
import { rowsOfAnswer, watchedD1 } from '../../support/watched.ts'
import { move } from '../support/orders.ts'
import { aCollection, aContext, aMerchant } from '../support/service.ts'
import {
  anAccountWithFeed,
  type BankLine,
  fileOf,
  importFile,
  linesOf,
  post,
  rowsOfStatement,
} from '../support/statements.ts'

const count = Number(env.STATEMENT_LINES)

test('an import writes in short batches, and payments beside it wait for one at most', async () => {
  const account = await anAccountWithFeed()
  const file = fileOf(rowsOfStatement(manyLines(count)))
  const counter = meter()
  const batches: { ms: number; written: number }[] = []
  const db = openMerchantDatabase(timed(counter.database(env.DB), batches))
  const shop = await aMerchant()
  const orders: string[] = []
  for (let n = 0; n < 30; n += 1) orders.push((await aCollection(shop)).tradeNo)
  const started = performance.now()
  let isOver = false
  const importing = importFile(account, file, {}, aContext({ db })).finally(() => {
    isOver = true
  })
  const waits: number[] = []
  for (const tradeNo of orders) {
    if (isOver) break
    const before = performance.now()
    await move.settle(tradeNo)
    waits.push(performance.now() - before)
    // A timer that is due waits for whoever keeps the local database busy.
    await pause(1)
  }
  const { imported } = await importing
  const seconds = (performance.now() - started) / 1000
  expect(imported).toMatchObject({ state: 'done', new: count })
  const { trips, statements, rowsWritten } = counter.usage
  const inserts = statements.filter(({ sql }) => sql.includes('insert into bank_transactions'))
  const longest = Math.max(...batches.map(({ ms }) => ms))
  console.log(
    `${count} lines: ${trips} calls to D1 with ${statements.length} statements, ${rowsWritten} rows ` +
      `written, ${seconds.toFixed(1)} s; the longest batch ${longest.toFixed(0)} ms; ` +
      `${waits.length} payments beside it, the slowest ${Math.max(...waits).toFixed(0)} ms`,
  )
  expect(inserts).toHaveLength(Math.ceil(count / 250))
  for (const { values } of inserts) {
    const lines = values.find((value) => String(value).startsWith('[{'))
    expect(JSON.parse(String(lines)).length).toBeLessThanOrEqual(250)
  }
  // A row, and its entries in line, by_account, by_amount, unclaimed and near.
  const perLine = inserts.reduce((sum, one) => sum + one.rowsWritten, 0) / count
  expect(perLine).toBe(6)
  // One read of the days, pages of the lines, the import's own row, one call for each batch, and whether something awaits proof.
  expect(trips).toBeLessThanOrEqual(6 + Math.ceil(count / 250))
  expect(waits.length).toBeGreaterThan(0)
})

test('a repeated import reads each stored line once and writes none', async () => {
  const account = await anAccountWithFeed()
  const file = fileOf(rowsOfStatement(manyLines(1_000)))
  await importFile(account, file)
  const counter = meter()
  const db = openMerchantDatabase(counter.database(env.DB))
  const { imported } = await importFile(account, file, {}, aContext({ db }))
  expect(imported).toMatchObject({ known: 1_000, new: 0 })
  const { rowsRead, statements } = counter.usage
  expect(rowsRead).toBeLessThan(1_100)
  for (const { rowsRead: read } of statements) expect(read).toBeLessThanOrEqual(501)
  expect(await linesOf(account)).toHaveLength(1_000)
})

test('a line of a feed writes eight rows, and one that is there none', async () => {
  const account = await anAccountWithFeed()
  const counter = meter()
  const by = aContext({ db: openMerchantDatabase(counter.database(env.DB)) })
  const line = { at: '2026-11-20 10:00:00', amount: 5, externalId: 'X-1' }
  await post(account, line, by)
  // The row with external, by_account, by_amount, near, unclaimed and unconfirmed; the account.
  expect(counter.usage).toMatchObject({ trips: 4, rowsWritten: 8 })
  counter.reset()
  await post(account, line, by)
  expect(counter.usage).toMatchObject({ trips: 2, rowsWritten: 0 })
})

test('an import that is shown is one read', async () => {
  const { imported } = await importFile(
    await anAccountWithFeed(),
    fileOf(rowsOfStatement(manyLines(1))),
  )
  const counter = meter()
  const db = openMerchantDatabase(counter.database(env.DB))
  await showImport(aContext({ db }), imported?.id ?? 0)
  expect(counter.usage).toMatchObject({ trips: 1, rowsRead: 1 })
})

function manyLines(lines: number): BankLine[] {
  const begin = Date.UTC(2026, 10, 18)
  return Array.from({ length: lines }, (_, place) => ({
    at: new Date(begin + place * 10_000).toISOString().slice(0, 19).replace('T', ' '),
    amount: 1,
    memo: `轉帳存入 ${place}`,
    from: `00812345${String(place).padStart(6, '0')}`,
    name: '王小明',
  }))
}

/** The same database, which notes how long each batch takes. */
function timed(d1: D1Database, batches: { ms: number; written: number }[]): D1Database {
  return watchedD1(d1, async (run) => {
    const before = performance.now()
    const answer = await run()
    batches.push({ ms: performance.now() - before, written: rowsOfAnswer(answer).written })
    return answer
  })
}
