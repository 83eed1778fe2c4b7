import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../../bench/load.ts'
import type { ProbeAnswer, ProbeRequest, Shop, TimedCall } from '../../bench/probe/index.ts'
import { optionsOf, runCommand } from '../command/command-line.ts'
import { Problem } from '../command/problem.ts'
import { root, wranglerCommand, wranglerEnvironment } from '../local/environment.ts'
import { knownSettings } from '../local/settings.ts'
import { withProgress } from '../progress.mjs'
import { addReplicas, createResource, findResource, locations } from '../provision/account.ts'
import { accountOf, apiOf, inAccount } from '../provision/api.ts'
import { environmentsOf, readConfiguration } from '../provision/configuration.ts'
import { failedRun, type Wrangler, wranglerProcess } from '../provision/wrangler.ts'

// `npm run long -- probe --env <name>`: what the batches of a payment, and a refresh, take where the service runs. Payments
// are made by the service's code in a database and a Worker of their own, which are made for it and removed after it:
// nothing of the deployment is bound to them. `--env local` asks the local runtime.

const usage = `npm run long -- probe --env <environment> [--minutes 30] [--location <name>]

  --env <environment>  local, or one of wrangler.toml, whose account is measured
  --minutes <number>   how long it takes
  --location <name>    where its database is made: ${locations.join(', ')}; by default apac, as those of the service`

const text = { type: 'string' } as const
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stopped.abort())
}

/** The address of the probe's Worker, and the function that removes it. */
type Place = { readonly url: string; readonly remove: () => Promise<void> }

const token = crypto.randomUUID()
const paymentsEach = 5
const connections = 8

await runCommand(main)

