import { expect, test } from 'vitest'
import { type Fields, signedJson } from '../../../scripts/client/merchant-client.ts'
import {
  type Answer,
  aMerchant,
  anId,
  expectRefused,
  paths,
  postJson,
  rows,
  type Shop,
} from '../support/service.ts'

// §9.2 and decisions §2, "Earlier names by endpoint".
const ofCreation = [
  ['notifyUrl', 'notify_url', 'https://m.example/earlier'],
  ['returnUrl', 'return_url', 'https://m.example/back'],
  ['userNo', 'user_id', 'member 5'],
  ['userName', 'user_name', '王小明'],
  ['bankName', 'member_bank_name', '臺灣銀行'],
  ['bankAccount', 'counterparty_account', '0012345678'],
  ['payerAccountNumber', 'counterparty_account', '0012345679'],
  ['payeeAccountNumber', 'counterparty_account', '45678'],
] as const

test('a v6.0 request creates a collection (§9.2, §9.2 merchantNo, orderNo of a collection, time, §9.3 current)', async () => {
  const shop = await aMerchant()
  const orderNo = anId()
  const answer = await v6(shop, paths.create, { orderNo, amount: '100.00' })

  expect(answer).toMatchObject({
    status: 200,
    body: { data: { orderid: orderNo, merchant_order_no: orderNo, amount: 100 } },
  })
})

test.each(ofCreation)(
  '%s stands for %s ' +
    '(§9.2 notifyUrl–userName, bankName of a collection, bankAccount of a collection)',
  async (earlier, current, value) => {
    const shop = await aMerchant()
    const orderNo = anId()
    expect((await v6(shop, paths.create, { orderNo, amount: 1, [earlier]: value })).status).toBe(
      200,
    )

    const { body } = await shop.status({ orderid: orderNo })
    expect(body.data[current]).toBe(value)
  },
)

test.each(ofCreation)(
  '%s gives way to %s (§9.2, §9.2 notifyUrl–userName, bankName of a collection)',
  async (earlier, current, value) => {
    const shop = await aMerchant()
    const orderid = anId()
    const other = current.endsWith('_url') ? 'https://m.example/current' : 'current'
    const ignored = [value, 5, { not: 'read' }, 'x'.repeat(500)]
    for (const [n, one] of ignored.entries()) {
      const fields = { orderid: `${orderid}${n}`, [earlier]: one, [current]: other }
      expect((await shop.create(fields)).status).toBe(200)
      const { body } = await shop.status({ orderid: `${orderid}${n}` })
      expect(body.data[current]).toBe(other)
    }
  },
)

test.each(ofCreation)('%s is read when %s is null or empty', async (earlier, current, value) => {
  const shop = await aMerchant()
  for (const absent of [null, '']) {
    const orderid = anId()
    const fields = { orderid, [current]: absent, [earlier]: value }
    expect((await shop.create(fields)).status).toBe(200)
    expect((await shop.status({ orderid })).body.data[current]).toBe(value)
  }
})

test('of several accounts the current name wins, then bankAccount, then payerAccountNumber (§2.2 counterparty_account, §9.2 bankAccount of a collection)', async () => {
  const shop = await aMerchant()
  const given: [string, string][] = [
    ['payeeAccountNumber', '45678'],
    ['payerAccountNumber', 'payer'],
    ['bankAccount', 'bank'],
    ['counterparty_account', 'current'],
  ]
  for (const count of [1, 2, 3, 4]) {
    const some = given.slice(0, count)
    // The name decides, not the order of the fields.
    for (const fields of [some, some.toReversed()]) {
      const { body } = await shop.create(Object.fromEntries(fields))
      expect(body.data.counterparty_account).toBe(some.at(-1)?.[1])
    }
  }
})

test('orderid wins over orderNo, uid and timestamp over merchantNo and time', async () => {
  const shop = await aMerchant()
  const orderid = anId()
  const fields = { orderid, orderNo: anId(), merchantNo: shop.uid, time: 'long ago' }
  expect((await shop.create(fields)).body.data).toMatchObject({ orderid })
})

test('refusals name uid and timestamp as a v6.0 caller does (§9.2 merchantNo, time)', async () => {
  const shop = await aMerchant()
  const time = Math.floor(Date.now() / 1000)
  for (const [fields, blamed] of [
    [{ time: undefined }, 'time'],
    [{ time: 'soon' }, 'time'],
    [{ merchantNo: 'x'.repeat(21) }, 'merchantNo'],
    [{ merchantNo: '' }, 'merchantNo'],
    [{ merchantNo: 5.5, time }, 'merchantNo'],
  ] as const) {
    expectRefused(await v6(shop, paths.balance, fields), 422, 'validation_error', [blamed])
  }
})

