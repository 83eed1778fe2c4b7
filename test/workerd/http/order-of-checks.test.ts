import { describe, expect, test } from 'vitest'
import { altered, type Fields, signedJson } from '../../../scripts/client/merchant-client.ts'
import { signedEndpoints } from '../../../src/contract/endpoints.ts'
import {
  type Answer,
  aMerchant,
  anAddress,
  anId,
  expectRefused,
  postJson,
  rowCounts,
} from '../support/service.ts'

// Decisions §2, "Order of checks": the faults of a request with their refusals. The first one wins.
const faults = [
  ['another media type', 415, 'unsupported_media_type', []],
  ['an ambiguous body', 422, 'validation_error', ['twice']],
  ['uid beside another merchantNo', 422, 'validation_error', ['uid']],
  ['a malformed sign', 422, 'validation_error', ['sign']],
  ['a disabled merchant', 422, 'merchant_not_enabled', []],
  ['another source address', 422, 'ip_not_allowed', []],
  ['an old timestamp', 422, 'timestamp_out_of_range', []],
  ['a wrong sign', 422, 'signature_error', []],
] as const

type Fault = (typeof faults)[number][0]

describe.each(signedEndpoints)('$method $path', ({ path, request }) => {
  test.each(faults.map((fault, n) => [n, fault[0]] as const))('check %i: %s', async (n) => {
    const later = faults.slice(n).map(([name]) => name)
    const pair = later.slice(0, 2)
    const [, status, error, fields] = faults[n] ?? faults[0]

    const before = await rowCounts()
    for (const present of [pair, later]) {
      expectRefused(await send(path, new Set(present)), status, error, fields)
    }
    expect(await rowCounts()).toEqual(before)
  })

  test('a wrong sign is refused before the other fields are checked', async () => {
    const names = Object.keys(request.shape)
    const wrong = Object.fromEntries(names.map((name) => [name, []]))
    expectRefused(await send(path, new Set(['a wrong sign']), wrong), 422, 'signature_error')
    if (names.length === 0) return
    const answer = await send(path, new Set(), wrong)
    expect(answer).toMatchObject({ status: 422, body: { error: 'validation_error' } })
  })
})

test('other fields are checked before a repeated orderid', async () => {
  const shop = await aMerchant()
  const orderid = anId()
  expect((await shop.create({ orderid })).status).toBe(200)
  expectRefused(await shop.create({ orderid }), 422, 'duplicate_orderid')
  expectRefused(await shop.create({ orderid, amount: 0 }), 422, 'validation_error', ['amount'])
  const notify_url = 'https://localhost/n'
  expectRefused(await shop.create({ orderid, notify_url }), 422, 'validation_error', ['notify_url'])
})

test('other fields are checked before an unknown order', async () => {
  const shop = await aMerchant()
  const lookup = { orderid: anId(), tradeNo: 'x'.repeat(33) }
  expectRefused(await shop.status(lookup), 422, 'validation_error', ['tradeNo'])
  expectRefused(await shop.status({ ...lookup, tradeNo: '' }), 422, 'order_not_found')
})

/** A request with exactly these faults, of a new merchant and from a new address. */
async function send(
  path: string,
  present: ReadonlySet<Fault>,
  fields: Fields = {},
): Promise<Answer> {
  const address = anAddress()
  const shop = await aMerchant({
    enabled: !present.has('a disabled merchant'),
    ip_whitelist: [address],
  })
  const timestamp = Math.floor(Date.now() / 1000) - (present.has('an old timestamp') ? 900 : 0)
  const contradiction = { merchantNo: 'another' }
  const all = {
    timestamp,
    ...fields,
    ...(present.has('uid beside another merchantNo') ? contradiction : {}),
  }
  let body = signedJson(shop.uid, shop.secret, all)
  if (present.has('a wrong sign')) body = altered(body, { sign: '0'.repeat(32) })
  if (present.has('a malformed sign')) body = altered(body, { sign: 'x' })
  if (present.has('an ambiguous body')) body = body.replace('{', '{"twice":1,"twice":2,')
  return postJson(path, body, {
    'content-type': present.has('another media type') ? 'text/plain' : 'application/json',
    'cf-connecting-ip': present.has('another source address') ? anAddress() : address,
  })
}
