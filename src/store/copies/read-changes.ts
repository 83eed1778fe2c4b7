import type { MerchantDatabase } from '../database.ts'
import { type Query, type RawRow, rowsOf, sqlText } from '../sql-text.ts'
import { type CopiedKind, copiedKinds } from './copied-kinds.ts'
import { changedKinds, type KeptRows, timedKinds } from './copy-position.ts'

/** Rows that are copied together, by their table. No rows: they are gone. */
export type CopiedUnit = {
  readonly kind: string
  readonly key: string
  readonly rows: Readonly<Record<string, readonly RawRow[]>>
}

/** What one transaction has read of the changes. */
export type ReadChanges = {
  /** The number of the reading: what changes later is noted under a later one. */
  readonly epoch: number
  readonly units: readonly CopiedUnit[]
  /** What to note once the bucket has it. */
  readonly kept: readonly KeptRows[]
  /**
   * Whether that was all there was: with what was read before, it is the database at that moment.
   */
  readonly isWhole: boolean
  /** The kinds of which there may be more. */
  readonly kinds: readonly string[]
}

/**
 * Reads, in one transaction, what is new or has changed: up to `count` of each kind. `kinds` have
 * changed rows, as known before it; others that have any by now are left for the next reading. Null
 * where the line is no longer that one.
 */
export async function readChanges(
  db: MerchantDatabase,
  line: string,
  kinds: readonly string[],
  count: number,
): Promise<ReadChanges | null> {
  const read = copiedKinds.filter(({ name, id }) => id !== null || kinds.includes(name))
  const batch: Query<RawRow>[] = [advance({ line, count }), changedKinds({})]
  for (const { name } of read)
    batch.push(...(changesOf.get(name) ?? []).map((one) => one({ count })))
  const [advanced = [], present = [], ...found] = await rowsOf(db, batch)
  const [begun] = advanced
  if (begun === undefined) return null
  const results = read.map((kind) => {
    const [keys = [], ...tables] = found.splice(0, 1 + kind.tables.length)
    return changesFrom(kind, keys as readonly ChangedKey[], tables, count)
  })
  const names = present.map(({ kind }) => String(kind))
  const unread = names.filter((name) => !read.some((kind) => kind.name === name))
  return {
    epoch: Number(begun.epoch),
    units: results.flatMap(({ units }) => units),
    kept: results.map(({ kept }) => kept),
    isWhole: unread.length === 0 && results.every(({ isAll }) => isAll),
    kinds: names,
  }
}

/** A key of a reading: noted in an epoch, or found by its id. */
type ChangedKey = { readonly key: string; readonly epoch: number | null }

function changesFrom(
  kind: CopiedKind,
  keys: readonly ChangedKey[],
  tables: readonly (readonly RawRow[])[],
  count: number,
) {
  const noted = keys.filter(({ epoch }) => epoch !== null)
  const byId = keys.filter(({ epoch }) => epoch === null)
  const last = noted.at(-1)
  const kept: KeptRows = {
    kind: kind.name,
    noted: last === undefined ? null : { key: last.key, epoch: last.epoch ?? 0 },
    lastId: byId.length === 0 ? null : Number(byId.at(-1)?.key),
  }
  const isAll = noted.length < count && byId.length < count
  return { units: unitsOf(kind, keys, tables), kept, isAll }
}

/** The next rows of a kind, in the order of their keys. */
export type ScannedRows = {
  readonly units: readonly CopiedUnit[]
  /** The key after which the next step goes on; null at the end. */
  readonly after: string | null
}

/** The key before the first one of a kind. */
export function firstKeyOf(kind: string): string {
  return kindNamed(kind).first
}

/** The kind that a scan goes through after that one, or first of all; null at the end. */
export function kindAfter(kind: string | null): string | null {
  const place = kind === null ? 0 : copiedKinds.findIndex(({ name }) => name === kind) + 1
  return copiedKinds[place]?.name ?? null
}

