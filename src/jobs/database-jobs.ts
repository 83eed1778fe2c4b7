import type { Context, MerchantContext } from '../context.ts'
import { faultText } from '../contract/log-redaction.ts'
import { readFigures } from '../operations/alarms/read-watch.ts'
import { archiveOrders } from '../operations/archive/archive-orders.ts'
import { goOnUndoingIn } from '../operations/banking/imports/undo-import.ts'
import { putAsideFrozenIn } from '../operations/banking/put-aside-frozen.ts'
import { checkBooks } from '../operations/books/check-books.ts'
import { sweepCallbacks } from '../operations/callbacks/sweep-callbacks.ts'
import { copyJournalDays } from '../operations/copies/copy-journal-days.ts'
import { expireLinks } from '../operations/links/expire-links.ts'
import { assignWaiting } from '../operations/matcher/assign-account.ts'
import { judgeWaiting } from '../operations/matcher/judge-waiting.ts'
import { proveSettlements } from '../operations/matcher/prove-settlements.ts'
import { countedContext, isSandbox } from '../operations/merchant-contexts.ts'
import { resealSecrets } from '../operations/merchants/reseal-secrets.ts'
import { endOldApprovals } from '../operations/people/expire-approvals.ts'
import { maskPersonalFields } from '../operations/privacy/mask-personal-fields.ts'
import { countHours } from '../operations/service/count-hours.ts'
import { logDatabaseSize } from '../operations/service/log-database-size.ts'
import { withdrawByItself } from '../operations/settlement/withdraw-by-itself.ts'
import type { DatabaseFigures } from '../rules/alarms/alarm-checks.ts'
import { inTime, TimeLimitError } from '../units/time-limit.ts'
import { attemptCallbacks } from './attempt-callbacks.ts'

/** The counts of a job, by the names in its log line and `docs/watching.md`. */
export type JobCounts = Readonly<Record<string, number>>

/** The limit of a job that only uses the database. */
const limitMs = 8_000

/** A job begins no further step in the last milliseconds of its limit. */
const lastStepMs = 4_000

/** The limit of the jobs that run in turn, together; the caller waits a little longer (`minute-jobs.ts`). */
const jobsLimitMs = 33_000

/** The time reserved for each job that has not begun. */
const msReservedPerJob = 1_000

/** The statements of an invocation, besides those of the steps under way: D1 refuses any after 1,000. */
const statementsMax = 900

/** The statements reserved for the sweep while it runs, and for each job that has not begun: enough for one step. */
const statementsReservedForSweep = 200
const statementsReservedPerJob = 20

/** A bounded job of one database; each run continues the one before. */
type DatabaseJob = {
  readonly name: string
  /** Whether it also runs for test merchants. */
  readonly hasTests: boolean
  readonly limitMs: number
  readonly run: (context: MerchantContext) => Promise<JobCounts>
}

const sweep: DatabaseJob = {
  name: 'sweep',
  hasTests: true,
  // It begins attempts for ten seconds, and one may take ten.
  limitMs: 25_000,
  run: (context) => sweepCallbacks(context, (orderIds) => attemptCallbacks(context, orderIds)),
}

// These run one after the other, beside the sweep: together they stay within an invocation's connections. First comes
// what members wait for.
const others: readonly DatabaseJob[] = [
  { name: 'expire_links', hasTests: true, limitMs, run: counted('links', expireLinks) },
  { name: 'end_old_approvals', hasTests: false, limitMs, run: withoutCounts(endOldApprovals) },
  {
    name: 'put_aside_frozen',
    hasTests: false,
    limitMs,
    run: counted('collections', putAsideFrozenIn),
  },
  {
    name: 'assign_accounts',
    hasTests: false,
    limitMs: 15_000,
    run: counted('collections', assignWaiting),
  },
  { name: 'judge_lines', hasTests: false, limitMs: 15_000, run: judgeWaiting },
  { name: 'prove_settlements', hasTests: false, limitMs, run: proveSettlements },
  { name: 'auto_withdrawals', hasTests: true, limitMs: 15_000, run: withdrawByItself },
  { name: 'undo_imports', hasTests: false, limitMs, run: counted('imports', goOnUndoingIn) },
  { name: 'count_hours', hasTests: true, limitMs, run: withoutCounts(countHours) },
  { name: 'note_sizes', hasTests: true, limitMs, run: withoutCounts(logDatabaseSize) },
  { name: 'reseal_secrets', hasTests: true, limitMs, run: counted('secrets', resealSecrets) },
  {
    name: 'mask_personal_fields',
    hasTests: true,
    limitMs,
    run: counted('steps', maskPersonalFields),
  },
  { name: 'export_journal', hasTests: false, limitMs, run: counted('rows', copyJournalDays) },
  { name: 'check_books', hasTests: true, limitMs, run: counted('steps', checkBooks) },
  { name: 'archive_orders', hasTests: false, limitMs: 15_000, run: archiveOrders },
]

