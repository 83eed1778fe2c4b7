import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedForm, signedJson } from '../../../scripts/client/merchant-client.ts'
import { signedEndpoints } from '../../../src/contract/endpoints.ts'
import {
  aMerchant,
  expectAccepted,
  expectRefused,
  form,
  postJson,
  rowCounts,
  sendRequest,
} from '../support/service.ts'

const bodyBytesMax = 65_536

let before: Record<string, number>
beforeAll(async () => {
  before = await rowCounts()
})
afterAll(async () => {
  expect(await rowCounts(), 'none of these writes a row').toEqual(before)
})

// Every signed endpoint refuses these.
describe.each(signedEndpoints)('$method $path', ({ path }) => {
  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    '%s: 405 (§7 405)',
    async (method) => {
      const answer = await sendRequest(path, { method })

      expect(answer.headers.get('allow')).toBe('POST')
      if (method === 'HEAD') expect(answer).toMatchObject({ status: 405, body: null })
      else expectRefused(answer, 405, 'method_not_allowed')
    },
  )

  test.each([
    'text/plain',
    'text/json',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json, text/plain',
    'constructor',
    '__proto__',
    ';',
  ])('media type %s: 415 (§1.6 JSON, §7 415)', async (type) => {
    const shop = await aMerchant()
    const answer = await postJson(path, signedJson(shop.uid, shop.secret), { 'content-type': type })
    expectRefused(answer, 415, 'unsupported_media_type')
  })

  test('no media type: 415 (§7 415)', async () => {
    const shop = await aMerchant()
    const bytes = new TextEncoder().encode(signedJson(shop.uid, shop.secret))
    expectRefused(await postJson(path, bytes, {}), 415, 'unsupported_media_type')
  })

  test('the media type may be in any case and have parameters, and may be a form (§1.6 JSON)', async () => {
    const { uid, secret } = await aMerchant()
    for (const type of ['Application/JSON', 'application/json; charset=utf-8']) {
      expectAccepted(await postJson(path, signedJson(uid, secret), { 'content-type': type }))
    }
    expectAccepted(await postJson(path, signedForm(uid, secret), form))
  })

  test('65,536 bytes are read, 65,537 are refused, with and without a content-length (§7 413, §8 size of a request)', async () => {
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
  ])('%s is not a body (§1.6 JSON, §4 bodies)', async (_name, body) => {
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
  ])('%s makes a body ambiguous (§4 bodies)', async (_name, member, field) => {
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
    const answer = await postJson(path, body, form)
    expectRefused(answer, 422, 'validation_error', [field])
  })

  test('eight levels and surrogate pairs are accepted', async () => {
    const shop = await aMerchant()
    const deepest = JSON.parse(`${'{"a":'.repeat(6)}["😀"]${'}'.repeat(6)}`)
    expectAccepted(await postJson(path, signedJson(shop.uid, shop.secret, { deepest, '😀': '😀' })))
  })
})

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
