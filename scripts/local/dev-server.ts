// A separate process with an IPC channel to its parent: `node dev-server.ts <DevServerOptions as JSON>`.
import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { basename } from 'node:path'
import { unstable_DevEnv as DevEnv } from 'wrangler'
import { varsVariable } from './environment.ts'

/** A Worker in the local runtime, which is rebuilt whenever its source changes. */
export type DevServerOptions = {
  /** The path of its wrangler file. */
  readonly config: string
  readonly stateDir: string
  /** The file of secrets, without which wrangler would read the developer's `.dev.vars`. */
  readonly envFile: string
}

/** The message to the parent after each build: the runtime's port, or null if the source does not build. */
export type DevServerMessage = { readonly port: number | null }

// DevEnv does not notice the end of its runtime, and would hang. Processes that it ends itself are `killed`; shells run
// the build command of the wrangler file.
function endWithChildren(): void {
  subscribe('child_process', (message) => {
    const { process: child } = message as { readonly process: ChildProcess }
    child.once('exit', (code, signal) => {
      if (child.killed || isShell.test(basename(child.spawnfile))) return
      console.error(`${basename(child.spawnfile)} has ended (${signal ?? `exit ${code}`}).`)
      process.exit(1)
    })
  })
}

const isShell = /^(?:sh|cmd\.exe)$/i

async function serve({ config, stateDir, envFile }: DevServerOptions): Promise<void> {
  const notifyParent = (message: DevServerMessage) => process.send?.(message)
  endWithChildren()
  const devEnv = new DevEnv()
  // The port of the runtime itself, not of wrangler's proxy, which ends the whole server when one of its connections to the
  // runtime breaks.
  devEnv.on('reloadComplete', ({ proxyData }: { proxyData: { userWorkerUrl: { port: string } } }) =>
    notifyParent({ port: Number(proxyData.userWorkerUrl.port) }),
  )
  devEnv.on('buildFailed', () => notifyParent({ port: null }))
  devEnv.on('error', (error: unknown) => {
    console.error(error)
    process.exit(1)
  })
  const vars: Record<string, string> = JSON.parse(process.env[varsVariable] ?? '{}')
  delete process.env[varsVariable]
  const bindings = Object.entries(vars).map(([name, value]) => [
    name,
    { type: 'plain_text', value },
  ])
  await devEnv.startWorker({
    config,
    envFiles: [envFile],
    bindings: Object.fromEntries(bindings),
    dev: {
      server: { hostname: '127.0.0.1', port: 0 },
      inspector: false,
      persist: stateDir,
      registry: process.env.WRANGLER_REGISTRY_PATH,
      remote: false,
    },
  })
}

const [, script, options] = process.argv
if (script === import.meta.filename && options) await serve(JSON.parse(options))
