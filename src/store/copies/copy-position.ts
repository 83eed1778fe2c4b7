import type { MerchantDatabase } from '../database.ts'
import { type Query, rowsOf, sqlText } from '../sql-text.ts'
import { copiedKinds } from './copied-kinds.ts'

/** How far the copies of a database have come. */
export type CopyPosition = {
  /** The name under which the bucket has them. */
  readonly line: string
  /** The number of the newest reading. */
  readonly epoch: number
  /** UTC seconds; null before the bucket had everything for the first time. */
  readonly wholeAt: number | null
}

/**
 * How far they have come, and the kinds of which rows have changed; null where no copies are made.
 */
export async function copyPosition(
  db: MerchantDatabase,
): Promise<{ readonly position: CopyPosition; readonly kinds: readonly string[] } | null> {
  const [[position], kinds] = await rowsOf(db, [readPosition({}), changedKinds({})] as const)
  return position === undefined ? null : { position, kinds: kinds.map(({ kind }) => kind) }
}

type Nothing = Record<string, never>

const readPosition = sqlText<Nothing, CopyPosition>(
  'select line, epoch, whole_at as wholeAt from copy_position where id = 1',
)

/** The kinds of which rows have changed: one step through the key for each. */
export const changedKinds = sqlText<Nothing, { readonly kind: string }>(`
  with recursive chunk (kind) as (
    select min(kind) from changed_rows
    union all
    select (select min(kind) from changed_rows where changed_rows.kind > chunk.kind)
    from chunk where chunk.kind is not null
  )
  select kind from chunk where kind is not null
`)

/** The kinds whose rows are found by ids that grow with time. */
export const timedKinds = copiedKinds.flatMap(({ name, id }) => (id === null ? [] : [{ name, id }]))

const columns = timedKinds.map(({ name }) => `${name}_read, ${name}_kept`).join(', ')
const newest = timedKinds.map(({ id }) => {
  const last = `coalesce((select max(${id.column}) from ${id.table}), 0)`
  return `${last}, ${last}`
})
const fresh = timedKinds.flatMap(({ name }) =>
  [`${name}_read`, `${name}_kept`].map((column) => `${column} = excluded.${column}`),
)

/**
 * Begins a new line of copies. From now on each change is noted, or found by its id: what there is
 * already is for a scan to copy.
 */
export async function beginLine(db: MerchantDatabase, line: string): Promise<void> {
  await rowsOf(db, [insertPosition({ line })] as const)
}

const insertPosition = sqlText<{ readonly line: string }>(`
  insert into copy_position (id, line, epoch, ${columns})
  values (1, :line, 1, ${newest.join(', ')})
  on conflict (id) do update set line = excluded.line, whole_at = null,
    epoch = copy_position.epoch + 1, ${fresh.join(', ')}
`)

/** Makes no copies any more: nothing is noted from now on. */
export async function endLine(db: MerchantDatabase): Promise<void> {
  await rowsOf(db, [deletePosition({})] as const)
}

const deletePosition = sqlText<Nothing>('delete from copy_position where id = 1')

/** What a reading has read of a kind, which the bucket has by now. */
export type KeptRows = {
  readonly kind: string
  /** The last of the notes that were read, in the order of their epochs and keys. */
  readonly noted: { readonly epoch: number; readonly key: string } | null
  /** The last id that was read by id. */
  readonly lastId: number | null
}

/**
 * Notes what the bucket has: `wholeAt` (UTC seconds) where that is all that the database had then.
 */
export async function noteKept(
  db: MerchantDatabase,
  line: string,
  kept: readonly KeptRows[],
  wholeAt: number | null,
): Promise<void> {
  const lastOf = ({ name }: { readonly name: string }) => [
    name,
    kept.find(({ kind }) => kind === name)?.lastId ?? 0,
  ]
  const lasts = Object.fromEntries(timedKinds.map(lastOf))
  const noted = kept.flatMap((one) => (one.noted === null ? [] : [{ ...one.noted, ...one }]))
  await rowsOf(db, [
    writeKept({ line, wholeAt, ...lasts }),
    ...noted.map(({ kind, epoch, key }): Query<unknown> => forgetChanged({ kind, epoch, key })),
  ])
}

const keep = ({ name }: { readonly name: string }) => `${name}_kept = max(${name}_kept, :${name})`

const writeKept = sqlText<Readonly<Record<string, string | number | null>>>(`
  update copy_position set whole_at = coalesce(:wholeAt, whole_at), ${timedKinds.map(keep).join(', ')}
  where id = 1 and line = :line
`)

// The reading has begun a new epoch, so no note of these is younger than it.
const forgetChanged = sqlText<{ kind: string; epoch: number; key: string }>(`
  delete from changed_rows where kind = :kind and (epoch, key) <= (:epoch, :key)
`)
