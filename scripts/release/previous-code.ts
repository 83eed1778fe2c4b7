import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled } from '../install.mjs'
import { git } from './history.ts'
import { schemaOf, stricterIn } from './stricter-schema.ts'

/** A checkout of a commit with other migrations. */
type PreviousCode = {
  readonly directory: string
  /** A sentence for each thing that these migrations change, remove or forbid. */
  readonly stricter: readonly string[]
  remove(): Promise<void>
}

/**
 * Checks a commit out into a temporary worktree, with the migrations of another folder in place of its own. It uses the
 * current packages if they have the versions that the commit pins, otherwise its own, which are installed once. Throws
 * the errors of git and npm.
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
    // A deployment never applies a migration twice, so the release's migrations must be unchanged.
    const diff = ['diff', '--name-only', '--diff-filter=a', '--', 'migrations']
    const changed = (await git(directory, ...diff)).split('\n').filter(Boolean)
    const stricter = [
      ...changed.map((file) => `${file} was released and has changed since`),
      ...stricterIn(before, await schemaOf(migrations)),
    ]
    await symlink(await packagesFor(root, directory, commit), join(directory, 'node_modules'))
    return { directory, stricter, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

// Installed packages are kept, because their installation takes longest.
async function packagesFor(root: string, directory: string, commit: string): Promise<string> {
  const [current = {}, required = {}] = await Promise.all([root, directory].map(pinnedVersions))
  const hasAll = Object.entries(required).every(([name, version]) => current[name] === version)
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

async function pinnedVersions(folder: string): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(join(folder, 'package.json'), 'utf8')
  const { dependencies, devDependencies } = JSON.parse(text)
  return { ...dependencies, ...devDependencies }
}

export type Outcome = {
  readonly passed: number
  /** The files with a failed test or a load error, with the messages. */
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
 * Runs the code's own tests of the project `workerd`, those whose paths contain one of `parts`, or all.
 * `LATER_MIGRATIONS` makes its vitest.config.ts leave out the tests that hold only for its own schema.
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
  // This run may itself be part of a test, whose settings must not apply.
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
