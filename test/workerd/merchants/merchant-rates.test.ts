import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { signedJson } from '../../../scripts/client/merchant-client.ts'
import { aMerchant, expectRefused, json, paths, post, postJson } from '../support/service.ts'

const address = '203.0.113.7'

test('an address over its rate is refused before its body is read, with retry-after (§7 429, §8 rates)', async () => {
  const over = { ...env, RATE_LIMIT_ADDRESS: always(false) }
  const headers = { 'content-type': 'text/plain', 'cf-connecting-ip': address }
  const answer = await postJson(paths.balance, '{', headers, over)
  expectRefused(answer, 429, 'too_many_requests')
  expect(answer.headers.get('retry-after')).toBe('60')
})

test.each(['standard', 'high'] as const)(
  'a merchant of the rate %s is refused over it, after its signature (§7 429, §8 rates)',
  async (rate) => {
    const shop = await aMerchant({ settings: { rate_limit: rate } })
    const binding = { standard: 'RATE_LIMIT_STANDARD', high: 'RATE_LIMIT_HIGH' }[rate]
    const over = { ...env, [binding]: always(false) }
    const ask = (secret: string) => post({ ...shop, secret }, paths.balance, {}, over)
    expectRefused(await ask(shop.secret), 429, 'too_many_requests')
    expectRefused(await ask('wrong'), 422, 'signature_error')
  },
)

test('a merchant of the rate off is never counted, and a broken limiter accepts', async () => {
  const off = await aMerchant({ settings: { rate_limit: 'off' } })
  const standard = await aMerchant()
  const broken = { limit: () => Promise.reject(new Error('down')) }
  for (const [shop, binding] of [
    [off, always(false)],
    [standard, broken],
  ] as const) {
    const bindings = { ...env, RATE_LIMIT_STANDARD: binding, RATE_LIMIT_HIGH: binding }
    const headers = { ...json, 'cf-connecting-ip': address }
    const body = signedJson(shop.uid, shop.secret)
    expect((await postJson(paths.balance, body, headers, bindings)).status).toBe(200)
  }
})

test('with a loopback BASE_URL nothing is limited', async () => {
  const shop = await aMerchant()
  const none = always(false)
  const local = { ...env, BASE_URL: 'http://127.0.0.1:8787', RATE_LIMIT_ADDRESS: none }
  const bindings = { ...local, RATE_LIMIT_STANDARD: none }
  const body = signedJson(shop.uid, shop.secret)
  const headers = { ...json, 'cf-connecting-ip': address }
  const answer = await postJson(paths.balance, body, headers, bindings)
  expect(answer.body.error).not.toBe('too_many_requests')
})

test('the platform’s own limiter counts by key (§8 rates)', async () => {
  const outcomes = await inOneMinute(async () => {
    const key = crypto.randomUUID()
    const counted: boolean[] = []
    for (let n = 0; n < 1_201; n += 1) {
      counted.push((await env.RATE_LIMIT_STANDARD.limit({ key })).success)
    }
    return counted
  })
  expect(outcomes.slice(0, 1_200)).not.toContain(false)
  expect(outcomes[1_200]).toBe(false)
})

function always(success: boolean): RateLimit {
  return { limit: async () => ({ success }) }
}

// A count over two of the limiter's minutes is repeated.
async function inOneMinute<Result>(count: () => Promise<Result>): Promise<Result> {
  const minute = () => Math.floor(Date.now() / 60_000)
  for (;;) {
    const begun = minute()
    const result = await count()
    if (minute() === begun) return result
  }
}
