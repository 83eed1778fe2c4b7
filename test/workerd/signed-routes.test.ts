import { exports } from 'cloudflare:workers'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { signedEndpoints } from '../../src/contract/merchant-api.ts'
import { patchMerchant } from '../../src/operations/manage-merchant.ts'
import { altered, type Fields, signedForm, signedJson, signOf } from '../support/merchant-client.ts'
import {
  type Answer,
  aContext,
  aMerchant,
  answerOf,
  expectRefused,
  postJson,
  rowCounts,
} from './world.ts'

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const bodyBytesMax = 65_536

let before: Record<string, number>
beforeAll(async () => {
  before = await rowCounts()
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  expect(await rowCounts(), 'nothing is written by any of these').toEqual(before)
})

// Every signed endpoint refuses these, whatever it does; one that is added to the list has to as well.
describe.each(signedEndpoints)('$method $path', ({ path }) => {
  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s: 405', async (method) => {
    const url = `https://pay.example${path}`
    const answer = await answerOf(await exports.default.fetch(url, { method }))

    expect(answer.headers.get('allow')).toBe('POST')
    if (method === 'HEAD') expect(answer).toMatchObject({ status: 405, body: null })
    else expectRefused(answer, 405, 'method_not_allowed')
  })

  test.each([
    'text/plain',
    'text/json',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json, text/plain',
    'constructor',
    '__proto__',
    ';',
  ])('media type %s: 415', async (type) => {
    const shop = await aMerchant()
    const answer = await postJson(path, signedJson(shop.uid, shop.secret), { 'content-type': type })
    expectRefused(answer, 415, 'unsupported_media_type')
  })

  test('no media type: 415', async () => {
    const shop = await aMerchant()
    const bytes = new TextEncoder().encode(signedJson(shop.uid, shop.secret))
    expectRefused(await postJson(path, bytes, {}), 415, 'unsupported_media_type')
  })

  test('the media type may be in any case and carry parameters, and a form is one', async () => {
    const { uid, secret } = await aMerchant()
    for (const type of ['Application/JSON', 'application/json; charset=utf-8']) {
      expectAccepted(await postJson(path, signedJson(uid, secret), { 'content-type': type }))
    }
    expectAccepted(await postJson(path, signedForm(uid, secret), { 'content-type': form }))
  })

  test('65,536 bytes are read, 65,537 are refused, with and without a content-length', async () => {
    const { uid, secret } = await aMerchant()
    for (const chunked of [false, true]) {
      const send = (length: number) => {
        const body = padded(uid, secret, length)
        return postJson(path, chunked ? streamOf(body) : body)
      }
      expectAccepted(await send(bodyBytesMax))
      expectRefused(await send(bodyBytesMax + 1), 413, 'body_too_large')
    }
  })

  test.each([
    ['nothing', ''],
    ['blanks', ' \n'],
    ['a broken object', '{"uid":'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['a number', '5'],
    ['null', 'null'],
    ['two objects', '{}{}'],
    ['a trailing comma', '{"a":1,}'],
    ['a name without quotes', '{a:1}'],
    ['a comment', '{/**/}'],
    ['NaN', '{"amount":NaN}'],
    ['a leading zero', '{"amount":01}'],
    ['a raw control character', '{"a":"\t"}'],
  ])('%s is not a body', async (_name, body) => {
    expectRefused(await postJson(path, body), 422, 'validation_error', ['body'])
  })

  test.each([
    ['a name again', '"uid":"x"', 'uid'],
    ['a name again in other letters', '"\\u0075id":"x"', 'uid'],
    ['a name again further in', '"extra":{"list":[{"a":1,"a":1}]}', 'a'],
    ['__proto__ twice', '"__proto__":1,"__proto__":1', '__proto__'],
    ['the empty name twice', '"":1,"":1', 'body'],
    ['nine levels', `"a":${'{"a":'.repeat(7)}[1]${'}'.repeat(7)}`, 'body'],
    ['a lone high surrogate', '"a":"\\ud83d"', 'body'],
    ['a lone low surrogate', '"a":"\\ude00"', 'body'],
    ['surrogates the wrong way round', '"a":"\\ude00\\ud83d"', 'body'],
    ['a lone surrogate in a name', '"\\ud83d":1', 'body'],
    ['a lone surrogate further in', '"extra":{"a":["\\ud83d"]}', 'body'],
  ])('%s makes a body ambiguous', async (_name, member, field) => {
    const { uid, secret } = await aMerchant()
    const body = signedJson(uid, secret).replace('{', `{${member},`)
    expectRefused(await postJson(path, body), 422, 'validation_error', [field])
  })

  test('a byte order mark, and bytes that are not UTF-8, are refused', async () => {
    const { uid, secret } = await aMerchant()
    const bytes = new TextEncoder().encode(signedJson(uid, secret, { name: '?' }))
    const broken = bytes.map((byte) => (byte === 0x3f ? 0xff : byte))
    const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...bytes])

    expectAccepted(await postJson(path, bytes))
    for (const body of [broken, marked]) {
      expectRefused(await postJson(path, body), 422, 'validation_error', ['body'])
    }
  })

  test.each([
    ['uid=a&uid=a', 'uid'],
    ['uid=a&u%69d=a', 'uid'],
    ['uid=%ff', 'body'],
    ['uid=%zz', 'body'],
  ])('the form %s is refused', async (body, field) => {
    const answer = await postJson(path, body, { 'content-type': form })
    expectRefused(answer, 422, 'validation_error', [field])
  })

  test('eight levels, and pairs of surrogates, are read', async () => {
    const shop = await aMerchant()
    const deepest = JSON.parse(`${'{"a":'.repeat(6)}["😀"]${'}'.repeat(6)}`)
    expectAccepted(await shop.call(path, { deepest, '😀': '😀' }))
  })

  test.each([
    ['uid', [undefined, null, '', 5, true, {}, [], 'x'.repeat(21), 'a\nb']],
    ['timestamp', [undefined, null, '', 'soon', '1.5', 1.5, true, {}, [], ' 1', '0x10']],
    ['sign', [undefined, null, '', 5, true, {}, []]],
    ['sign', ['A'.repeat(31), 'A'.repeat(33), 'G'.repeat(32), `${'A'.repeat(31)} `]],
  ])('%s is checked first: %j', async (name, values) => {
    const { uid, secret } = await aMerchant()
    for (const value of values) {
      const fields = { uid, timestamp: Math.floor(Date.now() / 1000), [name]: value }
      const sign = signOf(fields, secret)
      const body = JSON.stringify({ sign, ...fields })
      expectRefused(await postJson(path, body), 422, 'validation_error', [name])
    }
  })

  test('uid, timestamp and sign that are all missing are all named', async () => {
    const named = ['uid', 'timestamp', 'sign']
    expectRefused(await postJson(path, '{}'), 422, 'validation_error', named)
    const form422 = await postJson(path, '', { 'content-type': form })
    expectRefused(form422, 422, 'validation_error', named)
  })

  test('uid beside another merchantNo is refused, beside the same one it is not', async () => {
    const shop = await aMerchant()
    const other = await aMerchant()
    for (const merchantNo of [other.uid, 5, ` ${shop.uid}`]) {
      expectRefused(await shop.call(path, { merchantNo }), 422, 'validation_error', ['uid'])
    }
    expectAccepted(await shop.call(path, { merchantNo: shop.uid }))
    expectAccepted(await shop.call(path, { merchantNo: '' }))
  })

  test('an unknown uid and a disabled merchant are refused alike', async () => {
    const shop = await aMerchant({ enabled: false })
    expectRefused(await shop.call(path), 422, 'merchant_not_enabled')
    const unknown = signedJson('nobody', shop.secret)
    expectRefused(await postJson(path, unknown), 422, 'merchant_not_enabled')
  })

  test('a merchant that is enabled again is accepted at once', async () => {
    const shop = await aMerchant({ enabled: false })
    expectRefused(await shop.call(path), 422, 'merchant_not_enabled')
    await patchMerchant(aContext(), shop.uid, { enabled: true })
    expectAccepted(await shop.call(path))
  })

  test.each([
    ['203.0.113.5', ['203.0.113.5', '::ffff:203.0.113.5'], ['203.0.113.6', '::ffff:203.0.113.6']],
    ['203.0.113.0/28', ['203.0.113.0', '203.0.113.15'], ['203.0.113.16', '2001:db8::1']],
    ['2001:db8::5', ['2001:db8::5', '2001:DB8:0:0::5'], ['2001:db8::6', '203.0.113.5']],
    ['2001:db8::/64', ['2001:db8::ffff:1'], ['2001:db8:0:1::1', 'not an address', '']],
  ])('with the list [%s] only its addresses may call', async (entry, allowed, others) => {
    const shop = await aMerchant({ ip_whitelist: ['192.0.2.1', entry] })
    const from = (address: string) =>
      postJson(path, signedJson(shop.uid, shop.secret), {
        'content-type': json,
        'cf-connecting-ip': address,
      })
    for (const address of allowed) expectAccepted(await from(address))
    for (const address of others) expectRefused(await from(address), 422, 'ip_not_allowed')
  })

  test('with a list, no source address and a forwarded one are both refused', async () => {
    const shop = await aMerchant({ ip_whitelist: ['203.0.113.5'] })
    const forwarded = { 'x-forwarded-for': '203.0.113.5', 'x-real-ip': '203.0.113.5' }
    const send = (headers: Record<string, string>) =>
      postJson(path, signedJson(shop.uid, shop.secret), { 'content-type': json, ...headers })

    expectRefused(await send({}), 422, 'ip_not_allowed')
    expectRefused(await send(forwarded), 422, 'ip_not_allowed')
    const elsewhere = { ...forwarded, 'cf-connecting-ip': '192.0.2.9' }
    expectRefused(await send(elsewhere), 422, 'ip_not_allowed')
    expectAccepted(
      await send({ 'cf-connecting-ip': '203.0.113.5', 'x-forwarded-for': '192.0.2.9' }),
    )
  })

  test('a timestamp 300 s off is accepted, 301 s are not, and the server tells its time', async () => {
    const shop = await aMerchant()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const now = Math.floor(Date.now() / 1000)
    for (const off of [0, 299, -299, 300, -300]) {
      expectAccepted(await shop.call(path, { timestamp: now + off }))
      expectAccepted(await shop.call(path, { timestamp: String(now + off) }))
      expectAccepted(await shop.call(path, { timestamp: (now + off) * 1000 + 999 }))
    }
    for (const timestamp of [now + 301, now - 301, (now - 301) * 1000, 0, -now, now * 100]) {
      const answer = await shop.call(path, { timestamp })
      expectRefused(answer, 422, 'timestamp_out_of_range')
      expect(answer.body.message).toContain(String(now))
    }
  })

  test('a wrong sign is refused: another secret, a changed value, an unsigned parameter', async () => {
    const { uid, secret } = await aMerchant()
    const other = await aMerchant()
    const fields = { note: 'as signed', extra: { a: 1 } }
    const body = signedJson(uid, secret, fields)
    const changed: Fields[] = [
      { note: 'As signed' },
      { note: 'as signed ' },
      { note: undefined },
      { extra: { a: '1' } },
      { timestamp: JSON.parse(body).timestamp - 1 },
      { unsigned: 'extra' },
      { Sign: 'unsigned too' },
    ]
    expectAccepted(await postJson(path, body))
    expectAccepted(await postJson(path, altered(body, { unsigned: '', nothing: null })))
    for (const changes of changed) {
      expectRefused(await postJson(path, altered(body, changes)), 422, 'signature_error')
    }
    for (const wrong of [other.secret, '', `${secret} `, secret.toLowerCase()]) {
      const signed = signedJson(uid, wrong, fields)
      expectRefused(await postJson(path, signed), 422, 'signature_error')
    }
  })

  test('a sign in lower case is the same sign', async () => {
    const { uid, secret } = await aMerchant()
    const body = signedJson(uid, secret)
    const sign = JSON.parse(body).sign.toLowerCase()
    expectAccepted(await postJson(path, altered(body, { sign })))
  })
})

/** Whatever the endpoint makes of a request that has none of its own fields: it got past the checks of every route. */
function expectAccepted(answer: Answer): void {
  if (answer.status === 200) return
  expect(answer).toMatchObject({ status: 422, body: { error: 'validation_error' } })
  for (const name of ['body', 'uid', 'timestamp', 'sign']) {
    expect(answer.body.errors).not.toHaveProperty(name)
  }
}

function padded(uid: string, secret: string, length: number): string {
  const bare = signedJson(uid, secret, { pad: '' }).length
  return signedJson(uid, secret, { pad: 'x'.repeat(length - bare) })
}

function streamOf(text: string): ReadableStream {
  const bytes = new TextEncoder().encode(text)
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 10_000) {
        controller.enqueue(bytes.slice(at, at + 10_000))
      }
      controller.close()
    },
  })
}
