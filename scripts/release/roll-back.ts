import { setTimeout as sleep } from 'node:timers/promises'
import { Problem, reasonOf } from '../command/problem.ts'
import type { Api } from '../provision/api.ts'
import { commandLine } from '../provision/wrangler.ts'
import { rolloutOf } from './deployments.ts'
import type { Release } from './options.ts'
import type { Worker } from './target.ts'
import { rollback, status, tagOf } from './wrangler-commands.ts'

const attemptsMax = 4

/** The commands of a rollback in their order: `--back --dry-run`. */
export function rollbackPlanOf(workers: Release['workers'], commit: string): readonly string[] {
  return workers
    .toReversed()
    .map((worker) => commandLine(rollback(worker, tagOf(commit), '<before>')))
}

/**
 * Returns each Worker to the version that it had before this commit's, the back office first, each independently. Throws
 * a problem that names in capitals each Worker that may still run this commit, with the command to roll it back by hand;
 * also if neither Worker runs the commit, because then nothing was rolled back.
 */
export async function rollBack(run: Release): Promise<void> {
  const { workers, env, commit, log } = run
  const tag = tagOf(commit)
  const failed: string[] = []
  const blocked: string[] = []
  let runningCount = 0
  for (const worker of workers.toReversed()) {
    const result = await rollBackWorker(run, worker)
    if (result.kind === 'not_running') log(`The ${worker.title} does not run ${tag}.`)
    else runningCount += 1
    if (result.kind === 'rolled_back') log(`The ${worker.title} runs ${result.version} again.`)
    if (result.kind === 'failed') failed.push(result.message)
    if (result.kind === 'changed') blocked.push(`${warningOf(worker, tag)}\n  ${secretChanged}`)
  }
  if (failed.length > 0) {
    const command = `npm run release -- --env ${env} --back`
    const warning = 'DO NOT RELEASE BEFORE BOTH WORKERS ARE ROLLED BACK.'
    throw new Problem([...failed, ...blocked, `${warning} Retry: ${command}`].join('\n'))
  }
  if (blocked.length > 0) throw new Problem(blocked.join('\n'))
  if (runningCount > 0) return
  const statuses = workers.map((worker) => `\n  ${commandLine(status(worker))}`)
  throw new Problem(
    `Neither Worker runs ${tag}: nothing was rolled back. Check out the commit that runs, and repeat the command there:` +
      statuses.join(''),
  )
}

const secretChanged =
  'A secret was changed after the release: a newer version without a tag runs, and a rollback would restore the old ' +
  'secret. Check out the commit before this one and release it, which keeps the secrets.'

type RollbackResult =
  | { readonly kind: 'rolled_back'; readonly version: string }
  | { readonly kind: 'not_running' | 'changed' }
  | { readonly kind: 'failed'; readonly message: string }

// Each attempt reads the deployment again, because a failed command may have taken effect.
async function rollBackWorker(run: Release, worker: Worker): Promise<RollbackResult> {
  const { api, wrangler, commit, log } = run
  const tag = tagOf(commit)
  let version: string | null = null
  let reason = ''
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    if (attempt > 1) await sleep(run.rollbackPauseMs)
    try {
      const previous = await previousVersion(api, worker, tag)
      if (previous.kind !== 'running') {
        return version === null ? { kind: previous.kind } : { kind: 'rolled_back', version }
      }
      if (previous.version === null) {
        const message = `${warningOf(worker, tag)}\n  It has no previous version.`
        return { kind: 'failed', message }
      }
      version = previous.version
      await wrangler(rollback(worker, tag, version))
      // wrangler exits with 0 even if it did nothing: it asks for a confirmation if a secret has changed.
      if ((await previousVersion(api, worker, tag)).kind !== 'running') {
        return { kind: 'rolled_back', version }
      }
      reason = 'wrangler reported no error, but the version still serves.'
    } catch (error) {
      reason = reasonOf(error)
    }
    log(`Rollback of the ${worker.title}, attempt ${attempt} of ${attemptsMax}, failed: ${reason}`)
  }
  const byHand = commandLine(rollback(worker, tag, version))
  return { kind: 'failed', message: `${warningOf(worker, tag)}\n  ${reason}\n  By hand: ${byHand}` }
}

type PreviousVersion =
  | { readonly kind: 'running'; readonly version: string | null }
  | { readonly kind: 'not_running' | 'changed' }

async function previousVersion(api: Api, { name }: Worker, tag: string): Promise<PreviousVersion> {
  const { shares, ours, before, isChanged } = await rolloutOf(api, name, tag)
  const isRunning = shares.some(({ version_id }) => version_id === ours)
  if (isRunning) return { kind: 'running', version: before }
  return { kind: isChanged ? 'changed' : 'not_running' }
}

function warningOf({ title, name }: Worker, tag: string): string {
  return `THE ${title.toUpperCase()} (${name}) MAY STILL SERVE ${tag}: ITS ROLLBACK IS NOT CONFIRMED.`
}
