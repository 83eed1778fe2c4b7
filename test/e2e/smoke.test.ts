import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { signedJson } from '../../scripts/client/merchant-client.ts'
import { sendExpecting } from '../../scripts/demo/http.ts'
import { demoMerchant } from '../../scripts/local/demo-merchant.ts'
import { root } from '../../scripts/local/environment.ts'
import { readCommand, type SmokeOptions } from '../../scripts/smoke/options.ts'
import { runSmoke, type SmokeReport, type SmokeRun } from '../../scripts/smoke/run.ts'

// The smoke test against the local server as it is, and as it would look if something were wrong.

const payUrl = inject('payUrl')
const backofficeUrl = inject('backofficeUrl')

describe('the command', () => {
  test('looks at npm start as its demo merchant, and writes nothing', async () => {
    const { code, output } = await smoke(['--exchange-url', payUrl], {})
    expect(output).toMatch(/^\d+ passed, 0 failed, \d skipped; nothing was written$/m)
    expect(output).toMatch(/^✓ balance +\d+ ms {2}available /m)
    expect(output).not.toContain('Left behind')
    expect(output).not.toContain(demoMerchant.secret)
    expect(code).toBe(0)
  })

  test('spends the merchant’s day with orders of its own, and prints what stays', async () => {
    const shop = await aMerchant('SMOKE01')
    const { code, output } = await smoke(['--exchange-url', payUrl, '--write', '--json'], shop)
    const report: SmokeReport = JSON.parse(output)
    expect(report.checks.filter((one) => one.outcome === 'failed')).toEqual([])
    const made = report.checks.filter((one) => one.outcome === 'passed').map(({ name }) => name)
    const orders = ['own merchant', 'collection', 'repeated collection', 'payment link', 'payout']
    expect(made.slice(-orders.length)).toEqual(orders)
    expect(report.leftBehind).toHaveLength(3)
    for (const left of report.leftBehind) {
      const [, tradeNo] = /, ([CP]\w+): /.exec(left) ?? []
      const kind = left.startsWith('payout') ? 'payouts' : 'collections'
      await sendExpecting(200, { method: 'GET', url: `${backofficeUrl}/api/${kind}/${tradeNo}` })
    }
    expect(output).not.toContain(shop.SMOKE_SECRET)
    expect(code).toBe(0)
  })

  test('awaits the callback of a test merchant’s order, and leaves nothing behind', async () => {
    const shop = await aMerchant('SMOKE03', { test: true })
    const receiver = createServer((_, response) => void response.end('success'))
    const env = { ...shop, SMOKE_NOTIFY_URL: `http://127.0.0.1:${await listen(receiver)}/` }
    const desk = ['--backoffice-url', backofficeUrl]
    const { code, output } = await smoke(['--exchange-url', payUrl, ...desk, '--write'], env)
    receiver.close()
    expect(output).toMatch(/^✓ callback .* SMOKE-\S+-N paid, callback after \d+ s$/m)
    expect(output).toMatch(/^✓ desk entered .* the overview, as a page and from the API$/m)
    expect(output).toMatch(/^✓ payout /m)
    expect(output).not.toContain('Left behind')
    expect(code).toBe(0)
  })

  test('prints the attempts of a callback that nobody acknowledges', async () => {
    const shop = await aMerchant('SMOKE04', { test: true })
    const receiver = createServer((_, response) => void response.writeHead(500).end())
    const notifyUrl = new URL(`http://127.0.0.1:${await listen(receiver)}/`)
    const merchant = { uid: shop.SMOKE_UID, secret: shop.SMOKE_SECRET, isWriting: true }
    const report = await smokeOf({ ...merchant, notifyUrl, callbackWaitMs: 3000 })
    receiver.close()
    expect(failed(report)).toEqual({
      callback: expect.stringMatching(
        /is paid, but its callback is not acknowledged after \d+ s: /,
      ),
    })
  })

  test('writes nothing where the merchant has orders of somebody else', async () => {
    const shop = await aMerchant('SMOKE02')
    const { SMOKE_UID: uid, SMOKE_SECRET: secret } = shop
    const body = signedJson(uid, secret, { orderid: 'A-17', amount: 5 })
    const { data } = await post(`${payUrl}/api/v1/merchant/collections`, body)
    await post(`${backofficeUrl}/api/collections/${data.trade_no}/settle`, '{}')
    const { code, output } = await smoke(['--write'], shop)
    expect(output).toContain('SMOKE02 has the order A-17, which no smoke test created')
    expect(output).not.toContain('Left behind')
    expect(code).toBe(1)
    const listed = `${backofficeUrl}/api/collections?merchant_uid=${uid}`
    expect((await sendExpecting(200, { method: 'GET', url: listed })).items).toHaveLength(1)
  })

  test('a server that is down is one failed check', async () => {
    const closed = createServer()
    const port = await listen(closed)
    await new Promise((resolve) => closed.close(resolve))
    const { code, output } = await smoke([], {}, `http://127.0.0.1:${port}`)
    expect(output).toMatch(/^✗ health .* no answer from http:.*ECONNREFUSED/m)
    expect(output.match(/^✗/gm)).toHaveLength(1)
    expect(code).toBe(1)
  })
})