async function main(): Promise<void> {
  const known = { env: text, minutes: text, location: text } as const
  const {
    env = '',
    minutes: minutesText = '30',
    location: locationName = 'apac',
  } = optionsOf(known, usage, process.argv.slice(3))
  const environments = environmentsOf(join(root, 'wrangler.toml'))
  const minutes = Number(minutesText)
  const location = locations.find((known) => known === locationName)
  if (env !== 'local' && !environments.includes(env)) throw new Problem(usage)
  if (!(minutes > 0) || location === undefined) throw new Problem(usage)
  const folder = await mkdtemp(join(tmpdir(), 'probe-'))
  try {
    const place = env === 'local' ? await runHere(folder) : await deploy(folder, env, location)
    await measure(place.url, minutes * 60_000).finally(() =>
      withProgress('Removing the probe', place.remove),
    )
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

// One after the other, which tells what a call takes; then as many at once as the database bears, which tells its pace.
async function measure(url: string, wholeMs: number): Promise<void> {
  const calls: TimedCall[] = []
  let [payments, byReplica, shop]: [number, number, Shop | null] = [0, 0, null]
  const ask = async (): Promise<void> => {
    const answer: ProbeAnswer = await answerOf(url, { shop, payments: paymentsEach })
    shop = answer.shop
    payments += paymentsEach
    byReplica += answer.byReplica
    calls.push(...answer.calls)
  }
  const during = async (what: string, ms: number, atOnce: number) => {
    const end = Date.now() + ms
    const before = payments
    const payOn = async () => {
      while (Date.now() < end && !stopped.signal.aborted) await ask()
    }
    const started = Date.now()
    const work = () => Promise.all(Array.from({ length: atOnce }, payOn))
    await withProgress(what, work, { progress: () => `${payments - before} payments` })
    return (payments - before) / ((Date.now() - started) / 1000)
  }
  await ask()
  calls.length = 0
  byReplica = 0
  await during('Payments, one after the other', wholeMs * 0.8, 1)
  print(calls, byReplica)
  if (stopped.signal.aborted) return
  const pace = await during(`Payments, ${connections} at once`, wholeMs * 0.2, connections)
  console.log(`\n${pace.toFixed(1)} payments a second in one database, with their refreshes.`)
}

async function answerOf(url: string, request: ProbeRequest): Promise<ProbeAnswer> {
  const headers = { authorization: `Bearer ${token}` }
  // A name that was made just now is not known everywhere at once.
  for (let tries = 1; ; tries += 1) {
    const body = JSON.stringify(request)
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null)
    if (answer?.ok) return (await answer.json()) as ProbeAnswer
    if (tries === 30 || stopped.signal.aborted) {
      throw new Problem(`${url} answered ${answer?.status ?? 'nothing'}: ${await answer?.text()}`)
    }
    await sleep(1_000)
  }
}

function print(calls: readonly TimedCall[], byReplica: number): void {
  const steps = [...new Set(calls.map(({ step }) => step))]
  console.log(`\n${'ms'.padEnd(38)}${['calls', 'mean', 'p50', 'p95'].map(cell).join('')}`)
  for (const step of steps) {
    const times = calls.flatMap((call) => (call.step === step ? call.ms : [])).sort((a, b) => a - b)
    const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length
    const figures = [times.length, mean.toFixed(2), quantile(times, 0.5), quantile(times, 0.95)]
    console.log(`${step.padEnd(38)}${figures.map(cell).join('')}`)
  }
  console.log(`A replica answered ${byReplica} of the refreshes that one may answer.\n`)
}

function cell(value: string | number): string {
  return String(value).padStart(9)
}

/** The Worker's configuration: a database of its own, and no other binding. */
async function configure(folder: string, name: string, databaseId: string): Promise<string> {
  const { compatibility_date, compatibility_flags } = readConfiguration(join(root, 'wrangler.toml'))
  const config = join(folder, 'wrangler.json')
  const random = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')
  // Loopback origins make it a local deployment: no rates, no second person. It is reached by the token alone.
  const own = { BASE_URL: 'http://127.0.0.1', EXCHANGE_URL: 'http://127.0.0.1', PROBE_TOKEN: token }
  const keys = { SECRETS_KEY: random(), LINK_SIGNING_KEY: random() }
  const settings = {
    name,
    main: join(root, 'bench', 'probe', 'index.ts'),
    workers_dev: true,
    compatibility_date,
    compatibility_flags,
    minify: true,
    keep_names: false,
    vars: { ...(await knownSettings()), ...keys, ...own },
    d1_databases: [
      {
        binding: 'DB',
        database_name: name,
        database_id: databaseId,
        migrations_dir: join(root, 'migrations'),
      },
    ],
  }
  await writeFile(config, JSON.stringify(settings))
  return config
}

async function deploy(
  folder: string,
  env: string,
  location: (typeof locations)[number],
): Promise<Place> {
  const name = `merchant-pay-probe-${env}`
  const {
    account_id,
    d1_databases,
    name: service,
  } = readConfiguration(join(root, 'wrangler.toml'), env)
  const names = [service, ...d1_databases.map((database) => database.database_name)]
  if (names.includes(name)) throw new Problem(`${name} is the service's: nothing was made.`)
  // A stopped probe still removes the resources that it has made.
  const { signal: never } = new AbortController()
  const { CLOUDFLARE_API_BASE_URL, CLOUDFLARE_ACCOUNT_ID } = process.env
  const whole = await apiOf(wranglerProcess(root, never), CLOUDFLARE_API_BASE_URL)
  if (whole === null) throw new Problem('Nobody is logged in: `npx wrangler login`.')
  const account = await accountOf(whole, account_id ?? CLOUDFLARE_ACCOUNT_ID ?? null)
  const [api, wrangler] = [inAccount(whole, account), wranglerProcess(root, never, account)]
  const remove = async () => {
    const made = await findResource(api, 'database', { name, id: null })
    const config = await configure(folder, name, made?.id ?? '')
    // A Worker that is not there is no fault.
    await wrangler(['delete', '--force', '-c', config])
    if (made !== null) await succeed(wrangler, ['d1', 'delete', name, '-y', '-c', config])
  }
  await withProgress('Removing what an earlier probe has left', remove)
  try {
    const make = async () => {
      const id = await createResource(api, { kind: 'database', name, location })
      await addReplicas(api, { id, name })
      const config = await configure(folder, name, id)
      await succeed(wrangler, ['d1', 'migrations', 'apply', 'DB', '--remote', '-c', config])
      return succeed(wrangler, ['deploy', '-c', config])
    }
    const output = await withProgress('Deploying the probe', make)
    const [url] = /https:\/\/\S+\.workers\.dev/.exec(output) ?? []
    if (url === undefined) throw new Problem('The account has no address of workers.dev.')
    return { url, remove }
  } catch (error) {
    await remove().catch((left) => console.error(left.message))
    throw error
  }
}

async function succeed(wrangler: Wrangler, args: readonly string[]): Promise<string> {
  const answer = await wrangler(args)
  if (answer.code !== 0) throw failedRun('The probe', args, answer)
  return answer.stdout
}

async function runHere(folder: string): Promise<Place> {
  const config = await configure(folder, 'merchant-pay-probe', 'probe')
  const env = wranglerEnvironment(folder)
  const state = ['-c', config, '--persist-to', join(folder, 'state')]
  const start = (...args: readonly string[]) => {
    const [file, ...all] = wranglerCommand(...args, ...state)
    return spawn(file, all, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  }
  const migrating = start('d1', 'migrations', 'apply', 'DB', '--local')
  migrating.stdout.resume()
  await new Promise((resolve) => migrating.once('exit', resolve))
  const server = start('dev', '--port', '0', '--ip', '127.0.0.1')
  const remove = async () => {
    if (server.exitCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
  }
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (part: Buffer) => {
      output += String(part)
      const [, found] = /Ready on (http:\/\/[\w.:]+)/.exec(output) ?? []
      if (found !== undefined) resolve(found)
    }
    server.stdout.on('data', hear)
    server.stderr.on('data', hear)
    server.once('exit', () => reject(new Problem(`The local runtime did not start:\n${output}`)))
  })
  return { url, remove }
}
