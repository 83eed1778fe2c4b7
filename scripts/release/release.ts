import * as z from 'zod/mini'
import { Problem, reasonOf } from '../command/problem.ts'
import { resultOf } from '../provision/api.ts'
import { commandLine } from '../provision/wrangler.ts'
import { rolloutOf } from './deployments.ts'
import type { Release } from './options.ts'
import { deployAtOnce, rollOut } from './roll-out.ts'
import type { Database } from './target.ts'
import {
  deployment,
  migration,
  tagOf,
  trafficSplit,
  triggers,
  upload,
} from './wrangler-commands.ts'

const bookmark = z.object({ bookmark: z.string() })

/**
 * Migrates the databases, then deploys one Worker after the other. Resumes an interrupted release from the state that
 * Cloudflare reports. If a verification fails, both Workers are rolled back and it throws a problem. An error of wrangler
 * is thrown without a rollback.
 */
export async function release(run: Release): Promise<void> {
  const { workers, databases, commit, log, stages, refusedSettings } = run
  if (refusedSettings !== null) throw new Problem(refusedSettings)
  const alarmsBefore = await standingAlarms(run)
  // Before any change: the login may lack the permission to read figures.
  if (stages !== null && run.isInUse) await run.figures(workers[0].name)
  for (const database of databases) await logBookmark(run, database)
  for (const { binding } of databases) await run.wrangler(migration(workers[0], binding))
  for (const worker of workers) {
    log(`\n${worker.title}, ${worker.name}`)
    const rollout = await rolloutOf(run.api, worker.name, tagOf(commit))
    // Traffic can be split only if a version has some.
    const canSplit = run.isInUse && rollout.shares.length > 0
    if (stages === null || !canSplit) await deployAtOnce(run, worker, { rollout, alarmsBefore })
    else await rollOut(run, worker, { rollout, stages, alarmsBefore })
  }
  log(`\nBoth Workers run ${tagOf(commit)}.`)
}

async function standingAlarms({ alarms }: Release): Promise<readonly string[]> {
  try {
    return (await alarms?.()) ?? []
  } catch (error) {
    throw new Problem(
      `The alarms of the desk cannot be read, and nothing was changed: ${reasonOf(error)}.`,
      ' If this release fixes the desk, pass --without-desk.',
    )
  }
}

async function logBookmark({ api, log }: Release, { name, id }: Database): Promise<void> {
  const path = `/d1/database/${id}/time_travel/bookmark`
  const what = `Reading the restore point of ${name}`
  const point = await resultOf(api, { what, path, shape: bookmark })
  log(
    `To undo everything that is written to ${name} from now on: npx wrangler d1 time-travel restore ` +
      `${name} --bookmark=${point.bookmark}`,
  )
}

/** The commands of a release from its first step, in their order: `--dry-run`. */
export function planOf({
  workers,
  databases,
  commit,
  stages,
}: Pick<Release, 'workers' | 'databases' | 'commit' | 'stages'>): readonly string[] {
  const deploying = workers.flatMap((worker) => {
    if (stages === null) return [commandLine(deployment(worker, commit)), 'verification']
    const shares = stages.flatMap((percent) => {
      const split = trafficSplit({ worker, version: '<new>', percent, other: '<old>' })
      return [commandLine(split), 'verification']
    })
    return [commandLine(upload(worker, commit)), ...shares, commandLine(triggers(worker))]
  })
  const migrating = databases.map(({ binding }) => commandLine(migration(workers[0], binding)))
  return ['state of both Workers and of the databases', ...migrating, ...deploying]
}