/** The jobs that the cron runs each minute in every database. `docs/watching.md` describes them and their counts. */
export const databaseJobs: readonly DatabaseJob[] = [sweep, ...others]

/** The end of a job in one database; its counts are null if it did not end or was not begun. */
type JobRun = {
  readonly name: string
  readonly counts: JobCounts | null
  readonly faults: number
  readonly durationMs: number
}

/** The results of a minute's run in one database. */
export type DatabaseRun = {
  readonly jobs: readonly JobRun[]
  /** The figures for alarms; null if the database did not answer. */
  readonly figures: DatabaseFigures | null
}

/**
 * Runs the minute's jobs of one database; a slow database's remaining jobs wait for the next minute. The jobs that run
 * in turn share their time, and share the invocation's statements with the sweep: each may use what is not reserved for
 * the others. Never throws: an error of a job is logged, and stops no other job.
 */
export async function runDatabaseJobs(context: MerchantContext): Promise<DatabaseRun> {
  const jobs = isSandbox(context) ? others.filter(({ hasTests }) => hasTests) : others
  const [sweeping, inTurn] = [countedContext(context), countedContext(context)]
  const startedMs = context.now()
  const leftMs = () => jobsLimitMs - (context.now() - startedMs)
  let reservedBySweep = () => Math.max(0, statementsReservedForSweep - sweeping.statements())
  let reservedByJobs = jobs.length * statementsReservedPerJob
  const hasLeft = (reserve: number) =>
    sweeping.statements() + inTurn.statements() + reserve < statementsMax
  const read = await readFigures(inTurn.context)
  let isLate = read.kind === 'late'
  const swept = runOne(
    { ...sweeping.context, mayGoOn: () => hasLeft(reservedByJobs) },
    sweep,
    isLate,
  )
  void swept.finally(() => {
    reservedBySweep = () => 0
  })
  const runs: JobRun[] = []
  for (const [at, job] of jobs.entries()) {
    reservedByJobs -= statementsReservedPerJob
    const reservedMs = lastStepMs + (jobs.length - 1 - at) * msReservedPerJob
    const mayGoOn = () => leftMs() > reservedMs && hasLeft(reservedByJobs + reservedBySweep())
    const limitMs = isLate ? 0 : Math.min(job.limitMs, leftMs())
    isLate ||= limitMs < lastStepMs
    const run = await runOne({ ...inTurn.context, mayGoOn }, { ...job, limitMs }, isLate)
    isLate ||= run.isLate
    runs.push(run)
  }
  return { jobs: [await swept, ...runs], figures: read.kind === 'read' ? read.figures : null }
}

async function runOne(
  context: MerchantContext,
  { name, limitMs, run }: DatabaseJob,
  isSkipped: boolean,
): Promise<JobRun & { readonly isLate: boolean }> {
  if (isSkipped) return { name, counts: null, faults: 1, durationMs: 0, isLate: true }
  const { now, log, databaseNumber: database } = context
  const startedMs = now()
  const counting = countingFaults(context)
  const mayGoOn = () => now() - startedMs < limitMs - lastStepMs && context.mayGoOn()
  const ended = (counts: JobCounts | null) => ({ name, counts, durationMs: now() - startedMs })
  try {
    const counts = await inTime(limitMs, run({ ...counting.context, mayGoOn }))
    return { ...ended(counts), faults: counting.faults(), isLate: false }
  } catch (error) {
    log({ event: 'job_failed', name, database, fault: faultText(error) })
    const isLate = error instanceof TimeLimitError
    return { ...ended(null), faults: counting.faults() + 1, isLate }
  }
}

/** A context that counts the faults which a job logs and continues after. */
export function countingFaults<Some extends Context>(context: Some) {
  let faults = 0
  const log: Context['log'] = (entry) => {
    if ('fault' in entry) faults += 1
    context.log(entry)
  }
  return { context: { ...context, log }, faults: () => faults }
}

function counted(
  name: string,
  run: (context: MerchantContext) => Promise<number>,
): DatabaseJob['run'] {
  return async (context) => ({ [name]: await run(context) })
}

function withoutCounts(run: (context: MerchantContext) => Promise<void>): DatabaseJob['run'] {
  return async (context) => {
    await run(context)
    return {}
  }
}
