import { readFileSync, writeFileSync } from 'node:fs'

// Stands in for wrangler: what it would print of an account that it keeps in a file. The forms of its answers are those
// of the pinned version, which test/unit/scripts/release/wrangler-forms.test.ts looks up in it.

/** A Cloudflare account, as far as a release sees it. */
export type Account = {
  /** The migrations that each database lacks, by its binding. */
  readonly pending: Record<string, string[]>
  readonly workers: Record<string, { versions: Version[]; deployments: Deployment[] }>
  /** Each command that begins so fails the next time. */
  readonly failing: string[]
  /** The command that begins so is carried out, and then whoever has started it is killed. */
  killsAfter?: string
  /** What was asked, without the wrangler file and the environment. */
  readonly ran: string[]
  now: number
}

export type Version = {
  readonly id: string
  readonly metadata: { readonly created_on: string }
  readonly annotations: { readonly 'workers/tag'?: string }
}

export type Deployment = {
  readonly created_on: string
  readonly versions: { readonly version_id: string; readonly percentage: number }[]
}

/** What a command answers. */
export type Answered = { code: number; stdout: string; stderr: string; record?: object }

/** An account with both Workers of an environment, each with one version that has all traffic. */
export function accountOf(env: string, pending: Account['pending']): Account {
  const account: Account = { pending, workers: {}, failing: [], ran: [], now: 0 }
  for (const name of [`merchant-pay-${env}`, `merchant-pay-backoffice-${env}`]) {
    account.workers[name] = { versions: [], deployments: [] }
    const id = add(account, name, 'older')
    share(account, name, [[id, 100]])
  }
  return account
}

/** Who has the traffic of a Worker, by tag: `older 90, newer 10`. */
export function traffic({ workers }: Account, name: string): string {
  const { versions = [], deployments = [] } = workers[name] ?? {}
  const shares = (deployments.at(-1)?.versions ?? []).map(({ version_id, percentage }) => {
    const version = versions.find(({ id }) => id === version_id)
    return `${version?.annotations['workers/tag']} ${percentage}`
  })
  return shares.join(', ')
}

/** Carries a command out on an account. */
export function answer(account: Account, args: readonly string[]): Answered {
  const env = optionIn(args, '-e')
  const config = optionIn(args, '-c')
  const name = config === 'wrangler.toml' ? `merchant-pay-${env}` : `merchant-pay-backoffice-${env}`
  const asked = args.slice(0, args.indexOf('-c')).join(' ')
  account.ran.push(`${name.includes('backoffice') ? 'desk' : 'pay'}: ${asked}`)
  const fails = account.failing.findIndex((begin) => asked.startsWith(begin))
  if (fails >= 0) {
    account.failing.splice(fails, 1)
    return { code: 1, stdout: '', stderr: '✘ [ERROR] A request to the Cloudflare API failed.' }
  }
  const worker = account.workers[name]
  if (worker === undefined) {
    const said = '✘ [ERROR] This Worker does not exist on your account. [code: 10007]'
    return { code: 1, stdout: '', stderr: said }
  }
  return carriedOut(account, name, args, worker)
}

function carriedOut(
  account: Account,
  name: string,
  args: readonly string[],
  worker: { versions: Version[]; deployments: Deployment[] },
): Answered {
  const [verb = '', noun = '', third = '', binding = ''] = args
  switch (verb === 'd1' ? `${noun} ${third}` : `${verb} ${noun}`) {
    case 'migrations list':
      return said(tableOf(account.pending[binding] ?? []))
    case 'migrations apply':
      account.pending[binding] = []
      return said('🌀 Executed 2 commands\n')
    case 'time-travel info':
      return said(`{\n  "bookmark": "0000${++account.now}-bookmark"\n}\n`)
    case 'deployments list':
      return said(JSON.stringify(worker.deployments, null, 2))
    case 'versions list':
      return said(JSON.stringify(worker.versions, null, 2))
    case 'versions upload': {
      const id = add(account, name, optionIn(args, '--tag'))
      return said(`Worker Version ID: ${id}\n`, { type: 'version-upload', version_id: id })
    }
    case 'versions deploy': {
      const specs = args.slice(2, args.indexOf('-y')).map((spec) => spec.split('@'))
      share(
        account,
        name,
        specs.map(([id = '', percent = '']) => [id, Number.parseInt(percent, 10)]),
      )
      return said('SUCCESS  Deployed\n')
    }
    case `rollback ${noun}`:
      share(account, name, [[noun, 100]])
      return said(`SUCCESS  Worker Version ${noun} has been deployed to 100% of traffic.\n`)
    case 'triggers deploy':
      return said('Deployed triggers\n')
    case `deploy ${noun}`: {
      const id = add(account, name, optionIn(args, '--tag'))
      share(account, name, [[id, 100]])
      return said(`Current Version ID: ${id}\n`, { type: 'deploy', version_id: id })
    }
    default:
      return { code: 1, stdout: '', stderr: `✘ [ERROR] Unknown arguments: ${args.join(' ')}` }
  }
}

function said(stdout: string, record?: object): Answered {
  return { code: 0, stdout, stderr: '', ...(record && { record }) }
}

function tableOf(names: readonly string[]): string {
  if (names.length === 0) return '✅ No migrations to apply!\n'
  return `Migrations to be applied:\n${names.map((name) => `│ ${name} │`).join('\n')}\n`
}

function add(account: Account, name: string, tag: string): string {
  account.now += 1
  const id = `00000000-0000-0000-0000-${String(account.now).padStart(12, '0')}`
  const created_on = timeOf(account.now)
  const version = { id, metadata: { created_on }, annotations: { 'workers/tag': tag } }
  account.workers[name]?.versions.push(version)
  return id
}

function share(account: Account, name: string, shares: [string, number][]): void {
  account.now += 1
  const versions = shares.map(([version_id, percentage]) => ({ version_id, percentage }))
  account.workers[name]?.deployments.push({ created_on: timeOf(account.now), versions })
}

function timeOf(second: number): string {
  return new Date(second * 1000).toISOString()
}

function optionIn(args: readonly string[], option: string): string {
  return args[args.indexOf(option) + 1] ?? ''
}

/** As a program: `node wrangler-stand-in.ts <account's file> <command …>`. */
function asProgram([file = '', ...args]: readonly string[]): void {
  const account: Account = JSON.parse(readFileSync(file, 'utf8'))
  const { code, stdout, stderr, record } = answer(account, args)
  const kills = account.killsAfter !== undefined && args.join(' ').startsWith(account.killsAfter)
  if (kills) delete account.killsAfter
  writeFileSync(file, JSON.stringify(account))
  const records = process.env.WRANGLER_OUTPUT_FILE_PATH
  if (records !== undefined && record !== undefined) {
    writeFileSync(records, `{"type":"wrangler-session"}\n${JSON.stringify(record)}\n`)
  }
  process.stderr.write(stderr)
  process.stdout.write(stdout)
  process.exitCode = code
  if (kills) process.kill(process.ppid, 'SIGKILL')
}

const [, script, ...args] = process.argv
if (script === import.meta.filename) asProgram(args)
