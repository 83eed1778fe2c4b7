import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forward, type ReceivedCallback, report } from '../../../client/src/forwarding.ts'
import { signOf } from '../../../scripts/client/merchant-client.ts'
import { webhookSignature } from '../../../src/signing/callback-headers.ts'

const secret = 'a secret of 32 characters, or so'
const arrived: { readonly headers: Readonly<Record<string, unknown>>; readonly body: string }[] = []
const answers: [status: number, body: string][] = []
const receiver = createServer(async (request, response) => {
  arrived.push({ headers: request.headers, body: await text(request) })
  const [status, body] = answers.shift() ?? [200, 'success']
  response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end(body)
})
let address: string
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/notify`
})
afterAll(() => receiver.close())

test('a callback is forwarded to the byte, with the headers that came with it', async () => {
  const callback = aCallback(secret)
  expect(await forward(callback, address)).toMatchObject({ name: 'delivered', status: 200 })
  expect(arrived.at(-1)?.body).toBe(callback.body)
  const { host: _, 'content-length': __, ...own } = callback.headers
  expect(arrived.at(-1)?.headers).toMatchObject(own)
})

test('a forwarded callback shows the string to sign without the secret, and that the sign is right', async () => {
  const callback = aCallback(secret)
  const printed = await report(callback, secret, await forward(callback, address))
  const { sign } = JSON.parse(callback.body)
  expect(printed).toContain('amount=100.5&')
  expect(printed).toContain('&key=<secret>')
  expect(printed).toContain(`expected sign   ${sign} (as in the body)`)
  expect(printed).toContain('collection.completed')
  expect(printed).toContain('✓ delivered')
  expect(printed).not.toContain(secret)
})

test('a forged callback is shown apart from a genuine one', async () => {
  const callback = aCallback('another')
  const printed = await report(callback, secret, await forward(callback, address))
  expect(printed).toContain('forged or altered: wrong_signature')
  expect(printed).toContain(`(in the body: ${JSON.parse(callback.body).sign})`)
})

test.each([
  [200, '{"code":0}', 'wrong_answer', 'the body has to be exactly success'],
  [302, '', 'http_3xx', 'redirects are not followed'],
  [404, 'no such page', 'http_4xx', 'the receiver refused it'],
  [500, 'Traceback', 'http_5xx', 'the receiver failed'],
] as const)('an answer of %i %j is %s', async (status, body, name, reason) => {
  answers.push([status, body])
  const callback = aCallback(secret)
  const outcome = await forward(callback, address)
  expect(outcome).toMatchObject({ name, status })
  const printed = await report(callback, secret, outcome)
  expect(printed).toContain(`✗ ${name}: not acknowledged`)
  expect(printed).toContain(reason)
  expect(printed).toContain(`answer          ${status} in`)
})

test('an address where nothing listens is reported', async () => {
  const outcome = await forward(aCallback(secret), 'http://127.0.0.1:1/notify')
  expect(outcome).toMatchObject({ name: 'network', status: null })
})

function aCallback(key: string): ReceivedCallback {
  const atMs = Date.now()
  const timestamp = Math.floor(atMs / 1000)
  const own = { type: 'collection', uid: 'U', orderid: '甲/1', amount: 100.5, paid_amount: 100.5 }
  const sign = signOf({ ...own, status: 'success', timestamp }, key)
  const body = JSON.stringify({ ...own, status: 'success', timestamp, sign })
  const id = 'cb_C0'
  const headers = {
    host: '127.0.0.1:8789',
    'content-length': '1',
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-attempt': '2',
    'webhook-signature': webhookSignature({ secrets: [key], id, timestamp, body }),
  }
  return { number: 1, headers, body, cut: false, atMs }
}
