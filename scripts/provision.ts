import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from './local/environment.ts'
import { askedBy, usage } from './provision/command-line.ts'
import { environmentsOf } from './provision/configuration.ts'
import { Problem } from './provision/problem.ts'
import { provision } from './provision/provision.ts'
import { wranglerOf, wranglerProcess } from './provision/wrangler.ts'

// Makes an environment on Cloudflare: `npm run provision -- --env staging`. docs/deploying.md tells what it does.

const stoppedBySignal = 130
const quit = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => quit.abort())

await main().catch((error: unknown) => {
  if (quit.signal.aborted) {
    console.error('\nStopped. Nothing is lost: the same command goes on from here.')
    process.exitCode = stoppedBySignal
  } else {
    console.error(error instanceof Problem ? `\n${error.message}` : error)
    process.exitCode = 1
  }
})

async function main(): Promise<void> {
  const environments = environmentsOf(join(root, 'wrangler.toml'))
  const folder = process.env.INIT_CWD ?? process.cwd()
  const asked = askedBy(process.argv.slice(2), environments, folder)
  if (asked === 'help') {
    console.log(usage)
    return
  }
  await provision({
    asked,
    folder: root,
    wranglerFor: wranglerProcess(wranglerOf(process.env.WRANGLER), root, quit.signal),
    environment: process.env,
    log: (line) => console.log(line),
    showsKeys: process.stdout.isTTY,
    randomKey: () => btoa(String.fromCharCode(...randomBytes(32))),
    pause: async (milliseconds) => pause(milliseconds, undefined, { signal: quit.signal }),
  })
}
