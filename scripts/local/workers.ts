import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Environment, root, wranglerCommand } from './environment.ts'
import { type Front, openFront } from './front.ts'
import type { Log } from './log.ts'
import type { ProcessGroup, ProcessGroups } from './processes.ts'

/** The two Workers: what they are called, where they are described, and how their port is chosen. */
export const pay = {
  name: 'pay',
  config: 'wrangler.toml',
  serves: 'the public Worker',
  variable: 'PORT',
} as const
export const backoffice = {
  name: 'backoffice',
  config: 'wrangler.backoffice.toml',
  serves: 'the back office',
  variable: 'BACKOFFICE_PORT',
} as const
type WorkerKind = typeof pay | typeof backoffice

/** A Worker's port on this machine, held from the first moment; it answers 503 until the Worker behind is ready. */
export type Door = Front & {
  readonly url: string
  readonly kind: WorkerKind
  /** The host that the Worker is to see in every request's address; undefined: the one that was asked for. */
  readonly fixedHost: string | undefined
  /** The development server's port, once it has said one. */
  target(): number | undefined
  /** Leads to this port of the development server from now on. */
  leadTo(port: number): void
}

/** Opens a Worker's door. */
export async function openDoor(kind: WorkerKind, port: number): Promise<Door> {
  let target: number | undefined
  const hasRoutes = await namesRoutes(kind.config)
  const front = await openFront({
    ...kind,
    port,
    target: () => target,
    ...(hasRoutes && { hosts: ['127.0.0.1', 'localhost', '[::1]'] }),
  })
  return {
    ...front,
    url: `http://127.0.0.1:${front.port}`,
    kind,
    fixedHost: hasRoutes ? `127.0.0.1:${front.port}` : undefined,
    target: () => target,
    leadTo: (port) => {
      target = port
    },
  }
}

export type WorkerOptions = {
  readonly stateDir: string
  readonly env: Environment
  /** Secrets are read from here; without it a `.dev.vars` of the developer would be. */
  readonly envFile: string
  readonly vars: Readonly<Record<string, string>>
  readonly log: Log
}

/** A Worker under `wrangler dev`. */
export type LocalWorker = {
  readonly group: ProcessGroup
  /** Resolves when the Worker answers; rejects with its own output when it ends before. */
  readonly ready: Promise<void>
}

/** Starts the Worker behind a door, and opens the way to it when it answers. */
export function startWorker(
  groups: ProcessGroups,
  door: Door,
  options: WorkerOptions,
): LocalWorker {
  const { name, config } = door.kind
  let isReady = false
  let announce: () => void = () => {}
  const announced = new Promise<void>((resolve) => {
    announce = resolve
  })
  const group = groups.start(devCommand(door, options), {
    cwd: root,
    env: options.env,
    onLine: (line) => {
      options.log.add(name, line, isReady)
      // Said again, with another port, when wrangler has brought a crashed runtime back.
      const port = /ready on http:\/\/127\.0\.0\.1:(\d+)/i.exec(line)?.[1]
      if (port === undefined) return
      isReady = true
      door.leadTo(Number(port))
      announce()
    },
  })
  const endedEarly = group.ended.then((code) => {
    throw new Error(`${group.output().trim()}\n${config} did not start (exit ${code}).`)
  })
  endedEarly.catch(() => {})
  return { group, ready: Promise.race([announced, endedEarly]) }
}

function devCommand({ kind, fixedHost }: Door, options: WorkerOptions) {
  const vars = Object.entries(options.vars).flatMap(([name, value]) => [
    '--var',
    `${name}:${value}`,
  ])
  const host = fixedHost === undefined ? [] : ['--local-upstream', fixedHost]
  return wranglerCommand(
    ...['dev', '--config', kind.config, '--persist-to', options.stateDir],
    ...['--ip', '127.0.0.1', '--port', '0', '--inspector-port', '0'],
    ...['--show-interactive-dev-session=false', '--env-file', options.envFile],
    ...host,
    ...vars,
  )
}

// With routes wrangler shows a Worker their host, whatever host was asked for. A fixed one in its place would let a
// foreign name that leads to this machine pass for a local one: then the door answers local names only.
async function namesRoutes(config: string): Promise<boolean> {
  const text = await readFile(join(root, config), 'utf8')
  return /^\s*(?:routes?\s*=|\[\[\s*routes\s*\]\])/m.test(text)
}
