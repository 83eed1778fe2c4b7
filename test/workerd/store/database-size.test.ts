import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { logDatabaseSize } from '../../../src/operations/service/log-database-size.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { sizedD1 } from '../../support/watched.ts'
import { inEveryDatabase } from '../support/minute.ts'
import { aContext, rows } from '../support/service.ts'

test('the size of each database is logged', async () => {
  const lines: Readonly<Record<string, unknown>>[] = []
  const databases = [openMerchantDatabase(env.DB), openMerchantDatabase(env.SPARE_1)]
  await inEveryDatabase(aContext({ databases, log: (entry) => lines.push(entry) }), logDatabaseSize)
  const byNumber = lines.sort((one, other) => Number(one.database) - Number(other.database))
  expect(byNumber).toEqual([
    { event: 'database_size', database: 0, bytes: expect.any(Number) },
    { event: 'database_size', database: 1, bytes: expect.any(Number) },
    { event: 'database_size', database: 15, bytes: expect.any(Number) },
  ])
  expect(lines[0]?.bytes).toBeGreaterThan(100_000)
})

test('the first size of each day is kept, for a month', async () => {
  const day = 86_400_000
  const from = Date.UTC(2026, 0, 1)
  await rows('delete from database_sizes')
  for (const [at, bytes] of [
    [0, 1],
    [1_000, 2],
    [day, 3],
    [30 * day, 4],
  ] as const) {
    const db = openMerchantDatabase(sizedD1(env.DB, () => bytes))
    await logDatabaseSize(aContext({ databases: [db], db, now: () => from + at }))
  }
  const kept = await rows<{ at: number; bytes: number }>('select at, bytes from database_sizes')
  const first = from / 1000
  expect(kept).toEqual([
    { at: first + 86_400, bytes: 3 },
    { at: first + 30 * 86_400, bytes: 4 },
  ])
})

test.each([
  [5_999_999_999, false],
  [6_000_000_000, true],
])('a database of %d bytes raises an alarm: %j', async (bytes, alarmed) => {
  const lines: Readonly<Record<string, unknown>>[] = []
  const db = openMerchantDatabase(sizedD1(env.DB, () => bytes))
  await logDatabaseSize(aContext({ databases: [db], db, log: (entry) => lines.push(entry) }))
  const alarm = { event: 'database_filling', database: 0, bytes, bytes_max: 10_000_000_000 }
  expect(lines).toEqual([
    { event: 'database_size', database: 0, bytes },
    ...(alarmed ? [alarm] : []),
  ])
})
