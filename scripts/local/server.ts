import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Inspector, startInspector } from '../inspector/inspector.ts'
import { withProgress } from '../progress.mjs'
import { prepareDatabase } from './database.ts'
import { demoMerchant, demoTestMerchant } from './demo-merchant.ts'
import { devStateDir, writeDevVars } from './dev-vars.ts'
import { root, wranglerEnvironment } from './environment.ts'
import { localKeys } from './keys.ts'
import { createLog, type Log } from './log.ts'
import type { WantedPort } from './ports.ts'
import { createProcessGroups, type ProcessGroups } from './processes.ts'
import { createRegistry } from './registry.ts'
import { lockState } from './state-lock.ts'
import { startSweep } from './sweep.ts'
import { startWatchdog } from './watchdog.ts'
import { backoffice, type LocalWorker, pay, runWorker, startProxy } from './workers.ts'

/** Both Workers on this machine. */
export type LocalServer = {
  readonly payUrl: string
  readonly backofficeUrl: string
  /** Present where `inspectorPort` was given. */
  readonly inspector?: Inspector
  readonly stateDir: string
  /** Ends the server and all its processes. */
  stop(): Promise<void>
  /** The output of both Workers since the start. */
  logs(): string
  /** Resolves when the server has ended: with the fault, or undefined after `stop()`. */
  readonly ended: Promise<string | undefined>
}

export type LocalServerOptions = {
  /** The public Worker's port. */
  readonly port: WantedPort
  readonly backofficePort: WantedPort
  /** The callback inspector's port; without one there is none. */
  readonly inspectorPort?: WantedPort
  readonly stateDir: string
  readonly sweepSeconds: number
  /** Gets a line for each step of the start, then the Workers' output. */
  readonly onLog?: (line: string) => void
  /** Settings of the public Worker that replace those set here or in wrangler.toml. */
  readonly vars?: Readonly<Record<string, string>>
  /** Lets callbacks go to private and loopback addresses. */
  readonly allowPrivateCallbacks?: boolean
  /** Puts two bank accounts into a new database. */
  readonly demoAccounts?: boolean
  /** The folder of the wrangler files, where they are not those of this project. */
  readonly configurations?: string
  /** How long a Worker that is in doubt may leave a probe unanswered, in milliseconds. */
  readonly probeMs?: number
  /** Aborts the start. */
  readonly signal?: AbortSignal
}

/** Starts both Workers on a migrated local database with the demo merchant in it, and waits until they answer. */
export async function startLocalServer(options: LocalServerOptions): Promise<LocalServer> {
  const groups = createProcessGroups()
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
  const payProxy = await startProxy(pay, options.port)
  closers.push(payProxy.close)
  const backofficeProxy = await startProxy(backoffice, options.backofficePort)
  closers.push(backofficeProxy.close)
  const inspector = await inspectorAt(options.inspectorPort)
  if (inspector !== undefined) closers.push(inspector.close)

  const lock = await lockState(stateDir)
  closers.push(lock.release)
  const keys = await localKeys(stateDir)
  const registry = await createRegistry(join(stateDir, 'registry', String(payProxy.port)))
  closers.push(registry.close)
  const env = wranglerEnvironment(stateDir, registry.directory)
  const { demoAccounts: withAccounts = false } = options
  await prepareDatabase(groups, { stateDir, keys, env, onLog, withAccounts })

  if (stateDir === devStateDir) {
    // The port that `wrangler dev` serves on.
    const same = localSettings('http://127.0.0.1:8787', options)
    const isWritten = await writeDevVars(keys, same)
    if (!isWritten) onLog('.dev.vars is your own and stays: `npx wrangler dev` goes by it.')
  }

  const log = createLog(onLog)
  const vars = { ...localSettings(payProxy.url, options, inspector), ...options.vars }
  const noSecrets = await emptyEnvFile(stateDir)
  const both = { stateDir, env, log, configurations: options.configurations ?? root }
  const payWorker = runWorker(groups, payProxy, { ...both, envFile: keys.file, vars })
  const own = { ...both, envFile: noSecrets, vars: {} }
  const backofficeWorker = runWorker(groups, backofficeProxy, own)
  const workers = [payWorker, backofficeWorker]
  const bothAnswer = async () => {
    await Promise.all(workers.map((worker) => worker.ready))
    await untilLinked(backofficeProxy.url, log)
  }
  await withProgress('Starting both Workers', bothAnswer, { log: onLog })
  const watchdog = startWatchdog({
    pay: { ...payWorker, target: payProxy.target },
    backoffice: { ...backofficeWorker, target: backofficeProxy.target },
    probeMs: options.probeMs ?? probeMs,
  })
  closers.push(watchdog.stop)
  for (const proxy of [payProxy, backofficeProxy]) proxy.setOnDoubt(watchdog.doubt)
  closers.push(startSweep(payProxy.target, options.sweepSeconds, onLog))
  return {
    payUrl: payProxy.url,
    backofficeUrl: backofficeProxy.url,
    ...(inspector && { inspector }),
    stateDir,
    stop,
    logs: log.text,
    ended: firstEnd(workers, stop),
  }
}

async function inspectorAt(port: WantedPort | undefined): Promise<Inspector | undefined> {
  const merchants = [demoMerchant, demoTestMerchant]
  return port === undefined ? undefined : startInspector({ port, merchants })
}

// Both Workers may be ready before the back office has found the public Worker.
async function untilLinked(backofficeUrl: string, log: Log): Promise<void> {
  for (const deadline = Date.now() + linkedMs; ; await sleep(linkPollMs)) {
    const answer = await fetch(`${backofficeUrl}/api/merchants?limit=1`)
    await answer.arrayBuffer()
    const wrong = answer.status === 500 ? wrongSetting(log.text()) : undefined
    if (wrong) throw new Error(wrong)
    if (answer.status < 500 || Date.now() > deadline) return
  }
}

// An overloaded machine still answers a cheap request within this time.
const probeMs = 20_000
const linkedMs = 10_000
const linkPollMs = 50

// The error about an invalid setting in the public Worker's log, if there is one.
function wrongSetting(log: string): string | undefined {
  const [, fault] = /"fault":"Error: (settings:(?:[^"\\]|\\.)*)"/.exec(log) ?? []
  return fault && JSON.parse(`"${fault}"`).split('\n    at ')[0]
}

function localSettings(
  url: string,
  options: LocalServerOptions,
  inspector?: Inspector,
): Record<string, string> {
  return {
    BASE_URL: url,
    EXCHANGE_URL: url,
    SANDBOX_MERCHANT: `${demoTestMerchant.uid}:${demoTestMerchant.secret}`,
    ...(inspector && { INSPECTOR_URL: inspector.url }),
    ...(options.allowPrivateCallbacks && { ALLOW_PRIVATE_CALLBACKS: '1' }),
  }
}

// The back office has no secrets; without a file of its own it would read the developer's.
async function emptyEnvFile(stateDir: string): Promise<string> {
  const path = join(stateDir, 'backoffice.env')
  await writeFile(path, '')
  return path
}

// Stops both Workers when one of them has ended.
async function firstEnd(
  workers: readonly LocalWorker[],
  stop: () => Promise<void>,
): Promise<string | undefined> {
  const why = await Promise.race(workers.map(({ ended }) => ended))
  await stop()
  return why
}
