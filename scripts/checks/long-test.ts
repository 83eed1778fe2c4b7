import { spawnSync } from 'node:child_process'
import { root } from '../local/environment.ts'
import { toolCommand } from './commands.ts'

// What is measured must not be disturbed by another test.
const oneByOne = ['--no-file-parallelism']

/**
 * Runs a test file, or a folder of them one after the other, in full length, of which `npm test` runs a short form; sets
 * the exit code.
 */
export function runLongTest(what: string, file: string, settings: Record<string, string>): void {
  console.log(`${what} …`)
  const started = performance.now()
  const [command, ...args] = toolCommand('vitest/vitest.mjs', 'run', ...oneByOne, file)
  const env = { ...process.env, ...settings }
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env })
  console.log(`It took ${Math.round((performance.now() - started) / 1000)} s.`)
  process.exitCode = status ?? 1
}
