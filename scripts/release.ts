import { join } from 'node:path'
import { optionsOf, runCommand } from './command/command-line.ts'
import { Problem } from './command/problem.ts'
import { root } from './local/environment.ts'
import { withProgress } from './progress.mjs'
import { hasMerchant } from './provision/account.ts'
import { type Api, accountOf, apiOf, inAccount } from './provision/api.ts'
import { environmentsOf } from './provision/configuration.ts'
import { commandLine, failedRun, wranglerProcess } from './provision/wrangler.ts'
import { figuresOf } from './release/figures.ts'
import { git, refuseUncommitted } from './release/history.ts'
import type { Release } from './release/options.ts'
import { recordRelease } from './release/record.ts'
import { planOf, release } from './release/release.ts'
import { rollBack, rollbackPlanOf } from './release/roll-back.ts'
import { isGradual, type Target, targetOf } from './release/target.ts'
import { verificationSources } from './release/verification-sources.ts'

// `npm run release -- --env staging|production`: migrates, deploys and verifies the checked-out commit.

const usage = `npm run release -- --env <environment> [--dry-run] [--pause <seconds>] [--without-desk] [--back]
npm run release -- --record

  --env           staging, production or another [env.…] of wrangler.toml; all but staging shift their traffic in steps
  --dry-run       prints each step and changes nothing
  --pause         the delay before each verification, in seconds (180, staging 5)
  --without-desk  checks neither the desk nor its alarms: to release the fix of a broken desk
  --back          rolls both Workers back to their versions before this commit
  --record        records the checked-out commit in CHANGELOG.md as a release`

const flag = { type: 'boolean', default: false } as const
const text = { type: 'string' } as const
const optionTypes = {
  env: text,
  pause: text,
  'dry-run': flag,
  'without-desk': flag,
  back: flag,
  record: flag,
} as const

// At 0 % only the smoke test reaches the new version.
const gradualStages = [0, 10, 50, 100]
const commandTimeoutMs = 10 * 60_000
// An hour, so that the previous version has figures, too.
const comparedMs = 3_600_000
const rollbackPauseMs = 3000

await runCommand(main)

async function main(): Promise<void> {
  const { record, env, 'dry-run': dryRun, ...options } = optionsOf(optionTypes, usage)
  if (!dryRun && !options.back) await refuseUncommitted(root)
  const commit = await git(root, 'rev-parse', 'HEAD')
  if (record) return console.log(await recordRelease(root, commit))
  const environments = environmentsOf(join(root, 'wrangler.toml'))
  if (env === undefined || !environments.includes(env)) {
    throw new Problem(`--env must be ${environments.join(' or ')}.\n\n${usage}`)
  }
  const target = targetOf(root, env)
  const stages = isGradual(env) ? gradualStages : null
  const missing = target.missing.map((value) => `\n  ${value}`).join('')
  const notReady = `${env} is not ready. Missing in wrangler.toml:${missing}`
  if (missing !== '' && !dryRun) throw new Problem(notReady)
  if (dryRun) {
    const plan = options.back
      ? rollbackPlanOf(target.workers, commit)
      : planOf({ ...target, commit, stages })
    return console.log([...(missing === '' ? [] : [notReady]), ...plan].join('\n'))
  }
  const access = await accessOf()
  // A rollback must work without a database.
  const isInUse = options.back || (await hasMerchants(access.api, target.databases))
  const sandbox = target.databases.filter(({ binding }) => binding === 'DB_SANDBOX')
  const hasTestMerchant = !options.back && (await hasMerchants(access.api, sandbox))
  if (isInUse && !options.back && !hasTestMerchant) {
    console.log(
      'There is no test merchant: the smoke test skips the checks that need one. Create one after the release.',
    )
  }
  const run: Release = {
    ...target,
    ...access,
    commit,
    stages,
    isInUse,
    ...(options.back
      ? noVerification
      : verificationSources({
          ...target,
          isInUse,
          hasTestMerchant,
          checksDesk: !options['without-desk'],
          vars: process.env,
        })),
    log: console.log,
    pauseMs: pauseSecondsOf(options.pause ?? (isGradual(env) ? '180' : '5')) * 1000,
    rollbackPauseMs,
  }
  console.log(options.back ? `Rolling back ${commit} in ${env}` : `Releasing ${commit} to ${env}`)
  await (options.back ? rollBack(run) : release(run))
}

async function accessOf(): Promise<Pick<Release, 'api' | 'wrangler' | 'figures'>> {
  const { CLOUDFLARE_API_BASE_URL, CLOUDFLARE_ACCOUNT_ID } = process.env
  const timeout = () => AbortSignal.timeout(commandTimeoutMs)
  const api = await apiOf(wranglerProcess(root, timeout()), CLOUDFLARE_API_BASE_URL)
  if (api === null) {
    throw new Problem(
      'Not logged in to Cloudflare. Set CLOUDFLARE_API_TOKEN, or: npx wrangler login',
    )
  }
  const account = await accountOf(api, CLOUDFLARE_ACCOUNT_ID || null)
  return {
    api: inAccount(api, account),
    figures: (worker) => figuresOf(api, { account, worker, sinceMs: Date.now() - comparedMs }),
    async wrangler(args) {
      const run = wranglerProcess(root, timeout(), account)
      const answer = await withProgress(commandLine(args), () => run(args))
      if (answer.code !== 0) throw failedRun('The release', args, answer)
    },
  }
}

async function hasMerchants(api: Api, databases: Target['databases']): Promise<boolean> {
  for (const database of databases) if (await hasMerchant(api, database)) return true
  return false
}

const noVerification = {
  smoke: () => Promise.reject(new Error('A rollback has no smoke test.')),
  alarms: null,
} satisfies Partial<Release>

function pauseSecondsOf(text: string): number {
  const seconds = Number(text)
  if (seconds >= 0 && seconds <= 3600) return seconds
  throw new Problem(`--pause must be a number of seconds up to 3600, not "${text}".`)
}
