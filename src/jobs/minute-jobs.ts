import type { Context } from '../context.ts'
import { faultText } from '../contract/log-redaction.ts'
import { sendHeartbeat } from '../operations/alarms/send-heartbeat.ts'
import { watch } from '../operations/alarms/watch.ts'
import { putAsideAllFrozen } from '../operations/banking/put-aside-frozen.ts'
import { checkBooks } from '../operations/books/check-books.ts'
import { copyDatabases } from '../operations/copies/copy-databases.ts'
import { expireLinks } from '../operations/links/expire-links.ts'
import { noteSizes } from '../operations/log-database-sizes.ts'
import { resealSecrets } from '../operations/merchants/reseal-secrets.ts'
import { endOldApprovals } from '../operations/people/expire-approvals.ts'
import { type Deliver, sweep } from './callback-jobs.ts'

/** What a job has done, by the names under which its log line and `docs/watching.md` have it. */
type Counts = Readonly<Record<string, number>>

/** One job of the minute: bounded, it goes on where it stopped, and one database that is down stops no other. */
type MinuteJob = {
  readonly name: string
  readonly run: (context: Context, deliver: Deliver) => Promise<Counts>
}

/** What the cron runs each minute, side by side. `docs/watching.md` says what each does and counts. */
export const minuteJobs: readonly MinuteJob[] = [
  { name: 'sweep', run: async (context, deliver) => ({ due: await sweep(context, deliver) }) },
  { name: 'expire_links', run: async (context) => ({ links: await expireLinks(context) }) },
  { name: 'end_old_approvals', run: withoutCounts(endOldApprovals) },
  {
    name: 'put_aside_frozen',
    run: async (context) => ({ collections: await putAsideAllFrozen(context) }),
  },
  { name: 'check_books', run: async (context) => ({ steps: await checkBooks(context) }) },
  { name: 'note_sizes', run: withoutCounts(noteSizes) },
  { name: 'reseal_secrets', run: async (context) => ({ secrets: await resealSecrets(context) }) },
  { name: 'copy_databases', run: async (context) => ({ chunks: await copyDatabases(context) }) },
  { name: 'watch', run: async (context) => watch(context) },
]

/**
 * Runs the jobs of the minute, with one log line each, and sends the heartbeat when none has thrown. Throws what a job
 * threw, when all have ended.
 */
export async function runMinuteJobs(context: Context, deliver: Deliver): Promise<void> {
  // All jobs end before an error is thrown: what is still running when a handler throws is cancelled.
  const jobs = await Promise.allSettled(minuteJobs.map((job) => runJob(job, context, deliver)))
  for (const job of jobs) if (job.status === 'rejected') throw job.reason
  await sendHeartbeat(context)
}

/** Runs one job and logs how it ended. Throws what the job throws. */
export async function runJob(
  { name, run }: MinuteJob,
  context: Context,
  deliver: Deliver,
): Promise<void> {
  const { now, log } = context
  const started = now()
  // A job that goes on without a database that is down has said so in a line of its own.
  let faults = 0
  const counting: Context['log'] = (entry) => {
    if ('fault' in entry) faults += 1
    log(entry)
  }
  const done = (outcome: string, counts: Counts, fault?: string) => {
    log({ event: 'job', name, outcome, duration_ms: now() - started, faults, counts, fault })
  }
  try {
    const counts = await run({ ...context, log: counting }, deliver)
    done(faults === 0 ? 'done' : 'partly', counts)
  } catch (error) {
    done('failed', {}, faultText(error))
    throw error
  }
}

function withoutCounts(run: (context: Context) => Promise<void>): MinuteJob['run'] {
  return async (context) => {
    await run(context)
    return {}
  }
}
