import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unstable_splitSqlQuery as splitSqlQuery } from 'wrangler'
import { migrationNames, migrations } from './database.ts'

const migrationsTable = `create table if not exists d1_migrations (
  id integer primary key autoincrement,
  name text unique,
  applied_at timestamp default current_timestamp not null
)`

/**
 * Applies missing migrations and records them in wrangler's table; throws if the database has an unknown migration.
 * `wrangler d1 migrations apply` is slower, because it opens the database for each one.
 */
export async function migrate(d1: D1Database): Promise<void> {
  await d1.prepare(migrationsTable).run()
  const { results } = await d1.prepare('select name from d1_migrations').all<{ name: string }>()
  const applied = new Set(results.map(({ name }) => name))
  const names = await migrationNames()
  if (results.some(({ name }) => !names.includes(name))) {
    throw new Error(
      'The local database has a migration that this code lacks: remove its folder (.wrangler/state, or STATE_DIR) and start again',
    )
  }
  for (const name of names) {
    if (applied.has(name)) continue
    const statements = splitSqlQuery(await readFile(join(migrations, name), 'utf8'))
    const record = d1.prepare('insert into d1_migrations (name) values (?)').bind(name)
    await d1.batch([...statements.map((statement) => d1.prepare(statement)), record])
  }
}
