import { applyD1Migrations, type D1Migration } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, expect } from 'vitest'
import { planProblems, watchStatements } from './query-plans.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      /** The files of migrations/, read by vitest.config.ts. */
      TEST_MIGRATIONS: D1Migration[]
      /** Two more databases, for tests of a deployment with three. */
      SPARE_1: D1Database
      SPARE_2: D1Database
      /** How many generated requests are sent; the full number has a command of its own. */
      FUZZ_REQUESTS: string
      /** How long the random walk over money is; the full one has a command of its own. */
      WALK_OPERATIONS: string
    }
  }
}

for (const database of [env.DB, env.SPARE_1, env.SPARE_2]) {
  await applyD1Migrations(database, env.TEST_MIGRATIONS)
}

// Whatever a file's tests have asked of the database must not grow with it.
watchStatements()
afterAll(async () => {
  expect(await planProblems()).toEqual([])
})
