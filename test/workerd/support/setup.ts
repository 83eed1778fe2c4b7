// Its value loads the whole Worker, before a file replaces any module of it.
import 'cloudflare:test'
import type { D1Migration } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, afterEach, expect, vi } from 'vitest'
import type { shortLengths } from './lengths.ts'
import { planProblems } from './query-plans.ts'
import { renew } from './renew.ts'
import { keepWorkerLog, tellWorkerLog } from './worker-log.ts'

declare global {
  namespace Cloudflare {
    interface Env extends Record<keyof typeof shortLengths, string> {
      /** The files of migrations/. */
      TEST_MIGRATIONS: D1Migration[]
      /** Not empty where they are those of a later commit, whose indexes change the plans of statements. */
      LATER_MIGRATIONS: string
      /** For a deployment with three databases. */
      SPARE_1: D1Database
      SPARE_2: D1Database
    }
  }
}

// The files that one process runs share its databases: each begins with new ones.
await Promise.all([env.DB, env.DB_SANDBOX, env.SPARE_1, env.SPARE_2].map(renew))

// Records the store's statements; none that a file's tests have run may read more rows as a table grows.
vi.mock('../../../src/store/database.ts', async (original) => {
  const database = await original<typeof import('../../../src/store/database.ts')>()
  const { notingStatements } = await import('./query-plans.ts')
  return {
    ...database,
    openMerchantDatabase: (d1: D1Database) => database.openMerchantDatabase(notingStatements(d1)),
    openPlatformDatabase: (d1: D1Database) => database.openPlatformDatabase(notingStatements(d1)),
  }
})
vi.mock('../../../src/store/sql-text.ts', async (original) => {
  const real = await original<typeof import('../../../src/store/sql-text.ts')>()
  const { notingText } = await import('./query-plans.ts')
  return { ...real, sqlText: notingText(real.sqlText) }
})
keepWorkerLog()
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  tellWorkerLog()
})
afterAll(async () => {
  tellWorkerLog()
  if (env.LATER_MIGRATIONS === '') expect(await planProblems()).toEqual([])
})
