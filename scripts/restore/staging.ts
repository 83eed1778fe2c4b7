import { DatabaseSync } from 'node:sqlite'
import type { ChunkHeader, UnitLine } from '../../src/rules/copies/copy-lines.ts'

/**
 * The newest copy of each unit, in a file of its own: a million orders need no more memory than
 * ten.
 */
export type Staging = {
  /** Takes a unit in place of an older copy of it. */
  put(unit: UnitLine, columns: ChunkHeader['columns']): void
  /** Keeps what was put since the last time. */
  keep(): void
  /** Drops what was put since then. */
  drop(): void
  /** The rows of all units, with the names of their columns. */
  rows(): Iterable<StagedRow>
  close(): void
}

export type StagedRow = {
  readonly table: string
  readonly columns: readonly string[]
  readonly values: readonly (string | number | null)[]
}

/** Opens a staging area in a new file. */
export function openStaging(file: string): Staging {
  const db = new DatabaseSync(file)
  db.exec(`
    pragma journal_mode = memory; pragma synchronous = off;
    create table columns_of (id integer primary key, json text unique);
    create table units (
      kind text, key text, columns integer, rows text, primary key (kind, key)
    ) without rowid;
    begin`)
  const insertColumns = db.prepare('insert or ignore into columns_of (json) values (?)')
  const findColumns = db.prepare('select id from columns_of where json = ?')
  const insertUnit = db.prepare('insert or replace into units values (?, ?, ?, ?)')
  let known: { readonly of: ChunkHeader['columns']; readonly id: number } | undefined
  const idOf = (columns: ChunkHeader['columns']): number => {
    if (known?.of === columns) return known.id
    const json = JSON.stringify(columns)
    insertColumns.run(json)
    known = { of: columns, id: Number(findColumns.get(json)?.id) }
    return known.id
  }
  return {
    put([kind, key, rows], columns) {
      insertUnit.run(kind, key, idOf(columns), JSON.stringify(rows))
    },
    keep: () => db.exec('commit; begin'),
    drop: () => {
      db.exec('rollback; begin')
      known = undefined
    },
    rows: () => stagedRows(db),
    close: () => db.close(),
  }
}

function* stagedRows(db: DatabaseSync): Generator<StagedRow> {
  const columns = new Map(
    db
      .prepare('select id, json from columns_of')
      .all()
      .map(({ id, json }) => [Number(id), JSON.parse(String(json)) as ChunkHeader['columns']]),
  )
  for (const unit of db.prepare('select columns, rows from units').iterate()) {
    const named = columns.get(Number(unit.columns)) ?? {}
    for (const [table, rows] of Object.entries(JSON.parse(String(unit.rows)) as UnitLine[2])) {
      for (const values of rows) yield { table, columns: named[table] ?? [], values }
    }
  }
}
