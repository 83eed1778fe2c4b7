import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The parts of a schema on which code relies, and the schema's requirements of code: sentences with their tables. */
type Schema = {
  readonly offers: ReadonlyMap<string, string>
  readonly demands: ReadonlyMap<string, string>
}

/**
 * The parts of the previous release's schema that it no longer uses and that may be dropped: sentences of `offers`. To be
 * emptied when a release is recorded.
 */
const dispensable: readonly string[] = []

/** The schema that migrations create in an empty database. */
export async function schemaOf(migrations: string): Promise<Schema> {
  const db = new DatabaseSync(':memory:')
  try {
    const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort()
    for (const name of names) db.exec(await readFile(join(migrations, name), 'utf8'))
    const read = (sql: string) => {
      const rows = db.prepare(sql).all()
      return new Map(rows.map((row) => [String(row.sentence), String(row.tbl)]))
    }
    return { offers: read(offers), demands: read(demands) }
  } finally {
    db.close()
  }
}

/**
 * The parts that a newer schema lacks or restricts: on it, code of the older schema may fail or become slow. Constraints
 * within a table are not compared, because the older code's tests cover them.
 */
export function stricterIn(older: Schema, newer: Schema): readonly string[] {
  const tables = new Set(older.offers.values())
  const dropped = [...older.offers.keys()].filter((sentence) => {
    return !newer.offers.has(sentence) && !dispensable.includes(sentence)
  })
  const added = [...newer.demands].filter(([sentence, table]) => {
    return tables.has(table) && !older.demands.has(sentence)
  })
  return [
    ...dropped.map((sentence) => `dropped: ${sentence}`),
    ...added.map(([sentence]) => sentence),
  ]
}

const columns = `select t.name as tbl, c.* from sqlite_master as t join pragma_table_xinfo(t.name) as c
  where t.type = 'table'`
const indexes = `select t.name as tbl, i.* from sqlite_master as t join pragma_index_list(t.name) as i
  where t.type = 'table' and i.origin = 'c'`
const offers = `select tbl, tbl || '.' || name || ' is ' || lower(type) as sentence from (${columns})
  union all select tbl, 'the index ' || name || ' exists' from (${indexes})`
const demands = `select tbl, tbl || '.' || name || ' is required' as sentence from (${columns})
    where "notnull" and dflt_value is null
  union all select tbl, 'the index ' || name || ' makes rows of ' || tbl || ' unique' from (${indexes}) where "unique"`
