import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { bodyBytesMax, statementBytesMax } from '../../src/contract/limits.ts'
import type { DevServerMessage, DevServerOptions } from './dev-server.ts'
import { type Environment, root, varsVariable } from './environment.ts'
import { type Front, openFront } from './front.ts'
import type { Log } from './log.ts'
import type { PortChoice } from './ports.ts'
import type { ProcessGroup, ProcessGroups } from './processes.ts'

/** The two Workers: their names, configurations, and the variables that set their ports. */
export const pay = {
  name: 'pay',
  config: 'wrangler.toml',
  serves: 'the public Worker',
  variable: 'PORT',
  bodyBytesMax,
} as const
export const backoffice = {
  name: 'backoffice',
  config: 'wrangler.backoffice.toml',
  serves: 'the back office',
  variable: 'BACKOFFICE_PORT',
  // A byte more than its longest body, a statement: the Worker refuses longer bodies itself, by its limit of each call.
  bodyBytesMax: statementBytesMax + 1,
} as const
type WorkerKind = typeof pay | typeof backoffice

/** A Worker's proxy. It listens from the start, and answers 503 until the Worker is ready. */
type WorkerProxy = Front & {
  readonly url: string
  readonly kind: WorkerKind
  /** The runtime's port; undefined while there is none. */
  target(): number | undefined
  setTarget(port: number | undefined): void
}

/** Starts a Worker's proxy, which calls `onDoubt` for slow and unavailable answers. Throws if its port is not available. */
export async function startProxy(
  kind: WorkerKind,
  port: PortChoice,
  onDoubt: () => void,
): Promise<WorkerProxy> {
  let target: number | undefined
  const front = await openFront({ ...kind, port, target: () => target, onDoubt })
  return {
    ...front,
    url: `http://127.0.0.1:${front.port}`,
    kind,
    target: () => target,
    setTarget: (next) => {
      target = next
    },
  }
}

type WorkerOptions = Omit<DevServerOptions, 'config'> & {
  readonly vars: Readonly<Record<string, string>>
  readonly env: Environment
  readonly log: Log
  /** The folder of the wrangler files. */
  readonly configurations: string
}

export type LocalWorker = {
  /** Resolves when the Worker answers; rejects with its output if it ends before. */
  readonly ready: Promise<void>
  /** Resolves when it has ended and is not restarted: with the fault, or undefined if it was stopped. */
  readonly ended: Promise<string | undefined>
  /** Restarts it with its state, and logs the reason. */
  restart(reason: string): Promise<void>
}

// A Worker that ends this soon after its start, this many times in a row, is not restarted.
const soonMs = 30_000
const soonEndsMax = 3
const shownLines = 20

/** Runs a Worker behind its proxy, and restarts it whenever it ends. */
export function runWorker(
  groups: ProcessGroups,
  proxy: WorkerProxy,
  options: WorkerOptions,
): LocalWorker {
  const { name, config } = proxy.kind
  let wasReady = false
  let running: ProcessGroup | undefined
  let restartReason: string | undefined
  const { promise: answers, resolve } = Promise.withResolvers<void>()
  const onReady = () => {
    wasReady = true
    resolve()
  }
  const run = async () => {
    for (let soonEnds = 0; ; ) {
      const started = Date.now()
      const group = startDevServer(groups, proxy, { ...options, onReady })
      running = group
      const code = await group.ended
      proxy.setTarget(undefined)
      // Its child processes may still run.
      await group.stop()
      if (groups.isStopping()) return undefined
      const exit = code === null ? 'killed' : `exit ${code}`
      const lines = group.output().trim().split('\n').slice(-shownLines).join('\n')
      if (!wasReady) return `${lines}\n${config} did not start (${exit}).`
      const isSoon = restartReason === undefined && Date.now() - started < soonMs
      soonEnds = isSoon ? soonEnds + 1 : 0
      if (soonEnds === soonEndsMax) {
        return `${lines}\n${config} ended ${soonEnds} times soon after its start (${exit}).`
      }
      const reason = restartReason ?? `Ended unexpectedly (${exit})`
      restartReason = undefined
      options.log.add(name, `${reason}: restarted with its state.`, true)
    }
  }
  const ended = run()
  const endedEarly = ended.then((fault) => Promise.reject(new Error(fault)))
  endedEarly.catch(() => {})
  const restart = async (reason: string) => {
    const states = running?.states() ?? ''
    restartReason = states === '' ? reason : `${reason} (${states})`
    proxy.setTarget(undefined)
    await running?.stop()
  }
  return { ready: Promise.race([answers, endedEarly]), ended, restart }
}

function startDevServer(
  groups: ProcessGroups,
  proxy: WorkerProxy,
  {
    env,
    log,
    vars,
    configurations,
    onReady,
    ...options
  }: WorkerOptions & { readonly onReady: () => void },
): ProcessGroup {
  const { name, config } = proxy.kind
  const argument: DevServerOptions = { ...options, config: join(configurations, config) }
  const script = join(import.meta.dirname, 'dev-server.ts')
  const flag = '--disable-warning=ExperimentalWarning'
  let isUp = false
  return groups.start([process.execPath, flag, script, JSON.stringify(argument)], {
    cwd: root,
    // Not on the command line, where other users of the machine could read the secrets among them.
    env: { ...env, [varsVariable]: JSON.stringify(vars) },
    onLine: (line) => log.add(name, stripVTControlCharacters(line), isUp),
    onMessage: (message) => {
      const { port } = message as DevServerMessage
      isUp ||= port !== null
      proxy.setTarget(port ?? undefined)
      if (port !== null) onReady()
    },
  })
}
