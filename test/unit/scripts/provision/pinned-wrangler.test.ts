import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { root } from '../../../../scripts/local/environment.ts'
import { apiOf, inAccount } from '../../../../scripts/provision/api.ts'
import { failedRun, wranglerProcess } from '../../../../scripts/provision/wrangler.ts'
import { release } from '../../../../scripts/release/release.ts'
import { targetOf } from '../../../../scripts/release/target.ts'
import { type Account, traffic } from '../../../support/cloudflare/account.ts'
import { startApi, type Watch } from '../../../support/cloudflare/server.ts'

// The command as a process and the pinned wrangler, before an API on this computer. `npm run long -- provision` does all of
// this; `npm test` provisions once, because each command of wrangler takes seconds.
const isLong = process.env.PROVISION_STOPS === 'all'

// More than there are, which differs between the versions of wrangler. Migrations are wrangler's to go on with.
const changesMax = 22
const isChange: Watch = ({ method, path }) => method !== 'GET' && !path.endsWith('/query')

test('the pinned wrangler makes staging', async () => {
  const clone = await cloneOf(() => false)
  await clone.expectWhole('staging')
  expect(clone.account.unknown).toEqual([])
})

if (isLong)
  test('the pinned wrangler releases to production', async () => {
    const clone = await cloneOf(() => false)
    await clone.expectWhole('production')
    await releaseTo(clone, 'production')
    expect(traffic(clone.account, 'merchant-pay-production')).toBe('c0ffee012345 100')
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
  const keysFile = `${folder}.keys`
  mkdirSync(join(folder, 'scripts'))
  const files = [
    'migrations',
    'package.json',
    'tsconfig.json',
    'wrangler.toml',
    'wrangler.backoffice.toml',
  ]
  const scripts = ['provision', 'provision.ts', 'progress.mjs', 'local', 'release', 'smoke']
  for (const file of [...files, ...scripts.map((one) => `scripts/${one}`)]) {
    cpSync(join(root, file), join(folder, file), { recursive: true })
  }
  for (const link of ['node_modules', 'src']) symlinkSync(join(root, link), join(folder, link))
  let child: ChildProcess | undefined
  let isStopped = false
  const { account, url, server } = await startApi((request, reply) => {
    if (isStopped || !stops(request, reply)) return false
    isStopped = true
    // Killed, it and its wrangler end together, as when the computer stops; else wrangler is ended by the command.
    const id = child?.pid ?? 0
    process.kill(signal === 'SIGKILL' ? -id : id, signal)
    return true
  })
  onTestFinished(() => {
    server.close()
    for (const path of [folder, keysFile])
      rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  })
  const environment = {
    CLOUDFLARE_API_BASE_URL: url,
    CLOUDFLARE_API_TOKEN: 'a-token',
    XDG_CONFIG_HOME: join(folder, '.config'),
    WRANGLER_SEND_ERROR_REPORTS: 'false',
  }
  const run = async (env: string) => {
    const { PATH, HOME, TMPDIR } = process.env
    const args = ['scripts/provision.ts', '--env', env, '--keys', keysFile]
    child = spawn(process.execPath, args, {
      cwd: folder,
      env: { PATH, HOME, TMPDIR, ...environment } as unknown as NodeJS.ProcessEnv,
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
  return { account, folder, environment, run, expectWhole }
}

function expectOnce({ databases, namespaces, queues, buckets, workers }: Account, env: string) {
  expect([databases, namespaces, queues, buckets].map((made) => made.length)).toEqual([2, 1, 2, 1])
  const pay = `merchant-pay-${env}`
  expect([...workers.keys()]).toEqual([pay, `merchant-pay-backoffice-${env}`])
  const text = workers.get(pay)?.versions[0]?.text ?? ''
  for (const { id } of databases) expect(text).toContain(id)
  expect(queues.map(({ consumers }) => consumers)).toEqual([[pay], [pay]])
}

/** Releases what the clone has, in two steps, without a smoke test. */
async function releaseTo({ folder, account, environment }: Clone, env: string): Promise<void> {
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
    api: inAccount(api, account.id),
    wrangler: async (args) => {
      const answer = await run(args)
      if (answer.code !== 0) throw failedRun('The release', args, answer)
    },
    smoke: async () => report,
    log: () => {},
    pauseMs: 0,
    backPauseMs: 0,
  })
}
