import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'
import type { bookFindings } from './book-schema.ts'

/** A finding, when it was first seen, and since when it is gone (UTC seconds). */
export type KeptFinding = typeof bookFindings.$inferSelect

/**
 * Writes the findings of a step. A known one keeps its first time, unless it was gone meanwhile; of two equal ones in a
 * pass the first stays. With `openMax` open ones no more are written: the pass counts them.
 */
export const keepFindings = sqlText<{
  readonly findings: string
  readonly pass: number
  readonly now: number
  readonly openMax: number
}>(`
  insert into book_findings (
    record, subject, field, expected, found, first_seen, last_seen, pass
  )
  select value ->> 'record', value ->> 'subject', value ->> 'field', value ->> 'expected',
    value ->> 'found', :now, :now, :pass
  from json_each(:findings)
  where (
    select count(*) from (select 1 from book_findings where gone_at is null limit :openMax)
  ) < :openMax or exists (
    select 1 from book_findings
    where record = value ->> 'record' and subject = value ->> 'subject' and field = value ->> 'field'
  )
  on conflict (record, subject, field) do update set
    expected = excluded.expected,
    found = excluded.found,
    first_seen = iif(gone_at is null, first_seen, excluded.first_seen),
    last_seen = excluded.last_seen,
    gone_at = null,
    pass = excluded.pass
  where book_findings.pass <> excluded.pass
`)

/** Marks findings as gone that a finished pass has not found again. */
export const endFindings = sqlText<{ readonly pass: number; readonly now: number }>(`
  update book_findings set gone_at = :now where gone_at is null and pass < :pass
`)

/** Marks findings as gone at that time (UTC seconds). */
export async function markGone(
  db: MerchantDatabase,
  findings: readonly Pick<KeptFinding, 'record' | 'subject' | 'field'>[],
  now: number,
): Promise<void> {
  await rowsOf(db, [endSome({ findings: JSON.stringify(findings), now })])
}

const endSome = sqlText<{ readonly findings: string; readonly now: number }>(`
  update book_findings set gone_at = :now
  where gone_at is null and (record, subject, field) in (
    select value ->> 'record', value ->> 'subject', value ->> 'field' from json_each(:findings)
  )
`)

/** The open findings, the oldest first, and their number, up to `countedMax`. */
export async function openFindings(
  db: MerchantDatabase,
  limit: number,
  countedMax: number,
): Promise<{ readonly count: number; readonly findings: readonly KeptFinding[] }> {
  const [[counted], findings] = await rowsOf(db, [
    countOpen({ countedMax }),
    readOpen({ limit }),
  ] as const)
  return { count: counted?.count ?? 0, findings }
}

const countOpen = sqlText<{ readonly countedMax: number }, { readonly count: number }>(`
  select count(*) as count from (
    select 1 from book_findings where gone_at is null limit :countedMax
  )
`)

const readOpen = sqlText<{ readonly limit: number }, KeptFinding>(`
  select record, subject, field, expected, found, first_seen as firstSeen, last_seen as lastSeen,
    gone_at as goneAt, pass
  from book_findings where gone_at is null order by first_seen limit :limit
`)
