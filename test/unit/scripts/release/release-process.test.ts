import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../../../support/project-files.ts'
import type { Account } from '../../../support/wrangler/account.ts'
import { traffic } from '../../../support/wrangler/versions.ts'
import { accountOf, filesOf, migrations } from './made-up.ts'

const run = promisify(execFile)
const host = join(import.meta.dirname, 'release-host.ts')

test('a release that is killed half-way goes on where it stopped', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'release-'))
  try {
    const file = join(folder, '.wrangler/account.json')
    const kept = async (): Promise<Account> => JSON.parse(await readFile(file, 'utf8'))
    const keep = (account: Account) => writeFile(file, JSON.stringify(account))
    await mkdir(join(folder, '.wrangler'))
    await mkdir(join(folder, 'migrations'))
    for (let n = 1; n <= migrations; n += 1) await writeFile(join(folder, 'migrations', `${n}`), '')
    for (const [name, text] of Object.entries(filesOf('production'))) {
      await writeFile(join(folder, name), text)
    }
    const inFolder = { cwd: folder }
    // At the first share of the traffic, after its effect.
    await keep({ ...accountOf('production'), fault: { at: 9, after: true, stops: true } })
    const killed = run(process.execPath, [host], inFolder)
    await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' })
    const worker = async () => traffic((await kept()).workers['merchant-pay-production'] ?? {})
    expect(await worker()).toBe('c0ffee012345 10, older 90')
    const { stdout } = await run(process.execPath, [host], inFolder)
    expect(stdout).toContain('c0ffee012345 has 10 % already: going on from there.')
    expect(await worker()).toBe('c0ffee012345 100')
    const { calls } = await kept()
    for (const once of ['d1 migrations apply', 'versions upload']) {
      expect(calls.filter((line) => line.startsWith(once))).toHaveLength(1)
    }
    const next = { at: calls.length + 2, after: false, stops: false }
    await keep({ ...(await kept()), fault: next })
    await expect(run(process.execPath, [host], inFolder)).rejects.toMatchObject({
      stderr: expect.stringContaining('The network failed.'),
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('the command prints what it would do', async () => {
  const command = [join(root, 'scripts/release.ts'), '--env', 'production']
  const { stdout } = await run(process.execPath, [...command, '--dry-run'])
  expect(stdout).toContain('npx wrangler versions deploy <new>@10% <old>@90% -y -c wrangler.toml')
  expect(stdout).toContain('npx wrangler d1 migrations apply DB --remote')
})

// The stand-in has these forms, and the pinned wrangler has to have them too.
test('the pinned wrangler knows the commands, and says what is looked for', () => {
  const text = readFileSync(join(root, 'node_modules/wrangler/wrangler-dist/cli.js'), 'utf8')
  const commands = ['deployments list', 'versions list', 'versions upload', 'versions deploy']
  const others = ['rollback', 'triggers deploy', 'd1 time-travel info', 'd1 migrations apply']
  for (const command of [...commands, ...others]) {
    expect(text, command).toContain(`command: "wrangler ${command}"`)
  }
  const said = ['No migrations to apply!', '"WRANGLER_OUTPUT_FILE_PATH"', 'type: "version-upload"']
  for (const one of [...said, 'version_id: versionId', '"workers/tag"']) expect(text).toContain(one)
})
