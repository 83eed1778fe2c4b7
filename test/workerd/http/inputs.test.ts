import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Sources, signedForm, signedSource } from '../../../scripts/client/merchant-client.ts'
import { createMerchant } from '../../../src/operations/merchants/manage-merchant.ts'
import { aLink, amountPath, plainPath } from '../support/links.ts'
import {
  type Answer,
  aContext,
  aMerchant,
  anId,
  expectRefused,
  operator,
  paths,
  postJson,
} from '../support/service.ts'

// What merchants' clients in other languages send, written out here as they write it.

const payouts = '/api/v1/merchant/payouts'
const payoutStatus = '/api/v1/merchant/payouts/status'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

type Caller = { readonly uid: string; readonly secret: string }

test.each([
  ['Go’s json.Marshal', '{"a":"\\u003cb\\u003e \\u0026 \\u2028"}', '{"a":"<b> & \u2028"}'],
  ['Gson', '{"a":"\\u003cb\\u003e\\u003d\\u0026\\u0027"}', '{"a":"<b>=&\'"}'],
  ['PHP with all its flags', '{"a":"\\u003C\\u0027\\u0026\\/\\u738b"}', '{"a":"<\'&/王"}'],
])('every \\uXXXX is the same value as plain: extra as %s writes it', async (_, sent, plain) => {
  const { uid, secret } = await aMerchant()
  for (const signed of [sent, plain]) {
    const fields = { uid, timestamp: Math.floor(Date.now() / 1000), orderid: anId(), amount: 1 }
    const text = `amount=1&extra=${signed}&orderid=${fields.orderid}&timestamp=${fields.timestamp}`
    const sign = createHash('md5').update(`${text}&uid=${uid}&key=${secret}`).digest('hex')
    const head = JSON.stringify({ ...fields, sign }).slice(0, -1)
    const answer = await postJson(paths.create, `${head},"extra":${sent}}`)
    expect(answer).toMatchObject({ status: 200, body: { ok: 1 } })
  }
})

test('text fields take whole numbers as their digits, uid and order numbers too; what is signed stays as sent', async () => {
  const uid = String(Math.floor(Math.random() * 1e15))
  const { api_secret: secret } = await createMerchant(aContext(), operator, { uid, name: 'Digits' })
  const no = `9${String(Math.random()).slice(2, 12)}0000000000`
  const caller = { uid, secret }
  const made = await post(caller, paths.create, { uid, orderid: no, amount: '5', user_id: '0' })
  expect(made).toMatchObject({
    status: 200,
    body: { data: { orderid: no, merchant_order_no: no } },
  })

  for (const orderid of [no, JSON.stringify(no)]) {
    const { body } = await post(caller, paths.status, { uid, orderid })
    expect(body.data).toMatchObject({ uid, orderid: no, user_id: '0' })
    expectRefused(
      await post(caller, paths.create, { uid, orderid, amount: '5' }),
      422,
      'duplicate_orderid',
    )
  }
})

test('text fields take whole numbers as their digits at payouts, links and in earlier names', async () => {
  const shop = await aMerchant()
  const serial = `8${String(Math.random()).slice(2, 12)}`
  const payout = { serial_no: serial, amount: '5', payee_name: '"林"', payee_account: '12345' }
  expect((await post(shop, payouts, payout)).body.ok).toBe(1)
  const { body } = await post(shop, payoutStatus, { orderNo: serial })
  expect(body.data).toMatchObject({ serial_no: serial, payee_account: '12345' })

  const texts = Object.entries(aLink({ return_url: '' })).map(([name, value]) => {
    return [name, JSON.stringify(value)] as const
  })
  const numbers = {
    merchant_order_no: `7${serial}`,
    member_no: '42',
    payer_account_no: '1234567890',
  }
  const link = { ...Object.fromEntries(texts), ...numbers }
  const again = { ...link, member_no: '"42"', payer_account_no: '"1234567890"' }
  for (const [path, more] of [
    [plainPath, {}],
    [amountPath, { amount: '1000' }],
  ] as const) {
    const first = await post(shop, path, { ...link, ...more })
    expect(first).toMatchObject({
      status: 200,
      body: { data: { merchant_order_no: `7${serial}` } },
    })
    // The same content in texts is the same link.
    const { url } = (await post(shop, path, { ...again, ...more })).body
    expect(url).toBe(first.body.url)
  }
})

test.each(['-5', '-0', '1e3', '5.0', '0.5'])(
  'text fields do not take the number %s',
  async (source) => {
    const shop = await aMerchant()
    const sources = { orderid: source, amount: '1', user_name: source }
    const answer = await post(shop, paths.create, sources)
    expectRefused(answer, 422, 'validation_error', ['orderid', 'user_name'])
  },
)

test.each(['[]', '[ ]'])('extra as %s is absent, and signed as it was sent', async (extra) => {
  const shop = await aMerchant()
  const { uid, secret } = shop
  const orderid = anId()
  const sources = { orderid: JSON.stringify(orderid), amount: '1', extra }
  expect(await post(shop, paths.create, sources)).toMatchObject({ status: 200 })
  expect((await shop.status({ orderid })).body.data.extra).toBe('')

  const inForm = anId()
  const body = signedForm(uid, secret, { orderid: inForm, amount: '1', extra: '[]' })
  expect(await postJson(paths.create, body, form)).toMatchObject({ status: 200 })
  expect((await shop.status({ orderid: inForm })).body.data.extra).toBe('')

  const unsigned = signedSource(uid, secret, { orderid: `"${anId()}"`, amount: '1' })
  const added = `${unsigned.slice(0, -1)},"extra":${extra}}`
  expectRefused(await postJson(paths.create, added), 422, 'signature_error')
})

test.each(['"2026-01-31 15:04:05"', '"昨天"', '1769843045', '{"a":[]}', 'true'])(
  'paid_at and processed_at of a pending order are signed and ignored, such as %s',
  async (source) => {
    const shop = await aMerchant()
    const [orderid, serial_no] = [anId(), anId()]
    const collection = { orderid: JSON.stringify(orderid), amount: '1', paid_at: source }
    const named = { serial_no: JSON.stringify(serial_no), payee_name: '"林"' }
    const payout = { ...named, amount: '1', status: '"pending"', processed_at: source }
    expect(await post(shop, paths.create, collection)).toMatchObject({ status: 200 })
    expect(await post(shop, payouts, payout)).toMatchObject({ status: 200 })
    expect((await shop.status({ orderid })).body.data.paid_at).toBe(null)
    expect((await shop.call(payoutStatus, { serial_no })).body.data.processed_at).toBe(null)

    const unsigned = signedSource(shop.uid, shop.secret, { orderid: `"${anId()}"`, amount: '1' })
    const added = `${unsigned.slice(0, -1)},"paid_at":${source}}`
    expectRefused(await postJson(paths.create, added), 422, 'signature_error')
  },
)

function post({ uid, secret }: Caller, path: string, sources: Sources): Promise<Answer> {
  return postJson(path, signedSource(uid, secret, sources))
}