/** Reads the next rows of a kind behind a key, up to `count`, in one transaction. */
export async function scanRows(
  db: MerchantDatabase,
  kind: string,
  after: string,
  count: number,
): Promise<ScannedRows> {
  const queries = (scansOf.get(kind) ?? []).map((one) => one({ after, count }))
  const [keys = [], ...tables] = await rowsOf(db, queries)
  const units = unitsOf(kindNamed(kind), keys as readonly ChangedKey[], tables)
  return { units, after: keys.length < count ? null : String(keys.at(-1)?.key) }
}

function kindNamed(name: string): CopiedKind {
  const kind = copiedKinds.find((one) => one.name === name)
  if (kind === undefined) throw new Error(`no kind ${name} is copied`)
  return kind
}

// By key, so that an order is copied once though it is both new and noted.
function unitsOf(
  kind: CopiedKind,
  keys: readonly Pick<ChangedKey, 'key'>[],
  tables: readonly (readonly RawRow[])[],
): readonly CopiedUnit[] {
  const byKey = new Map<string, Record<string, RawRow[]>>(keys.map(({ key }) => [key, {}]))
  for (const [place, rows] of tables.entries()) {
    const table = kind.tables[place]?.name ?? ''
    for (const { copied_under: key, ...row } of rows) {
      const unit = byKey.get(String(key)) ?? {}
      unit[table] ??= []
      unit[table].push(row)
    }
  }
  return [...byKey].map(([key, rows]) => ({ kind: kind.name, key, rows }))
}

type Reading = { readonly count: number }

const advance = sqlText<Reading & { readonly line: string }, RawRow>(`
  update copy_position set epoch = epoch + 1, ${timedKinds.map(markRead).join(', ')}
  where id = 1 and line = :line returning epoch
`)

function markRead(kind: (typeof timedKinds)[number]): string {
  return `${kind.name}_read = max(${kind.name}_read, coalesce((
    select max(id) from (${newIds(kind, `copy_position.${kind.name}_kept`)})
  ), 0))`
}

function newIds({ id }: (typeof timedKinds)[number], after: string): string {
  return `select distinct ${id.column} as id from ${id.table}
    where ${id.column} > ${after} order by ${id.column} limit :count`
}

const noted = (kind: string) => `
  select key, epoch from changed_rows where kind = '${kind}' order by epoch, key limit :count`

function newOf({ name, id }: CopiedKind): string {
  const kept = `(select ${name}_kept from copy_position where id = 1)`
  return id === null ? '' : newIds({ name, id }, kept)
}

const changesOf = new Map(copiedKinds.map((kind) => [kind.name, changesQueries(kind)]))
const scansOf = new Map(copiedKinds.map((kind) => [kind.name, scanQueries(kind)]))

function changesQueries(kind: CopiedKind) {
  const { name, id } = kind
  const isNew = id === null ? '' : newOf(kind)
  const keys = `select key, epoch from (${noted(name)})${
    isNew && ` union all select cast(id as text), null from (${isNew})`
  }`
  // A key may be noted in several epochs.
  const chunk = `select distinct key from (${noted(name)})${
    isNew && ` union select cast(id as text) from (${isNew})`
  }`
  return [
    sqlText<Reading, RawRow>(keys),
    ...kind.tables.map((table) => sqlText<Reading, RawRow>(rowsIn(chunk, table))),
  ]
}

function scanQueries(kind: CopiedKind) {
  type Scan = Reading & { readonly after: string }
  return [
    sqlText<Scan, RawRow>(kind.next),
    ...kind.tables.map((table) => sqlText<Scan, RawRow>(rowsIn(kind.next, table))),
  ]
}

// All columns, so that a copy has those of a migration that is newer than the code.
function rowsIn(chunk: string, { name, rows }: CopiedKind['tables'][number]): string {
  return `with chunk (key) as materialized (${chunk})
    select chunk.key as copied_under, ${name}.* from chunk ${rows}`
}
