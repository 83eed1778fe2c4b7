import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { Problem } from '../command/problem.ts'
import { type Api, resultOf } from '../provision/api.ts'
import { typed } from '../provision/wrangler.ts'
import type { SmokeReport } from '../smoke/run.ts'
import { compareVersions, type VersionFigures } from './compare-versions.ts'
import { type Rollout, rolloutOf } from './deployments.ts'
import type { Database, Target, Worker } from './target.ts'

/** The input of a release. */
export type Release = Omit<Target, 'addresses' | 'missing'> & {
  readonly commit: string
  /** The shares of traffic in percent that a new version gets, each followed by a smoke test; null deploys at once. */
  readonly stages: readonly number[] | null
  /** Whether the databases have a merchant. Without one, versions are deployed at once, and nothing goes back. */
  readonly isInUse: boolean
  /** Cloudflare's API, for the account. */
  readonly api: Api
  /** Runs a command of wrangler. Throws a problem when it fails. */
  readonly wrangler: (args: readonly string[]) => Promise<void>
  /** Looks at the deployment; `headers` lead a request to a certain version. */
  readonly smoke: (headers: Readonly<Record<string, string>>) => Promise<SmokeReport>
  /** The alarms that stand and can come from a new version; null where the back office cannot be asked. */
  readonly alarms: (() => Promise<readonly string[]>) | null
  /** Cloudflare's recent figures of each version of a Worker, by its id. Throws a problem. */
  readonly figures: (worker: string) => Promise<ReadonlyMap<string, VersionFigures>>
  readonly log: (line: string) => void
  /** How long each share is left before its smoke test, in milliseconds. */
  readonly pauseMs: number
  /** How long it waits before it tries again to go back, in milliseconds. */
  readonly backPauseMs: number
}

const smokeAttempts = 2
const backAttempts = 4
// Cloudflare keeps a short tag with each version.
const tagCharacters = 12
const bookmark = z.object({ bookmark: z.string() })

/** The tag by which the version of a commit is found again. */
function tagOf(commit: string): string {
  return commit.slice(0, tagCharacters)
}

/**
 * Migrates, and deploys one Worker after the other. Where it stopped before, it goes on: how far it has come is asked of
 * Cloudflare. When the smoke test finds something wrong, both Workers get their earlier versions back, and it throws a
 * problem. What wrangler refuses is thrown and leaves everything as it is.
 */
export async function release(run: Release): Promise<void> {
  const { workers, databases, commit, log, stages, refusedSettings } = run
  if (refusedSettings !== null) throw new Problem(refusedSettings)
  const alarmsBefore = await alarmsAtFirst(run)
  // Before anything is changed it is seen whether the login may read them.
  if (stages !== null && run.isInUse) await run.figures(workers[0].name)
  for (const database of databases) await logBookmark(run, database)
  for (const { binding } of databases) await run.wrangler(migration(workers[0], binding))
  for (const worker of workers) {
    log(`\n${worker.title}, ${worker.name}`)
    const rollout = await rolloutOf(run.api, worker.name, tagOf(commit))
    // Traffic can be divided only where a version has some.
    const isDivided = run.isInUse && rollout.shares.length > 0
    if (stages === null || !isDivided) await deployAtOnce(run, worker, { rollout, alarmsBefore })
    else await rollOut(run, worker, { rollout, stages, alarmsBefore })
  }
  log(`\n${tagOf(commit)} is everywhere.`)
}

async function alarmsAtFirst({ alarms }: Release): Promise<readonly string[]> {
  try {
    return (await alarms?.()) ?? []
  } catch (error) {
    const why = `The desk does not tell its alarms, and nothing was done: ${reasonOf(error)}.`
    throw new Problem(why, ' Where this release is to mend it: --without-desk.')
  }
}

/**
 * Gives both Workers the versions back that they had before this commit's, the last one first and each by itself. Throws a
 * problem that names in capitals each Worker that may still run this commit, and the command that takes it back by hand;
 * also where neither runs it, because then nothing went back.
 */
