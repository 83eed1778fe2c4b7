import { join, resolve } from 'node:path'
import { optionsOf } from './command/command-line.ts'
import { Problem } from './command/problem.ts'
import { root } from './local/environment.ts'
import { locations } from './provision/account.ts'
import { apiOf } from './provision/api.ts'
import { environmentsOf } from './provision/configuration.ts'
import { configurationFiles } from './provision/needs.ts'
import { provision } from './provision/provision.ts'
import { wranglerProcess } from './provision/wrangler.ts'
import { refuseUncommitted } from './release/history.ts'

// Creates an environment on Cloudflare: `npm run provision -- --env staging`. See docs/deploying.md.

const usage = `npm run provision -- --env <environment> [--location <name>] [--dry-run] [--keys <file>]

  --env <environment>  staging, production or another [env.…] of wrangler.toml
  --location <name>    where databases and buckets are created: ${locations.join(', ')}; by default apac, near Taiwan
  --dry-run            print each step and change nothing; existing resources are looked up
  --keys <file>        a file outside the project, readable by you alone: generated keys are written to a new one, and
                       those of an existing one are used`

const text = { type: 'string' } as const
const optionTypes = {
  env: { ...text, short: 'e' },
  keys: text,
  location: text,
  'dry-run': { type: 'boolean', default: false },
} as const

const stoppedBySignal = 130
const quit = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => quit.abort())
}

try {
  await main()
} catch (error) {
  if (quit.signal.aborted) {
    console.error('\nStopped. The same command resumes here.')
    process.exitCode = stoppedBySignal
  } else {
    console.error(error instanceof Problem ? `\n${error.message}` : error)
    process.exitCode = 1
  }
}

async function main(): Promise<void> {
  const { env, 'dry-run': dryRun, keys, location: place = 'apac' } = optionsOf(optionTypes, usage)
  const environments = environmentsOf(join(root, 'wrangler.toml'))
  if (env === undefined || !environments.includes(env)) {
    throw new Problem(`--env must be ${environments.join(' or ')}.\n\n${usage}`)
  }
  const location = locations.find((name) => name === place)
  if (location === undefined) throw new Problem(`Unknown --location ${place}.\n\n${usage}`)
  // An interrupted run leaves ids in the wrangler files, so these may be uncommitted.
  if (!dryRun) await refuseUncommitted(root, configurationFiles)
  const { CLOUDFLARE_API_BASE_URL, CLOUDFLARE_ACCOUNT_ID, INIT_CWD = '.' } = process.env
  await provision({
    env,
    location,
    dryRun,
    keysFile: keys ? resolve(INIT_CWD, keys) : null,
    folder: root,
    api: await apiOf(wranglerProcess(root, quit.signal), CLOUDFLARE_API_BASE_URL, quit.signal),
    account: CLOUDFLARE_ACCOUNT_ID || null,
    wranglerFor: (account) => wranglerProcess(root, quit.signal, account),
    log: console.log,
  })
}
