import { execFile } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { promisify } from 'node:util'
import { Problem } from '../provision/problem.ts'
import { changeLogFile, type Release, recordedReleases } from './change-log.ts'

const run = promisify(execFile)
const outputBytesMax = 2 ** 26

/** Why the previous release cannot be had from this clone: a sentence that says what brings it. */
export class NoPreviousRelease extends Problem {}

/** Runs git in a folder and returns what it prints. Throws git's own words when it fails. */
export async function git(root: string, ...args: readonly string[]): Promise<string> {
  // Within a hook or a rebase, git's own variables name another folder.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  const options = { maxBuffer: outputBytesMax, env: Object.fromEntries(own) as NodeJS.ProcessEnv }
  const { stdout } = await run('git', ['-C', root, ...args], options)
  return stdout.trimEnd()
}

/**
 * The newest recorded release whose code is not what is checked out: the one that a deployment of this code replaces.
 * Throws `NoPreviousRelease` where none is recorded, or this clone does not have its commit.
 */
export async function previousRelease(root: string): Promise<Release> {
  const releases = await recordedReleases(root)
  for (const release of releases) {
    await mustHave(root, release)
    if (await differs(root, release.commit)) return release
  }
  const [newest] = releases
  throw new NoPreviousRelease(
    newest === undefined
      ? `${changeLogFile} records no release yet: \`npm run release:record\` records the first.`
      : `This is release ${newest.name} itself, and ${changeLogFile} records none before it.`,
  )
}

async function mustHave(root: string, { name, commit }: Release): Promise<void> {
  const said = `${changeLogFile} says that release ${name} is commit ${commit}`
  if (!(await isOwnRepository(root))) {
    throw new NoPreviousRelease(
      `${said}, but there is no git history here to take it from: use a clone of the repository.`,
    )
  }
  const has = await succeeds(git(root, 'cat-file', '-e', `${commit}^{commit}`))
  if ((await git(root, 'rev-parse', '--is-shallow-repository')) === 'true') {
    if (has) return
    throw new NoPreviousRelease(
      `${said}, which this shallow clone does not have: \`git fetch --unshallow\` brings it.`,
    )
  }
  if (!has || !(await succeeds(git(root, 'merge-base', '--is-ancestor', commit, 'HEAD')))) {
    throw new NoPreviousRelease(
      `${said}, which is not in the history of what is checked out: \`git fetch\` brings it, or, where the ` +
        'history was rewritten, the change log has to name the commit that has its code now.',
    )
  }
}

// An archive that was unpacked within another project's folder has that project's history above it.
async function isOwnRepository(root: string): Promise<boolean> {
  const top = await git(root, 'rev-parse', '--show-toplevel').catch(() => null)
  return top !== null && (await realpath(top)) === (await realpath(root))
}

// A release is recorded in the commit after its own, which changes the change log alone.
async function differs(root: string, commit: string): Promise<boolean> {
  const paths = ['.', `:(exclude)${changeLogFile}`]
  return !(await succeeds(git(root, 'diff', '--quiet', commit, '--', ...paths)))
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}
