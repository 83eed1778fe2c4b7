import type { MerchantDatabase, Statement } from '../database.ts'
import { type RawRow, rowReader, rowsOf, sqlText } from '../sql-text.ts'
import { bookPasses } from './book-schema.ts'

/** How far a check of the books has come. */
export type BookPass = typeof bookPasses.$inferSelect

/** Where a step has ended, and what it has read. The rest stays as it is. */
export type BookProgress = Partial<
  Pick<
    BookPass,
    | 'phase'
    | 'lastMerchant'
    | 'lastId'
    | 'lastAt'
    | 'lastSeq'
    | 'lastNumber'
    | 'lastKey'
    | 'lastOrderid'
    | 'lastSerialNo'
    | 'finishedAt'
  >
> &
  Readonly<Partial<Record<'orders' | 'entries' | 'sums' | 'differences', number>>>

/** The newest pass, and the newest that was finished; null where there is none. */
export async function lastBookPasses(
  db: MerchantDatabase,
): Promise<{ readonly newest: BookPass | null; readonly finished: BookPass | null }> {
  const [[newest], [finished]] = await rowsOf(db, [newestPass({}), finishedPass({})] as const)
  return {
    newest: newest ? readPass(newest) : null,
    finished: finished ? readPass(finished) : null,
  }
}

const newestPass = sqlText<Record<string, never>, RawRow>(`
  select * from book_passes where number = (select max(number) from book_passes)
`)

// The one before the newest is finished, or there is none.
const finishedPass = sqlText<Record<string, never>, RawRow>(`
  select * from book_passes
  where number = (select max(number) from book_passes) - (
    select phase <> 'done' from book_passes where number = (select max(number) from book_passes)
  )
`)

const readPass = rowReader(bookPasses)

/** Begins a pass, unless another run has begun it, or one is under way. */
export const startBookPass = sqlText<{
  readonly number: number
  readonly now: number
  readonly topUpChannel: string
}>(`
  insert into book_passes (
    number, phase, step, last_merchant, last_id, last_at, last_seq, last_number,
    last_key, last_orderid, last_serial_no, top_up_channel, started_at, stepped_at,
    orders, entries, sums, differences
  )
  select :number, 'orders', 0, 0, 0, 0, 0, 0, '', '', '', :topUpChannel, :now, :now, 0, 0, 0, 0
  where not exists (
    select 1 from book_passes
    where number = (select max(number) from book_passes) and (number >= :number or phase <> 'done')
  )
`)

/** Which step is taken. Another run that has read the same step before writes nothing. */
export type BookStep = { readonly number: number; readonly step: number }

/** The condition that no other run has taken the step, for statements that come before `moveBookPass`. */
export const isAtStep = `exists (
  select 1 from book_passes where number = :number and step = :step
)`

/** Writes where a step has ended: the last statement of its batch. */
export function moveBookPass(pass: BookPass, progress: BookProgress, now: number): Statement {
  const { orders = 0, entries = 0, sums = 0, differences = 0, ...rest } = progress
  return writePass({
    ...{ ...pass, ...rest, steppedAt: now },
    orders: pass.orders + orders,
    entries: pass.entries + entries,
    sums: pass.sums + sums,
    differences: pass.differences + differences,
  })
}

const writePass = sqlText<BookPass>(`
  update book_passes set
    phase = :phase, step = step + 1, last_merchant = :lastMerchant, last_id = :lastId,
    last_at = :lastAt, last_seq = :lastSeq, last_number = :lastNumber, last_key = :lastKey,
    last_orderid = :lastOrderid, last_serial_no = :lastSerialNo,
    stepped_at = :steppedAt, finished_at = :finishedAt,
    orders = :orders, entries = :entries, sums = :sums, differences = :differences
  where number = :number and step = :step
`)
