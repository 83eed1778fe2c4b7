import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { bodyBytesMax, statementBytesMax } from '../../src/contract/limits.ts'
import type { DevServerNews, DevServerOptions } from './dev-server.ts'
import { type Environment, root, varsVariable } from './environment.ts'
import { type Front, openFront } from './front.ts'
import type { Log } from './log.ts'
import type { WantedPort } from './ports.ts'
import type { ProcessGroup, ProcessGroups } from './processes.ts'

/** The two Workers: their names, configurations, and the variables that choose their ports. */
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
  // One byte more than its longest body, a statement: the Worker itself says which of its calls takes how much.
  bodyBytesMax: statementBytesMax + 1,
} as const
type WorkerKind = typeof pay | typeof backoffice

/** A Worker's proxy. It holds the port from the start, and answers 503 until the Worker is ready. */
type WorkerProxy = Front & {
  readonly url: string
  readonly kind: WorkerKind
  /** The runtime's port; undefined while there is none. */
  target(): number | undefined
  /** Passes requests on to this port from now on; undefined while there is no runtime. */
  setTarget(port: number | undefined): void
  /** Sets the function called when an answer is slow, or says that something is unavailable. */
  setOnDoubt(call: () => void): void
}

/** Starts a Worker's proxy. Throws when its port is not available. */
export async function startProxy(kind: WorkerKind, port: WantedPort): Promise<WorkerProxy> {
  let target: number | undefined
  let onDoubt = () => {}
  const front = await openFront({ ...kind, port, target: () => target, onDoubt: () => onDoubt() })
  return {
    ...front,
    url: `http://127.0.0.1:${front.port}`,
    kind,
    target: () => target,
    setTarget: (next) => {
      target = next
    },
    setOnDoubt: (call) => {
      onDoubt = call
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
  /** Resolves when the Worker answers; rejects with its own output when it ends before. */
  readonly ready: Promise<void>
  /** Resolves when it has ended for good: with the fault, or undefined if it was stopped. */
  readonly ended: Promise<string | undefined>
  /** Ends it, so that it is started again with its state, and logs why. */
  restart(why: string): Promise<void>
}

// A Worker that has ended this soon after its start, this many times in a row, is not started again.
const soonMs = 30_000
const soonEndsMax = 3
const lastLines = 20

/** Runs the Worker behind its proxy, tells the proxy its port, and starts it again whenever it ends. */
export function runWorker(
  groups: ProcessGroups,
  proxy: WorkerProxy,
  options: WorkerOptions,
): LocalWorker {
  const { name, config } = proxy.kind
  let wasReady = false
  let running: ProcessGroup | undefined
  let whyRestarted: string | undefined
  const { promise: answers, resolve } = Promise.withResolvers<void>()
  const onReady = () => {
    wasReady = true
    resolve()
  }
  const run = async () => {
    for (let soonEnds = 0; ; ) {
      const started = Date.now()
      const group = startDevServer(groups, proxy, options, onReady)
      running = group
      const code = await group.ended
      proxy.setTarget(undefined)
      // Processes that it has started may still run.
      await group.stop()
      if (groups.isStopping()) return undefined
      const how = code === null ? 'killed' : `exit ${code}`
      const lines = group.output().trim().split('\n').slice(-lastLines).join('\n')
      if (!wasReady) return `${lines}\n${config} did not start (${how}).`
      const isSoon = whyRestarted === undefined && Date.now() - started < soonMs
      soonEnds = isSoon ? soonEnds + 1 : 0
      if (soonEnds === soonEndsMax) {
        return `${lines}\n${config} ended ${soonEnds} times soon after its start (${how}).`
      }
      const why = whyRestarted ?? `Ended by itself (${how})`
      whyRestarted = undefined
      options.log.add(name, `${why}: started again, with its state.`, true)
    }
  }
  const ended = run()
  const endedEarly = ended.then((why) => Promise.reject(new Error(why)))
  endedEarly.catch(() => {})
  const restart = async (why: string) => {
    const states = running?.states() ?? ''
    whyRestarted = states === '' ? why : `${why} (${states})`
    proxy.setTarget(undefined)
    await running?.stop()
  }
  return { ready: Promise.race([answers, endedEarly]), ended, restart }
}

function startDevServer(
  groups: ProcessGroups,
  proxy: WorkerProxy,
  { env, log, vars, configurations, ...options }: WorkerOptions,
  onReady: () => void,
): ProcessGroup {
  const { name, config } = proxy.kind
  const argument: DevServerOptions = { ...options, config: join(configurations, config) }
  const script = join(import.meta.dirname, 'dev-server.ts')
  const flag = '--disable-warning=ExperimentalWarning'
  let isUp = false
  return groups.start([process.execPath, flag, script, JSON.stringify(argument)], {
    cwd: root,
    // Among them are secrets, which every user of the machine could read on a command line.
    env: { ...env, [varsVariable]: JSON.stringify(vars) },
    onLine: (line) => log.add(name, stripVTControlCharacters(line), isUp),
    onMessage: (message) => {
      const { port } = message as DevServerNews
      isUp ||= port !== null
      proxy.setTarget(port ?? undefined)
      if (port !== null) onReady()
    },
  })
}
