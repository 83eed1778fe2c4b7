import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { signedForm, signedJson } from '../../../scripts/client/merchant-client.ts'
import { ask, purchaseUrl } from '../support/exchange-host.ts'
import { anAmountLink, aPlainLink } from '../support/links.ts'
import { damageSecret } from '../support/secrets.ts'
import {
  aMerchant,
  anId,
  expectRefused,
  failingDatabase,
  form,
  paths,
  post,
  postJson,
  rowCounts,
  sendRequest,
  spyOnLog,
} from '../support/service.ts'

test('an unknown path is not found (§1.5 private surfaces, §7 404, §9.1 prefix)', async () => {
  const { uid, secret } = await aMerchant()
  for (const path of [
    '/api/v1/merchant',
    `${paths.create}/`,
    '/api/v2/merchant/balance',
    '/cdn-cgi/x',
  ]) {
    expectRefused(await postJson(path, signedJson(uid, secret)), 404, 'not_found')
    expectRefused(await sendRequest(path, { method: 'GET' }), 404, 'not_found')
  }
})

test('a damaged secret is an internal error without details (§7 500)', async () => {
  const { uid, secret } = await aMerchant()
  await damageSecret(uid)
  const logged = spyOnLog()
  const before = await rowCounts()
  const body = signedJson(uid, secret, { orderid: anId(), amount: 1 })
  const answer = await postJson(paths.create, body)

  expectRefused(answer, 500, 'internal_error')
  expect(await rowCounts()).toEqual(before)
  const faults = logged().filter(({ fault }) => fault)
  expect(faults).toEqual([
    { event: 'fault', request_id: answer.body.request_id, fault: expect.stringMatching(/Error/) },
  ])
})

test('a failed query is in the log without tokens', async () => {
  const link = await anAmountLink(await aMerchant())
  const plain = await aPlainLink(await aMerchant())
  const logged = spyOnLog()
  const broken = { ...env, DB: failingDatabase(), TOKENS: { get: async () => null } as never }
  for (const url of [link.url, `${link.url}/state`, purchaseUrl(plain.id, plain.session)]) {
    expect((await ask(url, {}, broken)).status).toBe(500)
  }
  const lines = logged()
  const faults = lines.filter(({ event }) => event === 'fault')
  expect(faults).toHaveLength(3)
  for (const { fault } of faults) expect(fault).toMatch(/^failed query: select .*is down/s)
  for (const secret of [link.token, plain.session]) {
    expect(JSON.stringify(lines)).not.toContain(secret.slice(0, 12))
  }
})

test.each(['BASE_URL', 'EXCHANGE_URL', 'SECRETS_KEY', 'LINK_SIGNING_KEY'])(
  'without %s nothing is served, and the log names it (§7 500)',
  async (name) => {
    const shop = await aMerchant()
    const logged = spyOnLog()
    const answer = await post(shop, paths.balance, {}, { ...env, [name]: '' })

    expectRefused(answer, 500, 'internal_error')
    expect(JSON.stringify(answer.body)).not.toContain(name)
    const [line] = logged()
    expect(line).toMatchObject({ event: 'fault', request_id: answer.body.request_id })
    expect(line.fault).toContain(name)
  },
)

test('the log has one line for a request, with its merchant and status, and no secrets (§5.2)', async () => {
  const { uid, secret } = await aMerchant()
  const logged = spyOnLog()
  const orderid = anId()
  const account = {
    counterparty_account: '00998877665544',
    collection_account_no: '00112233445566',
  }
  const body = signedJson(uid, secret, { orderid, amount: 1, user_name: '王小明', ...account })
  const answers = [
    await postJson(paths.create, body),
    await postJson(paths.create, body),
    await postJson(paths.create, body.replace('王', '林')),
    await postJson(paths.create, signedForm(uid, secret, { ...account, orderid }), form),
  ]

  const lines = logged()
  const known = { event: 'request', method: 'POST', path: paths.create, uid }
  expect(lines).toMatchObject([
    { ...known, status: 200 },
    { ...known, status: 422, error: 'duplicate_orderid' },
    { event: 'request', status: 422, error: 'signature_error' },
    { ...known, status: 422, error: 'validation_error' },
  ])
  const requestIds = answers.map(({ headers }) => headers.get('x-request-id'))
  expect(lines.map(({ request_id: id }) => id)).toEqual(requestIds)
  for (const hidden of [secret, JSON.parse(body).sign, ...Object.values(account), '小明']) {
    expect(JSON.stringify(lines)).not.toContain(hidden)
  }
})
