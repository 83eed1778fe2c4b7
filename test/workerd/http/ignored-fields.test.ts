import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Fields, signedForm, signedJson } from '../../../scripts/client/merchant-client.ts'
import { type AnyEndpoint, earlierSignedNames } from '../../../src/contract/endpoint.ts'
import { signedEndpoints } from '../../../src/contract/endpoints.ts'
import { aTestShop, outcomePath } from '../support/sandbox.ts'
import {
  aMerchant,
  anId,
  form,
  json,
  paths,
  postJson,
  type Shop,
  spyOnLog,
} from '../support/service.ts'

// Decisions §4, "Input grammar": names that an endpoint does not know are signed, ignored and listed.

const known = (endpoint: AnyEndpoint) =>
  new Set([
    'uid',
    'timestamp',
    'sign',
    ...Object.keys(endpoint.request.shape),
    ...[...earlierSignedNames, ...endpoint.earlierNames].map(([earlier]) => earlier),
  ])

const usual = fc.constantFrom(
  'notify_ulr',
  'order_id',
  'extra[memo]',
  'UID',
  'orderId',
  '__proto__',
  '王',
)
const names = fc.uniqueArray(fc.oneof(usual, fc.string({ minLength: 1, maxLength: 12 })), {
  maxLength: 6,
})
const values = fc.constantFrom<unknown>('', 'x', 1, null, false, { a: 1 })
const request = fc.record({
  endpoint: fc.constantFrom(...signedEndpoints),
  names,
  value: values,
  isForm: fc.boolean(),
  isKnownToo: fc.boolean(),
})

// What the endpoint knows beside what it needs: current names, or some of an earlier protocol.
function sent(endpoint: AnyEndpoint, isKnownToo: boolean): Fields {
  const needed = { orderid: anId(), serial_no: anId(), amount: 100, type: 'collection' }
  const shape = endpoint.request.shape
  const current = Object.entries(needed).filter(([name]) => name in shape)
  const earlier = isKnownToo ? endpoint.earlierNames.map(([name]) => [name, '']) : []
  return Object.fromEntries([...current, ...earlier])
}

test('any unknown names, mixed in, are all listed to a test merchant, sorted, and nothing else is', async () => {
  const shop = await aTestShop()
  for (const { endpoint, names, value, isForm, isKnownToo } of fc.sample(request, 300)) {
    const unknown = names.filter((name) => !known(endpoint).has(name) && name.isWellFormed())
    const mixed = Object.fromEntries([
      ...unknown.map((name) => [name, isForm ? 'x' : value] as const),
      ...Object.entries(sent(endpoint, isKnownToo)),
    ])
    const sign = isForm ? signedForm : signedJson
    const body = sign(shop.uid, shop.secret, mixed)
    const answer = await postJson(endpoint.path, body, isForm ? form : json)
    expect(answer.body.error).not.toBe('signature_error')
    expect(answer.body.ignored_fields, endpoint.path).toEqual(
      unknown.length === 0 ? undefined : unknown.toSorted(),
    )
  }
})

test('a request in earlier names lists what its endpoint ignores, not what the earlier style leaves unsigned', async () => {
  const shop = await aTestShop()
  const fields = { orderNo: anId(), userName: '王', bankName: '台銀', payerNme: 'x', amount: 100 }
  const { body } = await shop.call(paths.create, fields)
  expect([body.ok, body.ignored_fields]).toEqual([1, ['payerNme']])
  const asked = await shop.call(paths.status, {
    orderNo: fields.orderNo,
    notifyUrl: 'https://a.example/',
  })
  expect([asked.body.ok, asked.body.ignored_fields]).toEqual([1, ['notifyUrl']])
})

test('a refusal lists them too: the misspelt name beside the field that is missing', async () => {
  const shop = await aTestShop()
  const { status, body } = await shop.call(paths.create, { order_id: 'A-1', amount: 100 })
  expect([status, Object.keys(body.errors), body.ignored_fields]).toEqual([
    422,
    ['orderid'],
    ['order_id'],
  ])
  const unknown = await shop.call(outcomePath, { trade_no: 'C1', outcome: 'paid', why: 1 })
  expect(unknown.body).toMatchObject({ error: 'order_not_found', ignored_fields: ['why'] })
})

test('a real merchant’s answers are what they were, and the log has the names of everyone’s requests', async () => {
  const log = spyOnLog()
  const [real, tests] = [await aMerchant(), await aTestShop()]
  const misspelt = { notify_ulr: 'https://shop.example/', 'me@shop.example': 1 }
  const asked = async (shop: Shop) => (await shop.call(paths.balance, misspelt)).body
  const plain = JSON.stringify((await real.balance()).body)
  expect(JSON.stringify(await asked(real))).toBe(plain)
  expect((await asked(tests)).ignored_fields).toEqual(['me@shop.example', 'notify_ulr'])
  const logged = log().filter(({ event }) => event === 'request')
  expect(logged.map(({ ignored_fields }) => ignored_fields)).toEqual([
    undefined,
    '… notify_ulr',
    '… notify_ulr',
  ])
})
