import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { altered, signedForm, signedJson, signOf } from '../../../scripts/client/merchant-client.ts'
import { describedRefusals } from '../../../src/documentation/described-endpoints.ts'
import { ask } from '../support/exchange-host.ts'
import { aTestShop } from '../support/sandbox.ts'
import {
  aMerchant,
  anId,
  expectRefused,
  form,
  json,
  paths,
  postJson,
  sendRequest,
} from '../support/service.ts'

// What helps to find a mistake (decisions §3): the text that the service hashed, and where to read on.

const fields = {
  orderid: anId(),
  amount: 99.5,
  user_name: '王 & 李',
  channel: '',
  extra: { a: [1] },
}

test.each([
  ['JSON', signedJson, json],
  ['a form', signedForm, form],
] as const)(
  '%s with a wrong sign shows a test merchant what was hashed, without its secret',
  async (_name, sign, headers) => {
    const shop = await aTestShop()
    const wrong = `${shop.secret}x`
    const { status, body } = await postJson(paths.create, sign(shop.uid, wrong, fields), headers)
    expect([status, body.error]).toEqual([422, 'signature_error'])
    const text: string = body.data.string_to_sign
    expect(text).not.toContain(shop.secret)
    expect(text).toMatch(/^amount=99\.5&extra=.*&user_name=王 & 李&key=<secret>$/)
    const timestamp = Number(/timestamp=(\d+)/.exec(text)?.[1])
    const hashed = createHash('md5').update(text.replace('<secret>', shop.secret)).digest('hex')
    const sent = { uid: shop.uid, timestamp, ...fields }
    expect(hashed.toUpperCase()).toBe(signOf(sent, shop.secret))
  },
)

test('a diagnosis shows the string of a request in earlier names, too, and none of a request that is refused before', async () => {
  const shop = await aTestShop()
  const sent = { merchantNo: shop.uid, time: Math.floor(Date.now() / 1000), orderNo: 'A-1' }
  const earlier = JSON.stringify({ ...sent, sign: 'A'.repeat(32) })
  const { body } = await postJson(paths.status, earlier)
  expect(body.data).toEqual({
    string_to_sign: `merchantNo=${shop.uid}&orderNo=A-1&time=${sent.time}&key=<secret>`,
  })
  const late = altered(signedJson(shop.uid, 'wrong'), { timestamp: 1 })
  expectRefused(await postJson(paths.balance, late), 422, 'timestamp_out_of_range')
})

test('a real merchant is shown nothing of it', async () => {
  const { uid } = await aMerchant()
  const { body } = await postJson(paths.balance, signedJson(uid, 'wrong'))
  expect([body.error, 'data' in body]).toEqual(['signature_error', false])
})

test('each refusal that a merchant can meet leads to its row of the page, signature_error to the doctor', async () => {
  const { text: page } = await ask('https://pay.example/docs')
  for (const code of describedRefusals()) expect(page).toContain(`id="error-${code}"`)
  expect(page).toContain('id="doctor"')
  const { body } = await sendRequest('/api/v1/nothing', { method: 'GET' })
  expect(body.doc_url).toBe('https://pay.example/docs#error-not_found')
})