describe('what is wrong is named', () => {
  test('a secret that is not the merchant’s', async () => {
    const report = await smokeOf({ secret: 'another-secret' })
    expect(failed(report)['right sign']).toContain(
      'the secret is not that of DEMO0001: 422 signature_error',
    )
    expect(report.ok).toBe(false)
  })

  test('a merchant that is not there', async () => {
    const report = await smokeOf({ uid: 'SMOKE99' })
    expect(failed(report)['right sign']).toContain('SMOKE99 does not exist there, or is disabled')
  })

  test('a clock of this machine that is off', async () => {
    const report = await smokeOf({ now: () => Date.now() - 600_000 })
    expect(failed(report).clock).toMatch(/clock is (?:599|600|601) s behind the server's: set it/)
    expect(failed(report)['right sign']).toContain('timestamp_out_of_range')
  })

  test('a page of a proxy in place of the service', async () => {
    const page = '<!doctype html><title>Sign in to continue</title>'
    const proxy = { headers: { 'content-type': 'text/html' }, text: page }
    const report = await smokeOf({}, () => ({ status: 200, ...proxy }))
    expect(failed(report).health).toContain('200 with a page of HTML ("Sign in to continue")')
    const passed = report.checks.filter(({ outcome }) => outcome === 'passed')
    expect(passed.map(({ name }) => name)).toEqual(['clock'])
  })

  test('faults of the service, with the id that its log has', async () => {
    const body = { ok: 0, error: 'internal_error', message: 'fault', request_id: 'abc' }
    const headers = { 'content-type': 'application/json' }
    const fault = { status: 500, headers, text: JSON.stringify(body) }
    const report = await smokeOf({}, (path) => (path.endsWith('/balance') ? fault : null))
    expect(failed(report).balance).toContain('500 internal_error (fault, request abc)')
    expect(Object.keys(failed(report))).not.toContain('ledger')
  })

  test('an answer that never ends', async () => {
    const report = await smokeOf({ timeoutMs: 300 }, () => 'hang')
    expect(failed(report)).toEqual({
      health: expect.stringContaining('no complete answer within 0.3 s'),
    })
  })

  test('a contract that differs, and in what', async () => {
    const edited = (text: string) => text.replaceAll('"2.7.0"', '"2.6.0"')
    const version = await smokeOf({}, (path) => (path === '/openapi.json' ? edited : null))
    expect(failed(version).contract).toBe('/openapi.json has version 2.6.0, this checkout 2.7.0')
    const without = (text: string) => text.replace('/api/v1/merchant/ledger', '/api/v1/other')
    const report = await smokeOf({}, (path) => (path === '/openapi.json' ? without : null))
    expect(failed(report)).toEqual({
      contract: expect.stringContaining(
        "differs from this checkout's contract at paths › /api/v1/merchant/ledger",
      ),
    })
  })

  test('a secret that a server sends back is not shown', async () => {
    const leaks = {
      status: 422,
      headers: {},
      text: JSON.stringify({ message: demoMerchant.secret }),
    }
    const report = await smokeOf({}, () => leaks)
    expect(JSON.stringify(report)).toContain('***')
    expect(JSON.stringify(report)).not.toContain(demoMerchant.secret)
  })
})

/** What a changed server answers in place of the real one; an edit of its text; null for its answer as it is. */
type Change = (
  path: string,
) => { status: number; headers: object; text: string } | ((text: string) => string) | 'hang' | null

const ofConnection = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-encoding',
  'content-length',
]

