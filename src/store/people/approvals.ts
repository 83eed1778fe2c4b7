import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { ApprovalState } from '../../contract/back-office/states.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { newestPage, type RowsPage, type Span, scannedMax, unindexed } from '../newest-rows.ts'
import { sqlText, traced } from '../sql-text.ts'
import { approvals } from './people-schema.ts'

/** A call that waits or waited for a second person. Its stored state may be `waiting` after its time is over. */
export type StoredApproval = Omit<typeof approvals.$inferSelect, 'refused'>

type NewApproval = Pick<
  StoredApproval,
  | 'id'
  | 'call'
  | 'subject'
  | 'path'
  | 'body'
  | 'digest'
  | 'asker'
  | 'askedAt'
  | 'orderSeq'
  | 'before'
>

/**
 * Stores a waiting call, after ending the same call of an earlier day. While that one waits, the batch breaks with
 * `call_waits`.
 *
 * @param oldestWaiting the lowest id that may still be approved
 */
export function insertApproval(
  db: MerchantDatabase,
  approval: NewApproval,
  oldestWaiting: number,
): readonly [Statement, Statement] {
  return [
    db
      .update(approvals)
      .set({ state: 'expired' })
      .where(and(waitsWith(approval.digest), lt(approvals.id, oldestWaiting))),
    traced(
      db
        .insert(approvals)
        .values({ ...approval, state: 'waiting', decidedBy: '', decidedAt: null, reason: '' }),
      findSame(approval),
    ),
  ]
}

const findSame = sqlText<NewApproval>(`
  select 1 from approvals
  where id = :id and digest = :digest and asker = :asker and asked_at = :askedAt
`)

export async function findApproval(
  db: MerchantDatabase,
  id: number,
): Promise<StoredApproval | null> {
  return (await db.select().from(approvals).where(eq(approvals.id, id)).get()) ?? null
}

/** The id of a call's waiting approval, or null. */
export async function findWaiting(
  db: MerchantDatabase,
  digest: string,
  oldestWaiting: number,
): Promise<number | null> {
  const row = await db
    .select({ id: approvals.id })
    .from(approvals)
    .where(and(waitsWith(digest), gte(approvals.id, oldestWaiting)))
    .get()
  return row?.id ?? null
}

// The predicate of the partial index is spelled out, because sqlite ignores bound values.
function waitsWith(digest: string): SQL | undefined {
  return and(eq(approvals.digest, digest), sql`${approvals.state} = 'waiting'`)
}

/** The filter of a list of approvals; `not_done` is every state but `done`. */
type ApprovalFilter = {
  readonly state?: ApprovalState | 'not_done' | undefined
  /** As `kind:name`, or as its kind. */
  readonly subject?: string | undefined
  readonly asker?: string | undefined
  /** The lowest id that may still be approved. */
  readonly oldestWaiting: number
}

export function newestApprovals(
  db: MerchantDatabase,
  filter: ApprovalFilter,
  span: Span,
): Promise<RowsPage<StoredApproval>> {
  const { id } = approvals
  const walk = { ranges: rangesOf(filter), thinning: thinningOf(filter) }
  const read = (where: SQL | undefined) =>
    db.select().from(approvals).where(where).orderBy(desc(id)).limit(span.limit)
  return newestPage({ db, id, walk, span, read })
}

/** The waiting calls about a subject, `kind:name`, newest first, among the newest that wait. */
export function waitingAbout(
  db: MerchantDatabase,
  subject: string,
  oldestWaiting: number,
): Promise<readonly StoredApproval[]> {
  const { id, state } = approvals
  const newest = db
    .select({ id })
    .from(approvals)
    .where(and(eq(state, 'waiting'), gte(id, oldestWaiting)))
    .orderBy(desc(id))
    .limit(scannedMax)
  const isAbout = and(inArray(id, newest), sql`${unindexed(approvals.subject)} = ${subject}`)
  return db.select().from(approvals).where(isAbout).orderBy(desc(id)).limit(waitingAboutMax)
}

const waitingAboutMax = 20

function rangesOf({ state, oldestWaiting }: ApprovalFilter): readonly (SQL | undefined)[] {
  if (state === undefined) return [undefined]
  const isIn = (one: ApprovalState) => eq(approvals.state, one)
  if (state === 'not_done') return notDone.map(isIn)
  if (state === 'waiting') return [and(isIn(state), gte(approvals.id, oldestWaiting))]
  if (state !== 'expired') return [isIn(state)]
  return [isIn(state), and(isIn('waiting'), lt(approvals.id, oldestWaiting))]
}

const notDone = ['waiting', 'failed', 'rejected', 'expired'] as const

function thinningOf({ subject, asker }: ApprovalFilter): readonly SQL[] {
  const about = unindexed(approvals.subject)
  const isName = subject?.includes(':') === true
  return [
    ...(asker === undefined ? [] : [sql`${unindexed(approvals.asker)} = ${asker}`]),
    ...(subject === undefined ? [] : [isName ? sql`${about} = ${subject}` : startsWith(subject)]),
  ]
}

// The range of a kind: `;` comes after `:`.
function startsWith(kind: string): SQL {
  const about = unindexed(approvals.subject)
  return sql`${about} >= ${`${kind}:`} and ${about} < ${`${kind};`}`
}

/** The end of an approval without its call. */
export type Ending = Readonly<{
  id: number
  state: 'failed' | 'rejected'
  /** The person who rejected it, or approved a call that failed. */
  decidedBy: string
  decidedAt: number
  /** The reason of the rejection, or the code of the call's refusal. */
  reason: string
}>

/** Ends an approval; the batch breaks with `approval_over` if it has ended already. */
export const endWithoutCall = sqlText<Ending>(`
  update approvals
  set
    state = :state,
    decided_by = :decidedBy,
    decided_at = :decidedAt,
    reason = :reason,
    refused = case when state = 'waiting' then null else 'approval_over' end
  where id = :id
`)

/** Marks an approval as done if its call had nothing left to write. */
export const endAsDone = sqlText<
  Readonly<Record<'id' | 'decidedAt', number> & { decidedBy: string }>
>(`
  update approvals
  set state = 'done', decided_by = :decidedBy, decided_at = :decidedAt
  where id = :id and state = 'waiting'
`)

/** Ends up to `limit` approvals whose time is over. */
export const expireApprovals = sqlText<Readonly<Record<'oldestWaiting' | 'limit', number>>>(`
  update approvals
  set state = 'expired'
  where id in (
    select id from approvals where state = 'waiting' and id < :oldestWaiting order by id limit :limit
  )
`)

/** Counts the approvals that wait, to `limit` at most. */
export const countWaitingApprovals = sqlText<
  Readonly<Record<'oldestWaiting' | 'limit', number>>,
  { n: number }
>(`
  select count(*) as n
  from (select 1 from approvals where state = 'waiting' and id >= :oldestWaiting limit :limit)
`)
