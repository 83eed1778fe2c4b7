import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { send } from '../../scripts/demo/http.ts'
import type { LocalServer } from '../../scripts/local/server.ts'
import { devServers } from '../support/server/dev-servers.ts'
import { aLocalServer } from '../support/server/local-server.ts'

const probeMs = 10_000
let server: LocalServer
const alarmSecret = 'a-secret-of-the-alarms'
const logged: string[] = []
beforeAll(async () => {
  server = await aLocalServer({
    probeMs,
    vars: { ALARM_WEBHOOK_SECRET: alarmSecret },
    onLog: (line) => logged.push(line),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  logged.length = 0
})

test('no secret is on a command line, which every user of the machine may read', async () => {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-ww', '-o', 'args='])
  expect(await devServers(server, 'wrangler.toml')).toHaveLength(1)
  expect(stdout).not.toContain(alarmSecret)
})

test.each([
  ['pay', 'wrangler.toml'],
  ['backoffice', 'wrangler.backoffice.toml'],
])(
  '%s, killed, is started again with its state, which is logged in one line',
  async (name, config) => {
    const uid = `STAYS${name}`
    const merchant = JSON.stringify({ uid, name: 'Stays' })
    expect(await send('POST', `${server.backofficeUrl}/api/merchants`, merchant)).toMatchObject({
      status: 201,
    })
    const [pid = 0] = await devServers(server, config)
    process.kill(pid, 'SIGKILL')
    await expect
      .poll(() => logged.filter((line) => line.includes('Ended')))
      .toEqual([`${name} | Ended unexpectedly (killed): restarted with its state.`])
    const shown = () => send('GET', `${server.backofficeUrl}/api/merchants/${uid}`)
    await expect.poll(shown).toMatchObject({ status: 200, body: { uid } })
    const docs = async () => (await fetch(`${server.payUrl}/docs`)).status
    await expect.poll(docs).toBe(200)
  },
)

test.each([
  ['pay', 'wrangler.toml', '/docs'],
  ['backoffice', 'wrangler.backoffice.toml', '/api/merchants?limit=1'],
])(
  'the runtime of %s, killed alone, is noticed, logged, and started again',
  async (name, config, path) => {
    const [devServer = 0] = await devServers(server, config)
    const [runtime = 0] = await runtimesOf(devServer)
    process.kill(runtime, 'SIGKILL')
    await expect
      .poll(() => logged.filter((line) => /has ended|Ended/.test(line)))
      .toEqual([
        `${name} | workerd has ended (SIGKILL).`,
        `${name} | Ended unexpectedly (exit 1): restarted with its state.`,
      ])
    const url = (name === 'pay' ? server.payUrl : server.backofficeUrl) + path
    const status = async () => (await fetch(url)).status
    await expect.poll(status).toBe(200)
  },
)

test('runtimes that run and answer nothing are noticed by who waits for them, logged, and started again', async () => {
  for (const config of ['wrangler.toml', 'wrangler.backoffice.toml']) {
    const [devServer = 0] = await devServers(server, config)
    for (const runtime of await runtimesOf(devServer)) process.kill(runtime, 'SIGSTOP')
  }
  const refused = await fetch(`${server.payUrl}/docs`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  const restarted = () => logged.filter((line) => /ended|Ended|No answer/.test(line)).sort()
  const silent = `No answer for ${(2 * probeMs) / 1000} s \\(.*workerd T.*\\)`
  await expect
    .poll(restarted)
    .toEqual(
      ['backoffice', 'pay'].map((name) =>
        expect.stringMatching(`^${name} \\| ${silent}: restarted with its state\\.$`),
      ),
    )
  const shown = () => send('GET', `${server.backofficeUrl}/api/merchants/STAYSpay`)
  await expect.poll(shown).toMatchObject({ status: 200 })
})

test('a Worker that ends again and again is given up, and no process of it is left', async () => {
  const killing = setInterval(async () => {
    for (const pid of await devServers(server, 'wrangler.toml')) kill(pid)
  }, 100)
  const why = await server.ended
  clearInterval(killing)
  expect(why).toMatch(/^wrangler\.toml ended 3 times soon after its start \(killed\)\.$/m)
  expect(await devServers(server, 'wrangler')).toEqual([])
})

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

// The runtimes that a process has started.
async function runtimesOf(parent: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,comm='])
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, of, command]) => Number(of) === parent && command?.startsWith('workerd'))
    .map(([pid]) => Number(pid))
}
