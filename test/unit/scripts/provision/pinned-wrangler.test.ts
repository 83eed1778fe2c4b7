import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { root } from '../../../../scripts/local/environment.ts'
import { apiOf, inAccount } from '../../../../scripts/provision/api.ts'
import { configurationFiles } from '../../../../scripts/provision/needs.ts'
import { failedRun, wranglerProcess } from '../../../../scripts/provision/wrangler.ts'
import { figuresOf } from '../../../../scripts/release/figures.ts'
import { git } from '../../../../scripts/release/history.ts'
import type { Release } from '../../../../scripts/release/options.ts'
import { release } from '../../../../scripts/release/release.ts'
import { targetOf } from '../../../../scripts/release/target.ts'
import { type Account, assetsToken, traffic } from '../../../support/cloudflare/account.ts'
import { newEnvironments } from '../../../support/cloudflare/new-environments.ts'
import { startApi, type Watch } from '../../../support/cloudflare/server.ts'
import { readProject } from '../../../support/project-files.ts'

// The command as a process and the pinned wrangler, before an API on this computer. `npm run long -- provision` does all of
// this; `npm test` provisions once, because each command of wrangler takes seconds.
const isLong = process.env.PROVISION_STOPS === 'all'

// More than there are, which differs between the versions of wrangler. Migrations are wrangler's to go on with.
const changesMax = 12
const isChange: Watch = ({ method, path }) => method !== 'GET' && !path.endsWith('/query')

test('the pinned wrangler makes staging, and deploys its first release', async () => {
  const clone = await cloneOf(() => false)
  await clone.expectWhole('staging')
  clone.asked.clear()
  await releaseTo(clone, 'staging', { isInUse: false })
  expectReleased(clone.account, 'staging')
  expect(clone.account.unknown).toEqual([])
  // docs/releasing.md says what the token of a release may do.
  const allowed = /The token needs these permissions[^.]*/.exec(
    readProject('docs/releasing.md'),
  )?.[0]
  expect(clone.asked).toContain('r2')
  for (const what of clone.asked) expect(allowed?.toLowerCase()).toContain(what)
  const kept = readdirSync(clone.environment.XDG_CONFIG_HOME, { recursive: true })
  expect(kept.filter((name) => String(name).endsWith('.log'))).toEqual([])
})

test('what is not committed is refused before anybody is asked, but for the wrangler files', async () => {
  const clone = await cloneOf(() => false)
  appendFileSync(join(clone.folder, 'wrangler.toml'), '\n# an id\n')
  writeFileSync(join(clone.folder, 'migrations/9999_more.sql'), 'select 1;')
  const { code, output } = await clone.run('staging')
  expect(output).toContain('Nothing was changed, because of uncommitted changes')
  expect(output).toContain('?? migrations/9999_more.sql')
  expect(output).not.toContain('wrangler.toml')
  expect(code).toBe(1)
  expect(clone.account.databases).toEqual([])
})

if (isLong)
  test('the pinned wrangler releases to production', async () => {
    const clone = await cloneOf(() => false)
    await clone.expectWhole('production')
    await releaseTo(clone, 'production', { isInUse: false, commit: 'd'.repeat(40) })
    await releaseTo(clone, 'production', {})
    expectReleased(clone.account, 'production')
    expect(clone.account.unknown).toEqual([])
  })

if (isLong)
  describe('interrupted', () => {
    test.each(Array.from({ length: changesMax }, (_, n) => n + 1))(
      'killed after change %i, the same command goes on',
      async (at) => {
        let count = 0
        const clone = await cloneOf((request, reply) => {
          if (reply !== null && isChange(request, reply)) count += 1
          return reply !== null && count === at
        })
        const { signal } = await clone.run('production')
        expect(signal === null).toBe(count < at)
        await clone.expectWhole('production')
      },
    )

    test.each(['SIGINT', 'SIGTERM'] as const)(
      'ended by %s it says how to go on',
      async (signal) => {
        const clone = await cloneOf(({ path }) => path.endsWith('/secrets-bulk'), signal)
        expect(await clone.run('production')).toMatchObject({
          code: 130,
          output: expect.stringContaining('Stopped. Nothing is lost: the same command goes on'),
        })
        await clone.expectWhole('production')
      },
    )
  })

type Clone = Awaited<ReturnType<typeof cloneOf>>

