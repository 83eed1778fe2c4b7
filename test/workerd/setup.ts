import { applyD1Migrations, type D1Migration } from 'cloudflare:test'
import { env } from 'cloudflare:workers'

declare global {
  namespace Cloudflare {
    interface Env {
      /** The files of migrations/, read by vitest.config.ts. */
      TEST_MIGRATIONS: D1Migration[]
      /** How many generated requests are sent; the full number has a command of its own. */
      FUZZ_REQUESTS: string
      /** How long the random walk over money is; the full one has a command of its own. */
      WALK_OPERATIONS: string
    }
  }
}

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
