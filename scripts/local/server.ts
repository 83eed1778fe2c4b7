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
import type { PortChoice } from './ports.ts'
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
  /** Present if the options have `inspectorPort`. */
  readonly inspector?: Inspector
  readonly stateDir: string
  stop(): Promise<void>
  /** The output of both Workers since the start. */
  logs(): string
  /** Resolves when the server ends: with the fault, or undefined after `stop()`. */
  readonly ended: Promise<string | undefined>
}

export type LocalServerOptions = {
  /** The public Worker's port. */
  readonly port: PortChoice
  readonly backofficePort: PortChoice
  /** The callback inspector's port; without it, no inspector is started. */
  readonly inspectorPort?: PortChoice
  readonly stateDir: string
  readonly sweepSeconds: number
  /** Receives a line for each step of the start, then the Workers' output. */
  readonly onLog?: (line: string) => void
  /** Settings of the public Worker that override the defaults and wrangler.toml. */
  readonly vars?: Readonly<Record<string, string>>
  /** Allows callbacks to private and loopback addresses. */
  readonly allowPrivateCallbacks?: boolean
  readonly demoAccounts?: boolean
  /** The folder of the wrangler files, by default this project's. */
  readonly configurations?: string
  /** The time limit of the watchdog's probes, in milliseconds. */
  readonly probeMs?: number
  /** Aborts the start. */
  readonly signal?: AbortSignal
}

/** Starts both Workers on migrated and seeded local databases, and waits until they answer. */
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
    const stateDir = resolve(options.stateDir)
    return await start({ ...options, stateDir, groups, closers, stop })
  } catch (error) {
    await stop()
    throw error
  } finally {
    options.signal?.removeEventListener('abort', stop)
  }
}

type Closer = () => Promise<void> | void

type Start = LocalServerOptions & {
  readonly groups: ProcessGroups
  /** The functions that end the started parts. */
  readonly closers: Closer[]
  readonly stop: () => Promise<void>
}

async function start(options: Start): Promise<LocalServer> {
  const { groups, closers, stop, stateDir, onLog = () => {} } = options
  let watchdog: ReturnType<typeof startWatchdog> | undefined
  const onDoubt = () => watchdog?.probe()
  const payProxy = await startProxy(pay, options.port, onDoubt)
  closers.push(payProxy.close)
  const backofficeProxy = await startProxy(backoffice, options.backofficePort, onDoubt)
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
    // The default address of `wrangler dev`.
    const settings = localSettings('http://127.0.0.1:8787', options)
    const isWritten = await writeDevVars(keys, settings)
    if (!isWritten) onLog('`npx wrangler dev` uses your own .dev.vars, which is left unchanged.')
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
  watchdog = startWatchdog({
    pay: { ...payWorker, target: payProxy.target },
    backoffice: { ...backofficeWorker, target: backofficeProxy.target },
    probeMs: options.probeMs ?? probeMs,
  })
  closers.push(watchdog.stop)
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

async function inspectorAt(port: PortChoice | undefined): Promise<Inspector | undefined> {
  const merchants = [demoMerchant, demoTestMerchant]
  return port === undefined ? undefined : startInspector({ port, merchants })
}

// Both Workers can be ready before the back office is connected to the public Worker.
async function untilLinked(backofficeUrl: string, log: Log): Promise<void> {
  for (const deadline = Date.now() + linkedMs; ; await sleep(linkPollMs)) {
    const answer = await fetch(`${backofficeUrl}/api/merchants?limit=1`)
    await answer.arrayBuffer()
    const fault = answer.status === 500 ? settingsFault(log.text()) : undefined
    if (fault) throw new Error(fault)
    if (answer.status < 500 || Date.now() > deadline) return
  }
}

// An overloaded machine answers a cheap request within this time.
const probeMs = 20_000
const linkedMs = 10_000
const linkPollMs = 50

// The public Worker's logged error about an invalid setting.
function settingsFault(log: string): string | undefined {
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

// The back office has no secrets, but without a file it would read the developer's.
async function emptyEnvFile(stateDir: string): Promise<string> {
  const path = join(stateDir, 'backoffice.env')
  await writeFile(path, '')
  return path
}

// Stops both Workers when either ends.
async function firstEnd(
  workers: readonly LocalWorker[],
  stop: () => Promise<void>,
): Promise<string | undefined> {
  const fault = await Promise.race(workers.map(({ ended }) => ended))
  await stop()
  return fault
}
