import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { JournalChange, Writer } from '../../rules/people/principal.ts'
import type { MerchantDatabase, PlatformDatabase, Statement } from '../database.ts'
import {
  type Access,
  type Conditions,
  newestPage,
  type RowsPage,
  type Span,
  unindexed,
  walkOf,
  wholeTable,
} from '../newest-rows.ts'
import { journal } from '../schema.ts'
import { type Query, rowsOf, sqlText } from '../sql-text.ts'

/** A write to a database of either type: each has a journal. */
export type AnyStatement = Statement<AnyDatabase>

type AnyDatabase = MerchantDatabase & PlatformDatabase

/** A row to be written. `at` is in UTC seconds. */
export type NewJournalRow = JournalChange & {
  readonly id: number
  readonly at: number
  readonly principal: Writer
}

export function insertJournalRow(row: NewJournalRow): AnyStatement {
  return insertRow(valuesOf(row))
}

/** Writes a row of the journal if the preceding statement of the batch has changed a row. */
export function insertJournalRowOfChange(row: NewJournalRow): AnyStatement {
  return insertRowOfChange(valuesOf(row))
}

/** Writes a row of the journal whose subject is the id of the row that the preceding statement inserted. */
export function insertJournalRowOfNew(row: NewJournalRow): AnyStatement {
  return insertRowOfNew(valuesOf(row))
}

/** Runs a write that returns rows, with a row of the journal if it has changed any. */
export async function runJournaled<Row>(
  db: MerchantDatabase,
  write: Query<Row>,
  row: NewJournalRow,
): Promise<readonly Row[]> {
  const [changed] = await rowsOf(db, [write, insertRowOfChange(valuesOf(row))])
  return changed
}

export const notesMax = 100

/** Writes a note on an order, a row of the journal; null if the order has `notesMax` of them. */
export async function insertNote(
  db: MerchantDatabase,
  row: NewJournalRow,
): Promise<{ readonly id: number } | null> {
  const [[note]] = await rowsOf(db, [insertNoteRow(valuesOf(row))])
  return note ?? null
}

/** The notes on an order, oldest first, by its transaction number. */
export function notesOf(db: MerchantDatabase, tradeNo: string): Promise<readonly JournalRow[]> {
  return db
    .select()
    .from(journal)
    .where(and(eq(journal.subject, tradeNo), sql`${journal.action} = 'note'`))
    .orderBy(asc(journal.id))
    .limit(notesMax)
}

/** The orders among these, by transaction number, whose last note of the two texts is `sent`. */
export async function ordersNoted(
  db: MerchantDatabase,
  tradeNos: readonly string[],
  texts: Readonly<Record<'sent' | 'unsent', string>>,
): Promise<ReadonlySet<string>> {
  if (tradeNos.length === 0) return new Set()
  const [rows] = await rowsOf(db, [selectNoted({ ...texts, tradeNos: JSON.stringify(tradeNos) })])
  return new Set(rows.map(({ tradeNo }) => tradeNo))
}

const selectNoted = sqlText<
  Readonly<Record<'tradeNos' | 'sent' | 'unsent', string>>,
  { readonly tradeNo: string }
>(`
  select trade_nos.value as tradeNo from json_each(:tradeNos) as trade_nos where :sent = (
    select after ->> 'text' from journal
    where subject = trade_nos.value and action = 'note' and after ->> 'text' in (:sent, :unsent)
    order by id desc limit 1
  )`)

function valuesOf({
  id,
  at,
  principal,
  subject,
  before,
  after,
  ...written
}: NewJournalRow): RowValues {
  return {
    id,
    at,
    ...written,
    actor: principal.name,
    role: principal.role,
    requestId: principal.requestId,
    subjectKind: subject.kind,
    subject: subject.name,
    before: jsonOf(before),
    after: jsonOf(after),
    approvedBy: principal.approval?.approvedBy ?? '',
  }
}

const jsonOf = (fields: JournalChange['before']) => fields && JSON.stringify(fields)

type RowValues = Omit<typeof journal.$inferSelect, 'before' | 'after'> &
  Readonly<Record<'before' | 'after', string | null>>

