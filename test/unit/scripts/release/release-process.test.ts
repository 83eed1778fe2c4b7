import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../../../support/project-files.ts'
import { type Account, accountOf, traffic } from './wrangler-stand-in.ts'

const run = promisify(execFile)
const worker = 'merchant-pay-production'
const host = join(import.meta.dirname, 'release-host.ts')

test('a release that is killed half-way goes on where it stopped', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'release-'))
  try {
    const file = join(directory, 'account.json')
    const account = accountOf('production', { DB: ['0027_alarms.sql'] })
    await writeFile(file, JSON.stringify({ ...account, killsAfter: 'versions deploy' }))
    const killed = run(process.execPath, [host, file])
    await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' })
    const standing = async (): Promise<Account> => JSON.parse(await readFile(file, 'utf8'))
    expect(traffic(await standing(), worker)).toBe('c0ffee012345 10, older 90')
    const { stdout } = await run(process.execPath, [host, file])
    expect(stdout).toContain('c0ffee012345 has 10 % already: going on from there.')
    const { ran } = await standing()
    expect(traffic(await standing(), worker)).toBe('c0ffee012345 100')
    for (const once of ['d1 migrations apply', 'versions upload']) {
      expect(ran.filter((line) => line.includes(once))).toHaveLength(1)
    }
    await writeFile(file, JSON.stringify({ ...(await standing()), failing: ['versions list'] }))
    await expect(run(process.execPath, [host, file])).rejects.toMatchObject({
      stderr: expect.stringContaining('A request to the Cloudflare API failed.'),
    })
  } finally {
    await rm(directory, { recursive: true })
  }
})

test('the command prints what it would do, and knows two environments', async () => {
  const command = [join(root, 'scripts/release.ts'), '--env', 'production']
  const { stdout } = await run(process.execPath, [...command, '--dry-run'])
  expect(stdout).toContain('npx wrangler versions deploy <new>@10% <old>@90% -y -c wrangler.toml')
  expect(stdout).toContain('npx wrangler d1 migrations apply DB --remote')
  const unknown = run(process.execPath, [join(root, 'scripts/release.ts'), '--env', 'elsewhere'])
  await expect(unknown).rejects.toMatchObject({ stderr: expect.stringContaining('Where to?') })
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
