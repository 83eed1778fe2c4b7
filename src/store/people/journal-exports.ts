import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** How far the journal of a database is in the bucket. */
export type JournalExport = {
  /** The day that is exported now (Asia/Taipei, in days since 1970). */
  readonly day: number
  /** Up to which id it is there. */
  readonly afterId: number
  /** The number of its next part, from 1 on. */
  readonly part: number
  /** How many of its rows are there. */
  readonly exported: number
}

/** A row of the journal as it is stored; `before` and `after` are JSON texts. */
export type JournalLine = Readonly<Record<string, string | number | null>> & { readonly id: number }

/** How far it is; null before the first one. */
export async function journalExport(db: MerchantDatabase): Promise<JournalExport | null> {
  const [[found]] = await rowsOf(db, [selectExport({})] as const)
  return found ?? null
}

const selectExport = sqlText<Readonly<Record<string, never>>, JournalExport>(
  'select day, after_id as afterId, part, exported from journal_exports where id = 1',
)

/** The next rows behind an id. */
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

/** Writes how far it is. */
export async function keepJournalExport(db: MerchantDatabase, next: JournalExport): Promise<void> {
  await rowsOf(db, [writeExport(next)])
}

const writeExport = sqlText<JournalExport>(`
  insert into journal_exports (id, day, after_id, part, exported)
  values (1, :day, :afterId, :part, :exported)
  on conflict (id) do update set
    day = excluded.day, after_id = excluded.after_id, part = excluded.part,
    exported = excluded.exported
`)
