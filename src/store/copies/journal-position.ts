import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** The progress of a database's journal export. */
export type JournalPosition = {
  /** The day being exported (Asia/Taipei, in days since 1970). */
  readonly day: number
  /** The id up to which it is exported. */
  readonly afterId: number
  /** The number of its next part, from 1 on. */
  readonly part: number
  /** The number of its exported rows. */
  readonly exported: number
}

/** A stored row of the journal; `before` and `after` are JSON texts. */
type JournalLine = Readonly<Record<string, string | number | null>> & { readonly id: number }

/** The progress; null before the first export. */
export async function journalPosition(db: MerchantDatabase): Promise<JournalPosition | null> {
  const [[found]] = await rowsOf(db, [selectExport({})] as const)
  return found ?? null
}

const selectExport = sqlText<Readonly<Record<string, never>>, JournalPosition>(
  'select day, after_id as afterId, part, exported from journal_exports where id = 1',
)

/** The next rows after an id. */
export async function journalLines(
  db: MerchantDatabase,
  page: { readonly after: number; readonly limit: number },
): Promise<readonly JournalLine[]> {
  const [found] = await rowsOf(db, [selectLines(page)] as const)
  return found
}

const selectLines = sqlText<Parameters<typeof journalLines>[1], JournalLine>(`
  select * from journal where id > :after order by id limit :limit
`)

export async function keepJournalPosition(
  db: MerchantDatabase,
  next: JournalPosition,
): Promise<void> {
  await rowsOf(db, [writeExport(next)])
}

const writeExport = sqlText<JournalPosition>(`
  insert into journal_exports (id, day, after_id, part, exported)
  values (1, :day, :afterId, :part, :exported)
  on conflict (id) do update set
    day = excluded.day, after_id = excluded.after_id, part = excluded.part,
    exported = excluded.exported
`)
