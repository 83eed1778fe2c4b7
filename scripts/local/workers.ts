import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
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
  /** Leads to this port of the development server from now on; undefined: there is nothing to lead to. */
  leadTo(port: number | undefined): void
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
    leadTo: (next) => {
      target = next
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

// Whole lines, for the Workers print to the same stream.
const said = {
  ready: /^\[wrangler:info\] (?:Ready|Updated and ready) on http:\/\/127\.0\.0\.1:(\d+)$/,
  reloaded: /^⎔ Local server updated and ready$/,
  broken: /^✘ \[ERROR\] Build failed with \d+ errors?:$/,
}

/** Starts the Worker behind a door, and opens the way to it when it answers. */
export function startWorker(
  groups: ProcessGroups,
  door: Door,
  options: WorkerOptions,
): LocalWorker {
  const { name, config } = door.kind
  const { log } = options
  let port: number | undefined
  let announce: () => void = () => {}
  const announced = new Promise<void>((resolve) => {
    announce = resolve
  })
  const onLine = (text: string) => {
    const line = stripVTControlCharacters(text)
    log.add(name, line, port !== undefined)
    const announcedPort = said.ready.exec(line)?.[1]
    if (announcedPort && port === undefined) {
      port = Number(announcedPort)
      announce()
    } else if (announcedPort) {
      // Said again only when wrangler's own proxy has crashed, and that one never learns the way to the Worker again.
      log.add(name, 'The development server has crashed and does not recover.', true)
      void group.stop()
    }
    if (said.broken.test(line)) door.leadTo(undefined)
    else if (announcedPort || said.reloaded.test(line)) door.leadTo(port)
  }
  const group = groups.start(devCommand(door, options), { cwd: root, env: options.env, onLine })
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
