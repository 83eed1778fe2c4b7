import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled } from '../install.mjs'
import type { Release } from './change-log.ts'
import { git } from './history.ts'
import { schemaOf, stricterIn } from './schema-changes.ts'

/** The previous release's files in a folder of their own, on other migrations. */
export type PreviousCode = {
  readonly directory: string
  /** What those migrations take away or forbid, in sentences. */
  readonly stricter: readonly string[]
  remove(): Promise<void>
}

/** Tests that hold the schema against the code, and why a newer schema says nothing against the older code there. */
export const leftOut: Readonly<Record<string, string>> = {
  'test/workerd/store/schema.test.ts':
    'compares the tables with the code that was written for them: a new column is not in the older code',
  'test/workerd/store/usage.test.ts':
    'counts the rows that each request writes: a new index is one more, which the older code does not notice',
  'test/workerd/banking/import-cost.test.ts':
    'counts the rows that a line writes, as the one above',
  'test/workerd/store/query-plans.test.ts':
    'judges the plans of statements, which a new index or trigger changes; today’s tests judge today’s',
}

// The same judgement after each file of that release's tests.
const judged = {
  file: 'test/workerd/support/setup.ts',
  check: 'expect(await planProblems()).toEqual([])',
}

/**
 * Takes a release's files out of the history into a temporary folder, with the migrations of another folder in place
 * of its own, and its packages: today's where they have all that it asks for, else its own, installed once. Throws when
 * git or npm does.
 */
export async function checkOut(
  root: string,
  { name, commit }: Pick<Release, 'name' | 'commit'>,
  migrations = join(root, 'migrations'),
): Promise<PreviousCode> {
  const directory = await mkdtemp(join(tmpdir(), 'previous-release-'))
  const remove = () => rm(directory, { recursive: true, force: true, maxRetries: 5 })
  try {
    const archive = join(directory, 'archive.tar')
    await git(root, 'archive', '--output', archive, commit)
    await succeed('tar', ['-xf', archive, '-C', directory])
    const own = join(directory, 'migrations')
    const stricter = stricterIn(await schemaOf(own), await schemaOf(migrations))
    await rm(own, { recursive: true })
    await cp(migrations, own, { recursive: true })
    const setup = await readFile(join(directory, judged.file), 'utf8')
    await writeFile(
      join(directory, judged.file),
      setup.replace(judged.check, 'await planProblems()'),
    )
    const packages = (await hasPackagesOf(root, directory))
      ? join(root, 'node_modules')
      : await installed(root, name, directory)
    await symlink(packages, join(directory, 'node_modules'))
    return { directory, stricter, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

// Whether today's packages will do: all that a folder asks for are the same, whatever there is besides.
async function hasPackagesOf(root: string, directory: string): Promise<boolean> {
  const [today, wanted] = await Promise.all([root, directory].map(pinned))
  return Object.entries(wanted ?? {}).every(([name, version]) => today?.[name] === version)
}

async function pinned(folder: string): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(join(folder, 'package.json'), 'utf8')
  const { dependencies, devDependencies } = JSON.parse(text)
  return { ...dependencies, ...devDependencies }
}

// Kept for the next time: they are the largest part of the project.
async function installed(root: string, name: string, directory: string): Promise<string> {
  const kept = join(root, '.wrangler', 'previous-releases', name)
  await mkdir(kept, { recursive: true })
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    await cp(join(directory, file), join(kept, file))
  }
  await ensureInstalled(kept, `the packages of release ${name}`, new AbortController().signal)
  return join(kept, 'node_modules')
}

/** The tests of a release's code on the runtime with databases, but those that are left out; paths from its folder. */
export async function databaseTests({ directory }: PreviousCode): Promise<readonly string[]> {
  const folder = 'test/workerd'
  const names = await readdir(join(directory, folder), { recursive: true })
  return names
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => !(path in leftOut))
    .sort()
}

/** What a run of a release's tests has shown. */
export type Outcome = {
  readonly passed: number
  /** The full name of each failed test, or the file that did not load, with what was said. */
  readonly failures: readonly string[]
  /** The files that they are in. */
  readonly failedFiles: readonly string[]
}

/** Runs tests of a release's code by its own vitest. `isTold` prints what it tells, file by file. */
export async function runTests(
  { directory }: PreviousCode,
  files: readonly string[],
  isTold: boolean,
): Promise<Outcome> {
  const report = join(directory, 'report.json')
  const reporters = [
    ...(isTold ? ['--reporter=default'] : []),
    ...['--reporter=json', `--outputFile=${report}`],
  ]
  const options = ['run', '--project', 'workerd', ...reporters, ...files]
  const vitest = join(directory, 'node_modules/vitest/vitest.mjs')
  const output = await outputOf([vitest, ...options], directory, isTold)
  const text = await readFile(report, 'utf8').catch(() => {
    throw new Error(`The tests of the previous release did not run:\n${output}`)
  })
  return outcomeOf(JSON.parse(text))
}

type Report = {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

// A file that does not load, or whose last check fails, has a message of its own and no failed test.
function outcomeOf({ numPassedTests, testResults }: Report): Outcome {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((one) => one.status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages.join('\n')}`)
    return failed.length === 0 && status === 'failed' ? [`${name}: ${message}`] : failed
  })
  const failedFiles = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => name)
  return { passed: numPassedTests, failures, failedFiles }
}

function outputOf(args: readonly string[], cwd: string, isTold: boolean): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: ownEnvironment(),
    stdio: [
      'ignore',
      ...(isTold ? (['inherit', 'inherit'] as const) : (['pipe', 'pipe'] as const)),
    ],
  })
  const end = () => child.kill('SIGTERM')
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, end)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => {
      for (const signal of signals) process.off(signal, end)
      resolve(output)
    })
  })
}

// Not that of the tests that this run may be among.
function ownEnvironment(): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter((name) => !name.startsWith('VITEST'))
  return Object.fromEntries(names.map((name) => [name, process.env[name]])) as NodeJS.ProcessEnv
}

async function succeed(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed (${code}).`)
}
