import { env } from 'cloudflare:workers'

type Part = {
  readonly type: string
  readonly name: string
  readonly of: string
  readonly sql: string
}
type Row = Readonly<Record<string, unknown>>

// What the migrations make, which takes longer than most files' tests: modules stay loaded from file to file.
let made: { readonly parts: readonly Part[]; readonly rows: ReadonlyMap<string, Row[]> } | undefined

/** Empties a database. The migrations make one that is new, or whose tables or triggers a test has changed. */
export async function renew(database: D1Database): Promise<void> {
  const parts = await partsOf(database)
  if (made === undefined || sorted(parts) !== sorted(made.parts)) return migrate(database, parts)
  const { rows } = made
  const filled = await filledOf(database, parts)
  // Triggers keep some rows from being deleted, and note the others.
  const triggers = made.parts.filter(({ type, of }) => type === 'trigger' && filled.includes(of))
  // In one transaction, because what a file has left running may still read.
  await database.batch([
    database.prepare('pragma defer_foreign_keys = on'),
    ...triggers.map(({ name }) => database.prepare(`drop trigger "${name}"`)),
    ...filled.map((table) => database.prepare(`delete from "${table}"`)),
    ...[...rows].flatMap(([table, some]) => some.map((row) => inserted(database, table, row))),
    ...triggers.map(({ sql }) => database.prepare(sql)),
  ])
}

async function migrate(database: D1Database, parts: readonly Part[]): Promise<void> {
  const drops = tablesOf(parts).map((name) => `drop table "${name}"`)
  const migrations = env.TEST_MIGRATIONS.flatMap(({ queries }) => queries)
  const whole = ['pragma defer_foreign_keys = on', ...drops, ...migrations]
  await database.batch(whole.map((sql) => database.prepare(sql)))
  if (made !== undefined) return
  const now = await partsOf(database)
  const rows = new Map<string, Row[]>()
  for (const table of await filledOf(database, now)) {
    rows.set(table, (await database.prepare(`select * from "${table}"`).all<Row>()).results)
  }
  made = { parts: now, rows }
}

/** The tables that the migrations make, in their order. */
export async function tablesIn(database: D1Database): Promise<readonly string[]> {
  return tablesOf(await partsOf(database))
}

async function partsOf(database: D1Database): Promise<readonly Part[]> {
  const { results } = await database
    .prepare(`select type, name, tbl_name as of, sql from sqlite_schema
      where sql is not null and name not glob 'sqlite_*' and name not glob '_cf_*' order by rowid`)
    .all<Part>()
  return results
}

function sorted(parts: readonly Part[]): string {
  return parts
    .map((part) => JSON.stringify(part))
    .sort()
    .join()
}

function tablesOf(parts: readonly Part[]): readonly string[] {
  return parts.filter(({ type }) => type === 'table').map(({ name }) => name)
}

async function filledOf(database: D1Database, parts: readonly Part[]): Promise<readonly string[]> {
  const asked = tablesOf(parts).map((name) => `exists (select 1 from "${name}") as "${name}"`)
  const found = await database.prepare(`select ${asked.join()}`).first<Row>()
  return tablesOf(parts).filter((name) => found?.[name] === 1)
}

function inserted(database: D1Database, table: string, row: Row): D1PreparedStatement {
  const [names, values] = [Object.keys(row), Object.values(row)]
  const sql = `insert into "${table}" (${names.join()}) values (${names.map(() => '?').join()})`
  return database.prepare(sql).bind(...values)
}
