import { Problem } from '../command/problem.ts'
import { commandLine } from '../provision/wrangler.ts'
import { type Rollout, rolloutOf } from './deployments.ts'
import type { Release } from './options.ts'
import type { Worker } from './target.ts'
import { verify } from './verify.ts'
import { deployment, status, tagOf, trafficSplit, triggers, upload } from './wrangler-commands.ts'

type Start = { readonly rollout: Rollout; readonly alarmsBefore: readonly string[] }

/** Gives the commit's version all traffic of a Worker at once, and verifies it. */
export async function deployAtOnce(
  run: Release,
  worker: Worker,
  { rollout: { shares, ours }, alarmsBefore }: Start,
): Promise<void> {
  const tag = tagOf(run.commit)
  if (ours !== null && shares.length === 1 && shares[0]?.version_id === ours) {
    run.log(`It runs ${tag} already.`)
    // A deployment that failed in its last step has not updated crons, routes and consumers.
    await run.wrangler(triggers(worker))
  } else {
    await run.wrangler(deployment(worker, run.commit))
  }
  await verify(run, { headers: {}, alarmsBefore, split: null })
}

/** Gives the commit's version each share of a Worker's traffic in turn, and verifies each. */
export async function rollOut(
  run: Release,
  worker: Worker,
  { rollout, stages, alarmsBefore }: Start & { readonly stages: readonly number[] },
): Promise<void> {
  const { wrangler, commit, log } = run
  const tag = tagOf(commit)
  if (rollout.ours === null) await wrangler(upload(worker, commit))
  const version = rollout.ours ?? (await rolloutOf(run.api, worker.name, tag)).ours
  if (version === null) throw new Problem(`${worker.name} has no version ${tag} after its upload.`)
  const reached = shareOf(version, rollout)
  const previous = otherThan(version, rollout, worker)
  if (reached !== null) log(`${tag} has ${reached} % already: the release resumes there.`)
  let share = reached
  for (const percent of stages.filter((stage) => reached === null || stage >= reached)) {
    if (percent !== reached) {
      // Another machine may have started a release or a rollback since.
      const current = await rolloutOf(run.api, worker.name, tag)
      const other = otherThan(version, current, worker)
      if (other !== previous || shareOf(version, current) !== share) throw overtaken(worker)
      await wrangler(trafficSplit({ worker, version, percent, other }))
      share = percent
    }
    log(`${tag} has ${percent} % of ${worker.name}.`)
    const headers = percent < 100 ? overrideHeaders(worker, version) : {}
    await verify(run, { headers, alarmsBefore, split: { worker, version, other: previous } })
  }
  await wrangler(triggers(worker))
}

function shareOf(version: string, { shares }: Rollout): number | null {
  return shares.find(({ version_id }) => version_id === version)?.percentage ?? null
}

// Null if the version has all traffic already.
function otherThan(version: string, { shares }: Rollout, { name }: Worker): string | null {
  const [other = null, ...more] = shares.filter(({ version_id }) => version_id !== version)
  if (more.length === 0) return other?.version_id ?? null
  const split = shares.map((share) => `${share.version_id} ${share.percentage} %`).join(', ')
  throw new Problem(
    `Another release of ${name} is unfinished (${split}). Finish it first: release its commit again, or give all traffic ` +
      'to one of the two versions with `npx wrangler rollback <version>`.',
  )
}

function overtaken(worker: Worker): Problem {
  const command = commandLine(status(worker))
  return new Problem(
    `Another release or rollback has changed ${worker.name}; this release stops. See: ${command}`,
  )
}

// Cloudflare honours this header while the version is part of the deployment, even with 0 %.
function overrideHeaders({ name }: Worker, version: string): Readonly<Record<string, string>> {
  return { 'cloudflare-workers-version-overrides': `${name}="${version}"` }
}
