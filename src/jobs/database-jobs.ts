import type { Context, MerchantContext } from '../context.ts'
import { faultText } from '../contract/log-redaction.ts'
import { readFigures } from '../operations/alarms/read-watch.ts'
import { archiveOrders } from '../operations/archive/archive-orders.ts'
import { goOnUndoingIn } from '../operations/banking/imports/undo-import.ts'
import { putAsideFrozenIn } from '../operations/banking/put-aside-frozen.ts'
import { checkBooks } from '../operations/books/check-books.ts'
import { sweepCallbacks } from '../operations/callbacks/sweep-callbacks.ts'
import { copyJournalDays } from '../operations/copies/export-journal.ts'
import { countHours } from '../operations/count-hours.ts'
import { expireLinks } from '../operations/links/expire-links.ts'
import { noteSize } from '../operations/log-database-sizes.ts'
import { assignWaiting } from '../operations/matcher/assign-account.ts'
import { judgeWaiting } from '../operations/matcher/judge-waiting.ts'
import { proveSettlements } from '../operations/matcher/prove-settlements.ts'
import { isSandbox } from '../operations/merchant-contexts.ts'
import { resealSecrets } from '../operations/merchants/reseal-secrets.ts'
import { endOldApprovals } from '../operations/people/expire-approvals.ts'
import { maskPersonalFields } from '../operations/privacy/mask-personal-fields.ts'
import { withdrawByItself } from '../operations/settlement/withdraw-by-itself.ts'
import type { DatabaseFigures } from '../rules/alarms/alarm-checks.ts'
import { inTime, TimeLimitError } from '../units/time-limit.ts'
import { attemptCallbacks } from './attempt-callbacks.ts'

/** The counts of a job, by the names in its log line and `docs/watching.md`. */
export type Counts = Readonly<Record<string, number>>

/** The limit of a job that only uses the database. */
const limitMs = 8_000

/** A bounded job of one database; each run continues the one before. */
type DatabaseJob = {
  readonly name: string
  /** Whether it also runs for test merchants. */
  readonly hasTests: boolean
  readonly limitMs: number
  readonly run: (context: MerchantContext) => Promise<Counts>
}

const sweep: DatabaseJob = {
  name: 'sweep',
  hasTests: true,
  // It begins attempts for ten seconds, and one may take ten.
  limitMs: 25_000,
  run: (context) => sweepCallbacks(context, (orderIds) => attemptCallbacks(context, orderIds)),
}

// These run one after the other, beside the sweep: together they stay within an invocation's connections.
const others: readonly DatabaseJob[] = [
  {
    name: 'expire_links',
    hasTests: true,
    limitMs,
    run: async (context) => ({ links: await expireLinks(context) }),
  },
  { name: 'end_old_approvals', hasTests: false, limitMs, run: withoutCounts(endOldApprovals) },
  {
    name: 'put_aside_frozen',
    hasTests: false,
    limitMs,
    run: async (context) => ({ collections: await putAsideFrozenIn(context) }),
  },
  {
    name: 'auto_withdrawals',
    hasTests: true,
    limitMs: 15_000,
    run: async (context) => ({ ...(await withdrawByItself(context)) }),
  },
  {
    name: 'undo_imports',
    hasTests: false,
    limitMs,
    run: async (context) => ({ imports: await goOnUndoingIn(context) }),
  },
  {
    name: 'assign_accounts',
    hasTests: false,
    limitMs: 15_000,
    run: async (context) => ({ collections: await assignWaiting(context) }),
  },
  {
    name: 'judge_lines',
    hasTests: false,
    limitMs: 15_000,
    run: async (context) => ({ ...(await judgeWaiting(context)) }),
  },
  {
    name: 'prove_settlements',
    hasTests: false,
    limitMs,
    run: async (context) => ({ ...(await proveSettlements(context)) }),
  },
  { name: 'count_hours', hasTests: true, limitMs, run: withoutCounts(countHours) },
  { name: 'note_sizes', hasTests: true, limitMs, run: withoutCounts(noteSize) },
  {
    name: 'reseal_secrets',
    hasTests: true,
    limitMs,
    run: async (context) => ({ secrets: await resealSecrets(context) }),
  },
  {
    name: 'mask_personal_fields',
    hasTests: true,
    limitMs,
    run: async (context) => ({ steps: await maskPersonalFields(context) }),
  },
  {
    name: 'export_journal',
    hasTests: false,
    limitMs,
    run: async (context) => ({ rows: await copyJournalDays(context) }),
  },
  {
    name: 'check_books',
    hasTests: true,
    limitMs,
    run: async (context) => ({ steps: await checkBooks(context) }),
  },
  {
    name: 'archive_orders',
    hasTests: false,
    limitMs: 15_000,
    run: async (context) => ({ ...(await archiveOrders(context)) }),
  },
]

/** The jobs that the cron runs each minute in every database. `docs/watching.md` describes them and their counts. */
export const databaseJobs: readonly DatabaseJob[] = [sweep, ...others]

/** The end of a job in one database; its counts are null if it did not end or was not begun. */
type JobRun = {
  readonly name: string
  readonly counts: Counts | null
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
 * Runs the minute's jobs of one database. A slow database's remaining jobs are left for the next minute. Never throws:
 * an error of a job is logged, and stops no other job.
 */
export async function runDatabaseJobs(context: MerchantContext): Promise<DatabaseRun> {
  const read = await readFigures(context)
  const isLate = read.kind === 'late'
  const jobs = isSandbox(context) ? others.filter(({ hasTests }) => hasTests) : others
  const [swept, done] = await Promise.all([
    runOne(context, sweep, isLate),
    runInTurn(context, jobs, isLate),
  ])
  return { jobs: [swept, ...done], figures: read.kind === 'read' ? read.figures : null }
}

async function runInTurn(
  context: MerchantContext,
  jobs: readonly DatabaseJob[],
  wasLate: boolean,
): Promise<readonly JobRun[]> {
  const runs: JobRun[] = []
  let isLate = wasLate
  for (const job of jobs) {
    const run = await runOne(context, job, isLate)
    isLate ||= run.isLate
    runs.push(run)
  }
  return runs
}

async function runOne(
  context: MerchantContext,
  { name, limitMs, run }: DatabaseJob,
  isLeft: boolean,
): Promise<JobRun & { readonly isLate: boolean }> {
  if (isLeft) return { name, counts: null, faults: 1, durationMs: 0, isLate: true }
  const { now, log, databaseNumber: database } = context
  const startedMs = now()
  const counting = countingFaults(context)
  const ended = (counts: Counts | null) => ({ name, counts, durationMs: now() - startedMs })
  try {
    const counts = await inTime(limitMs, run(counting.context))
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

function withoutCounts(run: (context: MerchantContext) => Promise<void>): DatabaseJob['run'] {
  return async (context) => {
    await run(context)
    return {}
  }
}