let change: Change = () => null
let changedUrl = ''
const changed = createServer(async (request, response) => {
  const path = request.url ?? '/'
  const wanted = change(path)
  if (wanted === 'hang') return
  if (wanted !== null && typeof wanted !== 'function') {
    return response.writeHead(wanted.status, { ...wanted.headers }).end(wanted.text)
  }
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts).toString()
  const real = await fetch(`${payUrl}${path}`, {
    method: request.method ?? 'GET',
    headers: { 'content-type': request.headers['content-type'] ?? 'text/plain' },
    redirect: 'manual',
    ...(body === '' ? {} : { body }),
  })
  const text = await real.text()
  const sent = wanted === null ? text : wanted(text)
  const headers = [...real.headers].filter(([name]) => !ofConnection.includes(name))
  response.writeHead(real.status, Object.fromEntries(headers)).end(sent)
})
beforeAll(async () => {
  changedUrl = `http://127.0.0.1:${await listen(changed)}`
})
afterAll(() => changed.closeAllConnections())
afterAll(() => void changed.close())

async function smokeOf(run: Partial<SmokeRun>, how: Change = () => null): Promise<SmokeReport> {
  change = how
  const args = ['--base-url', changedUrl]
  const options: SmokeOptions = readCommand(args, {})
  return runSmoke({ ...options, ...run })
}

function failed({ checks }: SmokeReport): Readonly<Record<string, string>> {
  const wrong = checks.filter(({ outcome }) => outcome === 'failed')
  return Object.fromEntries(wrong.map(({ name, detail }) => [name, detail]))
}

async function aMerchant(
  uid: string,
  more: { readonly test?: true } = {},
): Promise<{ SMOKE_UID: string; SMOKE_SECRET: string }> {
  const merchant = JSON.stringify({ uid, name: 'Smoke test', ...more })
  const { api_secret } = await sendExpecting(201, {
    method: 'POST',
    url: `${backofficeUrl}/api/merchants`,
    json: merchant,
  })
  const money = { amount: 10, bucket: 'available', reason: 'smoke', idempotency_key: `for-${uid}` }
  const adjustments = `${backofficeUrl}/api/merchants/${uid}/adjustments`
  await sendExpecting(201, { method: 'POST', url: adjustments, json: JSON.stringify(money) })
  return { SMOKE_UID: uid, SMOKE_SECRET: api_secret }
}

async function post(url: string, body: string) {
  return sendExpecting(200, { method: 'POST', url, json: body })
}

function smoke(
  args: readonly string[],
  merchant: Readonly<Record<string, string>>,
  baseUrl = payUrl,
): Promise<{ code: number; output: string }> {
  const { SMOKE_UID: _uid, SMOKE_SECRET: _secret, ...env } = process.env
  const command = [join(root, 'scripts/smoke.ts'), '--base-url', baseUrl, ...args]
  const options = { env: { ...env, ...merchant } as NodeJS.ProcessEnv }
  return new Promise((resolve) => {
    execFile(process.execPath, command, options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr })
    })
  })
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