test('refusals name fields as the caller does, missing ones too', async () => {
  const shop = await aMerchant()
  for (const [fields, blamed] of [
    [{ amount: 1 }, ['orderNo']],
    [{ orderNo: null, amount: 1 }, ['orderNo']],
    [{ orderid: '', amount: 1 }, ['orderid']],
    [{}, ['orderNo', 'amount']],
    [
      { orderNo: 'x'.repeat(65), userNo: 5.5, user_name: 5.5 },
      ['orderNo', 'userNo', 'user_name', 'amount'],
    ],
    [{ orderNo: anId(), amount: 1, notifyUrl: 'm.example' }, ['notifyUrl']],
    [{ orderNo: anId(), amount: 1, payerAccountNumber: 5.5 }, ['payerAccountNumber']],
    [{ orderNo: anId(), amount: 1, bankAccount: 'x'.repeat(121) }, ['bankAccount']],
  ] as [Fields, string[]][]) {
    expectRefused(await v6(shop, paths.create, fields), 422, 'validation_error', blamed)
  }
  const current = signedJson(shop.uid, shop.secret, { amount: 1 })
  expectRefused(await postJson(paths.create, current), 422, 'validation_error', ['orderid'])
})

test('a refusal of an address has the name that was sent', async () => {
  const shop = await aMerchant()
  const address = 'https://127.0.0.1/n'
  const fields = { orderNo: anId(), amount: 1 }
  const earlier = await v6(shop, paths.create, { ...fields, notifyUrl: address })
  expectRefused(earlier, 422, 'validation_error', ['notifyUrl'])
  expect(earlier.body.message).toContain('notifyUrl')
  const current = await v6(shop, paths.create, { ...fields, notify_url: address })
  expectRefused(current, 422, 'validation_error', ['notify_url'])
})

test('a status query finds orderNo as the orderid, else as the merchant’s number (§9.2 orderNo of a collection)', async () => {
  const shop = await aMerchant()
  const [own, its, both] = [anId(), anId(), anId()]
  await shop.create({ orderid: own, merchant_order_no: its })
  await shop.create({ orderid: both, amount: 1 })
  await shop.create({ orderid: anId(), merchant_order_no: both, amount: 2, status: 'succeeded' })

  for (const orderNo of [own, its]) {
    const { body } = await v6(shop, paths.status, { orderNo })
    expect(body).toMatchObject({ ok: 1, orderNo: its, data: { orderid: own } })
  }
  // The order's own number counts first, also when the other order is settled.
  expect((await v6(shop, paths.status, { orderNo: both })).body.data.amount).toBe(1)
  expectRefused(await v6(shop, paths.status, { orderNo: anId() }), 422, 'order_not_found')
})

test('a status query ignores orderNo beside a current name', async () => {
  const shop = await aMerchant()
  const [orderid, merchantNo] = [anId(), anId()]
  await shop.create({ orderid, merchant_order_no: merchantNo })
  for (const orderNo of [anId(), 'x'.repeat(65), 5, ['a']]) {
    for (const current of [{ orderid }, { merchant_order_no: merchantNo }]) {
      expect((await shop.status({ ...current, orderNo })).body).toMatchObject({ ok: 1 })
    }
  }
  expectRefused(await shop.status({ orderid: anId(), orderNo: orderid }), 422, 'order_not_found')
})

test('a status query by orderNo and tradeNo has to match both', async () => {
  const shop = await aMerchant()
  const orderNo = anId()
  await shop.create({ orderid: orderNo })
  const { tradeNo } = (await shop.status({ orderid: orderNo })).body

  expect((await shop.status({ orderNo, tradeNo })).body.data.orderid).toBe(orderNo)
  expectRefused(await shop.status({ orderNo: anId(), tradeNo }), 422, 'order_not_found')
})

test('a status query without a number is refused in the caller’s own names', async () => {
  const shop = await aMerchant()
  for (const [fields, blamed] of [
    [{}, ['orderNo', 'tradeNo']],
    [{ orderNo: '' }, ['orderNo', 'tradeNo']],
    [{ orderNo: 5.5 }, ['orderNo']],
    [{ orderNo: 'x'.repeat(65) }, ['orderNo']],
  ] as [Fields, string[]][]) {
    expectRefused(await v6(shop, paths.status, fields), 422, 'validation_error', blamed)
  }
  const named = ['orderid', 'merchant_order_no', 'tradeNo']
  expectRefused(await shop.status({}), 422, 'validation_error', named)
})

test('earlier names of other endpoints are signed and ignored', async () => {
  const shop = await aMerchant()
  const orderNo = anId()
  const nothing = {
    notifyUrl: 5,
    userNo: [],
    name: {},
    bankName: true,
    reverseUrl: 'x',
    returnUrl: 1,
  }
  const created = { orderNo, amount: 1, name: 5, reverseUrl: [] }
  expect((await v6(shop, paths.create, created)).status).toBe(200)
  expect((await v6(shop, paths.status, { orderNo, ...nothing })).status).toBe(200)
  expect((await v6(shop, paths.balance, { orderNo: [], ...nothing })).status).toBe(200)
  expect(await rows('select 1 from collections where orderid = ?', orderNo)).toHaveLength(1)
})

/** A request with the earlier protocol's names, signed in the current style. */
function v6({ uid, secret }: Shop, path: string, fields: Fields): Promise<Answer> {
  const own = { merchantNo: uid, time: Math.floor(Date.now() / 1000) }
  const current = { uid: undefined, timestamp: undefined }
  return postJson(path, signedJson(uid, secret, { ...current, ...own, ...fields }))
}
