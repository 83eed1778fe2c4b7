import { DatabaseSync } from 'node:sqlite'
import type { ChunkHeader, UnitLine } from '../../src/rules/copies/copy-lines.ts'

/** The newest copy of each unit, in a file, so that memory does not grow with the number of orders. */
export type Staging = {
  /** Stores a unit in place of an older copy of it. */
  put(unit: UnitLine, columns: ChunkHeader['columns']): void
  /** Commits the units put since the last commit. */
  keep(): void
  /** Drops the units put since the last commit. */
  drop(): void
  tables(): readonly string[]
  rowsOf(table: string): Iterable<StagedRow>
  close(): void
}

export type StagedRow = {
  readonly columns: readonly string[]
  readonly values: readonly (string | number | null)[]
}

export function openStaging(file: string): Staging {
  const db = new DatabaseSync(file)
  db.exec(`
    pragma journal_mode = memory; pragma synchronous = off;
    create table columns_of (id integer primary key, json text unique);
    create table units (
      of text, kind text, key text, columns integer, rows text, primary key (kind, key, of)
    ) without rowid;
    create index units_of on units (of);
    begin`)
  const insertColumns = db.prepare('insert or ignore into columns_of (json) values (?)')
  const deleteUnit = db.prepare('delete from units where kind = ? and key = ?')
  const insertUnit = db.prepare(`insert into units
    values (?, ?, ?, (select id from columns_of where json = ?), ?)`)
  const selectRows = db.prepare(`select json, rows from units
    join columns_of on columns_of.id = units.columns where of = ?`)
  return {
    // After its archiving an order has rows of other tables.
    put([kind, key, rows], columns) {
      deleteUnit.run(kind, key)
      for (const [table, values] of Object.entries(rows)) {
        const json = JSON.stringify(columns[table] ?? [])
        insertColumns.run(json)
        insertUnit.run(table, kind, key, json, JSON.stringify(values))
      }
    },
    keep: () => db.exec('commit; begin'),
    drop: () => db.exec('rollback; begin'),
    tables: () =>
      db
        .prepare('select distinct of from units')
        .all()
        .map((row) => String(row.of)),
    *rowsOf(table) {
      for (const unit of selectRows.iterate(table)) {
        const columns = JSON.parse(String(unit.json)) as StagedRow['columns']
        const rows = JSON.parse(String(unit.rows)) as readonly StagedRow['values'][]
        for (const values of rows) yield { columns, values }
      }
    },
    close: () => db.close(),
  }
}
