import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { signedJson } from '../../../scripts/client/merchant-client.ts'
import { watchedD1 } from '../../support/watched.ts'
import { ask, exchange, purchaseUrl } from '../support/exchange-host.ts'
import { anAmountLink, aPlainLink } from '../support/links.ts'
import { aMerchant, anId, expectRefused, paths, postJson, sendRequest } from '../support/service.ts'

const json = { 'content-type': 'application/json' }

test.each([
  ['knows the merchant', true],
  ['has yet to read the merchant', false],
])('a database that does not answer is unavailable, where the isolate %s', async (_, knows) => {
  const { uid, secret } = await aMerchant()
  if (knows) expect((await postJson(paths.balance, signedJson(uid, secret))).status).toBe(200)
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const body = signedJson(uid, secret, { orderid: anId(), amount: 1 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = postJson(paths.create, body, json, { ...env, DB: hangingDatabase() })
  await vi.advanceTimersByTimeAsync(30_000)
  const answer = await asked
  expectRefused(answer, 503, 'unavailable')
  expect(answer.headers.get('retry-after')).toBe('5')
  const lines = log.mock.calls.map(([line]) => JSON.parse(line))
  expect(lines.find(({ event }) => event === 'request')).toMatchObject({ error: 'unavailable' })
  expect(lines.filter(({ event }) => event === 'fault')).toEqual([])
})

test('a member’s page and a public list of a database that does not answer are unavailable', async () => {
  const shop = await aMerchant()
  const { id, session } = await aPlainLink(shop)
  const { token } = await anAmountLink(shop)
  const hanging = { ...env, DB: hangingDatabase() }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const submission = new URLSearchParams({ third_party_session: session, amount: '1000' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = Promise.all([
    sendRequest('/api/v1/products', {}, hanging),
    ask(purchaseUrl(id, session), {}, hanging),
    ask(
      purchaseUrl(id, session),
      { method: 'POST', headers: form, body: String(submission) },
      hanging,
    ),
    ask(`${exchange}/wait/${token}/paid`, { method: 'POST', headers: form }, hanging),
    ask(`${exchange}/wait/${token}/state`, {}, hanging),
  ])
  await vi.advanceTimersByTimeAsync(30_000)
  for (const { status, headers } of await asked) {
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
  }
})

test.each([
  ['a body of known length', { 'content-length': '500' }],
  ['a body by parts', {}],
])('a caller that hangs up in %s is no internal_error', async (_, more) => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const parts = ['{"uid":']
  const body = new ReadableStream({
    pull(stream) {
      const part = parts.shift()
      if (part === undefined) stream.error(new Error('Network connection lost.'))
      else stream.enqueue(new TextEncoder().encode(part))
    },
  })
  const init = { method: 'POST', headers: { ...json, ...more }, body }
  const { status, body: said } = await sendRequest(paths.create, init)
  expect([status, said]).toEqual([499, null])
  const lines = log.mock.calls.map(([line]) => JSON.parse(line))
  expect(lines).toMatchObject([{ event: 'request', status: 499, error: 'caller_gone' }])
})

/** A database that takes statements and never answers. */
function hangingDatabase(): D1Database {
  return watchedD1(env.DB, () => new Promise<never>(() => undefined))
}
