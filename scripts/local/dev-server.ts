// Run as a process of its own, with a channel to its parent: `node dev-server.ts <DevServerOptions as JSON>`.
import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { basename } from 'node:path'
import { unstable_DevEnv as DevEnv } from 'wrangler'
import { varsVariable } from './environment.ts'

/** One Worker in the local runtime, which is rebuilt whenever its source changes. */
export type DevServerOptions = {
  /** Path of its wrangler.toml. */
  readonly config: string
  readonly stateDir: string
  /** The file of secrets. Without one the developer's `.dev.vars` would be read. */
  readonly envFile: string
}

/** Sent to the parent after each build: the runtime's port, or null when the source does not build. */
export type DevServerNews = { readonly port: number | null }

// DevEnv serves on without its runtime, and answers nothing. Processes that it ends itself are `killed`; a shell runs the
// build command of the wrangler file.
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
  const tell = (news: DevServerNews) => process.send?.(news)
  endWithChildren()
  const devEnv = new DevEnv()
  // The port of the runtime itself, not of the proxy that `wrangler dev` puts before it: the proxy ends the whole
  // server when one of its connections to the runtime breaks.
  devEnv.on('reloadComplete', ({ proxyData }: { proxyData: { userWorkerUrl: { port: string } } }) =>
    tell({ port: Number(proxyData.userWorkerUrl.port) }),
  )
  devEnv.on('buildFailed', () => tell({ port: null }))
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