/** A clone of the project, and an API whose first request that `stops` takes stops the command. */
async function cloneOf(stops: Watch, signal: NodeJS.Signals = 'SIGKILL') {
  const folder = mkdtempSync(join(tmpdir(), 'provision-clone-'))
  const [keysFile, home] = [`${folder}.keys`, `${folder}.config`]
  mkdirSync(join(folder, 'scripts'))
  const files = ['.gitignore', 'client', 'migrations', 'package.json', 'samples', 'tsconfig.json']
  const scripts = [
    'command',
    'provision',
    'provision.ts',
    'progress.mjs',
    'assets.mjs',
    'signing-in-browsers.mjs',
    'client',
    'local',
    'release',
    'smoke',
  ]
  for (const file of [...files, ...scripts.map((one) => `scripts/${one}`)]) {
    cpSync(join(root, file), join(folder, file), { recursive: true })
  }
  for (const file of configurationFiles) {
    writeFileSync(join(folder, file), newEnvironments(readProject(file)))
  }
  for (const link of ['node_modules', 'src']) symlinkSync(join(root, link), join(folder, link))
  // A link is no folder, which is what the project's own file names.
  appendFileSync(join(folder, '.gitignore'), 'node_modules\n')
  const who = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com']
  await git(folder, 'init', '--quiet')
  await git(folder, 'add', '--all')
  await git(folder, ...who, '-c', 'commit.gpgsign=false', 'commit', '--quiet', '-m', 'A clone')
  let child: ChildProcess | undefined
  let isStopped = false
  /** What of the account was asked for: workers, d1, queues … */
  const asked = new Set<string>()
  const { account, url, server } = await startApi((request, reply) => {
    const [, what] = /^\/accounts\/\w+\/(\w+)/.exec(request.path) ?? []
    if (what !== undefined) asked.add(what)
    if (isStopped || !stops(request, reply)) return false
    isStopped = true
    // Killed, it and its wrangler end together, as when the computer stops; else wrangler is ended by the command.
    const id = child?.pid ?? 0
    process.kill(signal === 'SIGKILL' ? -id : id, signal)
    return true
  })
  onTestFinished(() => {
    server.close()
    for (const path of [folder, keysFile, home])
      rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  })
  const environment = {
    CLOUDFLARE_API_BASE_URL: url,
    CLOUDFLARE_API_TOKEN: 'a-token',
    XDG_CONFIG_HOME: home,
    WRANGLER_SEND_ERROR_REPORTS: 'false',
  }
  const run = async (env: string) => {
    const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
    const args = ['scripts/provision.ts', '--env', env, '--keys', keysFile]
    child = spawn(process.execPath, args, {
      cwd: folder,
      env: {
        PATH,
        HOME,
        TMPDIR,
        NODE_COMPILE_CACHE,
        ...environment,
      } as unknown as NodeJS.ProcessEnv,
      detached: true,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    const [code, ended] = await once(child, 'close')
    // Only the first run is stopped.
    isStopped = true
    return { code, signal: ended, output }
  }
  const expectWhole = async (env: string) => {
    const { code, output } = await run(env)
    expect(code, output).toBe(0)
    expectOnce(account, env)
    const keys = Object.entries(account.workers.get(`merchant-pay-${env}`)?.secrets ?? {})
    const [kept, text] = [keysFile, join(folder, 'wrangler.toml')].map((file) =>
      readFileSync(file, 'utf8'),
    )
    expect(keys).toHaveLength(2)
    for (const [name, key] of keys) {
      expect(kept).toContain(`${name}="${key}"`)
      expect(output).not.toContain(key)
    }
    for (const { id } of account.databases) expect(text).toContain(`database_id = "${id}"`)
  }
  return { account, asked, folder, environment, run, expectWhole }
}

function expectOnce({ databases, namespaces, queues, buckets, workers }: Account, env: string) {
  expect([databases, namespaces, queues, buckets].map((made) => made.length)).toEqual([2, 1, 2, 1])
  // Wrangler makes an empty Worker for the secrets.
  expect([...workers.keys()]).toEqual([`merchant-pay-${env}`])
}

function expectReleased(account: Account, env: string) {
  const [pay, desk] = [`merchant-pay-${env}`, `merchant-pay-backoffice-${env}`]
  const { databases, queues, workers } = account
  expect([...workers.keys()]).toEqual([pay, desk])
  for (const name of [pay, desk]) {
    expect(traffic(account, name)).toBe('c0ffee012345 100')
    // With its static assets, and their headers.
    const [{ text = '' } = {}] = workers.get(name)?.versions ?? []
    expect(text).toContain(assetsToken)
    expect(text).toContain('max-age=31536000, immutable')
  }
  const text = workers.get(pay)?.versions[0]?.text ?? ''
  for (const { id } of databases) expect(text).toContain(id)
  expect(queues.map(({ consumers }) => consumers)).toEqual([[pay], [pay]])
}

/** Releases what the clone has, in two steps, without a smoke test. */
async function releaseTo(
  { folder, account, environment }: Clone,
  env: string,
  changes: Partial<Release>,
): Promise<void> {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const run = wranglerProcess(folder, AbortSignal.timeout(600_000), account.id)
  const api = await apiOf(run, environment.CLOUDFLARE_API_BASE_URL)
  if (api === null) throw new Error('The token is no login.')
  const report = { ok: true, baseUrl: '', checks: [], leftBehind: [] }
  await release({
    ...targetOf(folder, env),
    commit: 'c0ffee0123456789abcdef0123456789abcdef01',
    stages: [10, 100],
    isInUse: true,
    api: inAccount(api, account.id),
    wrangler: async (args) => {
      const answer = await run(args)
      if (answer.code !== 0) throw failedRun('The release', args, answer)
    },
    smoke: async () => report,
    alarms: null,
    figures: (worker) => figuresOf(api, { account: account.id, worker, sinceMs: 0 }),
    log: () => {},
    pauseMs: 0,
    rollbackPauseMs: 0,
    ...changes,
  })
}
