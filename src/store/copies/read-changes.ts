import type { CopyUnit } from '../../rules/copies/copy-lines.ts'
import type { MerchantDatabase } from '../database.ts'
import { type Query, type RawRow, rowsOf, sqlText } from '../sql-text.ts'
import { type GrowingKind, goneKind, growingKinds, smallTables } from './copied-tables.ts'
import type { ChangeNote } from './copy-position.ts'

type ReadingRange = {
  /** The name of the line of copies. */
  readonly line: string
  /** New rows have greater ids. */
  readonly mark: number
  /** Notes after this one are read. */
  readonly after: ChangeNote
  /** The most keys of each kind, and notes. */
  readonly count: number
  readonly withSmallTables: boolean
}

/** The rows read in one transaction. */
export type CopyReading = {
  /** Its number, under which later changes are noted. */
  readonly epoch: number
  readonly units: readonly CopyUnit[]
  /** Each small table as one unit; empty if not asked for. */
  readonly tables: readonly CopyUnit[]
  /** The id up to which new rows were read. */
  readonly mark: number
  readonly last: ChangeNote
  /** Whether there may be more. */
  readonly isFull: boolean
}

/** The positions before all notes and after all. */
export const firstNote: ChangeNote = { epoch: 0, kind: '', key: '' }
export const noNote: ChangeNote = { epoch: Number.MAX_SAFE_INTEGER, kind: '', key: '' }

/** Reads new rows and noted changes, in one transaction. Null if the database has another line of copies. */
export async function readChanges(
  db: MerchantDatabase,
  { line, mark, after, count, withSmallTables }: ReadingRange,
): Promise<CopyReading | null> {
  const range = { mark, count, ...after }
  const [advanced = [], notes = [], ...results] = await rowsOf(db, [
    advance({ line }),
    selectNotes(range),
    ...growingQueries.map(({ query }) => query(range)),
    ...(withSmallTables ? smallTables.map((name) => selectAll(name)({})) : []),
  ] as readonly Query<RawRow>[])
  const [position] = advanced
  if (position === undefined) return null
  const found = results.splice(0, growingQueries.length)
  const units = growingKinds.map((kind) => unitsOf(kind, found))
  const fresh = growingKinds.flatMap(({ ids }, place) =>
    ids.length === 0 ? [] : [newIds(units[place] ?? [], mark)],
  )
  const full = fresh.filter((ids) => ids.length >= count).map((ids) => ids.at(-1) ?? mark)
  return {
    epoch: Number(position.epoch),
    units: growingKinds.flatMap((kind, place) => {
      const there = units[place] ?? []
      return [...there, ...goneUnits(kind, notes as readonly ChangeNote[], there)]
    }),
    tables: results.map((rows, place) => {
      const name = smallTables[place] ?? ''
      return { kind: name, key: '', rows: { [name]: rows } }
    }),
    // Rows after the first kind that may have more are read again.
    mark: full.length > 0 ? Math.min(...full) : Math.max(mark, ...fresh.flat()),
    last: (notes as readonly ChangeNote[]).at(-1) ?? after,
    isFull: full.length > 0 || notes.length >= count,
  }
}

function unitsOf({ name, tables }: GrowingKind, found: (readonly RawRow[])[]): readonly CopyUnit[] {
  const byKey = new Map<string, Record<string, RawRow[]>>()
  for (const [place, rows] of found.splice(0, tables.length).entries()) {
    const table = tables[place]?.name ?? ''
    for (const { copied_under: copiedUnder, ...row } of rows) {
      const key = String(copiedUnder)
      const unit = byKey.get(key) ?? {}
      byKey.set(key, unit)
      unit[table] ??= []
      unit[table].push(row)
    }
  }
  return [...byKey].map(([key, rows]) => ({ kind: name, key, rows }))
}

// A deleted row that is there again is read as a row.
function goneUnits(
  kind: GrowingKind,
  notes: readonly ChangeNote[],
  there: readonly CopyUnit[],
): readonly CopyUnit[] {
  const keys = new Set(notes.filter((note) => note.kind === goneKind(kind)).map(({ key }) => key))
  for (const { key } of there) keys.delete(key)
  const rows = Object.fromEntries(kind.tables.map(({ name }) => [name, []]))
  return [...keys].map((key) => ({ kind: kind.name, key, rows }))
}

function newIds(units: readonly CopyUnit[], mark: number): readonly number[] {
  const ids = units.map(({ key }) => Number(key)).filter((id) => id > mark)
  return ids.sort((one, other) => one - other)
}

type Range = ChangeNote & { readonly mark: number; readonly count: number }

const numbered = growingKinds.flatMap(({ ids }) => ids)

// The greatest existing id, so that no row below it can appear or change without a note.
const greatestIds = numbered.map(
  ({ table, column }) => `coalesce((select max(${column}) from ${table}), 0)`,
)

const advance = sqlText<{ readonly line: string }, { readonly epoch: number }>(`
  update copy_position set epoch = epoch + 1, read_to = max(read_to, ${greatestIds.join(', ')})
  where id = 1 and line = :line returning epoch
`)

const nextNotes = `select epoch, kind, key from changed_rows
    where (epoch, kind, key) > (:epoch, :kind, :key) order by epoch, kind, key limit :count`

const selectNotes = sqlText<Range, ChangeNote>(nextNotes)

const growingQueries = growingKinds.flatMap((kind) =>
  kind.tables.map((table) => ({
    // All columns, including those of a migration newer than the code.
    query: sqlText<Range, RawRow>(`with chunk (key) as materialized (${keysOf(kind)})
      select chunk.key as copied_under, ${table.name}.* from chunk ${table.rows}`),
  })),
)

// A key may be noted in several epochs, and a deleted row may be there again, with its note in an earlier step. A key
// with an id above the mark is found by its id.
function keysOf(one: GrowingKind): string {
  const { name, ids } = one
  const noteKeys = `select distinct key from (${nextNotes}) where kind in ('${name}', '${goneKind(one)}')`
  if (ids.length === 0) return noteKeys
  const next = ids.map(
    ({ table, column }) => `select * from (
      select distinct ${column} as id from ${table} where ${column} > :mark order by id limit :count
    )`,
  )
  return `${noteKeys} and cast(key as integer) <= :mark
    union select cast(id as text) from (${next.join(' union ')} order by id limit :count)`
}

const selectAll = (name: string) => sqlText<Record<string, never>, RawRow>(`select * from ${name}`)
