import type { Context, MerchantContext } from '../../../src/context.ts'
import { type MinuteFigures, readFigures } from '../../../src/operations/alarms/read-watch.ts'
import { type WatchResult, watch } from '../../../src/operations/alarms/watch.ts'
import { withSandbox } from '../../../src/operations/merchant-contexts.ts'

/** Runs a job in every database, as the cron does: one that fails stops no other. Returns what the others came to. */
export async function inEveryDatabase<Result>(
  context: Context,
  job: (one: MerchantContext) => Promise<Result>,
): Promise<readonly Result[]> {
  const ended = await Promise.allSettled(withSandbox(context).map(job))
  return ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

/** What every database tells of itself, in a minute in which those jobs have failed. */
export async function figuresOfAll(
  context: Context,
  failedJobs: MinuteFigures['failedJobs'] = new Map(),
): Promise<MinuteFigures> {
  const figures = await inEveryDatabase(context, async (one) => {
    const read = await readFigures(one)
    return [one.databaseNumber, read.kind === 'read' ? read.figures : null] as const
  })
  return { databases: new Map(figures), failedJobs }
}

/** Looks at it, as the cron does at the end of a minute. */
export async function watchAll(
  context: Context,
  failedJobs?: MinuteFigures['failedJobs'],
): Promise<WatchResult> {
  return watch(context, await figuresOfAll(context, failedJobs))
}
