import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The tables of a database with their columns, and the names of its indexes. */
export type Schema = {
  readonly columns: ReadonlyMap<string, Column>
  readonly indexes: ReadonlyMap<string, Index>
}

type Column = {
  readonly table: string
  readonly name: string
  readonly type: string
  /** Whether a row that does not name it is refused. */
  readonly isNeeded: boolean
}

type Index = { readonly table: string; readonly isUnique: boolean }

/** What migrations make of an empty database. */
export async function schemaOf(migrations: string): Promise<Schema> {
  const db = new DatabaseSync(':memory:')
  try {
    const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort()
    for (const name of names) db.exec(await readFile(join(migrations, name), 'utf8'))
    return { columns: columnsOf(db), indexes: indexesOf(db) }
  } finally {
    db.close()
  }
}

/**
 * What the previous release has in its schema and can do without while it is replaced: a table, `table.column` or index,
 * and why. Empty it when a release is recorded.
 */
export const dispensable: Readonly<Record<string, string>> = {
  bank_transactions_by_amount:
    'its searches are of some days, which bank_transactions_by_time holds',
  bank_transactions_unmet: 'bank_transactions_near begins with the same account and amount',
}

/**
 * What of a schema is gone or has become stricter in a newer one, in sentences: code that was written for the older one
 * may fail or become slow there. Constraints within a table are not compared; the older code's tests meet them.
 */
export function stricterIn(older: Schema, newer: Schema): readonly string[] {
  const tables = new Set([...older.columns.values()].map(({ table }) => table))
  const columns = [...older.columns].flatMap(([key, { table, type }]) => {
    const now = newer.columns.get(key)
    if (now === undefined)
      return key in dispensable || table in dispensable ? [] : [`${key} is gone`]
    return now.type === type ? [] : [`${key} was ${type} and is ${now.type}`]
  })
  const needed = [...newer.columns].flatMap(([key, { table, isNeeded }]) => {
    const isNew = tables.has(table) && isNeeded && older.columns.get(key)?.isNeeded !== true
    return isNew ? [`${key} has to be given, which the older code does not do`] : []
  })
  const gone = [...older.indexes].filter(([name, { table }]) => {
    return !newer.indexes.has(name) && !(name in dispensable || table in dispensable)
  })
  const unique = [...newer.indexes].filter(([name, { table, isUnique }]) => {
    return isUnique && tables.has(table) && older.indexes.get(name)?.isUnique !== true
  })
  return [
    ...columns,
    ...needed,
    ...gone.map(([name]) => `the index ${name} is gone`),
    ...unique.map(([name, { table }]) => `the index ${name} makes rows of ${table} unique`),
  ]
}

function columnsOf(db: DatabaseSync): Schema['columns'] {
  const rows = db
    .prepare(`select t.name as "table", c.name, lower(c.type) as type, c."notnull", c.pk, c.dflt_value as preset
      from sqlite_master as t join pragma_table_xinfo(t.name) as c where t.type = 'table'`)
    .all()
  return new Map(
    rows.map((row) => {
      const [table, name] = [String(row.table), String(row.name)]
      const isNeeded = row.notnull === 1 && row.preset === null
      return [`${table}.${name}`, { table, name, type: String(row.type), isNeeded }]
    }),
  )
}

function indexesOf(db: DatabaseSync): Schema['indexes'] {
  const rows = db
    .prepare(`select i.name, t.name as "table", i."unique" from sqlite_master as t
      join pragma_index_list(t.name) as i where t.type = 'table' and i.origin = 'c'`)
    .all()
  return new Map(
    rows.map((row) => [String(row.name), { table: String(row.table), isUnique: row.unique === 1 }]),
  )
}
