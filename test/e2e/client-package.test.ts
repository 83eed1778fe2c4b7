import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { paths } from '../../client/src/contract.ts'
import { toolCommand } from '../../scripts/checks/commands.ts'
import { signedJson } from '../../scripts/client/merchant-client.ts'
import { clientDirectory, packedClient } from '../../scripts/client/pack.mjs'
import { type Body, send } from '../../scripts/demo/http.ts'
import { until } from '../../scripts/demo/story.ts'
import { startInspector } from '../../scripts/inspector/inspector.ts'
import { demoTestMerchant } from '../../scripts/local/demo-merchant.ts'
import { webhookSignature } from '../../src/signing/callback-headers.ts'
import { signCurrent } from '../../src/signing/current-style.ts'
import { copyHosts, type Host, runtimesHere } from '../client/runtimes.ts'

const run = promisify(execFile)
const { found, skipped } = runtimesHere()
let project: string
let installed: { readonly line: string; readonly integrity: string }
const quiet = [
  '--no-audit',
  '--no-fund',
  '--fetch-retries',
  '0',
  '--registry',
  'http://127.0.0.1:9/',
]

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'client-package-'))
  await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }')
  // As the page says it, from the server that runs.
  const page = await (await fetch(`${inject('payUrl')}/docs?lang=en`)).text()
  installed = {
    line: /npm install (http\S+\.tgz)/.exec(page)?.[1] ?? '',
    integrity: /sha512-[\w+/=]{88}/.exec(page)?.[0] ?? '',
  }
  await run('npm', ['install', installed.line, ...quiet], { cwd: project })
  await copyHosts(project)
  if (skipped.length > 0) console.log(`skipped, for they are not here: ${skipped.join(', ')}`)
})
afterAll(() => rm(project, { recursive: true, force: true }))

const packageIn = (directory: string) => join(directory, 'node_modules/@merchant-payment/client')

test('the package has no dependencies, and its code at most 10 KiB compressed', async () => {
  const { dependencies = {} } = JSON.parse(
    await readFile(join(packageIn(project), 'package.json'), 'utf8'),
  )
  expect(dependencies).toEqual({})
  const code = await readFile(join(packageIn(project), 'dist/index.js'))
  console.log(`index.js ${gzipSync(code).length} bytes compressed`)
  expect(gzipSync(code).length).toBeLessThanOrEqual(10 * 1024)
})

test('the install line gives what the page has the hash of, and another file is refused', async () => {
  const path = join(project, 'package-lock.json')
  const lock = await readFile(path, 'utf8')
  const { resolved, integrity } = JSON.parse(lock).packages['node_modules/@merchant-payment/client']
  expect({ line: resolved, integrity }).toEqual(installed)
  const own = await mkdtemp(join(project, 'other-'))
  await cp(join(project, 'package.json'), join(own, 'package.json'))
  const other = integrity.replace(/sha512-./, (start: string) =>
    start.endsWith('A') ? 'sha512-B' : 'sha512-A',
  )
  await writeFile(join(own, 'package-lock.json'), lock.replace(integrity, other))
  const cache = ['--cache', join(own, 'cache')]
  const refused = run('npm', ['ci', ...quiet, ...cache], { cwd: own })
  await expect(refused).rejects.toMatchObject({ stderr: expect.stringContaining('EINTEGRITY') })
})

test('the client is packed to the same bytes each time', async () => {
  const [one, other] = await Promise.all([packedClient(), packedClient()])
  expect(other.integrity).toBe(one.integrity)
  expect(installed).toEqual({ line: expect.stringContaining(one.name), integrity: one.integrity })
})