export async function goBack(run: Release): Promise<void> {
  const { workers, env, commit, log } = run
  const tag = tagOf(commit)
  const notBack: string[] = []
  const changed: string[] = []
  let wereRunning = 0
  for (const worker of workers.toReversed()) {
    const end = await takeBack(run, worker)
    if (end.kind === 'not_running') log(`The ${worker.title} does not run ${tag}.`)
    else wereRunning += 1
    if (end.kind === 'back') log(`The ${worker.title} runs ${end.version} again.`)
    if (end.kind === 'not_back') notBack.push(end.message)
    if (end.kind === 'changed') changed.push(`${alarmOf(worker, tag)}\n  ${sinceChanged}`)
  }
  if (notBack.length > 0) {
    const again = `npm run release -- --env ${env} --back`
    const warning = 'DO NOT RELEASE AND DO NOT GO ON BEFORE BOTH WORKERS ARE BACK.'
    throw new Problem([...notBack, ...changed, `${warning} To try again: ${again}`].join('\n'))
  }
  if (changed.length > 0) throw new Problem(changed.join('\n'))
  if (wereRunning > 0) return
  const status = workers.map(({ args }) => `\n  ${typed(['deployments', 'status', ...args])}`)
  throw new Problem(
    `Neither Worker runs ${tag}, so that nothing went back. Check out the commit that runs, and try again there:` +
      status.join(''),
  )
}

const sinceChanged =
  'A secret has changed since: a newer version without a tag runs, and the version before would bring the old secret ' +
  'back. Check out the commit before this one and release it, which keeps the secrets.'

type BackEnd =
  | { readonly kind: 'back'; readonly version: string }
  | { readonly kind: 'not_running' | 'changed' }
  | { readonly kind: 'not_back'; readonly message: string }

// Each attempt reads the deployment again: a failed command may have had its effect.
async function takeBack(run: Release, worker: Worker): Promise<BackEnd> {
  const { api, wrangler, commit, log } = run
  const tag = tagOf(commit)
  let version: string | null = null
  let why = ''
  for (let attempt = 1; attempt <= backAttempts; attempt += 1) {
    if (attempt > 1) await sleep(run.backPauseMs)
    try {
      const before = await versionBefore(api, worker, tag)
      if (before.kind !== 'running') {
        return version === null ? { kind: before.kind } : { kind: 'back', version }
      }
      if (before.version === null) {
        const message = `${alarmOf(worker, tag)}\n  It had no version before this one.`
        return { kind: 'not_back', message }
      }
      version = before.version
      await wrangler(rollback(worker, tag, version))
      // wrangler ends with 0 also where it did nothing: a secret that changed since asks for a confirmation.
      if ((await versionBefore(api, worker, tag)).kind !== 'running') {
        return { kind: 'back', version }
      }
      why = 'wrangler reported no error, and Cloudflare still has the version in use.'
    } catch (error) {
      why = reasonOf(error)
    }
    log(`The ${worker.title} is not back, attempt ${attempt} of ${backAttempts}: ${why}`)
  }
  const byHand = typed(rollback(worker, tag, version))
  return { kind: 'not_back', message: `${alarmOf(worker, tag)}\n  ${why}\n  By hand: ${byHand}` }
}

type BeforeOurs =
  | { readonly kind: 'running'; readonly version: string | null }
  | { readonly kind: 'not_running' | 'changed' }

async function versionBefore(api: Api, { name }: Worker, tag: string): Promise<BeforeOurs> {
  const { shares, ours, before, isChanged } = await rolloutOf(api, name, tag)
  const isRunning = shares.some(({ version_id }) => version_id === ours)
  if (isRunning) return { kind: 'running', version: before }
  return { kind: isChanged ? 'changed' : 'not_running' }
}

function alarmOf({ title, name }: Worker, tag: string): string {
  return `THE ${title.toUpperCase()} (${name}) IS NOT KNOWN TO BE BACK: IT MAY STILL SERVE ${tag}.`
}

// Without a version, wrangler takes the one that had all traffic before the present deployment.
function rollback({ args }: Worker, tag: string, version: string | null): readonly string[] {
  const versions = version === null ? [] : [version]
  return ['rollback', ...versions, '-y', '-m', `Back from ${tag}`, ...args]
}

// A problem advises to go on with the same command, which would be wrong here.
function reasonOf(error: unknown): string {
  if (error instanceof Problem) return error.reason
  return error instanceof Error ? error.message : String(error)
}

