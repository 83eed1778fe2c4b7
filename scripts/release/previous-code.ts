import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled } from '../install.mjs'
import { git } from './history.ts'
import { schemaOf, stricterIn } from './stricter-schema.ts'

/** A commit's files in a folder of their own, on other migrations. */
type PreviousCode = {
  readonly directory: string
  /** The sentences on what those migrations change, remove or forbid. */
  readonly stricter: readonly string[]
  remove(): Promise<void>
}

/**
 * Checks a commit out into a temporary worktree, with the migrations of another folder in place of its own, and its
 * packages: today's where they have all that it asks for, else its own, installed once. Throws when git or npm does.
 */
export async function checkOut(
  root: string,
  commit: string,
  migrations = join(root, 'migrations'),
): Promise<PreviousCode> {
  const directory = await mkdtemp(join(tmpdir(), 'previous-release-'))
  const remove = async () => {
    await rm(directory, { recursive: true, force: true, maxRetries: 5 })
    await git(root, 'worktree', 'prune')
  }
  try {
    await git(root, 'worktree', 'add', '--quiet', '--detach', directory, commit)
    const own = join(directory, 'migrations')
    const before = await schemaOf(own)
    await rm(own, { recursive: true })
    await cp(migrations, own, { recursive: true })
    // A deployment applies no migration twice: later migrations come after those of the release.
    const diff = ['diff', '--name-only', '--diff-filter=a', '--', 'migrations']
    const changed = (await git(directory, ...diff)).split('\n').filter(Boolean)
    const stricter = [
      ...changed.map((file) => `${file} was released and is not what it was`),
      ...stricterIn(before, await schemaOf(migrations)),
    ]
    await symlink(await packagesFor(root, directory, commit), join(directory, 'node_modules'))
    return { directory, stricter, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

// Installed packages are kept for the next time: they are the largest part of the project.
async function packagesFor(root: string, directory: string, commit: string): Promise<string> {
  const [today = {}, wanted = {}] = await Promise.all([root, directory].map(pinned))
  const hasAll = Object.entries(wanted).every(([name, version]) => today[name] === version)
  if (hasAll) return join(root, 'node_modules')
  const kept = join(root, '.wrangler', 'previous-releases', commit)
  await mkdir(kept, { recursive: true })
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    await cp(join(directory, file), join(kept, file))
  }
  await ensureInstalled({
    root: kept,
    what: 'the packages of the release',
    quit: new AbortController().signal,
  })
  return join(kept, 'node_modules')
}

async function pinned(folder: string): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(join(folder, 'package.json'), 'utf8')
  const { dependencies, devDependencies } = JSON.parse(text)
  return { ...dependencies, ...devDependencies }
}

/** How a run of tests ended. */
export type Outcome = {
  readonly passed: number
  /** The files with a failed test, or that did not load, with what was said. */
  readonly failures: readonly { readonly file: string; readonly message: string }[]
}

type Report = {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/**
 * Runs tests with a database by the code's own vitest, those whose paths contain one of `parts`, or all. It is told that
 * the migrations are later ones: its vitest.config.ts leaves out what holds for its own schema alone.
 */
export async function runTests(
  { directory }: PreviousCode,
  parts: readonly string[],
  isShown: boolean,
): Promise<Outcome> {
  const report = join(directory, 'report.json')
  await rm(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const vitest = join(directory, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--project', 'workerd', ...reporters, ...parts]
  // Not the settings of the tests that this run may be among.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))
  const env = {
    ...Object.fromEntries(own),
    LATER_MIGRATIONS: 'yes',
  } as unknown as NodeJS.ProcessEnv
  const stdio = isShown ? 'inherit' : 'ignore'
  const child = spawn(process.execPath, args, { cwd: directory, env, stdio })
  const end = () => child.kill('SIGTERM')
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, end)
  await once(child, 'close')
  for (const signal of signals) process.off(signal, end)
  const text = await readFile(report, 'utf8').catch(() => {
    throw new Error(
      'The tests of the previous release did not run: `npm run long -- previous-release`',
    )
  })
  const { numPassedTests: passed, testResults }: Report = JSON.parse(text)
  const failures = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ failureMessages }) => failureMessages.length > 0)
      const messages = failed.map((test) => `${test.fullName}: ${test.failureMessages.join('\n')}`)
      return { file: name, message: [message, ...messages].filter(Boolean).join('\n') }
    })
  return { passed, failures }
}
