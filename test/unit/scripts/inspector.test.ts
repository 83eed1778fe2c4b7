import { request } from 'node:http'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { checkCallback } from '../../../scripts/inspector/check-callback.ts'
import { type Inspector, startInspector } from '../../../scripts/inspector/inspector.ts'
import type { SeenCallback } from '../../../scripts/inspector/seen-callbacks.ts'
import { signedValues } from '../../../src/rules/callbacks/callback-body.ts'
import {
  callbackHeaders,
  callbackText,
  unsignedBody,
} from '../../../src/rules/callbacks/callback-request.ts'
import { webhookSignature } from '../../../src/signing/callback-headers.ts'
import { signCurrent } from '../../../src/signing/current-style.ts'

// The callback inspector of `npm start`: what it takes, checks, keeps and answers.

const merchants = [
  { uid: 'DEMO0001', secret: 'a-secret' },
  { uid: 'TEST0001', secret: 'another-secret' },
]
const fields = { type: 'collection', uid: 'DEMO0001', orderid: 'A-王-1', amount: 99.5 }

let inspector: Inspector | undefined
afterEach(async () => {
  await inspector?.close()
  inspector = undefined
})

async function started(): Promise<Inspector> {
  inspector = await startInspector({ port: 0, merchants })
  return inspector
}

// A callback as the service sends it.
function aCallback({ secret = 'a-secret', body = fields, eventNumber = 1, signedAt = now() } = {}) {
  const sign = signCurrent(signedValues(unsignedBody(body, signedAt)), secret)
  const text = callbackText(body, signedAt, sign)
  const told = { tradeNo: 'C12', eventNumber }
  const id = eventNumber === 1 ? 'cb_C12' : `cb_C12.${eventNumber}`
  const signature = webhookSignature({ secrets: [secret], id, timestamp: signedAt, body: text })
  return { text, headers: callbackHeaders(told, 1, { signedAt, webhookSignature: signature }) }
}

function now(): number {
  return Math.floor(Date.now() / 1000)
}