/** The commands of a release in their order, without asking anybody how far it has come: `--dry-run`. */
export function planOf({
  workers,
  databases,
  commit,
  stages,
}: Pick<Release, 'workers' | 'databases' | 'commit' | 'stages'>): readonly string[] {
  const deploying = workers.flatMap((worker) => {
    if (stages === null) return [typed(deployment(worker, commit)), 'smoke']
    const shares = stages.flatMap((percent) => {
      return [typed(division({ worker, version: '<new>', percent, other: '<old>' })), 'smoke']
    })
    return [typed(upload(worker, commit)), ...shares, typed(triggers(worker))]
  })
  const migrating = databases.map(({ binding }) => typed(migration(workers[0], binding)))
  return ['where both Workers and the databases stand', ...migrating, ...deploying]
}

/** The commands of going back in their order: `--back --dry-run`. */
export function backPlanOf(workers: Release['workers'], commit: string): readonly string[] {
  const back = (worker: Worker) => typed(rollback(worker, tagOf(commit), '<before>'))
  return workers.toReversed().map(back)
}

function migration({ args }: Worker, binding: string): readonly string[] {
  return ['d1', 'migrations', 'apply', binding, '--remote', ...args]
}

function upload({ args }: Worker, commit: string): readonly string[] {
  return ['versions', 'upload', ...noted(commit), ...args]
}

function deployment({ args }: Worker, commit: string): readonly string[] {
  return ['deploy', ...noted(commit), ...args]
}

function noted(commit: string): readonly string[] {
  return ['--tag', tagOf(commit), '--message', `Release of ${tagOf(commit)}`]
}

type Division = {
  readonly worker: Worker
  readonly version: string
  readonly percent: number
  readonly other: string | null
}

function division({ worker, version, percent, other }: Division): readonly string[] {
  const rest = percent < 100 && other !== null ? [`${other}@${100 - percent}%`] : []
  return ['versions', 'deploy', `${version}@${percent}%`, ...rest, '-y', ...worker.args]
}

// A version has no crons, routes and queue consumers; these are set from the wrangler file.
function triggers({ args }: Worker): readonly string[] {
  return ['triggers', 'deploy', ...args]
}

async function logBookmark({ api, log }: Release, { name, id }: Database): Promise<void> {
  const path = `/d1/database/${id}/time_travel/bookmark`
  const what = `Asking to which point of time ${name} can be brought back`
  const point = await resultOf(api, { what, path, shape: bookmark })
  log(
    `Should everything written to ${name} from now on have to be undone: npx wrangler d1 time-travel restore ` +
      `${name} --bookmark=${point.bookmark}`,
  )
}

type Start = { readonly rollout: Rollout; readonly alarmsBefore: readonly string[] }

async function deployAtOnce(
  run: Release,
  worker: Worker,
  { rollout: { shares, ours }, alarmsBefore }: Start,
): Promise<void> {
  const tag = tagOf(run.commit)
  if (ours !== null && shares.length === 1 && shares[0]?.version_id === ours) {
    run.log(`It runs ${tag} already.`)
    // A deployment that failed at its end has left crons, routes and consumers as they were.
    await run.wrangler(triggers(worker))
  } else {
    await run.wrangler(deployment(worker, run.commit))
  }
  await look(run, { headers: {}, alarmsBefore, divided: null })
}

async function rollOut(
  run: Release,
  worker: Worker,
  { rollout, stages, alarmsBefore }: Start & { readonly stages: readonly number[] },
): Promise<void> {
  const { wrangler, commit, log } = run
  const tag = tagOf(commit)
  if (rollout.ours === null) await wrangler(upload(worker, commit))
  const version = rollout.ours ?? (await rolloutOf(run.api, worker.name, tag)).ours
  if (version === null) throw new Problem(`${worker.name} has no version ${tag} after its upload.`)
  const reached =
    rollout.shares.find(({ version_id }) => version_id === version)?.percentage ?? null
  const before = otherThan(version, rollout, worker)
  if (reached !== null) log(`${tag} has ${reached} % already: going on from there.`)
  let share = reached
  for (const percent of stages.filter((stage) => reached === null || stage >= reached)) {
    if (percent !== reached) {
      // Another machine may have begun a release since, or gone back.
      const now = await rolloutOf(run.api, worker.name, tag)
      const other = otherThan(version, now, worker)
      const has = now.shares.find(({ version_id }) => version_id === version)?.percentage ?? null
      if (other !== before || has !== share) throw new Problem(overtaken(worker))
      await wrangler(division({ worker, version, percent, other }))
      share = percent
    }
    log(`${tag} has ${percent} % of ${worker.name}.`)
    const headers = percent < 100 ? leadingTo(worker, version) : {}
    await look(run, { headers, alarmsBefore, divided: { worker, version, other: before } })
  }
  await wrangler(triggers(worker))
}

