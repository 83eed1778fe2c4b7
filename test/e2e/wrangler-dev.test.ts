import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify, stripVTControlCharacters } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { signedJson } from '../../scripts/client/merchant-client.ts'
import { send } from '../../scripts/demo/http.ts'
import { demoMerchant } from '../../scripts/local/demo-merchant.ts'
import { root, wranglerEnvironment } from '../../scripts/local/environment.ts'
import { createProcessGroups, type ProcessGroup } from '../../scripts/local/processes.ts'

// `npx wrangler dev` on a fresh clone, before `npm start` and after it (decisions §8).

const timeout = 240_000
const both = ['-c', 'wrangler.toml', '-c', 'wrangler.backoffice.toml']
const forms = [
  ['npx wrangler dev', []],
  [`npx wrangler dev ${both.join(' ')}`, both],
] as const
// `npm run long -- documents` tries each form before and after; `npm test` one of them, as each start takes seconds.
const isLong = process.env.DOCUMENTS === 'each'
const told = '本機尚無金鑰或資料庫，請先執行一次 npm start 來建立'
const logged =
  'There are no local keys or no local database yet: run `npm start` once, which makes them.'

const groups = createProcessGroups()
let scratch: string
let clone: string
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'wrangler-dev-'))
  clone = join(scratch, 'clone')
  await copyOfTree(clone)
}, timeout)
afterAll(async () => {
  await groups.stopAll()
  await rm(scratch, { recursive: true, force: true })
}, timeout)

let running: ProcessGroup | undefined
afterEach(async () => {
  await running?.stop()
  running = undefined
}, timeout)

describe('before npm start', () => {
  test.each(isLong ? forms : forms.slice(0, 1))(
    '%s names the command, in its answer and in its log',
    async (_, args) => {
      const { url, lines } = await wranglerDev(args)
      const answer = await signed(url, '/api/v1/merchant/balance')
      expect(answer).toMatchObject({ status: 500, body: { message: told } })
      await expect.poll(() => faultsIn(lines)).toEqual([logged])
    },
    timeout,
  )
})

describe('after npm start', () => {
  beforeAll(async () => {
    await npmStart()
  }, timeout)

  test('its keys are in a file that git ignores and only their owner reads', async () => {
    const file = join(clone, '.dev.vars')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const state = await readFile(join(clone, '.wrangler/state/keys.env'), 'utf8')
    const text = await readFile(file, 'utf8')
    for (const line of state.trim().split('\n')) expect(text).toContain(line)
    const ignored = await promisify(execFile)('git', ['check-ignore', '.dev.vars'], { cwd: root })
    expect(ignored.stdout.trim()).toBe('.dev.vars')
  })

  test.each(isLong ? forms : forms.slice(1))(
    '%s takes the first signed request, on the database of the ones before',
    async (_, args) => {
      const { url, lines } = await wranglerDev(args)
      const orderid = randomUUID()
      const order = { orderid, amount: 100, notify_url: 'http://127.0.0.1:9/notify' }
      const created = await signed(url, '/api/v1/merchant/collections', order)
      expect(created).toMatchObject({ status: 200, body: { ok: 1 } })
      orders.push(orderid)
      for (const one of orders) {
        const seen = await signed(url, '/api/v1/merchant/collections/status', { orderid: one })
        expect(seen).toMatchObject({ status: 200, body: { data: { orderid: one } } })
      }
      const docs = await (await fetch(`${url}/docs`)).text()
      const [, style = ''] = /rel="stylesheet" href="([^"]+)"/.exec(docs) ?? []
      expect((await fetch(url + style)).headers.get('cache-control')).toContain('immutable')
      expect(faultsIn(lines)).toEqual([])
    },
    timeout,
  )

  test(
    'the back office, named first, is served with the public Worker behind it',
    async () => {
      const { url } = await wranglerDev([...both].reverse().flatMap(pairs))
      const found = await send('GET', `${url}/api/collections?merchant_uid=${demoMerchant.uid}`)
      expect(found.status).toBe(200)
      const ids = found.body.items.map(({ orderid }: { orderid: string }) => orderid)
      expect(ids).toEqual(expect.arrayContaining(orders))
    },
    timeout,
  )

  test(
    'keys without their database name the command, too',
    async () => {
      await rm(join(clone, '.wrangler/state'), { recursive: true })
      const { url, lines } = await wranglerDev([])
      const answer = await signed(url, '/api/v1/merchant/balance')
      expect(answer).toMatchObject({ status: 500, body: { message: told } })
      await expect.poll(() => faultsIn(lines)).toEqual([logged])
    },
    timeout,
  )
})

const orders: string[] = []
const pairs = (word: string) => (word === '-c' ? [] : ['-c', word])

function signed(url: string, path: string, fields: Readonly<Record<string, unknown>> = {}) {
  return send('POST', url + path, signedJson(demoMerchant.uid, demoMerchant.secret, fields))
}

// What a fresh clone has, with what is not committed yet, and the packages that `npm install` would put there.
async function copyOfTree(to: string): Promise<void> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = await promisify(execFile)('git', list, { cwd: root, maxBuffer: 1e8 })
  for (const file of stdout.split('\0').filter((name) => /^(?!test\/|docs\/)/.test(name))) {
    if (file === '' || (await stat(join(root, file)).catch(() => null)) === null) continue
    await mkdir(dirname(join(to, file)), { recursive: true })
    await cp(join(root, file), join(to, file))
  }
  await symlink(join(root, 'node_modules'), join(to, 'node_modules'))
}

async function wranglerDev(args: readonly string[]) {
  const lines: string[] = []
  // Ports of its own, since others may run here; no other of its developer's settings.
  const ports = ['--port', '0', '--inspector-port', '0']
  running = groups.start(['npx', '--no-install', 'wrangler', 'dev', ...args, ...ports], {
    cwd: clone,
    env: wranglerEnvironment(scratch),
    onLine: (line) => lines.push(stripVTControlCharacters(line)),
  })
  return { url: await saidIn(running, lines, /Ready on (http:\/\/\S+)/), lines }
}

async function npmStart(): Promise<void> {
  const lines: string[] = []
  const ports = { PORT: '0', BACKOFFICE_PORT: '0', INSPECTOR_PORT: '0' }
  const group = groups.start(['npm', 'start'], {
    cwd: clone,
    env: { ...wranglerEnvironment(scratch), ...ports },
    onLine: (line) => lines.push(line),
  })
  await saidIn(group, lines, /(Ready)\. Where to start/)
  await group.stop()
}

async function saidIn(group: ProcessGroup, lines: readonly string[], what: RegExp) {
  const found = () => what.exec(lines.join('\n'))?.[1]
  let hasEnded = false
  void group.ended.then(() => {
    hasEnded = true
  })
  const deadline = Date.now() + timeout
  while (found() === undefined && !hasEnded && Date.now() < deadline) await sleep(100)
  const said = found()
  if (said === undefined) throw new Error(`It has ended:\n${lines.join('\n')}`)
  return said
}

function faultsIn(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => {
    const [, json] = /(\{"event":"fault".*\})$/.exec(line) ?? []
    return json === undefined ? [] : [JSON.parse(json).fault]
  })
}
