import { expect, test } from 'vitest'
import { type Fields, signedForm } from '../../../scripts/client/merchant-client.ts'
import { payoutCreation, payoutQuery } from '../../../src/contract/orders/payout-endpoints.ts'
import {
  aMerchant,
  anId,
  expectRefused,
  form,
  paths,
  post,
  postJson,
  rowCounts,
  type Shop,
} from '../support/service.ts'

// The limits of §2.3, §4.7, §4.8 and §8.

const required = ['serial_no', 'amount', 'payee_name']
const urls = ['notify_url', 'reverse_url']
const textLimits = {
  serial_no: 40,
  merchant_order_no: 80,
  channel: 30,
  payee_name: 120,
  payee_bank: 120,
  payee_account: 80,
  payment_tag: 60,
  beneficiary_name: 120,
  voucher_no: 80,
  note: 2000,
}

// Every stored field, each with a value of its own. Pending, so that no wake-up is sent.
const everything = {
  merchant_order_no: '訂單/1',
  channel: 'channel-x',
  amount: 1234.5,
  actual_amount: 0.07,
  status: 'pending',
  payee_name: '林 <b>"小"</b> 姐',
  payee_bank: '臺灣銀行',
  payee_account: '0012345678',
  payment_tag: "tag '5'",
  beneficiary_name: '王😀明',
  requested_at: '2026-01-30 08:00:00',
  processed_at: '2026-01-31 15:04:05',
  voucher_no: 'V-1',
  note: '一\n二',
  is_delayed: true,
  notify_url: 'https://m.example/n?order=1&x=%20',
  reverse_url: 'https://m.example/r',
}

test(
  'the answer is that of §2.3, with defaults ' +
    '(§1.1 payouts, §2.3 merchant_order_no, channel, actual_amount, status, beneficiary_name, ' +
    'requested_at, is_delayed, data.id–data.amount, §3.2 pending, §4.7 path, answer, ' +
    '§4.8 answer)',
  async () => {
    const shop = await aMerchant()
    const serial_no = anId()
    const { status, body } = await create(shop, { serial_no, amount: 100, payee_name: '林' })
    expect(status).toBe(200)
    const data = { id: expect.any(Number), serial_no, merchant_order_no: serial_no }
    const trade_no = expect.stringMatching(/^P[0-9A-Z]{26}$/)
    const answer = { ...data, status: 'pending', amount: 100, trade_no }
    expect(body).toEqual({ ok: 1, message: 'success', data: answer })
    expect(Number.isSafeInteger(body.data.id)).toBe(true)
    expect(payoutCreation.response.parse(body)).toEqual(body)

    const asked = (await find(shop, { serial_no })).body
    expect(payoutQuery.response.parse(asked)).toEqual(asked)
    expect(asked).toMatchObject({ ok: 1, code: 0, text: 'success', status: 'PENDING', paid: 0 })
    expect(asked.orderNo).toBe(serial_no)
    expect(asked.data).toMatchObject({
      ...answer,
      id: body.data.id,
      trade_no: body.data.trade_no,
      channel: '代付',
      actual_amount: 100,
      beneficiary_name: '林',
      payee_bank: '',
      payee_account: '',
      payment_tag: '',
      note: '',
      voucher_no: '',
      is_delayed: false,
      notify_url: '',
      reverse_url: '',
      extra: '',
      requested_at: asked.data.created_at,
      processed_at: null,
      system_status: 'pending',
      callback_status: 'none',
    })
  },
)

test(
  'every field comes back as it was sent, in JSON and as a form ' +
    '(§2.3 serial_no–reverse_url, extra, data.serial_no–data.amount, §4.7 body, §4.8 answer)',
  async () => {
    const shop = await aMerchant()
    for (const asForm of [false, true]) {
      const extra = { a: ['甲', null] }
      const serial_no = anId()
      const created = await create(shop, { serial_no, ...everything, extra }, asForm)
      const { merchant_order_no, status, amount } = everything
      expect(created.body.data).toMatchObject({ serial_no, merchant_order_no, status, amount })
      const { body } = await find(shop, { serial_no })
      expect(payoutQuery.response.parse(body)).toEqual(body)
      expect(body).toMatchObject({ status: 'PENDING', paid: 0, orderNo: '訂單/1' })
      expect(body.data).toMatchObject({ serial_no, ...everything, processed_at: null, extra })
      expect(body.data.created_at).not.toBe(everything.requested_at)
    }
  },
)

test.each([
  ['pending', 'PENDING', 0],
  ['processed', 'PAID', 4.5],
  ['cancelled', 'CANCELLED', 0],
])(
  'a payout created as %s is reported as %s, with %d paid (§2.3 status, data.status)',
  async (status, word, paid) => {
    const shop = await aMerchant()
    const serial_no = anId()
    const { processed_at } = everything
    const fields = { serial_no, ...least, actual_amount: 4.5, processed_at, status }
    const { body } = await create(shop, fields)
    expect(body.data.status).toBe(status)
    const report = (await find(shop, { serial_no })).body
    if (status === 'processed') expect(report.data.processed_at).toBe(processed_at)
    expect(report).toMatchObject({ status: word, paid, data: { system_status: status, status } })
  },
)

test('needs serial_no, amount and payee_name and nothing else (§2.3 serial_no, amount, payee_name, §4.7 body)', async () => {
  const shop = await aMerchant()
  for (const absent of [undefined, null, '']) {
    const nothing = Object.fromEntries(required.map((name) => [name, absent]))
    await refuses(shop, nothing, required)
    const others = [...Object.keys(everything), 'extra'].filter((name) => !required.includes(name))
    await accepts(shop, Object.fromEntries(others.map((name) => [name, absent])))
  }
})

