import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The parts of a schema that code relies on, and the schema's demands on code: sentences, by table. */
type Schema = {
  readonly offers: ReadonlyMap<string, string>
  readonly demands: ReadonlyMap<string, string>
}

/**
 * What the previous release has in its schema and does not use any more, so that it may go: sentences of `offers`. Empty
 * it when a release is recorded.
 */
const dispensable: readonly string[] = []

/** The schema that migrations make of an empty database. */
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
 * What of a schema is gone or has become stricter in a newer one, in sentences: code that was written for the older one
 * may fail or become slow there. Constraints within a table are not compared; the older code's tests meet them.
 */
export function stricterIn(older: Schema, newer: Schema): readonly string[] {
  const tables = new Set(older.offers.values())
  const gone = [...older.offers.keys()].filter((sentence) => {
    return !newer.offers.has(sentence) && !dispensable.includes(sentence)
  })
  const added = [...newer.demands].filter(([sentence, table]) => {
    return tables.has(table) && !older.demands.has(sentence)
  })
  return [...gone.map((sentence) => `no more: ${sentence}`), ...added.map(([sentence]) => sentence)]
}

const columns = `select t.name as tbl, c.* from sqlite_master as t join pragma_table_xinfo(t.name) as c
  where t.type = 'table'`
const indexes = `select t.name as tbl, i.* from sqlite_master as t join pragma_index_list(t.name) as i
  where t.type = 'table' and i.origin = 'c'`
const offers = `select tbl, tbl || '.' || name || ' is ' || lower(type) as sentence from (${columns})
  union all select tbl, 'the index ' || name || ' is there' from (${indexes})`
const demands = `select tbl, tbl || '.' || name || ' has to be given' as sentence from (${columns})
    where "notnull" and dflt_value is null
  union all select tbl, 'the index ' || name || ' makes rows of ' || tbl || ' unique' from (${indexes}) where "unique"`
