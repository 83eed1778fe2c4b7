import { join } from 'node:path'
import { getPlatformProxy } from 'wrangler'
import { Problem } from '../command/problem.ts'
import { root } from '../local/environment.ts'
import { migrate } from '../local/migrate.ts'
import { isDatabase, numberOf, type Places, type Row, statementsIn } from './places.ts'

const batchMax = 50

/** The bucket and the database of a local server that is stopped, in its state directory. */
export async function localPlaces(stateDir: string, database: string): Promise<Places> {
  const { env, dispose } = await getPlatformProxy<Record<string, unknown>>({
    configPath: join(root, 'wrangler.toml'),
    persist: { path: join(stateDir, 'v3') },
    remoteBindings: false,
  })
  const bucket = env.ARCHIVE as R2Bucket
  const d1 = env[database] as D1Database | undefined
  if (d1 === undefined) {
    await dispose()
    throw new Problem(`wrangler.toml has no database ${database}.`)
  }
  return {
    source: {
      name: stateDir,
      async get(key) {
        const object = await bucket.get(key)
        return object === null ? null : new Uint8Array(await object.arrayBuffer())
      },
    },
    target: {
      name: `${database} of ${stateDir}`,
      rows: async <Found extends Row>(sql: string) => (await d1.prepare(sql).all<Found>()).results,
      migrate: () => migrate(d1),
      async run(file) {
        for await (const batch of statementsIn(file, batchMax)) {
          await d1.batch(batch.map((statement) => d1.prepare(statement)))
        }
      },
    },
    others: (await othersIn(env, database)).map(([name, other]) => {
      const rows = async <Found extends Row>(sql: string) =>
        (await other.prepare(sql).all<Found>()).results
      return { number: numberOf(name), rows }
    }),
    nextSteps: ['Start the server again: npm start'],
    close: dispose,
  }
}

// A server from before a database was bound has no tables in it.
async function othersIn(
  env: Readonly<Record<string, unknown>>,
  database: string,
): Promise<readonly (readonly [string, D1Database])[]> {
  const all = Object.entries(env).flatMap(([name, bound]) =>
    name === database || !isDatabase(name) ? [] : [[name, bound as D1Database] as const],
  )
  const tables = all.map(([, other]) => other.prepare(tableQuery).first())
  const found = await Promise.all(tables)
  return all.filter((_, n) => found[n] !== null)
}

const tableQuery = "select 1 from sqlite_master where name = 'merchants'"