const columns = `
  id, at, actor, role, action, subject_kind, subject, before, after, reason, request_id, approved_by`
// Two rows of one moment could draw the same id; 32 more is the next id of the same database.
const values = `
  max(:id, (select coalesce(max(id), 0) + 32 from journal)), :at, :actor, :role, :action,
  :subjectKind, :subject, :before, :after, :reason, :requestId, :approvedBy`

const insertRow = sqlText<RowValues, unknown, AnyDatabase>(
  `insert into journal (${columns}) values (${values})`,
)

// `changes()` counts the rows of the preceding statement in the batch.
const insertRowOfChange = sqlText<RowValues, unknown, AnyDatabase>(`
  insert into journal (${columns}) select ${values} where changes() > 0
`)

const insertRowOfNew = sqlText<RowValues, unknown, AnyDatabase>(`
  insert into journal (${columns})
  values (${values.replace(':subject,', 'cast(last_insert_rowid() as text),')})
`)

const insertNoteRow = sqlText<RowValues, { readonly id: number }>(`
  insert into journal (${columns}) select ${values}
  where ${notesMax} > (select count(*) from journal where subject = :subject and action = 'note')
  returning id
`)

type Ending = Readonly<{ id: number; approvedBy: string; at: number }>

/** Ends an approval whose call is carried out in the same batch; breaks with `approval_over` if it has ended. */
export const endApproval = sqlText<Ending, unknown, AnyDatabase>(`
  update approvals
  set
    state = 'done',
    decided_by = :approvedBy,
    decided_at = :at,
    refused = case when state = 'waiting' then null else 'approval_over' end
  where id = :id
`)

type JournalFilter = {
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly subjectKind?: string | undefined
  readonly subject?: string | undefined
  readonly approvedBy?: string | undefined
}

export type JournalRow = typeof journal.$inferSelect

export function newestOfJournal(
  db: MerchantDatabase,
  filter: JournalFilter,
  span: Span,
): Promise<RowsPage<JournalRow>> {
  const read = (where: SQL | undefined) =>
    db.select().from(journal).where(where).orderBy(desc(journal.id)).limit(span.limit)
  return newestPage({
    db,
    id: journal.id,
    walk: walkOf(conditionsOf(filter), accessOf(filter)),
    span,
    read,
  })
}

function conditionsOf(filter: JournalFilter): Conditions<JournalFilter> {
  const { actor, action, subjectKind, subject, approvedBy } = filter
  return {
    actor: actor && sql`${unindexed(journal.actor)} = ${actor}`,
    action: action && sql`${unindexed(journal.action)} = ${action}`,
    subjectKind: subjectKind && sql`${unindexed(journal.subjectKind)} = ${subjectKind}`,
    subject: subject && sql`${unindexed(journal.subject)} = ${subject}`,
    approvedBy: approvedBy && sql`${unindexed(journal.approvedBy)} = ${approvedBy}`,
  }
}

// Rows about moves of orders are in no index.
function accessOf(filter: JournalFilter): Access<JournalFilter> {
  const { actor, subjectKind, subject, approvedBy } = filter
  if (approvedBy) {
    // The predicate of the partial index is spelled out, because sqlite ignores bound values.
    const approved = and(eq(journal.approvedBy, approvedBy), sql`${journal.approvedBy} <> ''`)
    return { answers: ['approvedBy'], ranges: [approved] }
  }
  if (subjectKind === undefined || orderKinds.has(subjectKind)) return wholeTable
  const indexed = sql`${journal.subjectKind} not in ('collection', 'payout')`
  if (subject !== undefined) {
    const ofSubject = and(eq(journal.subjectKind, subjectKind), eq(journal.subject, subject))
    return { answers: ['subjectKind', 'subject'], ranges: [and(ofSubject, indexed)] }
  }
  if (actor === undefined) return wholeTable
  return { answers: ['actor'], ranges: [and(eq(journal.actor, actor), indexed)] }
}

const orderKinds: ReadonlySet<string> = new Set(['collection', 'payout'])
