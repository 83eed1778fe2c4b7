import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../../scripts/local/environment.ts'

// A deployment migrates its databases first: until the new code is everywhere, the code before it runs on them. So the
// code from before a migration is taken out of the history, with its tests, and these run on the schema of today.

const run = promisify(execFile)

/** The code from before this migration may still have to run on the schema; and which of its tests try that. */
const migration = 'migrations/0018_callback_events.sql'
const tests = ['attempts', 'callback-groups', 'delivery-faults', 'resend-callback']

const before = await commitBefore(migration)

test('the code before the newest callbacks runs on their schema', async () => {
  if (before === null) return console.log('There is no history to take older code from.')
  const directory = await mkdtemp(join(tmpdir(), 'code-before-'))
  try {
    await checkOut(before, directory)
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const files = tests.map((name) => `/${name}.test.ts`)
    const options = ['run', '--project', 'workerd', '--reporter', 'json', ...files]
    const ran = await run(process.execPath, [vitest, ...options], {
      cwd: directory,
      env: ownEnvironment(),
      maxBuffer: 2 ** 26,
    }).catch((error: { stdout: string; stderr: string }) => error)
    const report = reportIn(ran.stdout)
    const failures = report.testResults.flatMap(({ assertionResults, message }) => [
      ...(message === '' ? [] : [message]),
      ...assertionResults.flatMap(({ fullName, failureMessages }) =>
        failureMessages.map((said) => `${fullName}: ${said}`),
      ),
    ])
    expect(failures).toEqual([])
    expect(report.numPassedTests).toBeGreaterThan(40)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})

/** The last commit without a file; null where there is no history to ask, as in an archive or a shallow clone. */
async function commitBefore(path: string): Promise<string | null> {
  const git = (...args: string[]) => run('git', ['-C', root, ...args])
  try {
    const added = await git('log', '--diff-filter=A', '--format=%H', '--', path)
    const [commit] = added.stdout.trim().split('\n')
    const { stdout } = await git('rev-parse', '--verify', commit ? `${commit}^` : 'HEAD')
    return stdout.trim()
  } catch {
    return null
  }
}

/** Puts a commit's files into a directory, beside the packages and the migrations of today. */
async function checkOut(commit: string, directory: string): Promise<void> {
  const archive = join(directory, 'archive.tar')
  await run('git', ['-C', root, 'archive', '--output', archive, commit])
  await run('tar', ['-xf', archive, '-C', directory])
  await rm(join(directory, 'migrations'), { recursive: true })
  await mkdir(join(directory, 'migrations'))
  await cp(join(root, 'migrations'), join(directory, 'migrations'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'))
}

// Not that of the tests that this one is among.
function ownEnvironment(): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter((name) => !name.startsWith('VITEST'))
  return Object.fromEntries(names.map((name) => [name, process.env[name]])) as NodeJS.ProcessEnv
}

type Report = {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

// Vitest says other things around it.
function reportIn(output: string): Report {
  const line = output.split('\n').find((one) => one.startsWith('{"numTotalTestSuites"'))
  if (line === undefined) throw new Error(`no report: ${output}`)
  return JSON.parse(line)
}
