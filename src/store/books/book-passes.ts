import type { MerchantDatabase } from '../database.ts'
import { type NewJournalRow, runJournaled } from '../people/journal.ts'
import { type RawRow, rowReader, rowsOf, sqlText } from '../sql-text.ts'
import { type BookPhase, bookPasses } from './book-schema.ts'

/** The progress of a check of the books. */
export type BookPass = typeof bookPasses.$inferSelect

/** The newest pass, and the newest finished one, or null. */
export async function lastBookPasses(
  db: MerchantDatabase,
): Promise<{ readonly newest: BookPass | null; readonly finished: BookPass | null }> {
  const [found] = await rowsOf(db, [newestPasses({})] as const)
  const [newest = null, before = null] = found.map(readPass)
  return { newest, finished: newest?.phase === 'done' ? newest : before }
}

// The pass before the newest is finished, if there is one.
const newestPasses = sqlText<Record<string, never>, RawRow>(`
  select * from book_passes order by number desc limit 2
`)

const readPass = rowReader(bookPasses)

/** Begins a pass, unless one is under way; returns its number. */
export const startBookPass = sqlText<{ readonly now: number }, { readonly number: number }>(`
  insert into book_passes (number, phase, step, place, started_at, orders, entries, differences)
  select coalesce((select max(number) from book_passes), 0) + 1, 'orders', 0, 'null', :now, 0, 0, 0
  where not exists (
    select 1 from book_passes
    where number = (select max(number) from book_passes) and phase <> 'done'
  )
  returning number
`)

/** Begins a pass with a row of the journal, unless one is under way; returns whether it has. */
export async function startJournaledPass(
  db: MerchantDatabase,
  now: number,
  row: NewJournalRow,
): Promise<boolean> {
  return (await runJournaled(db, startBookPass({ now }), row)).length > 0
}

/** Writes the end of a step, unless another run has taken the step. */
export const moveBookPass = sqlText<{
  readonly number: number
  readonly step: number
  readonly phase: BookPhase
  /** JSON. */
  readonly place: string
  readonly finishedAt: number | null
  /** The orders read, and the findings, of the step. */
  readonly orders: number
  readonly entries: number
  readonly differences: number
}>(`
  update book_passes set
    phase = :phase, step = step + 1, place = :place, finished_at = :finishedAt,
    orders = orders + :orders, entries = entries + :entries,
    differences = differences + :differences
  where number = :number and step = :step
`)
