import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureInstalled } from '../../scripts/install.mjs'
import { root } from '../../scripts/local/environment.ts'
import { withProgress } from '../../scripts/progress.mjs'

// The judges of other languages, each in the version that is named here, from its language's own registry.

/** Where judges are installed and clients generated; it may be deleted at any time. */
export const cache = join(root, '.cache', 'openapi')

/** The folder of the npm packages that judge. */
export const packages = join(root, 'test', 'openapi', 'packages')

/** What a program printed, and how it ended. */
type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string }

type Options = {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  /** Takes what the program says on stderr, as it comes. */
  readonly heard?: (text: string) => void
}

/** Runs a program to its end. A program that there is not ends with 127. */
export function run(command: readonly string[], options: Options = {}): Promise<Ran> {
  const [program = '', ...rest] = command
  const { cwd = root, env = {}, heard } = options
  const child = spawn(program, rest, { cwd, env: { ...process.env, ...env } })
  child.stdin.on('error', () => {})
  child.stdin.end(options.stdin ?? '')
  return outcomeOf(child, heard)
}

function outcomeOf(child: ChildProcess, heard?: (text: string) => void): Promise<Ran> {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (text) => {
    stdout += text
  })
  child.stderr?.on('data', (text) => {
    stderr += text
    heard?.(String(text))
  })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 127, stdout, stderr: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, stdout, stderr }))
  })
}

/** Runs a program that takes a while, telling so, and throws with what it said unless it ends well. */
export async function must(
  step: string,
  command: readonly string[],
  options: Options = {},
): Promise<string> {
  const { code, stdout, stderr } = await withProgress(step, () => run(command, options))
  if (code === 0) return stdout
  throw new Error(`${step} ended with ${code}:\n${`${stdout}\n${stderr}`.trim().slice(-4000)}`)
}

/** Whether a program answers to its name on this machine. */
export async function has(...command: readonly string[]): Promise<boolean> {
  return (await run(command)).code === 0
}

/** Installs the npm packages that judge, and returns the path of one of their programs. */
export async function npmTool(name: string): Promise<string> {
  await ensureInstalled({
    root: packages,
    what: 'the judges of the description',
    quit: new AbortController().signal,
  })
  return join(packages, 'node_modules', '.bin', name)
}

/** The folder of Python's programs, with the packages of `requirements.txt`. */
export async function pythonTools(): Promise<string> {
  const requirements = join(root, 'test', 'openapi', 'requirements.txt')
  const wanted = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex')
  const folder = join(cache, `python-${wanted.slice(0, 12)}`)
  const done = join(folder, 'installed')
  if (!existsSync(done)) {
    await must('Making an environment for Python', ['python3', '-m', 'venv', folder])
    const pip = join(folder, 'bin', 'pip')
    await must('Installing Python packages', [pip, 'install', '-q', '-r', requirements])
    await writeFile(done, '')
  }
  return join(folder, 'bin')
}

/** A program of a Go module, built in the cache. */
export async function goTool(module: string, version: string): Promise<string> {
  const folder = join(cache, 'go', version)
  const path = join(folder, module.split('/').at(-1) ?? '')
  if (!existsSync(path)) {
    await mkdir(folder, { recursive: true })
    const env = { GOBIN: folder }
    await must(`Building ${module} ${version}`, ['go', 'install', `${module}@${version}`], { env })
  }
  return path
}

const generatorVersion = '7.14.0'

/** The command of openapi-generator, which Maven brings from its registry. */
export async function openApiGenerator(): Promise<readonly string[]> {
  const folder = join(cache, 'openapi-generator')
  const jar = join(folder, `openapi-generator-cli-${generatorVersion}.jar`)
  if (!existsSync(jar)) {
    const artifact = `org.openapitools:openapi-generator-cli:${generatorVersion}`
    const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy'
    const options = [`-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`]
    await must(`Fetching openapi-generator ${generatorVersion}`, ['mvn', '-q', copy, ...options])
  }
  return ['java', '-jar', jar]
}
