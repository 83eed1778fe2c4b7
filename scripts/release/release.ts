import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../provision/problem.ts'
import type { SmokeReport } from '../smoke/run.ts'
import { applyTriggers, divide, rollBack, tagOf, typed, type Worker } from './commands.ts'
import { type Database, migrateDatabases } from './databases.ts'
import { deployed, type Standing, standingOf, uploaded } from './deployments.ts'
import type { ToldWrangler } from './wrangler.ts'

/** The smoke test has found something wrong: the release went back, or could not. */
export class WentBack extends Problem {}

/** What a release is made of. */
export type Release = {
  /** Both Workers, in the order in which they are deployed: the public one first, which the other calls. */
  readonly workers: readonly Worker[]
  readonly databases: readonly Database[]
  readonly commit: string
  /** The shares of traffic in percent that a new version gets, each looked at; null deploys at once. */
  readonly stages: readonly number[] | null
  readonly wrangler: ToldWrangler
  /** Looks at the deployment; `headers` lead a request to a certain version. */
  readonly smoke: (headers: Readonly<Record<string, string>>) => Promise<SmokeReport>
  readonly tell: (line: string) => void
  /** How long each share is left before it is looked at, in milliseconds. */
  readonly pauseMs: number
}

const smokeAttempts = 2

/**
 * Migrates, and deploys one Worker after the other. Where it stopped before, it goes on: how far it has come is asked of
 * Cloudflare. When the smoke test finds something wrong, both Workers get their earlier versions back, and it throws
 * `WentBack`. What wrangler refuses is thrown and leaves everything as it is.
 */
export async function release(run: Release): Promise<void> {
  const { workers, databases, wrangler, tell, commit } = run
  for (const worker of workers) await standingOf(wrangler, worker, commit)
  const [first] = workers
  if (first !== undefined) await migrateDatabases(wrangler, first, databases, tell)
  for (const worker of workers) {
    tell(`\n${worker.title}, ${worker.name}`)
    if (run.stages === null) await deployAllAtOnce(run, worker)
    else await rollOut(run, worker, run.stages)
  }
  tell(`\n${tagOf(commit)} is everywhere.`)
}

/** Gives both Workers the versions back that they had before this commit's, the last one first. */
export async function goBack({ workers, wrangler, commit, tell }: Release): Promise<void> {
  const failures: string[] = []
  for (const worker of workers.toReversed()) {
    const { shares, ours, before } = await standingOf(wrangler, worker, commit)
    if (!shares.some(({ version }) => version === ours)) {
      tell(`The ${worker.title} does not run ${tagOf(commit)}.`)
    } else if (before === null) {
      failures.push(`The ${worker.title} ${worker.name} had no version before this one.`)
    } else {
      const args = rollBack(worker, before, commit)
      await wrangler(args).catch((error: Error) => {
        failures.push(`The ${worker.title} is NOT back (${error.message}). By hand: ${typed(args)}`)
      })
    }
  }
  if (failures.length > 0) throw new WentBack(failures.join('\n'))
}

async function deployAllAtOnce(run: Release, worker: Worker): Promise<void> {
  const { wrangler, commit, tell } = run
  const { shares, ours } = await standingOf(wrangler, worker, commit)
  if (ours !== null && shares.length === 1 && shares[0]?.version === ours) {
    tell(`It runs ${tagOf(commit)} already.`)
  } else {
    await deployed(wrangler, worker, commit)
  }
  await look(run, {})
}

async function rollOut(run: Release, worker: Worker, stages: readonly number[]): Promise<void> {
  const { wrangler, commit, tell } = run
  const standing = await standingOf(wrangler, worker, commit)
  const version = standing.ours ?? (await uploaded(wrangler, worker, commit))
  const reached = standing.shares.find((share) => share.version === version)?.percent ?? null
  const other = otherThan(version, standing, worker)
  if (reached !== null) tell(`${tagOf(commit)} has ${reached} % already: going on from there.`)
  for (const percent of stages.filter((one) => reached === null || one >= reached)) {
    if (percent !== reached) await wrangler(divide(worker, version, percent, other))
    tell(`${tagOf(commit)} has ${percent} % of ${worker.name}.`)
    await look(run, percent < 100 ? leadTo(worker, version) : {})
  }
  await wrangler(applyTriggers(worker))
}

// Null where ours has all traffic already.
function otherThan(version: string, { shares }: Standing, { name }: Worker): string | null {
  const [other = null, ...more] = shares.filter((share) => share.version !== version)
  if (more.length === 0) return other?.version ?? null
  const told = shares.map((share) => `${share.version} ${share.percent} %`).join(', ')
  throw new Problem(
    `Another release of ${name} is half-way (${told}). End it first: go on with its commit, or give all traffic to ` +
      'one of the two with `npx wrangler rollback <version>`.',
  )
}

// Cloudflare takes this header while the version is part of the deployment, with 0 % too.
function leadTo({ name }: Worker, version: string): Readonly<Record<string, string>> {
  return { 'cloudflare-workers-version-overrides': `${name}="${version}"` }
}

// Twice, because a new share takes seconds to be everywhere.
async function look(run: Release, headers: Readonly<Record<string, string>>): Promise<void> {
  let wrong: string[] = []
  for (let attempt = 1; attempt <= smokeAttempts; attempt += 1) {
    await sleep(run.pauseMs)
    const { ok, checks, leftBehind } = await run.smoke(headers)
    for (const left of leftBehind) run.tell(`Left behind: ${left}.`)
    if (ok) return run.tell(`Smoke: ${checks.length} checks, nothing wrong.`)
    const failed = checks.filter(({ outcome }) => outcome === 'failed')
    wrong = failed.map(({ name, said }) => `  ${name}: ${said}`)
    run.tell(`Smoke, attempt ${attempt} of ${smokeAttempts}, found:\n${wrong.join('\n')}`)
  }
  run.tell('Going back.')
  await goBack(run)
  throw new WentBack(
    `Both Workers run what they ran before. The databases keep their migrations, which fit it. What was wrong:\n${wrong.join('\n')}`,
  )
}
