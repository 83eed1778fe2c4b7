import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { git, previousRelease, refuseUncommitted } from '../../../../scripts/release/history.ts'

let scratch: string
let root: string

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'history-'))
  root = join(scratch, 'project')
  await mkdir(root)
  await git(root, 'init', '--quiet', '--initial-branch', 'main')
})
afterEach(() => rm(scratch, { recursive: true }))

test('the previous release is the newest one whose code is not what is checked out', async () => {
  const first = await commit('code', 'one')
  await record()
  expect(await previousRelease(root)).toBeNull()
  await record(['2026.11.1', first])
  expect(await previousRelease(root)).toBeNull()
  const second = await commit('code', 'two')
  expect(await previousRelease(root)).toMatchObject({ name: '2026.11.1', commit: first })
  await record(['2026.11.2', second], ['2026.11.1', first])
  expect(await previousRelease(root)).toMatchObject({ name: '2026.11.1', commit: first })
  await writeFile(join(root, 'code'), 'three, not committed')
  expect(await previousRelease(root)).toMatchObject({ name: '2026.11.2', commit: second })
})

test('a shallow clone, an archive and a rewritten history say what brings the release', async () => {
  const first = await commit('code', 'one')
  await record(['2026.11.1', first])
  await commit('code', 'two')
  const shallow = join(scratch, 'shallow')
  await git(scratch, 'clone', '--quiet', '--depth', '1', pathToFileURL(root).href, shallow)
  const missing = `release 2026.11.1 as commit ${first}, which is not in the history of this clone`
  await expect(previousRelease(shallow)).rejects.toThrow(missing)
  await git(shallow, 'fetch', '--quiet', '--unshallow')
  expect(await previousRelease(shallow)).toMatchObject({ commit: first })
  await rm(join(shallow, '.git'), { recursive: true })
  await expect(previousRelease(shallow)).rejects.toThrow(missing)
  await record(['2026.11.1', 'e'.repeat(40)])
  await expect(previousRelease(root)).rejects.toThrow('not in the history of this clone')
  await rm(join(root, 'CHANGELOG.md'))
  await expect(previousRelease(root)).rejects.toThrow('There is no CHANGELOG.md')
})

test('what is not committed is refused and listed, but for the files that are excepted', async () => {
  await commit('code', 'one')
  await refuseUncommitted(root)
  await writeFile(join(root, 'code'), 'two')
  await writeFile(join(root, 'new'), 'one')
  await expect(refuseUncommitted(root)).rejects.toThrow(/ M code\n\?\? new/)
  await expect(refuseUncommitted(root, ['code'])).rejects.toThrow(/changes:\n\?\? new$/)
  await refuseUncommitted(root, ['code', 'new'])
})

async function commit(file: string, content: string): Promise<string> {
  await writeFile(join(root, file), content)
  await git(root, 'add', '--all')
  const who = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com']
  await git(root, ...who, '-c', 'commit.gpgsign=false', 'commit', '--quiet', '-m', content)
  return git(root, 'rev-parse', 'HEAD')
}

async function record(...releases: readonly (readonly [string, string])[]): Promise<void> {
  const entries = releases.map(([name, hash]) => {
    return `## [${name}] - 2026-11-22\n\nCommit \`${hash}\`.\n`
  })
  await commit('CHANGELOG.md', ['# Change log\n', ...entries].join('\n'))
}
