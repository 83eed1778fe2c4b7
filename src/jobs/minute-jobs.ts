import type { Context } from '../context.ts'
import { faultText } from '../contract/log-redaction.ts'
import { sendHeartbeat } from '../operations/alarms/send-heartbeat.ts'
import { watch } from '../operations/alarms/watch.ts'
import { type CopyOnDatabase, copyDatabases } from '../operations/copies/copy-databases.ts'
import { withSandbox } from '../operations/merchant-contexts.ts'
import { logUnusableKeys } from '../operations/merchants/reseal-secrets.ts'
import { inTime } from '../units/time-limit.ts'
import { countingFaults, type DatabaseRun, databaseJobs, type JobCounts } from './database-jobs.ts'

/** The work in one database, by its number, each time in an invocation of its own. */
type DatabaseInvocations = {
  readonly run: (databaseNumber: number) => Promise<DatabaseRun>
  readonly copy: CopyOnDatabase
}

export const jobNames: readonly string[] = [
  ...databaseJobs.map(({ name }) => name),
  'copy_databases',
  'watch',
]

/**
 * Runs the jobs of the minute in every database, side by side, and those of the whole service; each has one log line.
 * Sends the heartbeat unless a job has failed in every database. Throws in that case once all have ended: work still
 * running when a handler throws is cancelled.
 */
export async function runMinuteJobs(
  context: Context,
  { run, copy }: DatabaseInvocations,
): Promise<void> {
  logUnusableKeys(context)
  const numbers = withSandbox(context).map(({ databaseNumber }) => databaseNumber)
  const copies = runJob(context, 'copy_databases', async (counting) => {
    return { chunks: await copyDatabases(counting, undefined, copy) }
  })
  const runs = await Promise.all(
    numbers.map((number) => inTime(runMs, run(number)).catch(logLost(context, number))),
  )
  const outcomes = databaseJobs.map(({ name }) => logOutcome(context, name, runs))
  const databases = new Map(numbers.map((number, at) => [number, runs[at]?.figures ?? null]))
  const copied = await copies
  outcomes.push(copied)
  const circumstances = { databases, failedJobs: countFailed(runs, copied) }
  outcomes.push(await runJob(context, 'watch', async (counting) => watch(counting, circumstances)))
  const failed = outcomes.filter(({ outcome }) => outcome === 'failed')
  if (failed.length > 0) throw new Error(`failed: ${failed.map(({ name }) => name).join(', ')}`)
  await sendHeartbeat(context)
}

/** Longer than a database's jobs take together: reading its figures, then the sweep beside the jobs in turn. */
const runMs = 35_000

type Outcome = { readonly name: string; readonly outcome: 'done' | 'partly' | 'failed' }

function logLost({ log }: Context, database: number) {
  return (error: unknown): DatabaseRun => {
    log({ event: 'database_jobs_lost', database, fault: faultText(error) })
    return { jobs: [], figures: null }
  }
}

// One line per job, however many databases there are.
function logOutcome({ log }: Context, name: string, runs: readonly DatabaseRun[]): Outcome {
  const all = runs.flatMap(({ jobs }) => jobs.filter((job) => job.name === name))
  const lost = runs.filter(({ jobs }) => jobs.length === 0).length
  const ended = all.map(({ counts }) => counts).filter((counts) => counts !== null)
  const faults = all.reduce((sum, job) => sum + job.faults, lost)
  const duration_ms = Math.max(0, ...all.map(({ durationMs }) => durationMs))
  const outcome = ended.length === 0 ? 'failed' : faults === 0 ? 'done' : 'partly'
  log({ event: 'job', name, outcome, duration_ms, faults, counts: sumOf(ended) })
  return { name, outcome }
}

// The databases in which each job has failed, counted; a silent one has the alarm `database_down` instead.
function countFailed(runs: readonly DatabaseRun[], copies: Outcome): ReadonlyMap<string, number> {
  const failed = new Map<string, number>()
  const names = runs
    .filter(({ figures }) => figures !== null)
    .flatMap(({ jobs }) => jobs.filter(({ counts }) => counts === null).map(({ name }) => name))
  if (copies.outcome === 'failed') names.push(copies.name)
  for (const name of names) failed.set(name, (failed.get(name) ?? 0) + 1)
  return failed
}

function sumOf(all: readonly JobCounts[]): JobCounts {
  const sums: Record<string, number> = {}
  for (const counts of all) {
    for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count
  }
  return sums
}

/** Runs a job of the whole service, and logs its end. Never throws. */
export async function runJob(
  context: Context,
  name: string,
  run: (context: Context) => Promise<JobCounts>,
): Promise<Outcome> {
  const { now, log } = context
  const started = now()
  const counting = countingFaults(context)
  const ended = (outcome: Outcome['outcome'], counts: JobCounts, fault?: string): Outcome => {
    const faults = counting.faults()
    log({ event: 'job', name, outcome, duration_ms: now() - started, faults, counts, fault })
    return { name, outcome }
  }
  try {
    const counts = await run(counting.context)
    return ended(counting.faults() === 0 ? 'done' : 'partly', counts)
  } catch (error) {
    return ended('failed', {}, faultText(error))
  }
}