// Null where ours has all traffic already.
function otherThan(version: string, { shares }: Rollout, { name }: Worker): string | null {
  const [other = null, ...more] = shares.filter(({ version_id }) => version_id !== version)
  if (more.length === 0) return other?.version_id ?? null
  const divided = shares.map((one) => `${one.version_id} ${one.percentage} %`).join(', ')
  throw new Problem(
    `Another release of ${name} is half-way (${divided}). End it first: go on with its commit, or give all traffic to ` +
      'one of the two with `npx wrangler rollback <version>`.',
  )
}

function overtaken({ name, args }: Worker): string {
  const status = typed(['deployments', 'status', ...args])
  return `Another release, or a way back, has changed ${name} meanwhile, so that this one stops: ${status}`
}

// Cloudflare takes this header while the version is part of the deployment, with 0 % too.
function leadingTo({ name }: Worker, version: string): Readonly<Record<string, string>> {
  return { 'cloudflare-workers-version-overrides': `${name}="${version}"` }
}

/** The checks after a change of the traffic. */
type View = {
  /** Lead a request to the new version. */
  readonly headers: Readonly<Record<string, string>>
  readonly alarmsBefore: readonly string[]
  /** The version whose figures are compared; null if all traffic changed at once. */
  readonly divided: {
    readonly worker: Worker
    readonly version: string
    readonly other: string | null
  } | null
}

// Twice, because a new share takes seconds to be everywhere.
async function look(run: Release, view: View): Promise<void> {
  let wrong = ''
  for (let attempt = 1; attempt <= smokeAttempts; attempt += 1) {
    if (run.pauseMs > 0) run.log(`It is looked at in ${run.pauseMs / 1000} s.`)
    await sleep(run.pauseMs)
    const found = [
      ...(await smokeFaults(run, view)),
      ...(await unreadable('alarms', () => newAlarms(run, view))),
      ...(await unreadable('figures', () => worseFigures(run, view))),
    ]
    if (found.length === 0) return
    wrong = found.map((line) => `  ${line}`).join('\n')
    run.log(`Attempt ${attempt} of ${smokeAttempts} found:\n${wrong}`)
  }
  if (!run.isInUse) {
    throw new Problem(
      `No merchant is there yet, so that the new version stays. Mend this, and release again:\n${wrong}`,
    )
  }
  run.log('Going back.')
  const isBack =
    'Both Workers run what they ran before. The databases keep their migrations, which fit it.'
  const end = await goBack(run).then(() => isBack, reasonOf)
  throw new Problem(`${end}\nWhat was wrong:\n${wrong}`)
}

async function smokeFaults({ smoke, log }: Release, { headers }: View): Promise<readonly string[]> {
  const { ok, checks, leftBehind } = await smoke(headers)
  for (const left of leftBehind) log(`Left behind: ${left}.`)
  for (const { name, outcome, said } of checks) {
    if (outcome === 'skipped') log(`Smoke, ${name}: skipped, ${said}.`)
  }
  if (ok) log(`Smoke: ${checks.length} checks, nothing wrong.`)
  const failed = checks.filter(({ outcome }) => outcome === 'failed')
  return failed.map(({ name, said }) => `${name}: ${said}`)
}

async function newAlarms({ alarms }: Release, { alarmsBefore }: View): Promise<readonly string[]> {
  const standing = (await alarms?.()) ?? []
  const raised = standing.filter((alarm) => !alarmsBefore.includes(alarm))
  return raised.map((alarm) => `alarm: ${alarm} was raised during the release`)
}

async function worseFigures(
  { figures, log }: Release,
  { divided }: View,
): Promise<readonly string[]> {
  if (divided === null) return []
  const { worker, version, other } = divided
  const counted = await figures(worker.name)
  const before = other === null ? null : (counted.get(other) ?? null)
  const comparison = compareVersions(counted.get(version) ?? null, before)
  if (comparison.kind === 'compared') return comparison.worse
  log(comparison.message)
  return []
}

// Unreadable figures count as bad: otherwise a release would go on unseen.
function unreadable(
  what: string,
  read: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  return read().catch((error: unknown) => [`${what}: cannot be read: ${reasonOf(error)}`])
}
