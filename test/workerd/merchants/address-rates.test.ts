import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { altered, signedJson } from '../../../scripts/client/merchant-client.ts'
import { ask } from '../support/exchange-host.ts'
import { aNetwork, anIsolate, type Isolate } from '../support/isolate.ts'
import {
  aMerchant,
  anAddress,
  expectRefused,
  json,
  paths,
  sendRequest,
  spyOnLog,
} from '../support/service.ts'

// Decisions §3, 429: which requests each rate counts and refuses.

const banks = '/api/v1/merchant/banks'
const never = () => false

describe('an address over its rate', () => {
  test.each(['standard', 'high', 'off'] as const)(
    'does not stop a merchant of the rate %s: its signed requests are accepted',
    async (rate) => {
      const shop = await aMerchant({ settings: { rate_limit: rate } })
      const isolate = anIsolate({ address: never })
      for (let n = 0; n < 3; n += 1) {
        const answer = await isolate.post(signedJson(shop.uid, shop.secret), anAddress())
        expect(answer).toMatchObject({ status: 200 })
      }
      // In any form, and in an isolate that does not know the merchant.
      const reserialised = signedJson(shop.uid, shop.secret, { n: 1.5 }).replace('1.5', '1.50')
      const elsewhere = anIsolate({ address: never })
      expect(await elsewhere.post(reserialised, anAddress())).toMatchObject({ status: 200 })
    },
  )

  test('is refused public paths, and signed ones whatever their fault', async () => {
    const shop = await aMerchant()
    const isolate = anIsolate({ address: never })
    const address = anAddress()
    const forged = altered(signedJson(shop.uid, shop.secret), { amount: 2 })
    const answers = [
      await isolate.ask(banks, address, {}),
      await isolate.ask('/docs', address, {}),
      await isolate.ask('/nowhere', address, {}),
      await isolate.ask(paths.balance, address, {}),
      await isolate.ask(`${paths.balance}/`, address, { method: 'POST', headers: json, body: '{' }),
      await isolate.post('{', address),
      await isolate.post(forged, address),
    ]
    for (const answer of answers) {
      expectRefused(answer, 429, 'too_many_requests')
      expect(answer.headers.get('retry-after')).toBe('60')
    }
    expect(new Set(isolate.log.map(({ rate }) => rate))).toEqual(new Set(['address']))
  })

  test('is counted by /64 of IPv6, and by IPv4 in any notation', async () => {
    const isolate = anIsolate()
    const [one, other] = [aNetwork(), aNetwork()]
    for (let n = 0; n < 20; n += 1) await isolate.ask(banks, one(), {})
    for (let n = 0; n < 20; n += 1) await isolate.ask(banks, other(), {})
    for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109']) {
      await isolate.ask(banks, address, {})
    }
    const counts = Map.groupBy(isolate.asked, ({ key }) => key)
    expect([...counts.values()].map(({ length }) => length)).toEqual([20, 20, 3])
  })
})

test('a request that succeeds asks two limiters, and not that of failed requests', async () => {
  const shop = await aMerchant()
  const isolate = anIsolate()
  await isolate.post(signedJson(shop.uid, shop.secret), '203.0.113.77')
  const expected = [
    { rate: 'address', key: '203.0.113.77' },
    { rate: 'standard', key: shop.uid },
  ]
  expect(isolate.asked).toEqual(expected)
})

