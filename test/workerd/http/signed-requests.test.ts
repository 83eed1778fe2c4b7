import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  altered,
  type Fields,
  signedJson,
  signOf,
} from '../../../scripts/client/merchant-client.ts'
import { signedEndpoints } from '../../../src/contract/endpoints.ts'
import {
  aMerchant,
  expectAccepted,
  expectRefused,
  form,
  json,
  patchShop,
  post,
  postJson,
  rowCounts,
  setClock,
} from '../support/service.ts'

let before: Record<string, number>
beforeAll(async () => {
  before = await rowCounts()
})
afterAll(async () => {
  expect(await rowCounts(), 'none of these writes a row').toEqual(before)
})

// Every signed endpoint refuses these.
describe.each(signedEndpoints)('$method $path', ({ path }) => {
  test.each([
    ['uid', [undefined, null, '', 5.5, true, {}, [], 'x'.repeat(21), 'a\nb']],
    ['timestamp', [undefined, null, '', 'soon', '1.5', 1.5, true, {}, [], ' 1', '0x10']],
    ['sign', [undefined, null, '', 5, true, {}, []]],
    ['sign', ['A'.repeat(31), 'A'.repeat(33), 'G'.repeat(32), `${'A'.repeat(31)} `]],
  ])(
    '%s is checked first: %j ' +
      '(§2.1 uid, §2.2–3 uid, timestamp, sign, §2.4 uid–sign, §4 signed requests, §4.1–2 body, ' +
      '§4.6 body, §4.8–9 body, §4.11 body, §5.1, §7 language, validation, signed endpoints, ' +
      '§8 uid, sign)',
    async (name, values) => {
      const { uid, secret } = await aMerchant()
      for (const value of values) {
        const fields = { uid, timestamp: Math.floor(Date.now() / 1000), [name]: value }
        const sign = signOf(fields, secret)
        const body = JSON.stringify({ sign, ...fields })
        expectRefused(await postJson(path, body), 422, 'validation_error', [name])
      }
    },
  )

  test('missing uid, timestamp and sign are all named (§4 signed requests)', async () => {
    const named = ['uid', 'timestamp', 'sign']
    expectRefused(await postJson(path, '{}'), 422, 'validation_error', named)
    const form422 = await postJson(path, '', form)
    expectRefused(form422, 422, 'validation_error', named)
  })

  test('uid beside another merchantNo is refused, beside the same one it is not', async () => {
    const shop = await aMerchant()
    const other = await aMerchant()
    for (const merchantNo of [other.uid, 5, ` ${shop.uid}`]) {
      expectRefused(await post(shop, path, { merchantNo }), 422, 'validation_error', ['uid'])
    }
    expectAccepted(await post(shop, path, { merchantNo: shop.uid }))
    expectAccepted(await post(shop, path, { merchantNo: '' }))
  })

  test('an unknown uid and a disabled merchant are refused alike (§1.6 answers, §5.6 uid, §7 body–merchant)', async () => {
    const shop = await aMerchant({ enabled: false })
    expectRefused(await post(shop, path), 422, 'merchant_not_enabled')
    const unknown = signedJson('nobody', shop.secret)
    expectRefused(await postJson(path, unknown), 422, 'merchant_not_enabled')
  })

  test('a merchant that is enabled again is accepted at once', async () => {
    const shop = await aMerchant({ enabled: false })
    expectRefused(await post(shop, path), 422, 'merchant_not_enabled')
    await patchShop(shop.uid, { enabled: true })
    expectAccepted(await post(shop, path))
  })

  test.each([
    ['203.0.113.5', ['203.0.113.5', '::ffff:203.0.113.5'], ['203.0.113.6', '::ffff:203.0.113.6']],
    ['203.0.113.0/28', ['203.0.113.0', '203.0.113.15'], ['203.0.113.16', '2001:db8::1']],
    ['2001:db8::5', ['2001:db8::5', '2001:DB8:0:0::5'], ['2001:db8::6', '203.0.113.5']],
    ['2001:db8::/64', ['2001:db8::ffff:1'], ['2001:db8:0:1::1', 'not an address', '']],
  ])(
    'with the list [%s] only its addresses may call ' +
      '(§1.7 set, §2.1 ip_whitelist, §5.7 allow-list, §7 source address)',
    async (entry, allowed, others) => {
      const shop = await aMerchant({ ip_whitelist: ['192.0.2.1', entry] })
      const from = (address: string) =>
        postJson(path, signedJson(shop.uid, shop.secret), { ...json, 'cf-connecting-ip': address })
      for (const address of allowed) expectAccepted(await from(address))
      for (const address of others) expectRefused(await from(address), 422, 'ip_not_allowed')
    },
  )

  test('with a list, no source address and a forwarded one are both refused (§1.7 set)', async () => {
    const shop = await aMerchant({ ip_whitelist: ['203.0.113.5'] })
    const forwarded = { 'x-forwarded-for': '203.0.113.5', 'x-real-ip': '203.0.113.5' }
    const send = (headers: Record<string, string>) =>
      postJson(path, signedJson(shop.uid, shop.secret), { ...json, ...headers })

    expectRefused(await send({}), 422, 'ip_not_allowed')
    expectRefused(await send(forwarded), 422, 'ip_not_allowed')
    const elsewhere = { ...forwarded, 'cf-connecting-ip': '192.0.2.9' }
    expectRefused(await send(elsewhere), 422, 'ip_not_allowed')
    expectAccepted(
      await send({ 'cf-connecting-ip': '203.0.113.5', 'x-forwarded-for': '192.0.2.9' }),
    )
  })

  test('a timestamp 300 s off is accepted, 301 s are not, and the refusal has the server’s time (§5.9)', async () => {
    const shop = await aMerchant()
    setClock(Date.now())
    const now = Math.floor(Date.now() / 1000)
    for (const off of [0, 299, -299, 300, -300]) {
      expectAccepted(await post(shop, path, { timestamp: now + off }))
      expectAccepted(await post(shop, path, { timestamp: String(now + off) }))
      expectAccepted(await post(shop, path, { timestamp: (now + off) * 1000 + 999 }))
    }
    for (const timestamp of [now + 301, now - 301, (now - 301) * 1000, 0, -now, now * 100]) {
      const answer = await post(shop, path, { timestamp })
      expectRefused(answer, 422, 'timestamp_out_of_range')
      expect(answer.body.message).toContain(String(now))
    }
  })

  test(
    'a wrong sign is refused: another secret, a changed value, an unsigned parameter ' +
      '(§2.1 API secret, §5.3.1–2, §5.4, §5.6 sign, §7 signature, signed endpoints)',
    async () => {
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
    },
  )

  test('a sign of the same values in another form is accepted, of other values refused', async () => {
    const { uid, secret } = await aMerchant()
    const sent = { amount: 100, other: 7, extra: { a: '甲/乙' }, flag: true, off: false }
    const body = signedJson(uid, secret, sent)
    const { timestamp } = JSON.parse(body)
    const signedAs = (forms: Fields) => {
      const sign = signOf({ uid, timestamp, ...sent, ...forms }, secret)
      return postJson(path, altered(body, { sign }))
    }
    const php = { flag: '1', off: '' }
    for (const forms of [{}, { amount: '100.00' }, php, { ...php, amount: '100.00' }]) {
      expectAccepted(await signedAs(forms))
    }
    for (const forms of [
      { amount: '100.0' },
      { amount: '100.000' },
      { amount: '100.01' },
      { other: '7.00' },
      { flag: '1' },
      { off: '' },
      { flag: '', off: '1' },
      { extra: '{"a":"\\u7532/乙"}' },
      { extra: '' },
      { uid: uid.toLowerCase() },
      { key: secret },
    ]) {
      expectRefused(await signedAs(forms), 422, 'signature_error')
    }
  })

  test('a sign in lower case is the same sign', async () => {
    const { uid, secret } = await aMerchant()
    const body = signedJson(uid, secret)
    const sign = JSON.parse(body).sign.toLowerCase()
    expectAccepted(await postJson(path, altered(body, { sign })))
  })
})
