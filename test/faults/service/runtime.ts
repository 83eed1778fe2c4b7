import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import type { Configuration } from './configuration.ts'

// Runs the Workers of a configuration until it is killed; the runtime (workerd) is a child of this process. Prints JSON
// lines about itself, then the Workers' log. Run as: node test/faults/service/runtime.ts <configuration.json>

/** A line about the process itself. */
export type RuntimeLine =
  | { readonly event: 'runtime_started'; readonly pid: number }
  | {
      readonly event: 'runtime_ready'
      readonly runtimePid: number
      /** The Workers' origins, in the configuration's order. */
      readonly origins: readonly string[]
      /** A request to it triggers the cron. */
      readonly cronUrl: string
    }

print({ event: 'runtime_started', pid: process.pid })
const { stateDir, workers, migrations }: Configuration = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
)
const names = workers.flatMap(({ name, unsafeDirectSockets }) =>
  name !== undefined && unsafeDirectSockets !== undefined ? [name] : [],
)
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    host: '127.0.0.1',
    port: 0,
    cf: false,
    logRequests: false,
    unsafeTriggerHandlers: true,
    resourcePersistencePath: join(stateDir, 'v3'),
    workers: [...workers],
  }),
)
const entry = await miniflare.ready
await migrate()
const urls = await Promise.all(names.map((name) => miniflare.unsafeGetDirectURL(name)))
print({
  event: 'runtime_ready',
  runtimePid: runtimeOf(process.pid),
  origins: urls.map(({ origin }) => origin),
  cronUrl: new URL('/cdn-cgi/local/scheduled?cron=*+*+*+*+*', entry).href,
})

async function migrate(): Promise<void> {
  const db = await miniflare.getD1Database('DB', names[0])
  const made = await db.prepare(`select 1 from sqlite_master where name = 'merchants'`).first()
  if (made !== null) return
  for (const queries of migrations) await db.batch(queries.map((query) => db.prepare(query)))
}

function runtimeOf(pid: number): number {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' })
  const found = table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, parent, name]) => Number(parent) === pid && name?.includes('workerd'))
  if (found === undefined) throw new Error('the runtime is not there')
  return Number(found[0])
}

function print(line: RuntimeLine): void {
  console.log(JSON.stringify(line))
}
