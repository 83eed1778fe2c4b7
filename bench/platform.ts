import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { migrate } from '../scripts/local/migrate.ts'
import { seedDemoMerchant } from '../scripts/local/seed.ts'
import { knownSettings } from '../scripts/local/settings.ts'

/** A Worker in a runtime of its own, reached without a proxy in between. */
export type Runtime = {
  readonly url: string
  readonly database: D1Database
  readonly queue: Queue<{ orderId: number }>
  /** The runtime's process. */
  readonly pid: number
  /** The state of the runtime, to explain a missing answer. */
  condition(): Promise<Condition>
  /** Starts the runtime again, on the same databases. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** The state of a runtime. */
export type Condition = {
  readonly isAlive: boolean
  /** Whether its process runs, or the code or signal with which it has ended. */
  readonly process: string
  /** What its address answers, or the error. Miniflare replaces a runtime that has ended. */
  readonly answer: string
  /** The end of its error output. */
  readonly lastWords: string
}

/** Keys of a deployment that lasts for one run. */
const keys = {
  SECRETS_KEY: btoa('0123456789abcdef0123456789abcdef'),
  LINK_SIGNING_KEY: btoa('fedcba9876543210fedcba9876543210'),
}

const queue = 'merchant-pay-callbacks'

/** Starts a bundle on a port, with its state in a folder; an empty one gets the schema and the demo merchant. */
export async function start(bundle: string, port: number, stateDir: string): Promise<Runtime> {
  let life = await launch(bundle, port, stateDir)
  return {
    url: `http://127.0.0.1:${port}`,
    get database() {
      return life.database
    },
    get queue() {
      return life.queue
    },
    get pid() {
      return life.runtime.pid ?? Number.NaN
    },
    condition: () => conditionOf(life.runtime, port, dirname(bundle)),
    async restart() {
      await life.platform.dispose()
      life = await launch(bundle, port, stateDir)
    },
    stop: () => life.platform.dispose(),
  }
}

async function launch(bundle: string, port: number, stateDir: string) {
  const putBack = await keepErrorsOnly(dirname(bundle))
  const origin = `http://127.0.0.1:${port}`
  const children = childrenFromNowOn()
  const platform = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      logRequests: false,
      resourcePersistencePath: stateDir,
      workers: [
        {
          name: 'pay',
          compatibilityDate: '2026-08-15',
          modulesRoot: bundle,
          modules: [{ type: 'ESModule', path: join(bundle, 'index.js') }],
          unsafeDirectSockets: [{ host: '127.0.0.1', port }],
          bindings: {
            ...(await knownSettings()),
            ...keys,
            ALLOW_PRIVATE_CALLBACKS: '1',
            BASE_URL: origin,
            EXCHANGE_URL: origin,
          },
          d1Databases: { DB: 'local' },
          kvNamespaces: { TOKENS: 'local' },
          queueProducers: { CALLBACK_QUEUE: queue },
          queueConsumers: { [queue]: { maxBatchSize: 20, maxBatchTimeout: 0, maxRetries: 10 } },
        },
      ],
    }),
  )
  await platform.ready.finally(putBack)
  const runtime = children().find(({ spawnfile }) =>
    /(?:runtime\.sh|workerd(?:\.exe)?)$/.test(spawnfile),
  )
  if (runtime === undefined) throw new Error('the runtime is not there')
  const database = (await platform.getD1Database('DB', 'pay')) as unknown as D1Database
  await migrate(database)
  await seedDemoMerchant(database, keys.SECRETS_KEY)
  const producer = await platform.getQueueProducer('CALLBACK_QUEUE', 'pay')
  return { platform, runtime, database, queue: producer as unknown as Runtime['queue'] }
}

// Miniflare does not expose its runtime's process, nor how it has ended.
function childrenFromNowOn(): () => readonly ChildProcess[] {
  const children: ChildProcess[] = []
  const note = (message: unknown) => {
    children.push((message as { readonly process: ChildProcess }).process)
  }
  subscribe('child_process', note)
  return () => {
    unsubscribe('child_process', note)
    return children
  }
}

async function conditionOf(
  runtime: ChildProcess,
  port: number,
  directory: string,
): Promise<Condition> {
  // A client may see the broken connection before this process gets the exit code.
  await sleep(endedMs)
  const { pid, exitCode, signalCode } = runtime
  const isAlive = exitCode === null && signalCode === null
  const ended = signalCode === null ? `exited with ${exitCode}` : `ended by ${signalCode}`
  const written = await readFile(errorsOf(directory, pid), 'utf8').catch(() => '')
  return {
    isAlive,
    process: isAlive ? 'runs' : ended,
    answer: await answerOf(`http://127.0.0.1:${port}/`),
    lastWords: written.trimEnd().slice(-lastWordsMax),
  }
}

async function answerOf(url: string): Promise<string> {
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(answerMs) })
    return `HTTP ${status}`
  } catch (error) {
    const { message, cause } = error as Error
    return cause instanceof Error ? cause.message : message
  }
}

const endedMs = 500
const answerMs = 10_000
const lastWordsMax = 8_000

function errorsOf(directory: string, pid: number | undefined | '$$'): string {
  return join(directory, `runtime-${pid}.txt`)
}

// Writing a log line is part of a request's work, but reading it would slow this process, which sends the requests. So
// the output is discarded, and errors go to a file. The path of the runtime is the whole process's: whoever starts a
// runtime after this one must not get its script, which ends with its folder.
async function keepErrorsOnly(directory: string): Promise<() => void> {
  if (process.platform === 'win32') return () => undefined
  const before = process.env.MINIFLARE_WORKERD_PATH
  const miniflare = createRequire(createRequire(import.meta.url).resolve('miniflare'))
  const runtime: { readonly default: string } = miniflare('workerd')
  const script = join(directory, 'runtime.sh')
  await writeFile(
    script,
    [
      '#!/bin/sh',
      `exec "${runtime.default}" "$@" >/dev/null 2>"${errorsOf(directory, '$$')}"`,
      '',
    ].join('\n'),
    { mode: 0o700 },
  )
  process.env.MINIFLARE_WORKERD_PATH = script
  return () => {
    if (before === undefined) delete process.env.MINIFLARE_WORKERD_PATH
    else process.env.MINIFLARE_WORKERD_PATH = before
  }
}