test.each(Object.entries(textLimits))(
  '%s takes %i characters and no more ' +
    '(§2.3 serial_no–channel, payee_name–beneficiary_name, voucher_no, note, ' +
    '§8 serial_no–voucher_no)',
  async (name, max) => {
    const shop = await aMerchant()
    const of = (length: number) => `${anId().slice(2, 14)}${'王'.repeat(length)}`.slice(0, length)
    await accepts(shop, { [name]: of(max) })
    await refuses(shop, { [name]: of(max + 1) }, [name])
    for (const wrong of [5.5, true, ['x'], {}]) await refuses(shop, { [name]: wrong }, [name])
  },
)

test.each(urls)(
  '%s takes 255 characters of a public address and no more ' +
    '(§2.3 notify_url, reverse_url, §8 reverse_url)',
  async (name) => {
    const shop = await aMerchant()
    const address = (length: number) => 'https://m.example/'.padEnd(length, 'a')
    await accepts(shop, { [name]: address(255) })
    for (const wrong of [address(256), 'm.example/n', 'ftp://m.example/n', 'http://127.0.0.1/n']) {
      await refuses(shop, { [name]: wrong }, [name])
    }
  },
)

test('amount starts at 0.01, actual_amount at 0 (§2.3 amount, actual_amount, §8 amount of a payout, actual_amount)', async () => {
  const shop = await aMerchant()
  await accepts(shop, { amount: 0.01 })
  await accepts(shop, { actual_amount: 0 })
  for (const wrong of [0, -1, 0.001, '1e2', 'x', true]) {
    await refuses(shop, { amount: wrong }, ['amount'])
    if (wrong !== 0) await refuses(shop, { actual_amount: wrong }, ['actual_amount'])
  }
})

test.each([
  ['status', ['pending', 'processed', 'cancelled'], ['paid', 'PENDING', 'manual']],
  ['is_delayed', [true, false, 'true', '0'], ['yes', 2]],
  ['requested_at', ['2026-01-31', '2026-01-31T15:04:05Z'], ['2026-02-30', 'now', 1_769_843_045]],
  ['processed_at', ['2026-01-31', '2026-01-31T15:04:05Z'], ['2026-02-30', 'now', 1_769_843_045]],
  ['extra', [{ a: 1 }, 'text'], [[1], 5]],
])(
  '%s takes %j, not %j (§2.3 status, requested_at, processed_at, is_delayed, extra)',
  async (name, right, wrong) => {
    const shop = await aMerchant()
    // While a payout is pending its processed_at is not read.
    const rest = name === 'processed_at' ? { status: 'processed' } : {}
    for (const value of right) await accepts(shop, { ...rest, [name]: value })
    for (const value of wrong) await refuses(shop, { ...rest, [name]: value }, [name])
  },
)

test(
  'a repeated serial_no is refused and nothing is written; another merchant may have it ' +
    '(§2.3 serial_no, §4.7 duplicate serial_no, §7 serial_no, §8 serial_no)',
  async () => {
    const [shop, other] = [await aMerchant(), await aMerchant()]
    const serial_no = anId()
    await accepts(shop, { serial_no, amount: 7 })
    const before = await rowCounts()
    const balance = (await shop.balance()).body
    const again = await create(shop, { ...least, serial_no, amount: 5, status: 'processed' })
    expectRefused(again, 422, 'duplicate_serial_no')
    expect(await rowCounts()).toEqual(before)
    expect((await shop.balance()).body).toEqual(balance)
    expect((await find(shop, { serial_no })).body.data.amount).toBe(7)
    await accepts(other, { serial_no })
  },
)

test('any of its numbers finds a payout, and several have to match all (§1.4 payouts, §4.8 path–tradeNo)', async () => {
  const shop = await aMerchant()
  const one = await aPayout(shop)
  const other = await aPayout(shop)
  const names = ['serial_no', 'merchant_order_no', 'tradeNo', 'trade_no'] as const
  for (const name of names) {
    const found = await find(shop, { [name]: one[name] })
    expect(found.body.data).toMatchObject({ serial_no: one.serial_no })
    for (const second of names.filter((another) => another !== name)) {
      const mixed = { [name]: one[name], [second]: other[second] }
      expectRefused(await find(shop, mixed), 422, 'order_not_found')
    }
    const stranger = await aMerchant()
    expectRefused(await find(stranger, { [name]: one[name] }), 422, 'order_not_found')
  }
  const unnamed = ['serial_no', 'merchant_order_no', 'tradeNo']
  expectRefused(await find(shop, {}), 422, 'validation_error', unnamed)
})

function create(shop: Shop, fields: Fields, asForm = false) {
  if (!asForm) return post(shop, paths.payouts, fields)
  return postJson(paths.payouts, signedForm(shop.uid, shop.secret, fields), form)
}

function find(shop: Shop, fields: Fields) {
  return post(shop, paths.payoutStatus, fields)
}

const least = { amount: 1, payee_name: '林' }

async function accepts(shop: Shop, fields: Fields): Promise<void> {
  const answer = await create(shop, { serial_no: anId(), ...least, ...fields })
  expect(answer, JSON.stringify(fields)).toMatchObject({ status: 200, body: { ok: 1 } })
}

async function refuses(shop: Shop, fields: Fields, blamed: readonly string[]): Promise<void> {
  const answer = await create(shop, { serial_no: anId(), ...least, ...fields })
  expect(answer.status, JSON.stringify(fields)).toBe(422)
  expectRefused(answer, 422, 'validation_error', blamed)
}

async function aPayout(shop: Shop) {
  const numbers = { serial_no: anId(), merchant_order_no: anId() }
  await accepts(shop, numbers)
  const { tradeNo } = (await find(shop, { serial_no: numbers.serial_no })).body
  return { ...numbers, tradeNo, trade_no: tradeNo }
}
