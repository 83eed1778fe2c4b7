import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { bodyBytesMax } from '../../src/contract/limits.ts'
import type { DevServerNews, DevServerOptions } from './dev-server.ts'
import { type Environment, root } from './environment.ts'
import { type Front, openFront } from './front.ts'
import type { Log } from './log.ts'
import type { ProcessGroup, ProcessGroups } from './processes.ts'

/** The two Workers: what they are called, where they are described, how their port is chosen, what it takes. */
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
  bodyBytesMax,
} as const
type WorkerKind = typeof pay | typeof backoffice

/** A Worker's port on this machine, held from the first moment; it answers 503 until the Worker behind is ready. */
export type Door = Front & {
  readonly url: string
  readonly kind: WorkerKind
  /** The runtime's port, once it has told one. */
  target(): number | undefined
  /** Leads to this port of the runtime from now on; undefined: there is nothing to lead to. */
  leadTo(port: number | undefined): void
}

/** Opens a Worker's door. */
export async function openDoor(kind: WorkerKind, port: number): Promise<Door> {
  let target: number | undefined
  const front = await openFront({ ...kind, port, target: () => target })
  return {
    ...front,
    url: `http://127.0.0.1:${front.port}`,
    kind,
    target: () => target,
    leadTo: (next) => {
      target = next
    },
  }
}

export type WorkerOptions = Omit<DevServerOptions, 'config'> & {
  readonly env: Environment
  readonly log: Log
}

/** A Worker in the local runtime. */
export type LocalWorker = {
  /** Resolves when the Worker answers; rejects with its own output when it ends before. */
  readonly ready: Promise<void>
  /** Resolves when it has ended for good: with what went wrong, or undefined when it was stopped. */
  readonly ended: Promise<string | undefined>
}

// A Worker that ends so soon after its start, this many times in a row, would end again.
const soonMs = 30_000
const soonEndsMax = 3
const lastLines = 20

/** Runs the Worker behind a door, opens the way to it when it answers, and starts it again whenever it ends. */
export function runWorker(groups: ProcessGroups, door: Door, options: WorkerOptions): LocalWorker {
  const { name, config } = door.kind
  let wasReady = false
  let announce: () => void = () => {}
  const announced = new Promise<void>((resolve) => {
    announce = resolve
  })
  const onReady = () => {
    wasReady = true
    announce()
  }
  const run = async () => {
    for (let soonEnds = 0; ; ) {
      const started = Date.now()
      const group = startDevServer(groups, door, options, onReady)
      const code = await group.ended
      door.leadTo(undefined)
      // What it has started may still be there.
      await group.stop()
      if (groups.isStopping()) return undefined
      const how = code === null ? 'killed' : `exit ${code}`
      const said = group.output().trim().split('\n').slice(-lastLines).join('\n')
      if (!wasReady) return `${said}\n${config} did not start (${how}).`
      soonEnds = Date.now() - started < soonMs ? soonEnds + 1 : 0
      if (soonEnds === soonEndsMax) {
        return `${said}\n${config} ended ${soonEnds} times soon after its start (${how}).`
      }
      options.log.add(name, `Ended by itself (${how}): started again, with its state.`, true)
    }
  }
  const ended = run()
  const endedEarly = ended.then((why) => Promise.reject(new Error(why)))
  endedEarly.catch(() => {})
  return { ready: Promise.race([announced, endedEarly]), ended }
}

function startDevServer(
  groups: ProcessGroups,
  door: Door,
  { env, log, ...options }: WorkerOptions,
  onReady: () => void,
): ProcessGroup {
  const { name, config } = door.kind
  const argument: DevServerOptions = { ...options, config: join(root, config) }
  const script = join(import.meta.dirname, 'dev-server.ts')
  const flag = '--disable-warning=ExperimentalWarning'
  let isUp = false
  return groups.start([process.execPath, flag, script, JSON.stringify(argument)], {
    cwd: root,
    env,
    onLine: (line) => log.add(name, stripVTControlCharacters(line), isUp),
    onMessage: (message) => {
      const { port } = message as DevServerNews
      isUp ||= port !== null
      door.leadTo(port ?? undefined)
      if (port !== null) onReady()
    },
  })
}
