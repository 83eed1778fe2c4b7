import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Problem } from '../command/problem.ts'
import { changeLogFile, type RecordedRelease, recordedReleases } from './change-log.ts'

const run = promisify(execFile)

/** Runs git in a folder and returns its output. Throws git's own message when it fails. */
export async function git(root: string, ...args: readonly string[]): Promise<string> {
  // In a hook or a rebase, git's variables refer to another folder.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  const env = Object.fromEntries(own) as NodeJS.ProcessEnv
  const { stdout } = await run('git', ['-C', root, ...args], { env })
  return stdout.trimEnd()
}

/**
 * Throws a problem that lists uncommitted changes outside the excepted files: deployed code must be identified by its
 * commit.
 */
export async function refuseUncommitted(
  root: string,
  excepted: readonly string[] = [],
): Promise<void> {
  const paths = ['.', ...excepted.map((file) => `:(exclude)${file}`)]
  const changed = await git(root, 'status', '--porcelain', '--', ...paths)
  if (changed !== '')
    throw new Problem(`Nothing was changed, because of uncommitted changes:\n${changed}`)
}

/**
 * The newest recorded release whose code differs from the checkout: the release that a deployment would replace. Null if
 * the change log records none. Throws a problem if its commit is not in the history.
 */
export async function previousRelease(root: string): Promise<RecordedRelease | null> {
  for (const release of await recordedReleases(root)) {
    const { name, commit } = release
    if (!(await succeeds(git(root, 'merge-base', '--is-ancestor', commit, 'HEAD')))) {
      throw new Problem(
        `${changeLogFile} records release ${name} as commit ${commit}, which is not in the history of this clone: use a ` +
          'full clone; `git fetch --unshallow` completes a shallow one.',
      )
    }
    // The commit that records a release comes after it and changes only the change log.
    const paths = ['.', `:(exclude)${changeLogFile}`]
    if (!(await succeeds(git(root, 'diff', '--quiet', commit, '--', ...paths)))) return release
  }
  return null
}

function succeeds(command: Promise<unknown>): Promise<boolean> {
  return command.then(
    () => true,
    () => false,
  )
}
