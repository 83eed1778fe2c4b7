import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { root } from '../scripts/local/environment.ts'
import { seedDemoMerchant } from '../scripts/local/seed.ts'
import { runtimeProcesses } from './accounting.ts'

/** A Worker in a runtime of its own, reached without a proxy in between. */
export type Running = {
  readonly url: string
  readonly database: D1Database
  readonly queue: Queue<{ orderId: number }>
  /** The runtime's process; not a number where processes cannot be told. */
  readonly pid: number
  stop(): Promise<void>
}

/** Keys of a deployment that lasts for one run. */
export const keys = {
  SECRETS_KEY: btoa('0123456789abcdef0123456789abcdef'),
  LINK_SIGNING_KEY: btoa('fedcba9876543210fedcba9876543210'),
}

const queue = 'merchant-pay-callbacks'

/** Starts a bundle on a port, with its state in a folder; an empty one gets the schema and the demo merchant. */
export async function start(bundle: string, port: number, stateDir: string): Promise<Running> {
  await throwOutputAway(dirname(bundle))
  const before = new Set(runtimeProcesses())
  const origin = `http://127.0.0.1:${port}`
  const platform = new Miniflare(
    convertV4MiniflareOptions({
      ...{ host: '127.0.0.1', port: 0, cf: false, logRequests: false },
      resourcePersistencePath: stateDir,
      workers: [
        {
          name: 'pay',
          compatibilityDate: '2026-08-15',
          modulesRoot: bundle,
          modules: [{ type: 'ESModule', path: join(bundle, 'index.js') }],
          unsafeDirectSockets: [{ host: '127.0.0.1', port }],
          bindings: { ...(await settings()), ...keys, BASE_URL: origin, EXCHANGE_URL: origin },
          d1Databases: { DB: 'local' },
          kvNamespaces: { TOKENS: 'local' },
          queueProducers: { CALLBACK_QUEUE: queue },
          queueConsumers: { [queue]: { maxBatchSize: 20, maxBatchTimeout: 0, maxRetries: 10 } },
        },
      ],
    }),
  )
  await platform.ready
  const database = (await platform.getD1Database('DB', 'pay')) as unknown as D1Database
  await migrate(database)
  await seedDemoMerchant(database, keys.SECRETS_KEY)
  return {
    url: origin,
    database,
    queue: (await platform.getQueueProducer(
      'CALLBACK_QUEUE',
      'pay',
    )) as unknown as Running['queue'],
    pid: runtimeProcesses().find((pid) => !before.has(pid)) ?? Number.NaN,
    stop: () => platform.dispose(),
  }
}

// A line for each request is part of the work, where it goes after that is not: this process, which is busy sending
// requests, would have to read them all.
async function throwOutputAway(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const miniflare = createRequire(createRequire(import.meta.url).resolve('miniflare'))
  const runtime: { readonly default: string } = miniflare('workerd')
  const script = join(directory, 'runtime.sh')
  await writeFile(script, `#!/bin/sh\nexec "${runtime.default}" "$@" >/dev/null\n`, { mode: 0o700 })
  process.env.MINIFLARE_WORKERD_PATH = script
}

/** What wrangler.toml sets, for one machine. */
async function settings(): Promise<Record<string, string>> {
  const toml = await readFile(join(root, 'wrangler.toml'), 'utf8')
  const [, vars = ''] = /^\[vars\]\n([^[]*)/m.exec(toml) ?? []
  const lines = [...vars.matchAll(/^(\w+) = "(.*)"$/gm)]
  const all = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]))
  return { ...all, ALLOW_PRIVATE_CALLBACKS: '1' }
}

async function migrate(database: D1Database): Promise<void> {
  const there = await database.prepare(`select 1 from sqlite_master where name = 'merchants'`).all()
  if (there.results.length > 0) return
  const directory = join(root, 'migrations')
  for (const name of (await readdir(directory)).sort()) {
    if (name.endsWith('.sql')) await apply(database, await readFile(join(directory, name), 'utf8'))
  }
}

async function apply(database: D1Database, migration: string): Promise<void> {
  const bare = migration.replace(/--.*$/gm, '')
  const statements = bare.split(/;\s*$/m).filter((statement) => statement.trim() !== '')
  await database.batch(statements.map((statement) => database.prepare(statement)))
}
