import { join } from 'node:path'
import { optionsOf, runCommand } from './command/command-line.ts'
import { Problem } from './command/problem.ts'
import { root } from './local/environment.ts'
import { withProgress } from './progress.mjs'
import { hasMerchant } from './provision/account.ts'
import { type Api, accountOf, apiOf, inAccount } from './provision/api.ts'
import { environmentsOf } from './provision/configuration.ts'
import { failedRun, typed, wranglerProcess } from './provision/wrangler.ts'
import { figuresOf } from './release/figures.ts'
import { git, refuseUncommitted } from './release/history.ts'
import { lookOf } from './release/look.ts'
import { recordRelease } from './release/record.ts'
import { backPlanOf, goBack, planOf, type Release, release } from './release/release.ts'
import { isGradual, type Target, targetOf } from './release/target.ts'

// `npm run release -- --env staging|production`: migrates and deploys what is checked out, and looks at it.

const usage = `npm run release -- --env <environment> [--dry-run] [--pause <seconds>] [--without-desk] [--back]
npm run release -- --record

  --env           staging, production or another [env.…] of wrangler.toml; all but staging get their traffic by shares
  --dry-run       prints each step and does nothing
  --pause         how long each share of the traffic is left before it is looked at (180, staging 5)
  --without-desk  looks neither at the desk nor at its alarms: to mend a desk that does not answer
  --back          gives both Workers the versions back that they had before this commit's
  --record        writes the commit that is checked out into CHANGELOG.md as a release`

const flag = { type: 'boolean', default: false } as const
const text = { type: 'string' } as const
const known = {
  env: text,
  pause: text,
  'dry-run': flag,
  'without-desk': flag,
  back: flag,
  record: flag,
} as const

// With 0 % only the smoke test reaches the new version.
const gradually = [0, 10, 50, 100]
const commandTimeoutMs = 10 * 60_000
// How far back the versions are compared, so that the one before has figures.
const comparedMs = 3_600_000
const backPauseMs = 3000

await runCommand(main)

async function main(): Promise<void> {
  const { record, env, 'dry-run': dryRun, ...options } = optionsOf(known, usage)
  if (!dryRun && !options.back) await refuseUncommitted(root)
  const commit = await git(root, 'rev-parse', 'HEAD')
  if (record) return console.log(await recordRelease(root, commit))
  const environments = environmentsOf(join(root, 'wrangler.toml'))
  if (env === undefined || !environments.includes(env)) {
    throw new Problem(`Where to, ${environments.join(' or ')}?\n\n${usage}`)
  }
  const target = targetOf(root, env)
  const stages = isGradual(env) ? gradually : null
  const missing = target.missing.map((one) => `\n  ${one}`).join('')
  const notReady = `${env} is not ready. Missing in wrangler.toml:${missing}`
  if (missing !== '' && !dryRun) throw new Problem(notReady)
  if (dryRun) {
    const plan = options.back
      ? backPlanOf(target.workers, commit)
      : planOf({ ...target, commit, stages })
    return console.log([...(missing === '' ? [] : [notReady]), ...plan].join('\n'))
  }
  const access = await accessOf()
  // Going back does not depend on a database.
  const isInUse = options.back || (await hasMerchants(access.api, target.databases))
  const ofTests = target.databases.filter(({ binding }) => binding === 'DB_SANDBOX')
  const hasTester = !options.back && (await hasMerchants(access.api, ofTests))
  if (isInUse && !options.back && !hasTester) {
    console.log('There is no test merchant: nothing is asked as a merchant. Create one afterwards.')
  }
  const run: Release = {
    ...target,
    ...access,
    commit,
    stages,
    isInUse,
    ...(options.back
      ? noLook
      : lookOf({
          ...target,
          isInUse,
          hasTester,
          withDesk: !options['without-desk'],
          vars: process.env,
        })),
    log: console.log,
    pauseMs: pauseSecondsOf(options.pause ?? (isGradual(env) ? '180' : '5')) * 1000,
    backPauseMs,
  }
  console.log(options.back ? `Back from ${commit} in ${env}` : `Releasing ${commit} to ${env}`)
  await (options.back ? goBack(run) : release(run))
}

async function accessOf(): Promise<Pick<Release, 'api' | 'wrangler' | 'figures'>> {
  const { CLOUDFLARE_API_BASE_URL, CLOUDFLARE_ACCOUNT_ID } = process.env
  const quit = () => AbortSignal.timeout(commandTimeoutMs)
  const api = await apiOf(wranglerProcess(root, quit()), CLOUDFLARE_API_BASE_URL)
  if (api === null) {
    throw new Problem('Nobody is logged in. Set CLOUDFLARE_API_TOKEN, or: npx wrangler login')
  }
  const account = await accountOf(api, CLOUDFLARE_ACCOUNT_ID || null)
  return {
    api: inAccount(api, account),
    figures: (worker) => figuresOf(api, { account, worker, sinceMs: Date.now() - comparedMs }),
    async wrangler(args) {
      const run = wranglerProcess(root, quit(), account)
      const answer = await withProgress(typed(args), () => run(args))
      if (answer.code !== 0) throw failedRun('The release', args, answer)
    },
  }
}

async function hasMerchants(api: Api, databases: Target['databases']): Promise<boolean> {
  for (const database of databases) if (await hasMerchant(api, database)) return true
  return false
}

const noLook = {
  smoke: () => Promise.reject(new Error('Nothing is looked at.')),
  alarms: null,
} satisfies Partial<Release>

function pauseSecondsOf(text: string): number {
  const seconds = Number(text)
  if (seconds >= 0 && seconds <= 3600) return seconds
  throw new Problem(`--pause has to be a number of seconds up to 3600, not "${text}".`)
}