/** The package's program, which forwards callbacks to a receiver that does not acknowledge them. */
async function listening(options: readonly string[]) {
  const got: string[] = []
  const receiver = createServer(async (request, response) => {
    got.push(await text(request))
    response.end('ok')
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/notify`
  const args = ['--offline', 'merchant-payment', 'listen', '--forward-to', address, ...options]
  const child = spawn('npx', args, {
    cwd: project,
    env: { ...process.env, PAY_SECRET: demoTestMerchant.secret },
    detached: true,
  })
  let said = ''
  child.stdout.on('data', (part) => {
    said += part
  })
  const stop = () => {
    process.kill(-(child.pid ?? 0))
    receiver.close()
  }
  const hears = (words: string) =>
    expect.poll(() => said, { timeout: 30_000, message: words }).toContain(words)
  return { got, said: () => said, hears, stop }
}

test.each(['its inspector', 'the service'])(
  'its program forwards what was sent, by %s, and says why it was not acknowledged',
  async (by) => {
    const inspector = await startInspector({ port: 0, merchants: [demoTestMerchant] })
    const { uid, secret } = demoTestMerchant
    const service = ['--service', inject('payUrl'), '--uid', uid]
    const from = by === 'the service' ? service : ['--inspector', inspector.url]
    const program = await listening(from)
    try {
      await program.hears('go to')
      const orderid = `L-${randomUUID()}`
      const ask = (path: string, fields: Body) =>
        send('POST', `${inject('payUrl')}/api/v1/merchant/${path}`, signedJson(uid, secret, fields))
      await ask('collections', { orderid, amount: 100, notify_url: inspector.notifyUrl })
      await ask('sandbox/outcome', { orderid, outcome: 'paid' })
      await program.hears('✗ wrong_answer')
      expect(program.said()).toContain('&key=<secret>')
      expect(program.said()).toContain('(as in the body)')
      expect(program.said()).not.toContain(secret)
      const { body } = await send('GET', `${inspector.url}/~callbacks.json?after=0`)
      const sent: readonly string[] = body.callbacks.map((one: { body: string }) => one.body)
      // Other tests have callbacks of that merchant, too.
      const own = (one: string) => one.includes(orderid)
      expect(program.got.filter(own)).toEqual(sent.filter(own))
      expect(sent.some(own)).toBe(true)
    } finally {
      program.stop()
      await inspector.close()
    }
  },
)

test('the package’s README has every call', async () => {
  const readme = await readFile(join(packageIn(project), 'README.md'), 'utf8')
  const calls = [...readme.matchAll(/^\| `(\w+)` \|/gm)].map(([, call]) => call)
  expect(calls.sort()).toEqual(Object.keys(paths).sort())
})

test('what the package’s README shows fits its types', async () => {
  const readme = await readFile(join(clientDirectory, 'README.md'), 'utf8')
  const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code)
  expect(blocks).toHaveLength(3)
  const around = [
    'declare const process: { env: { [name: string]: string | undefined } }',
    'type Transaction = {',
    '  insertIfAbsent(table: string, row: object): Promise<boolean>',
    '  lockOrder(key: string): Promise<{ eventNumber: number }>',
    '  setBooked(key: string, amount: number, eventNumber: number): Promise<void>',
    '}',
    'declare const database: {',
    '  transaction(work: (transaction: Transaction) => Promise<void>): Promise<void>',
    '}',
  ]
  await writeFile(join(project, 'readme.ts'), [...around, ...blocks.map(apart)].join('\n'))
  const [node, ...tsc] = toolCommand('typescript/bin/tsc', '--noEmit', '--strict')
  const options = ['--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom', 'readme.ts']
  const compiled = run(node, [...tsc, '--types', '', ...options], { cwd: project })
  expect(await compiled.catch(({ stdout }) => stdout)).toMatchObject({ stdout: '' })
})

// Each block is read by itself: two of them name their answer `data`.
function apart(block = ''): string {
  return block.includes('createPayout') ? `{\n${block}\n}` : block
}

describe.each(Object.keys(found))('the packed client on %s', (name) => {
  const uid = `C${randomUUID().slice(0, 12)}`
  let host: Host
  let secret: string

  beforeAll(async () => {
    const merchant = JSON.stringify({ uid, name: 'Packed client' })
    secret = (await send('POST', `${inject('backofficeUrl')}/api/merchants`, merchant)).body
      .api_secret
    const own = join(project, uid)
    await mkdir(own)
    await copyHosts(own)
    await cp(join(project, 'node_modules'), join(own, 'node_modules'), { recursive: true })
    const settings = { PAY_API: inject('payUrl'), PAY_UID: uid, PAY_SECRET: secret }
    const start = found[name]
    if (start === undefined) throw new Error(name)
    host = await start(own, settings)
  })
  afterAll(() => host?.stop())

  const ask = async (path: string, body: object): Promise<Body> =>
    (await send('POST', `${host.url}/${path}`, JSON.stringify(body))).body
  const call = (operation: string, fields: object, options: object = {}) =>
    ask('call', { name: operation, fields, ...options })
  const acted = async (): Promise<Body[]> => (await send('GET', `${host.url}/acted`)).body

  test('creates and queries orders, makes links, reads lists', async () => {
    const orderid = randomUUID()
    const extra = { memo: '測試/"1"', lines: [1, 2.5, null] }
    const made = await call('createCollection', {
      orderid,
      amount: 100.5,
      user_name: '王小明',
      extra,
    })
    expect(made.answer.data).toMatchObject({ orderid, status: 'pending', amount: 100.5 })
    const found = await call('getCollection', { orderid })
    expect(found.answer.data).toMatchObject({ trade_no: made.answer.data.trade_no, extra })
    const link = {
      merchant_order_no: randomUUID(),
      member_no: 'U1',
      member_name: '王',
      amount: 1000,
    }
    const notify_url = 'https://shop.example/notify'
    const linked = await call('createAmountLink', { ...link, notify_url })
    expect(linked.answer.wait_url).toMatch(/^http/)
    const banks = await call('listBanks', { q: '臺灣銀行' })
    expect(banks.answer.data[0]).toMatchObject({ code: '004' })
    expect((await call('getBalance', {})).answer.balance).toBe(0)
  })

  test('tells refusals apart', async () => {
    const orderid = randomUUID()
    const first = await call('createCollection', { orderid, amount: 1 })
    const same = await call('createCollection', { orderid, amount: 1 })
    expect(same.answer.data.trade_no).toBe(first.answer.data.trade_no)
    const again = await call('createCollection', { orderid, amount: 2 })
    expect(again.refused).toMatchObject({ code: 'duplicate_orderid', status: 422 })
    const wrong = await call('createCollection', { orderid: randomUUID(), amount: -1 })
    expect(wrong.refused).toMatchObject({ code: 'validation_error', status: 422 })
    expect(Object.keys(wrong.refused.errors)).toEqual(['amount'])
    const docUrl = expect.stringMatching(/^http.*\/docs#error-validation_error$/)
    expect(wrong.refused).toMatchObject({ docUrl, stringToSign: null })
    const forged = await call('getBalance', {}, { secret: 'another' })
    expect(forged.refused).toMatchObject({ code: 'signature_error', stringToSign: null })
    const test = await call('getBalance', {}, { uid: demoTestMerchant.uid, secret: 'another' })
    const hashed = new RegExp(`^timestamp=\\d+&uid=${demoTestMerchant.uid}&key=<secret>$`)
    expect(test.refused).toMatchObject({
      docUrl: expect.stringMatching(/^http.*\/docs#doctor$/),
      stringToSign: expect.stringMatching(hashed),
    })
    const unanswered = await call('getBalance', {}, { baseUrl: 'http://127.0.0.1:1', tries: 1 })
    expect(unanswered).toEqual({ unanswered: false })
  })

  test('acts once for a callback and its resend, and finds the money in the ledger', async () => {
    const orderid = randomUUID()
    const order = { orderid, amount: 0.3, notify_url: `${host.url}/notify` }
    const { answer } = await call('createCollection', order)
    const tradeNo = answer.data.trade_no
    await send('POST', `${inject('backofficeUrl')}/api/collections/${tradeNo}/settle`, '{}')
    const state = async () => (await call('getCollection', { orderid })).answer.data
    await until(state, ({ callback_status }) => callback_status === 'success')
    await call('resendCallback', { type: 'collection', orderid })
    await until(state, ({ callback }) => callback.attempts === 2)
    const own = (await acted()).filter(({ body }) => body.orderid === orderid)
    expect(own).toMatchObject([
      { id: `cb_${tradeNo}`, event: 'collection.completed', body: { paid_amount: 0.3 } },
    ])
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    const { answer: ledger } = await ask('ledger', { fields: { from: today, to: today } })
    expect(ledger.isBalanced).toBe(true)
    expect(ledger.entries).toMatchObject([{ trade_no: tradeNo, amount: 0.3 }])
  })

  test('refuses a forged, a tampered and an old callback, and acknowledges a doubled one', async () => {
    const before = (await acted()).length
    const good = aCallback(uid, secret)
    const tampered = { ...good, body: good.body.replace('100', '900') }
    expect(await deliver(aCallback(uid, 'forged'))).toEqual([401, 'wrong_signature'])
    expect(await deliver(tampered)).toEqual([401, 'wrong_signature'])
    expect(await deliver(aCallback(uid, secret, -600))).toEqual([401, 'late'])
    expect(await acted()).toHaveLength(before)
    expect(await deliver(good)).toEqual([200, 'success'])
    expect(await deliver(good)).toEqual([200, 'success'])
    expect(await acted()).toHaveLength(before + 1)
    const foreign = aCallback('another', secret)
    expect(await deliver(foreign)).toEqual([401, 'not_yours'])
    // Of sign alone the order is looked up: there is none.
    const { 'webhook-signature': _, ...headers } = good.headers
    expect(await deliver({ body: good.body, headers })).toEqual([500, 'failed'])
    expect(await acted()).toHaveLength(before + 1)
  })

  async function deliver({ headers, body }: { headers: Record<string, string>; body: string }) {
    const response = await fetch(`${host.url}/notify`, { method: 'POST', headers, body })
    return [response.status, await response.text()]
  }
})

function aCallback(uid: string, secret: string, ageSeconds = 0) {
  const at = Math.floor(Date.now() / 1000) + ageSeconds
  const told = {
    type: 'collection',
    uid,
    orderid: '甲/1',
    amount: 100,
    paid_amount: 100,
    status: 'success',
  }
  const texts = Object.fromEntries(
    Object.entries(told).map(([name, value]) => [name, String(value)]),
  )
  const sign = signCurrent({ ...texts, timestamp: String(at) }, secret)
  const body = JSON.stringify({ ...told, timestamp: at, sign })
  const id = 'cb_C0ABCDEFGHJK0123456789MNPQR'
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': webhookSignature({ secrets: [secret], id, timestamp: at, body }),
  }
  return { headers, body }
}
