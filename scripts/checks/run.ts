import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, wranglerEnvironment } from '../local/environment.ts'
import { allChecks, type Check, type Command } from './commands.ts'

const atOnceMax = 2

/** Runs every check, prints the outcome of each, and returns the names of those that failed. */
export async function runChecks(): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'checks-'))
  const noEnv = join(directory, 'none.env')
  await writeFile(noEnv, '')
  const waiting = [...allChecks(directory, noEnv)]
  const failed: string[] = []
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      if (!(await passes(check, directory))) failed.push(check.name)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnceMax }, work))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
  return failed
}

/** Runs a command to its end, without a terminal. Wrangler's state goes under `stateDir`. */
export function runCommand(
  [file, ...args]: Command,
  stateDir: string,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      env: wranglerEnvironment(stateDir) as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}

async function passes(check: Check, stateDir: string): Promise<boolean> {
  const started = Date.now()
  const { code, output } = await runCommand(check.command, stateDir)
  const seconds = `${((Date.now() - started) / 1000).toFixed(1)} s`
  const line = `${check.name.padEnd(30)} ${seconds.padStart(7)}${told(check, output)}`
  const problem = code === 0 ? problemOf(check, output) : output.trimEnd()
  console.log(problem === null ? `✓ ${line}` : `✗ ${line}\n${problem}\n`)
  return problem === null
}

function told({ size }: Check, output: string): string {
  const kib = size?.told.exec(output)?.[1]
  return kib === undefined ? '' : `   ${kib} KiB compressed`
}

/** What is wrong with the output of a check that has exited with 0; null when nothing is. */
export function problemOf({ size }: Pick<Check, 'size'>, output: string): string | null {
  if (size === undefined) return null
  const kib = Number(size.told.exec(output)?.[1])
  if (Number.isNaN(kib)) return `tells no size:\n${output.trimEnd()}`
  return kib > size.kibMax ? `${kib} KiB are more than the ${size.kibMax} KiB allowed` : null
}
