import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { noteSize } from '../../../src/operations/log-database-sizes.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { inEveryDatabase } from '../support/minute.ts'
import { aContext } from '../support/service.ts'

test('the size of each database is logged', async () => {
  const lines: Readonly<Record<string, unknown>>[] = []
  const databases = [openMerchantDatabase(env.DB), openMerchantDatabase(env.SPARE_1)]
  await inEveryDatabase(aContext({ databases, log: (entry) => lines.push(entry) }), noteSize)
  const byNumber = lines.sort((one, other) => Number(one.database) - Number(other.database))
  expect(byNumber).toEqual([
    { event: 'database_size', database: 0, bytes: expect.any(Number) },
    { event: 'database_size', database: 1, bytes: expect.any(Number) },
    { event: 'database_size', database: 15, bytes: expect.any(Number) },
  ])
  expect(lines[0]?.bytes).toBeGreaterThan(100_000)
})

test.each([
  [5_999_999_999, false],
  [6_000_000_000, true],
])('a database of %d bytes raises an alarm: %j', async (bytes, alarmed) => {
  const lines: Readonly<Record<string, unknown>>[] = []
  const db = sized(async () => ({ success: true, results: [], meta: { size_after: bytes } }))
  await noteSize(aContext({ databases: [db], db, log: (entry) => lines.push(entry) }))
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
