import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withProgress } from '../progress.mjs'
import { prepareDatabase } from './database.ts'
import { wranglerEnvironment } from './environment.ts'
import { localKeys } from './keys.ts'
import { type Log, openLog } from './log.ts'
import { openProcessGroups, type ProcessGroups } from './processes.ts'
import { openRegistry } from './registry.ts'
import { lockState } from './state-lock.ts'
import { startSweep } from './sweep.ts'
import { backoffice, type LocalWorker, openDoor, pay, runWorker } from './workers.ts'

/** Both Workers on this machine. */
export type LocalServer = {
  readonly payUrl: string
  readonly backofficeUrl: string
  readonly stateDir: string
  /** Rings the minute cron: resolves when the sweep it started has ended, rejects when it failed. */
  ringSweep(): Promise<void>
  /** Leaves no process behind. */
  stop(): Promise<void>
  /** What both Workers have printed since the start. */
  logs(): string
  /** Resolves when the server has ended: with what went wrong, or undefined after `stop()`. */
  readonly ended: Promise<string | undefined>
}

export type LocalServerOptions = {
  /** The public Worker's port; 0 takes any free one. */
  readonly port: number
  readonly backofficePort: number
  readonly stateDir: string
  readonly sweepSeconds: number
  /** Gets a line for each step of the start, and what the Workers print from then on. */
  readonly onLog?: (line: string) => void
  /** Settings of the public Worker, in place of what is said here or in wrangler.toml. */
  readonly vars?: Readonly<Record<string, string>>
  /** Lets callbacks go to private and loopback addresses. */
  readonly allowPrivateCallbacks?: boolean
  /** Gives up starting. */
  readonly signal?: AbortSignal
}

/** Starts both Workers on a migrated local database with the demo merchant in it, and waits until they answer. */
export async function startLocalServer(options: LocalServerOptions): Promise<LocalServer> {
  const groups = openProcessGroups()
  const closers: Closer[] = [groups.stopAll]
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= Promise.all(closers.map((close) => close())).then(() => {})
    return stopped
  }
  options.signal?.addEventListener('abort', stop)
  try {
    options.signal?.throwIfAborted()
    return await start(groups, closers, stop, { ...options, stateDir: resolve(options.stateDir) })
  } catch (error) {
    await stop()
    throw error
  } finally {
    options.signal?.removeEventListener('abort', stop)
  }
}

type Closer = () => Promise<void> | void

async function start(
  groups: ProcessGroups,
  closers: Closer[],
  stop: () => Promise<void>,
  options: LocalServerOptions,
): Promise<LocalServer> {
  const { stateDir, onLog = () => {} } = options
  const payDoor = await openDoor(pay, options.port)
  closers.push(payDoor.close)
  const backofficeDoor = await openDoor(backoffice, options.backofficePort)
  closers.push(backofficeDoor.close)

  const lock = await lockState(stateDir)
  closers.push(lock.release)
  const keys = await localKeys(stateDir)
  const registry = await openRegistry(join(stateDir, 'registry', String(payDoor.port)))
  closers.push(registry.close)
  const env = wranglerEnvironment(stateDir, registry.directory)
  await prepareDatabase(groups, { stateDir, keys, env, onLog })

  const log = openLog(onLog)
  const vars = settings(payDoor.url, options)
  const noSecrets = await emptyEnvFile(stateDir)
  const workers = [
    runWorker(groups, payDoor, { stateDir, env, log, envFile: keys.file, vars }),
    runWorker(groups, backofficeDoor, { stateDir, env, log, envFile: noSecrets, vars: {} }),
  ]
  const bothAnswer = async () => {
    await Promise.all(workers.map((worker) => worker.ready))
    await untilLinked(backofficeDoor.url, log)
  }
  await withProgress('Starting both Workers', bothAnswer, { log: onLog })
  const sweep = startSweep(payDoor.target, options.sweepSeconds, onLog)
  closers.push(sweep.stop)
  return {
    payUrl: payDoor.url,
    backofficeUrl: backofficeDoor.url,
    stateDir,
    ringSweep: sweep.ring,
    stop,
    logs: log.text,
    ended: firstEnd(workers, stop),
  }
}

// Both Workers may be ready a moment before the one has found the other.
async function untilLinked(backofficeUrl: string, log: Log): Promise<void> {
  for (const deadline = Date.now() + linkedMs; ; await sleep(linkPollMs)) {
    const answer = await fetch(`${backofficeUrl}/api/merchants?limit=1`)
    await answer.arrayBuffer()
    const wrong = answer.status === 500 ? wrongSetting(log.text()) : undefined
    if (wrong) throw new Error(wrong)
    if (answer.status < 500 || Date.now() > deadline) return
  }
}

const linkedMs = 10_000
const linkPollMs = 50

// What the public Worker's log tells of a setting that it cannot take.
function wrongSetting(log: string): string | undefined {
  const [, fault] = /"fault":"Error: (settings:(?:[^"\\]|\\.)*)"/.exec(log) ?? []
  return fault && JSON.parse(`"${fault}"`).split('\n    at ')[0]
}

function settings(url: string, options: LocalServerOptions): Record<string, string> {
  return {
    BASE_URL: url,
    EXCHANGE_URL: url,
    ...(options.allowPrivateCallbacks && { ALLOW_PRIVATE_CALLBACKS: '1' }),
    ...options.vars,
  }
}

// The back office has no secrets; without a file of its own it would be given the developer's.
async function emptyEnvFile(stateDir: string): Promise<string> {
  const path = join(stateDir, 'backoffice.env')
  await writeFile(path, '')
  return path
}

// One Worker without the other is of no use to anybody.
async function firstEnd(
  workers: readonly LocalWorker[],
  stop: () => Promise<void>,
): Promise<string | undefined> {
  const why = await Promise.race(workers.map(({ ended }) => ended))
  await stop()
  return why
}
