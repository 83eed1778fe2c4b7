import { env } from 'cloudflare:workers'
import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { signedEndpoints } from '../../../src/contract/endpoints.ts'
import { showMerchant } from '../../../src/operations/merchants/manage-merchant.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import { fullD1 } from '../../support/failing-database.ts'
import { aTestShop } from '../support/sandbox.ts'
import {
  aContext,
  aMerchant,
  anId,
  expectRefused,
  json,
  paths,
  postJson,
  rows,
  type Shop,
  setClock,
} from '../support/service.ts'

// The earlier protocol's signature, made as its documentation says.

const unsigned = {
  collection: [
    'userName',
    'channelNo',
    'payeeName',
    'bankName',
    'appSecret',
    'returnUrl',
    'storeId',
    'storeType',
    'tradeCode',
  ],
  payout: ['appSecret', 'bankBranch', 'memo'],
} as const

type Group = keyof typeof unsigned

describe.each(signedEndpoints)('$method $path', ({ path, legacyGroup: declared }) => {
  const legacyGroup = declared === 'payout' ? 'payout' : 'collection'

  test('accepts a sign by its own list (§5.5 accepted, §9.3 earlier)', async () => {
    const shop = await aMerchant()
    for (const name of ['bankName', 'userName', 'memo']) {
      const { body } = await send(shop, path, { ...aRequest(), [name]: 'x' }, legacyGroup)
      expect(body.error).not.toBe('signature_error')
    }
  })

  test.each(['bankName', 'userName', 'memo'])(
    'refuses a sign by the other list, with %s (§5.5 accepted)',
    async (name) => {
      const shop = await aMerchant()
      const otherList = legacyGroup === 'payout' ? 'collection' : 'payout'
      const answer = await send(shop, path, { ...aRequest(), [name]: 'x' }, otherList)
      expectRefused(answer, 422, 'signature_error')
    },
  )

  test('refuses it with current names, and when the merchant has turned it off (§5.5 accepted)', async () => {
    const shop = await aMerchant()
    const { merchantNo: uid, ...rest } = { ...aRequest(), merchantNo: shop.uid }
    expectRefused(await send(shop, path, { ...rest, uid }, legacyGroup), 422, 'signature_error')
    const off = await aMerchant({ settings: { legacy_signature: false } })
    expectRefused(await send(off, path, aRequest(), legacyGroup), 422, 'signature_error')
  })
})

test('the desk shows which merchants use it, noted once a day and for no other style', async () => {
  const [user, other] = [await aMerchant(), await aMerchant()]
  const usedAt = async ({ uid }: Shop) =>
    (await showMerchant(aContext(), uid)).legacy_signature_used_at
  expect((await other.balance()).status).toBe(200)
  expect(await usedAt(other)).toBe(null)

  const firstAt = Math.floor(Date.now() / 1000)
  const legacy = () => send(user, paths.create, aRequest(), 'collection')
  expect((await legacy()).body.ok).toBe(1)
  const first = await usedAt(user)
  expect([firstAt, firstAt + 1, firstAt + 2].map((at) => secondsToTaipei(at))).toContain(first)
  await rows(
    'update merchants set legacy_signed_at = legacy_signed_at - 60 where uid = ?',
    user.uid,
  )
  const before = await usedAt(user)
  expect((await legacy()).body.ok).toBe(1)
  expect(await usedAt(user)).toBe(before)
  setClock(Date.now() + 86_400_000)
  expect((await legacy()).body.ok).toBe(1)
  expect(await usedAt(user)).not.toBe(before)
})

test('a request is answered where a full database cannot note its style, which a later one does', async () => {
  const shop = await aMerchant()
  const usedAt = async () => (await showMerchant(aContext(), shop.uid)).legacy_signature_used_at
  const full = { ...env, DB: fullD1(env.DB) }
  const log = vi.spyOn(console, 'log').mockReturnValue()
  for (const path of [paths.balance, paths.ledger]) {
    expect((await send(shop, path, {}, 'collection', full)).body.ok).toBe(1)
  }
  await vi.waitFor(() => expect(log.mock.calls.join()).toContain('use_not_noted'))
  expect(log.mock.calls.join().match(/use_not_noted/g)).toHaveLength(1)
  expect(await usedAt()).toBe(null)
  setClock(Date.now() + 16_000)
  expect((await send(shop, paths.balance, {}, 'collection')).body.ok).toBe(1)
  await vi.waitFor(async () => expect(await usedAt()).not.toBe(null))
})

test('returnUrl and appSecret, which are unsigned, are ignored and not stored', async () => {
  const shop = await aMerchant()
  const unread = { returnUrl: 'https://evil.example/', appSecret: 'clear-text' }
  const fields = { ...aRequest(), ...unread, userName: '王' }
  const { body } = await send(shop, paths.create, fields, 'collection')
  const report = (await shop.status({ orderid: fields.orderNo })).body
  expect([body.ok, report.data]).toMatchObject([1, { return_url: '', user_name: '王' }])
  expect(JSON.stringify(report)).not.toContain('clear-text')
})

test('payment links are created with the earlier names and signature (§5.5 accepted, §9.3 earlier)', async () => {
  const shop = await aMerchant()
  const member = { userNo: '5', userName: '王', bankName: '臺灣銀行', bankAccount: '0012345678' }
  const fields = { orderNo: anId(), ...member, notifyUrl: 'https://m.example/n' }
  const path = '/api/v1/merchant/payment-links'
  const plain = await send(shop, path, { ...fields, returnUrl: 'https://evil' }, 'collection')
  expect(plain.body.data.redirect.query_params).toMatchObject({
    third_party_order_no: fields.orderNo,
    user_no: '5',
    user_name: '王',
    customer_bank_name: '臺灣銀行',
    payer_account_last5: '45678',
  })
  const amount = await send(shop, `${path}/amount`, { ...fields, amount: '500' }, 'collection')
  expect(amount.body).toMatchObject({ ok: 1, amount: 500 })
})

test('a single unknown name is listed to a test merchant', async () => {
  const shop = await aTestShop()
  const { body } = await send(shop, paths.balance, { notify_ulr: 'x' }, 'collection')
  expect([body.ok, body.ignored_fields]).toEqual([1, ['notify_ulr']])
})

function aRequest() {
  return { orderNo: anId().slice(0, 38), amount: '10.00', name: '林', payeeName: 'x' }
}

async function send(
  shop: Shop,
  path: string,
  fields: Record<string, string>,
  group: Group,
  bindings: Env = env,
) {
  const time = String(Math.floor(Date.now() / 1000))
  const named = 'uid' in fields ? { ...fields, time } : { ...fields, merchantNo: shop.uid, time }
  const sign = legacySign(named, shop.secret, group)
  return postJson(path, JSON.stringify({ ...named, sign }), json, bindings)
}

function legacySign(fields: Record<string, string>, secret: string, group: Group): string {
  const left: readonly string[] = unsigned[group]
  const text = Object.keys(fields)
    .filter((name) => !left.includes(name))
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
  const inner = createHash('sha256').update(`${text}${secret}`, 'utf8').digest('hex')
  return createHash('md5').update(inner).digest('hex').toUpperCase()
}
