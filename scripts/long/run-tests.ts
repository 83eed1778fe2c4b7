import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toolCommand } from '../checks/commands.ts'
import { root } from '../local/environment.ts'

// A concurrent test would disturb the measurement.
const oneByOne = ['--no-file-parallelism']
const parentPollMs = 1000

/** Test files, or folders of them, and the settings that make them long. */
export type LongTest = {
  readonly title: string
  readonly files: readonly string[]
  /** Variables of the environment that the tests read. */
  readonly settings: Readonly<Record<string, string>>
  /** Further options of vitest. */
  readonly options?: readonly string[]
}

/**
 * Runs test files one by one in full length, and sets the exit code; `npm test` runs a short form. The tests end when
 * this process or its parent does, and their temporary files are removed.
 */
export async function runLongTest({
  title,
  files,
  settings,
  options = [],
}: LongTest): Promise<void> {
  console.log(`${title} …`)
  const started = performance.now()
  const scratch = await mkdtemp(join(tmpdir(), 'long-test-'))
  const [command, ...args] = toolCommand(
    'vitest/vitest.mjs',
    'run',
    ...oneByOne,
    ...options,
    ...files,
  )
  const env = { ...process.env, ...settings, TMPDIR: scratch }
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env })
  const end = () => child.kill('SIGTERM')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && end(), parentPollMs).unref()
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
  console.log(`It took ${Math.round((performance.now() - started) / 1000)} s.`)
  process.exitCode = code ?? 1
}
