import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Problem } from '../command/problem.ts'
import { changeLogFile, type RecordedRelease, recordedReleases } from './change-log.ts'

const run = promisify(execFile)

/** Runs git in a folder and returns what it prints. Throws git's own words when it fails. */
export async function git(root: string, ...args: readonly string[]): Promise<string> {
  // Within a hook or a rebase, git's own variables name another folder.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  const env = Object.fromEntries(own) as NodeJS.ProcessEnv
  const { stdout } = await run('git', ['-C', root, ...args], { env })
  return stdout.trimEnd()
}

/**
 * Throws a problem that lists what is changed since the last commit, beside the files that are excepted: what is deployed
 * has to be found again by its commit.
 */
export async function refuseUncommitted(
  root: string,
  excepted: readonly string[] = [],
): Promise<void> {
  const paths = ['.', ...excepted.map((file) => `:(exclude)${file}`)]
  const changed = await git(root, 'status', '--porcelain', '--', ...paths)
  if (changed !== '')
    throw new Problem(`Nothing was done, because not all is committed:\n${changed}`)
}

/**
 * The newest recorded release whose code is not what is checked out: the one that a deployment of this code replaces.
 * Null where the change log records none. Throws a problem where the history here does not have its commit.
 */
export async function previousRelease(root: string): Promise<RecordedRelease | null> {
  for (const release of await recordedReleases(root)) {
    const { name, commit } = release
    if (!(await succeeds(git(root, 'merge-base', '--is-ancestor', commit, 'HEAD')))) {
      throw new Problem(
        `${changeLogFile} says that release ${name} is commit ${commit}, which is not in the history here: take a clone ` +
          'of the repository; `git fetch --unshallow` completes a shallow one.',
      )
    }
    // A release is recorded in the commit after its own, which changes the change log alone.
    const paths = ['.', `:(exclude)${changeLogFile}`]
    if (!(await succeeds(git(root, 'diff', '--quiet', commit, '--', ...paths)))) return release
  }
  return null
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}