describe('a request that fails before or at the signature', () => {
  const faults: readonly [string, Fault][] = [
    ['another media type', ({ body }) => ({ body, headers: { 'content-type': 'text/plain' } })],
    ['an unreadable body', () => ({ body: '{' })],
    ['a body that is too large', () => ({ body: `{"a":"${'x'.repeat(65_536)}"}` })],
    ['no uid', ({ body }) => ({ body: altered(body, { uid: undefined }) })],
    ['no timestamp', ({ body }) => ({ body: altered(body, { timestamp: undefined }) })],
    ['no sign', ({ body }) => ({ body: altered(body, { sign: undefined }) })],
    ['an unknown merchant', ({ body }) => ({ body: altered(body, { uid: 'nobody' }) })],
    ['a source address that is not allowed', ({ body }) => ({ body, from: anAddress() })],
    ['an old timestamp', ({ body }) => ({ body: altered(body, { timestamp: 1_700_000_000 }) })],
    ['a wrong sign', ({ body }) => ({ body: altered(body, { sign: '0'.repeat(32) }) })],
  ]

  test.each(faults)('is counted: %s', async (_, fault) => {
    const own = anAddress()
    const shop = await aMerchant({ ip_whitelist: [own] })
    const isolate = anIsolate()
    const { body, headers = json, from = own } = fault({ body: signedJson(shop.uid, shop.secret) })
    for (let n = 0; n < 62; n += 1) {
      const answer = await isolate.ask(paths.balance, from, { method: 'POST', headers, body })
      if (n < 60) expect(answer.body.error).not.toBe('too_many_requests')
      else expectRefused(answer, 429, 'too_many_requests')
    }
    const counted = isolate.asked.filter(({ rate }) => rate === 'failed')
    expect(counted).toEqual(Array.from({ length: 60 }, () => ({ rate: 'failed', key: from })))
    expect(isolate.log.filter(({ rate }) => rate === 'failed')).toHaveLength(2)
  })

  test('is the only one counted: no success, no later refusal, no other path', async () => {
    const shop = await aMerchant()
    const disabled = anIsolate({ standard: never })
    const isolate = anIsolate()
    const address = anAddress()
    for (let n = 0; n < 2; n += 1) {
      await isolate.post(signedJson(shop.uid, shop.secret), address)
      await isolate.post(signedJson(shop.uid, shop.secret), address, paths.create)
      await isolate.post(signedJson(shop.uid, shop.secret, { orderid: 'x' }), address, paths.status)
      await isolate.ask(paths.balance, address, {})
      await isolate.ask('/nowhere', address, {})
      await disabled.post(signedJson(shop.uid, shop.secret), address)
    }
    for (const { asked } of [isolate, disabled]) {
      expect(asked.map(({ rate }) => rate)).not.toContain('failed')
    }
  })

  test('is refused by the platform’s count of all isolates, until the minute ends', async () => {
    const shop = await aMerchant()
    let isFull = true
    const isolate = anIsolate({ failed: () => !isFull })
    const address = aNetwork()
    const asked = () => isolate.asked.filter(({ rate }) => rate === 'failed').length
    for (let n = 0; n < 5; n += 1) {
      const answer = await isolate.post('{', address())
      expectRefused(answer, 429, 'too_many_requests')
      expect(answer.headers.get('retry-after')).toBe(String(60 - 10 * n))
      isolate.passes(10_000)
    }
    expect(asked()).toBe(1)
    expect((await isolate.post(signedJson(shop.uid, shop.secret), address())).status).toBe(200)
    isFull = false
    isolate.passes(9_999)
    expectRefused(await isolate.post('{', address()), 429, 'too_many_requests')
    isolate.passes(1)
    expectRefused(await isolate.post('{', address()), 422, 'validation_error', ['body'])
    expect(asked()).toBe(2)
  })

  test('of one address does not count for another', async () => {
    const isolate = anIsolate()
    const [one, other] = [aNetwork(), aNetwork()]
    await failOften(isolate, one)
    expectRefused(await isolate.post('{', one()), 429, 'too_many_requests')
    expectRefused(await isolate.post('{', other()), 422, 'validation_error', ['body'])
  })

  test('counts no more for the oldest of over 5,000 addresses', async () => {
    const isolate = anIsolate()
    const { now } = isolate.context
    const { failures } = isolate.context.isolate
    const first = aNetwork()
    await failOften(isolate, first)
    for (let n = 0; n < 5_000; n += 1) failures.minuteOf(`address ${n}`, now())
    expectRefused(await isolate.post('{', first()), 422, 'validation_error', ['body'])
  })
})

describe('a broken limiter refuses nobody, and is logged:', () => {
  const broken = { limit: () => Promise.reject(new Error('down')) }
  const silent = { limit: () => new Promise<never>(() => undefined) }

  test.each([
    ['one that fails', broken],
    ['one that does not answer', silent],
  ])('%s', async (_, limiter) => {
    const logged = spyOnLog()
    const shop = await aMerchant()
    const all = ['ADDRESS', 'FAILED', 'STANDARD'].map((name) => [`RATE_LIMIT_${name}`, limiter])
    const bindings = { ...env, ...Object.fromEntries(all) }
    const headers = { ...json, 'cf-connecting-ip': anAddress() }
    const send = (body: string) =>
      sendRequest(paths.balance, { method: 'POST', headers, body }, bindings)
    expect((await send(signedJson(shop.uid, shop.secret))).status).toBe(200)
    expectRefused(await send('{'), 422, 'validation_error', ['body'])
    const faults = logged().filter(({ event }) => event === 'rate_limit_fault')
    expect(faults.map(({ rate }) => rate)).toEqual(['address', 'standard', 'address', 'failed'])
  })

  test('the isolate’s own count of failed requests applies', async () => {
    const isolate = anIsolate({ failed: () => Promise.reject(new Error('down')) })
    const address = aNetwork()
    await failOften(isolate, address)
    expectRefused(await isolate.post('{', address()), 429, 'too_many_requests')
  })
})

test('with a loopback BASE_URL no failed request is counted', async () => {
  let asked = 0
  const counting = {
    limit: async () => {
      asked += 1
      return { success: false }
    },
  }
  const names = ['ADDRESS', 'PAGES', 'FAILED', 'STANDARD', 'HIGH']
  const limiters = Object.fromEntries(names.map((name) => [`RATE_LIMIT_${name}`, counting]))
  const bindings = { ...env, ...limiters, BASE_URL: 'http://127.0.0.1:8787' }
  const address = anAddress()
  for (let n = 0; n < 100; n += 1) {
    const headers = { ...json, 'cf-connecting-ip': address }
    const request = { method: 'POST', headers, body: '{' }
    const url = `http://127.0.0.1:8787${paths.balance}`
    expect((await ask(url, request, bindings)).status).toBe(422)
  }
  expect(asked).toBe(0)
})

type Fault = (right: { body: string }) => {
  readonly body: string
  readonly headers?: Record<string, string>
  readonly from?: string
}

async function failOften(isolate: Isolate, address: () => string): Promise<void> {
  for (let n = 0; n < 60; n += 1) {
    expectRefused(await isolate.post('{', address()), 422, 'validation_error', ['body'])
  }
}
