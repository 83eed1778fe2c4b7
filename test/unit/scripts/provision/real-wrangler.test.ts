import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../../../scripts/local/environment.ts'
import { said, wranglerOf, wranglerProcess } from '../../../../scripts/provision/wrangler.ts'
import { answer, emptyAccount } from '../../../support/wrangler/account.ts'
import { startApi } from '../../../support/wrangler/cloudflare-api.ts'
import { cloneFolder, runProvision } from './clone.ts'
import { migrations } from './rehearsal.ts'

// `npm run test:provision` runs all of it; here one command, because each loads all of wrangler.
const all = process.env.PROVISION_STOPS === 'all'

const commands = [
  'queues info merchant-pay-callbacks-staging',
  'whoami --json',
  'd1 list --json',
  'd1 create merchant-pay-staging --location apac',
  'd1 create merchant-pay-staging --location apac',
  'd1 list --json',
  'kv namespace list',
  'kv namespace create merchant-pay-staging-tokens',
  'kv namespace create merchant-pay-staging-tokens',
  'kv namespace list',
  'queues create merchant-pay-callbacks-staging',
  'queues create merchant-pay-callbacks-staging',
  'queues info merchant-pay-callbacks-staging',
  'r2 bucket list',
  'r2 bucket create merchant-pay-archive-staging --location apac',
  'r2 bucket create merchant-pay-archive-staging --location apac',
  'r2 bucket list',
  'secret list --format json -c wrangler.toml -e staging',
  'secret put SECRETS_KEY -c wrangler.toml -e staging',
  'secret list --format json -c wrangler.toml -e staging',
  'deployments status --json -c wrangler.toml -e staging',
]

// Each command loads all of wrangler, which on a busy machine takes seconds.
const timeout = 1_200_000

test('the stand-in answers what the pinned wrangler does', { timeout }, async () => {
  const { environment } = await api()
  const wrangler = inEnvironment(environment)
  const account = emptyAccount()
  const read = (file: string) => readFileSync(file, 'utf8')
  for (const command of all ? commands : commands.slice(0, 1)) {
    const args = command.split(' ')
    const input = args[1] === 'put' ? 'a key\n' : undefined
    const real = await wrangler(args, input)
    const standIn = answer(account, args, input ?? '', { read, migrations })
    expect(real.code, `${command}: ${said(real)}`).toBe(standIn.code)
    expect(shape(real.stdout, real.stderr), command).toEqual(shape(standIn.stdout, standIn.stderr))
  }
})

test.each(all ? ['staging', 'production'] : [])(
  'the pinned wrangler makes %s',
  { timeout },
  async (env) => {
    const { account, environment } = await api()
    const folder = cloneFolder()
    const keysFile = `${folder}.keys`
    onTestFinished(() => rmSync(keysFile, { force: true }))
    const run = () => runProvision(folder, ['--env', env, '--keys', keysFile], environment)
    const first = await run()
    expect(first.code, first.output).toBe(0)
    const [database, namespace] = [account.databases[0], account.namespaces[0]]
    const applied = database?.sql.prepare('SELECT count(*) AS n FROM d1_migrations').get()
    expect(first.output).toContain(`${applied?.n} applied`)
    const [pay, backoffice] = [`merchant-pay-${env}`, `merchant-pay-backoffice-${env}`]
    expect([...account.workers.keys()]).toEqual([pay, backoffice])
    const upload = account.workers.get(pay)?.uploads.at(-1) ?? ''
    for (const id of [database?.uuid, namespace?.id]) expect(upload).toContain(id)
    const secrets = { ...account.workers.get(pay)?.secrets }
    expect(Object.keys(secrets)).toEqual(['SECRETS_KEY', 'LINK_SIGNING_KEY'])
    expect(account.queues.map(({ consumers }) => consumers)).toEqual([[pay], [pay]])
    const text = readFileSync(join(folder, 'wrangler.toml'), 'utf8')

    const again = await run()
    expect(again.code, again.output).toBe(0)
    const { databases, namespaces, queues, buckets } = account
    expect([databases, namespaces, queues, buckets].map((list) => list.length)).toEqual([
      2, 1, 2, 1,
    ])
    expect(account.workers.get(pay)?.secrets).toEqual(secrets)
    expect(readFileSync(join(folder, 'wrangler.toml'), 'utf8')).toBe(text)
    expect(account.unknown).toEqual([])
    expect(existsSync(keysFile)).toBe(true)
  },
)

async function api() {
  const { account, url, server } = await startApi()
  const config = mkdtempSync(join(tmpdir(), 'wrangler-config-'))
  onTestFinished(() => {
    server.close()
    rmSync(config, { recursive: true, force: true })
  })
  const environment = {
    CLOUDFLARE_API_BASE_URL: url,
    CLOUDFLARE_API_TOKEN: 'a-token',
    XDG_CONFIG_HOME: config,
    WRANGLER_SEND_ERROR_REPORTS: 'false',
  }
  return { account, environment }
}

function inEnvironment(environment: Readonly<Record<string, string>>) {
  const before = { ...process.env }
  Object.assign(process.env, environment)
  onTestFinished(() => {
    for (const name of Object.keys(environment)) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  })
  return wranglerProcess(wranglerOf(undefined), root, new AbortController().signal)()
}

// What is read of an answer: of JSON the members and kinds of value, of an error its first line, else the first two lines;
// without ids and dates.
function shape(stdout: string, stderr: string): unknown {
  if (/^\s*[[{]/.test(stdout)) return kinds(JSON.parse(stdout))
  return said({ code: 0, stdout, stderr })
    .replaceAll(/[0-9a-f]{32}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…')
    .split('\n')
    .slice(0, stderr === '' ? 2 : 1)
}

const read = [
  'loggedIn',
  'accounts',
  'uuid',
  'id',
  'name',
  'title',
  'type',
  'versions',
  'percentage',
]

function kinds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(kinds)
  if (typeof value !== 'object' || value === null) return typeof value
  const known = Object.entries(value).filter(([name]) => read.includes(name))
  return Object.fromEntries(known.map(([name, one]) => [name, kinds(one)]))
}
