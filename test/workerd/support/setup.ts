// Its value loads the whole Worker, before a file replaces any module of it.
import 'cloudflare:test'
import type { D1Migration } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, afterEach, expect, vi } from 'vitest'
import { planProblems } from './query-plans.ts'
import { renew } from './renew.ts'
import { keepWorkerLog, tellWorkerLog } from './worker-log.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      /** The files of migrations/. */
      TEST_MIGRATIONS: D1Migration[]
      /** Not empty where they are those of a later commit, whose indexes change the plans of statements. */
      LATER_MIGRATIONS: string
      /** For a deployment with three databases. */
      SPARE_1: D1Database
      SPARE_2: D1Database
      /** The number of requests that each meet an error of D1 (`npm run long -- d1-errors`). */
      MINUTE_DATABASES: string
      MINUTE_ORDERS: string
      D1_ERROR_REQUESTS: string
      /** The number of generated requests (`npm run long -- fuzz`). */
      FUZZ_REQUESTS: string
      /** The length of the random walk over money (`npm run long -- walk`). */
      WALK_OPERATIONS: string
      /** How many orders' books are checked as a whole (`npm run long -- books`). */
      BOOKS_ORDERS: string
      COPIES_ORDERS: string
      COPIES_MINUTES: string
      AUTO_WITHDRAWALS: string
      ERASURE_ORDERS: string
      FEE_ORDERS: string
      /** How many orders a day has whose ledger is read (`npm run long -- ledger`). */
      LEDGER_ORDERS: string
      HELD_ACCOUNTS: string
      /** How often each race with a reversal is run; the full number has the walk's command. */
      REVERSAL_RACES: string
      AUTO_RACES: string
      WITHDRAWAL_RACES: string
      YEAR_MERCHANTS: string
      YEAR_DAYS: string
      JUDGED_ORDERS: string
      /** The length of the walk of real and test merchants (`npm run long -- sandbox`). */
      SANDBOX_OPERATIONS: string
      /** The steps of each pair of insiders (`npm run long -- insiders`), and the seed of the walk; '' draws one. */
      INSIDER_STEPS: string
      INSIDER_SEED: string
      /** The rounds of each race for a transaction; the full number has the walk's command. */
      CLAIM_ROUNDS: string
      /** Lines of the statements that are cut off, how often, and how often feeds and statements are mixed. */
      STATEMENT_LINES: string
      STATEMENT_KILLS: string
      STATEMENT_RUNS: string
      /** How often one deposit is told by two, and how many lines a feed posts in a day (`npm run long -- statements`). */
      DEPOSIT_CASES: string
      FEED_LINES: string
      /** How many minutes of operations go by (`npm run long -- week`). */
      WEEK_MINUTES: string
      /** How many orders are paid in every way (`npm run long -- auto`), and the seed of what happens. */
      AUTO_ORDERS: string
      AUTO_SEED: string
      /** Which doubts are taken out, one at a time (`npm run long -- auto-mutations`). */
      AUTO_DOUBTS: string
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
