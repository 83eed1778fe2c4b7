import { createExecutionContext, createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import worker from '../../../src/index.ts'
import { noteSizes } from '../../../src/operations/log-database-sizes.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { aContext, failingDatabase, spyOnLog } from '../support/service.ts'

test('the cron job logs the size of the databases', async () => {
  const logged = spyOnLog()
  await worker.scheduled(createScheduledController(), env, createExecutionContext())
  const sizes = logged().filter(({ event }) => event.startsWith('database_'))
  sizes.sort((one, other) => one.database - other.database)
  expect(sizes).toEqual([
    { event: 'database_size', database: 0, bytes: expect.any(Number) },
    { event: 'database_size', database: 15, bytes: expect.any(Number) },
  ])
  expect(sizes[0].bytes).toBeGreaterThan(100_000)
})

test('the size of each database is logged, also when one is down', async () => {
  const lines: Readonly<Record<string, unknown>>[] = []
  const down = openMerchantDatabase(failingDatabase())
  const databases = [openMerchantDatabase(env.DB), down, openMerchantDatabase(env.SPARE_1)]
  await noteSizes(aContext({ databases, log: (entry) => lines.push(entry) }))
  const byNumber = lines.sort((one, other) => Number(one.database) - Number(other.database))
  expect(byNumber).toEqual([
    { event: 'database_size', database: 0, bytes: expect.any(Number) },
    { event: 'database_size_unknown', database: 1, fault: expect.stringContaining('down') },
    { event: 'database_size', database: 2, bytes: expect.any(Number) },
    { event: 'database_size', database: 15, bytes: expect.any(Number) },
  ])
})

test.each([
  [5_999_999_999, false],
  [6_000_000_000, true],
])('a database of %d bytes raises an alarm: %j', async (bytes, alarmed) => {
  const lines: Readonly<Record<string, unknown>>[] = []
  const db = sized(async () => ({ success: true, results: [], meta: { size_after: bytes } }))
  await noteSizes(aContext({ databases: [db], db, log: (entry) => lines.push(entry) }))
  const alarm = { event: 'database_filling', database: 0, bytes, bytes_max: 10_000_000_000 }
  expect(lines).toEqual([
    { event: 'database_size', database: 0, bytes },
    ...(alarmed ? [alarm] : []),
  ])
})

/** A database with one answer to every statement. */
function sized(answer: () => Promise<unknown>) {
  const statement = { bind: () => statement, run: answer, all: answer }
  return openMerchantDatabase({ prepare: () => statement } as unknown as D1Database)
}