async function send({ text, headers }: ReturnType<typeof aCallback>, path = '/notify') {
  const url = new URL(path, inspector?.url)
  const answer = await fetch(url, { method: 'POST', headers, body: text })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

async function seen(after = 0): Promise<readonly SeenCallback[]> {
  const answer = await fetch(`${inspector?.url}/~callbacks.json?after=${after}`)
  const { callbacks } = (await answer.json()) as { callbacks: readonly SeenCallback[] }
  return callbacks
}

const asPage = { 'x-inspector': 'page' }

function steer(path: string, body = ''): Promise<Response> {
  return fetch(`${inspector?.url}${path}`, { method: 'POST', headers: asPage, body })
}

describe('a callback', () => {
  test('is refused where it is forged, and does not make the genuine one a repeat', async () => {
    await started()
    const forged = aCallback({ secret: 'a-guess' })
    expect(await send(forged)).toMatchObject({ status: 401, text: 'wrong_signature' })
    expect(await send(aCallback())).toMatchObject({ status: 200, text: 'success' })
    expect(await seen()).toMatchObject([
      { answered: 'refused', check: { webhook: 'wrong' }, repeats: null },
      { answered: 'success', check: { webhook: 'right' }, repeats: null },
    ])
  })

  test('is shown as it was sent, checked with its merchant’s secret, and acknowledged', async () => {
    await started()
    const callback = aCallback()
    expect(await send(callback, '/any/path?x=1')).toMatchObject({ status: 200, text: 'success' })
    const [one] = await seen()
    expect(one).toMatchObject({
      number: 1,
      path: '/any/path?x=1',
      body: callback.text,
      headers: callback.headers,
      uid: 'DEMO0001',
      check: { sign: 'right', webhook: 'right', timestamp: 'near' },
      repeats: null,
      answered: 'success',
    })
    expect(await seen(1)).toEqual([])
  })

  test('that is forged, tampered with, old or unsigned is said to be', async () => {
    await started()
    const tampered = aCallback()
    await send({ ...tampered, text: tampered.text.replace('99.5', '995') })
    await send(aCallback({ secret: 'forged' }))
    await send(aCallback({ signedAt: now() - 301 }))
    await send({ text: '{"uid":"DEMO0001"}', headers: {} })
    await send({ text: 'uid=DEMO0001', headers: {} })
    await send(aCallback({ body: { ...fields, uid: 'SOMEBODY' } }))
    const right = { sign: 'right', webhook: 'right', timestamp: 'near' }
    const missing = { sign: 'missing', webhook: 'missing', timestamp: 'missing' }
    expect((await seen()).map(({ check }) => check)).toEqual([
      { ...right, sign: 'wrong', webhook: 'wrong' },
      { ...right, sign: 'wrong', webhook: 'wrong' },
      { ...right, timestamp: 'far' },
      missing,
      missing,
      { ...right, sign: 'unknown', webhook: 'unknown' },
    ])
  })

  test('with an id that came before names the first one; another event of the order does not', async () => {
    await started()
    await send(aCallback())
    await send(aCallback({ eventNumber: 2 }))
    await send(aCallback())
    expect((await seen()).map(({ repeats }) => repeats)).toEqual([null, null, 1])
  })

  test('is kept among the newest 200, with 64 KiB of its body', async () => {
    await started()
    for (let n = 0; n < 205; n += 1) await send({ text: String(n), headers: {} })
    await send({ text: 'x'.repeat(70_000), headers: {} })
    const kept = await seen()
    expect(kept).toHaveLength(200)
    expect(kept[0]?.number).toBe(7)
    expect(kept.at(-1)).toMatchObject({ number: 206, cut: true, body: 'x'.repeat(65_536) })
    await steer('/~clear')
    expect(await seen()).toEqual([])
  })
})

test('property: what the service signs is right, and wrong with any one character changed', async () => {
  const body = fc.dictionary(
    fc.stringMatching(/^[a-z]{1,8}$/).filter((name) => name !== 'sign' && name !== 'timestamp'),
    fc.oneof(fc.string(), fc.nat()),
  )
  const check = fc.asyncProperty(body, fc.nat(), async (some, where) => {
    const { text, headers } = aCallback({ body: { ...fields, ...some } })
    const arrived = { headers, body: text, atMs: Date.now() }
    expect(await checkCallback(arrived, 'a-secret')).toMatchObject({
      sign: 'right',
      webhook: 'right',
    })
    const at = where % text.length
    const changed = `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`
    const { webhook } = await checkCallback({ ...arrived, body: changed }, 'a-secret')
    expect(webhook).toBe('wrong')
  })
  await fc.assert(check, { numRuns: 50 })
})

describe('from now on it answers', () => {
  test.each([
    ['http_500', 500, /Error/, null],
    ['wrong_text', 200, /^(?!success$)/, null],
    ['busy', 429, /Many/, '30'],
    ['success', 200, /^success$/, null],
  ])('%s, where the page says so', async (kind, status, text, retryAfter) => {
    await started()
    expect((await steer('/~answer', kind)).status).toBe(200)
    const answer = await send(aCallback())
    expect(answer.status).toBe(status)
    expect(answer.text).toMatch(text)
    expect(answer.headers.get('retry-after')).toBe(retryAfter)
    expect((await seen())[0]?.answered).toBe(kind)
  })

  test('nothing else than what the page offers', async () => {
    await started()
    for (const kind of ['', 'constructor', '__proto__']) {
      expect((await steer('/~answer', kind)).status).toBe(400)
    }
    expect(await send(aCallback())).toMatchObject({ status: 200, text: 'success' })
  })

  test('too late for a callback, which is shown meanwhile; and ends without waiting for it', async () => {
    await started()
    await steer('/~answer', 'slow')
    const sent = fetch(inspector?.notifyUrl ?? '', { method: 'POST', body: '{}' })
    sent.catch(() => undefined)
    await expect.poll(async () => (await seen()).length).toBe(1)
    await inspector?.close()
    await expect(sent).rejects.toThrow()
    inspector = undefined
  })
})

describe('nobody else', () => {
  test('reads it by a name of theirs that leads here', async () => {
    const { url } = await started()
    const { port } = new URL(url)
    const statusFor = (host: string) =>
      new Promise((resolve) => {
        const asked = request({ host: '127.0.0.1', port, path: '/', headers: { host } })
        asked.on('response', (answer) => resolve(answer.resume().statusCode)).end()
      })
    expect(await statusFor(`127.0.0.1:${port}`)).toBe(200)
    expect(await statusFor(`localhost:${port}`)).toBe(200)
    expect(await statusFor('evil.example')).toBe(421)
    expect(await statusFor(`evil.example:${port}`)).toBe(421)
  })

  test('steers it from another site: a request without the page’s header is a callback', async () => {
    await started()
    const plain = await fetch(`${inspector?.url}/~answer`, { method: 'POST', body: 'http_500' })
    expect(plain.status).toBe(200)
    expect((await seen())[0]).toMatchObject({ path: '/~answer', answered: 'success' })
    const options = await fetch(`${inspector?.url}/~answer`, { method: 'OPTIONS' })
    expect(options.status).toBe(405)
    expect(options.headers.get('access-control-allow-origin')).toBeNull()
  })
})

test('a busy port is reported in one sentence', async () => {
  const { url } = await started()
  const port = Number(new URL(url).port)
  await expect(startInspector({ port, merchants })).rejects.toThrow(
    `Port ${port} for the callback inspector is in use: set INSPECTOR_PORT to another port`,
  )
})

test('a form of another site is no callback, and steers nothing', async () => {
  await started()
  const callback = aCallback()
  for (const more of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    const foreign = { ...callback, headers: { ...callback.headers, ...more } }
    expect((await send(foreign)).status).toBe(403)
    const steering = { ...callback.headers, ...more, 'x-inspector': 'page' }
    expect((await send({ ...callback, headers: steering }, '/~clear')).status).toBe(403)
  }
  expect(await seen()).toEqual([])
  const own = { origin: new URL(inspector?.url ?? '').origin, 'sec-fetch-site': 'same-origin' }
  expect((await send({ ...callback, headers: { ...callback.headers, ...own } })).status).toBe(200)
  expect(await seen()).toHaveLength(1)
})
