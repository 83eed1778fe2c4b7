import type { Act, Written } from '../../rules/people/act.ts'
import type { MerchantDatabase, PlatformDatabase, Statement } from '../database.ts'
import { journal } from '../schema.ts'
import { type Query, type RawRow, rowReader, rowsOf, sqlText } from '../sql-text.ts'

/** A write to a database of either type: each has a journal. */
export type AnyStatement = Statement<AnyDatabase>

type AnyDatabase = MerchantDatabase & PlatformDatabase

/** A row to be written. `at` is in UTC seconds. */
export type NewJournalRow = Written & {
  readonly id: number
  readonly at: number
  readonly act: Act
}

/** Writes a row of the journal. */
export function insertJournalRow(row: NewJournalRow): AnyStatement {
  return insertRow(valuesOf(row))
}

/** Runs a write that returns rows, and writes the row of the journal where it has changed any. */
export async function runJournaled<Row>(
  db: MerchantDatabase,
  write: Query<Row>,
  row: NewJournalRow,
): Promise<readonly Row[]> {
  const [changed] = await rowsOf(db, [write, insertRowOfChange(valuesOf(row))])
  return changed
}

function valuesOf({ id, at, act, subject, before, after, ...written }: NewJournalRow): RowValues {
  return {
    ...{ id, at, ...written, actor: act.name, role: act.role, requestId: act.requestId },
    ...{ subjectKind: subject.kind, subject: subject.name },
    ...{ before: jsonOf(before), after: jsonOf(after) },
    approvedBy: act.approval?.approvedBy ?? '',
  }
}

const jsonOf = (fields: Written['before']) => fields && JSON.stringify(fields)

type RowValues = Omit<typeof journal.$inferSelect, 'before' | 'after'> &
  Readonly<Record<'before' | 'after', string | null>>

const columns = `
  id, at, actor, role, action, subject_kind, subject, before, after, reason, request_id, approved_by`
// Two rows of one moment could have drawn one id; 32 is the next one of the same database.
const values = `
  max(:id, (select coalesce(max(id), 0) + 32 from journal)), :at, :actor, :role, :action,
  :subjectKind, :subject, :before, :after, :reason, :requestId, :approvedBy`

const insertRow = sqlText<RowValues, unknown, AnyDatabase>(
  `insert into journal (${columns}) values (${values})`,
)

// `changes()` counts the rows of the statement before it in the batch.
const insertRowOfChange = sqlText<RowValues>(`
  insert into journal (${columns}) select ${values} where changes() > 0
`)

type Ending = Readonly<{ id: number; approvedBy: string; at: number }>

/** Ends an approval whose call is carried out in the same batch; breaks it with `approval_over` where it is over. */
export const endApproval = sqlText<Ending, unknown, AnyDatabase>(`
  update approvals
  set
    state = 'done',
    decided_by = :approvedBy,
    decided_at = :at,
    refused = case when state = 'waiting' then null else 'approval_over' end
  where id = :id
`)

/** What a list of the journal is narrowed to; ids stand for times. */
export type JournalNarrowing = {
  readonly actor: string | null
  readonly action: string | null
  readonly subjectKind: string | null
  readonly subject: string | null
  /** From this id on. */
  readonly from: number
  /** Below this id. */
  readonly before: number
}

/** A row of the journal. */
export type JournalRow = typeof journal.$inferSelect

/** Some rows of the journal, newest first. */
export type JournalPage = {
  readonly rows: readonly JournalRow[]
  /** The id of the last row looked at; null when none are left behind it. */
  readonly lookedTo: number | null
}

/**
 * Lists the journal, newest first. Looks at no more than `lookedAtMax` rows, so that a page that is narrowed may be
 * short while rows are left behind it.
 */
export async function newestOfJournal(
  db: MerchantDatabase,
  { from, before, ...asked }: JournalNarrowing,
  limit: number,
): Promise<JournalPage> {
  const [rows, [last]] = await rowsOf(db, [
    selectNarrowed({ ...asked, from, before, limit, lookedAtMax }),
    selectLast({ from, before, lookedAtMax }),
  ])
  const isWhole = last === undefined || last.looked < lookedAtMax
  return { rows: rows.map(readRow), lookedTo: isWhole ? null : last.id }
}

const lookedAtMax = 1_000
const readRow = rowReader(journal)

const looked = `(
  select * from journal where id >= :from and id < :before order by id desc limit :lookedAtMax
)`

const selectNarrowed = sqlText<
  JournalNarrowing & Readonly<Record<'limit' | 'lookedAtMax', number>>,
  RawRow
>(`
  select * from ${looked}
  where (:actor is null or actor = :actor)
    and (:action is null or action = :action)
    and (:subjectKind is null or subject_kind = :subjectKind)
    and (:subject is null or subject = :subject)
  order by id desc
  limit :limit
`)

const selectLast = sqlText<
  Readonly<Record<'from' | 'before' | 'lookedAtMax', number>>,
  { readonly id: number; readonly looked: number }
>(`select min(id) as id, count(*) as looked from ${looked}`)
