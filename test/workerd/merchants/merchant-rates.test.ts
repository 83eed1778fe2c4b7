import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { signedJson } from '../../support/merchant-client.ts'
import { aMerchant, expectRefused, paths, sendDirectly } from '../support/service.ts'

const json = 'application/json'
const address = '203.0.113.7'

test('an address over its rate is refused before its body is looked at, and told when to come (§7 429, §8 rates)', async () => {
  const over = { ...env, RATE_LIMIT_ADDRESS: always(false) }
  const headers = { 'content-type': 'text/plain', 'cf-connecting-ip': address }
  const answer = await sendDirectly(paths.balance, { method: 'POST', headers, body: '{' }, over)
  expectRefused(answer, 429, 'too_many_requests')
  expect(answer.headers.get('retry-after')).toBe('60')
})

test.each(['standard', 'high'] as const)(
  'a merchant of the rate %s is held to it, after its signature (§7 429, §8 rates)',
  async (rate) => {
    const shop = await aMerchant({ settings: { rate_limit: rate } })
    const binding = { standard: 'RATE_LIMIT_STANDARD', high: 'RATE_LIMIT_HIGH' }[rate]
    const over = { ...env, [binding]: always(false) }
    const ask = (secret: string) => {
      const body = signedJson(shop.uid, secret)
      const init = { method: 'POST', headers: { 'content-type': json }, body }
      return sendDirectly(paths.balance, init, over)
    }
    expectRefused(await ask(shop.secret), 429, 'too_many_requests')
    expectRefused(await ask('wrong'), 422, 'signature_error')
  },
)

test('a merchant of the rate off is never counted, and a broken shield lets through', async () => {
  const off = await aMerchant({ settings: { rate_limit: 'off' } })
  const standard = await aMerchant()
  const broken = { limit: () => Promise.reject(new Error('down')) }
  for (const [shop, binding] of [
    [off, always(false)],
    [standard, broken],
  ] as const) {
    const world = { ...env, RATE_LIMIT_STANDARD: binding, RATE_LIMIT_HIGH: binding }
    const headers = { 'content-type': json, 'cf-connecting-ip': address }
    const init = { method: 'POST', headers, body: signedJson(shop.uid, shop.secret) }
    expect((await sendDirectly(paths.balance, init, world)).status).toBe(200)
  }
})

test('where BASE_URL is a loopback address nothing is limited', async () => {
  const shop = await aMerchant()
  const none = always(false)
  const local = { ...env, BASE_URL: 'http://127.0.0.1:8787', RATE_LIMIT_ADDRESS: none }
  const world = { ...local, RATE_LIMIT_STANDARD: none }
  const body = signedJson(shop.uid, shop.secret)
  const headers = { 'content-type': json, 'cf-connecting-ip': address }
  const answer = await sendDirectly(paths.balance, { method: 'POST', headers, body }, world)
  expect(answer.body.error).not.toBe('too_many_requests')
})

test('the platform’s own limiter counts by key (§8 rates)', async () => {
  const outcomes = await inOneWindow(async () => {
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

// A count that reaches from one of the limiter's minutes into the next says nothing, and is made once more.
async function inOneWindow<Result>(count: () => Promise<Result>): Promise<Result> {
  const window = () => Math.floor(Date.now() / 60_000)
  for (;;) {
    const begun = window()
    const result = await count()
    if (window() === begun) return result
  }
}
