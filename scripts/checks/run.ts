import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, wranglerEnvironment } from '../local/environment.ts'
import { bundledTextsKib } from './bundled-texts.ts'
import { allChecks, type Check, type Command } from './commands.ts'

const atOnceMax = 2

/** Runs every check, prints the outcome of each, and returns the names of those that failed. */
export async function runChecks(): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'checks-'))
  const noEnv = join(directory, 'none.env')
  await writeFile(noEnv, '')
  const [assets, ...waiting] = allChecks(directory, noEnv)
  const failed: string[] = []
  const run = async (check: Check) => {
    if (!(await passes(check, directory))) failed.push(check.name)
  }
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) await run(check)
  }
  try {
    await run(assets)
    await Promise.all(Array.from({ length: atOnceMax }, work))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
  return failed
}

/** Runs a command to its end, without a terminal. Wrangler's state goes under `stateDir`. */
export function outputOf(
  [file, ...args]: Command,
  stateDir: string,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      env: wranglerEnvironment(stateDir),
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
  const { code, output } = await outputOf(check.command, stateDir)
  const sizes = code === 0 ? await sizesOf(check, output) : null
  const seconds = `${((Date.now() - started) / 1000).toFixed(1)} s`
  const line = `${check.name.padEnd(30)} ${seconds.padStart(7)}${sizes === null ? '' : sizesText(sizes)}`
  const problem = code === 0 ? problemOf(check, output, sizes) : output.trimEnd()
  console.log(problem === null ? `✓ ${line}` : `✗ ${line}\n${problem}\n`)
  return problem === null
}

/** Compressed sizes in KiB of the program and of its text modules. */
type Sizes = { readonly programKib: number; readonly textsKib: number }

// Null if the output has no size.
async function sizesOf({ size }: Check, output: string): Promise<Sizes | null> {
  const kib = Number(size?.pattern.exec(output)?.[1])
  if (size === undefined || Number.isNaN(kib)) return null
  const textsKib = size.texts === undefined ? 0 : await bundledTextsKib(size.texts.metafile)
  return { programKib: kib - textsKib, textsKib }
}

function sizesText({ programKib, textsKib }: Sizes): string {
  return `   ${programKib.toFixed(1)} KiB compressed, and ${textsKib.toFixed(1)} KiB of texts`
}

/** The problem in the output of a check that has exited with 0; null if there is none. */
export function problemOf(
  { size }: Pick<Check, 'size'>,
  output: string,
  sizes: Sizes | null,
): string | null {
  if (size === undefined) return null
  if (sizes === null) return `tells no size:\n${output.trimEnd()}`
  const over = (what: string, kib: number, max: number) =>
    kib > max ? [`${kib.toFixed(1)} KiB of ${what} are more than the ${max} KiB allowed`] : []
  const problems = [
    ...over('program', sizes.programKib, size.kibMax),
    ...over('texts', sizes.textsKib, size.texts?.kibMax ?? 0),
  ]
  return problems.length === 0 ? null : problems.join('\n')
}
