import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'
import { growingKinds } from './copied-tables.ts'

/** The progress of a database's copies. */
type CopyPosition = {
  /** The name of its line of copies in the bucket. */
  readonly line: string
  /** The number of the newest read. */
  readonly epoch: number
  /** UTC seconds; null before the first complete copy. */
  readonly wholeAt: number | null
  /** UTC seconds of the line's beginning, and of the last full copy's end. */
  readonly begunAt: number | null
  readonly scannedAt: number | null
}

/** The position of a change note: notes are read in this order. */
export type ChangeNote = { readonly epoch: number; readonly kind: string; readonly key: string }

/** The progress; null if no copies are made. */
export async function copyPosition(db: MerchantDatabase): Promise<CopyPosition | null> {
  const [[position]] = await rowsOf(db, [selectPosition({})])
  return position ?? null
}

type Nothing = Record<string, never>

const selectPosition = sqlText<Nothing, CopyPosition>(
  `select line, epoch, whole_at as wholeAt, begun_at as begunAt, scanned_at as scannedAt
   from copy_position where id = 1`,
)

/** Begins a new line of copies at that time (UTC seconds), with nothing read. */
export async function beginLine(db: MerchantDatabase, line: string, now: number): Promise<void> {
  await rowsOf(db, [forgetNotes({}), insertPosition({ line, now })])
}

const forgetNotes = sqlText<Nothing>('delete from changed_rows')

const insertPosition = sqlText<{ readonly line: string; readonly now: number }>(`
  insert into copy_position (id, line, epoch, read_to, begun_at) values (1, :line, 1, 0, :now)
  on conflict (id) do update
  set line = excluded.line, epoch = copy_position.epoch + 1, read_to = 0, whole_at = null,
    begun_at = excluded.begun_at, scanned_at = null
`)

/** Notes all rows that are not found by an id, so that they are copied again. */
export async function noteUnnumberedRows(db: MerchantDatabase): Promise<void> {
  const unnumbered = growingKinds.filter(({ ids }) => ids.length === 0)
  await rowsOf(
    db,
    unnumbered.map(({ name }) => noteDays(name)({})),
  )
}

const noteDays = (name: string) =>
  sqlText<Nothing>(`
    insert into changed_rows (epoch, kind, key)
    select copy_position.epoch, '${name}', json_array(bank_account_id, day)
    from copy_position cross join ${name} where copy_position.id = 1
    on conflict do nothing
  `)

/** Stops copying: no change is noted any more. */
export async function endLine(db: MerchantDatabase): Promise<void> {
  await rowsOf(db, [deletePosition({})])
}

const deletePosition = sqlText<Nothing>('delete from copy_position where id = 1')

/**
 * Deletes the notes up to `last`, which are in the bucket, and records when the bucket was complete, and when a full
 * copy has ended (UTC seconds, or null).
 */
export async function keepPosition({
  db,
  line,
  last,
  wholeAt,
  scannedAt,
}: {
  readonly db: MerchantDatabase
  readonly line: string
  readonly last: ChangeNote
  readonly wholeAt: number | null
  readonly scannedAt: number | null
}): Promise<void> {
  await rowsOf(db, [forgetRead(last), writeWhole({ line, wholeAt, scannedAt })])
}

// A note after the read has a greater epoch than all notes in it.
const forgetRead = sqlText<ChangeNote>(
  'delete from changed_rows where (epoch, kind, key) <= (:epoch, :kind, :key)',
)

const writeWhole = sqlText<Pick<CopyPosition, 'line' | 'wholeAt' | 'scannedAt'>>(`
  update copy_position
  set whole_at = coalesce(:wholeAt, whole_at), scanned_at = coalesce(:scannedAt, scanned_at)
  where id = 1 and line = :line
`)
