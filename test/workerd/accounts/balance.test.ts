import { expect, test } from 'vitest'
import { type Fields, signedForm } from '../../../scripts/client/merchant-client.ts'
import { balanceQuery } from '../../../src/contract/accounts/balance-endpoint.ts'
import { move } from '../support/orders.ts'
import {
  aCollection,
  aMerchant,
  anId,
  asOrdered,
  form,
  operator,
  paths,
  post,
  postJson,
  type Shop,
} from '../support/service.ts'

const accepted = { accept: true, reason: '', override: true }
const refused = { accept: false, reason: 'no such deposit', override: false }
const noMoney = { available: 0, frozen: 0, unconfirmed: 0 }
const none = { count: 0, amount: 0 }
const nothing = { ...noMoney, collected: none, paid_out: none }

test('a new merchant has a balance of 0 in every channel (§4.9 path)', async () => {
  const shop = await aMerchant()
  const { status, body } = await shop.balance()

  expect(status).toBe(200)
  expect(balanceQuery.response.parse(body)).toEqual(body)
  expect(body).toEqual({
    ok: 1,
    message: 'success',
    balance: 0,
    balance0: 0,
    balance1: 0,
    balance2: 0,
    data: {
      summary: {
        collection: { pending: none, succeeded: none, manual: none },
        payout: { pending: none, processed: none, cancelled: none },
        ...noMoney,
        channels: { exchange_coin: nothing, 代付: nothing, other: nothing },
      },
    },
  })
})

test('pending, matched and exception collections are no money (§4.9 data.summary.collection)', async () => {
  const shop = await aMerchant()
  await tradeNoOf(shop, { amount: 0.1, paid_amount: 50 })
  const matched = await tradeNoOf(shop, { amount: 0.2 })
  const exception = await tradeNoOf(shop, { amount: 300 })
  const account = {
    agent: operator.name,
    collectionAccountName: '戶',
    collectionAccountNo: '1',
    collectionBankName: '銀行',
  }
  await move.match(matched, account)
  await move.putAside(exception, 'nobody paid')

  const { summary } = await balanceOf(shop, [0, 0])
  expect(summary.collection).toEqual({
    pending: { count: 3, amount: 300.3 },
    succeeded: none,
    manual: none,
  })
})

test(
  'a settlement makes the paid amount available, not the ordered one ' +
    '(§1.4 balance, §4.9 balance, data.summary.collection, data.summary.available)',
  async () => {
    const shop = await aMerchant()
    const [one, two, three] = [
      await tradeNoOf(shop, { amount: 100.1 }),
      await tradeNoOf(shop, { amount: 200.2, paid_amount: 0.5 }),
      await tradeNoOf(shop, { amount: 300.3 }),
    ]
    await move.settle(one)
    const less = { ...asOrdered, paidAmount: 20_000, manual: true }
    await move.settle(two, less)
    await balanceOf(shop, [300.1, 0])
    const more = { ...asOrdered, paidAmount: 40_001, manual: true, override: true }
    await move.settle(three, more)

    const { summary } = await balanceOf(shop, [700.11, 0])
    expect(summary.collection).toEqual({
      pending: none,
      succeeded: { count: 1, amount: 100.1 },
      manual: { count: 2, amount: 600.01 },
    })
  },
)

test(
  'declared money waits for its confirmation; rejected money leaves the books ' +
    '(§4.9 balance0, balance2, data.summary.collection, data.summary.available)',
  async () => {
    const shop = await aMerchant()
    const declared = { status: 'succeeded', amount: 10, paid_amount: 9.99 }
    const [confirmed, rejected, waiting] = [
      await tradeNoOf(shop, declared),
      await tradeNoOf(shop, { ...declared, status: 'manual' }),
      await tradeNoOf(shop, { ...declared, amount: 5, paid_amount: undefined }),
    ]
    await balanceOf(shop, [0, 24.98])

    await move.confirm(confirmed, accepted)
    await balanceOf(shop, [9.99, 14.99])
    await move.confirm(rejected, refused)
    const { summary } = await balanceOf(shop, [9.99, 5])
    expect(summary.collection).toMatchObject({
      pending: { count: 1, amount: 10 },
      succeeded: { count: 2, amount: 14.99 },
      manual: none,
    })
    await move.confirm(waiting, accepted)
    await balanceOf(shop, [14.99, 0])
  },
)

test('a trusted merchant’s declared money is available at once', async () => {
  const shop = await aMerchant({ settings: { trusted: true } })
  const tradeNo = await tradeNoOf(shop, { status: 'succeeded', amount: 10 })
  await balanceOf(shop, [10, 0])
  const confirmation = move.confirm(tradeNo, refused)
  await expect(confirmation).rejects.toMatchObject({ code: 'nothing_to_confirm' })
})

test('each channel has its own sums, and any other text is counted as other (§4.9 data.summary.channels)', async () => {
  const shop = await aMerchant()
  for (const [channel, amount, status] of [
    ['exchange_coin', 1.01, 'settled'],
    ['exchange_coin', 2, 'succeeded'],
    ['代付', 4, 'settled'],
    ['', 8, 'settled'],
    ['other', 16, 'manual'],
    ['Exchange_coin', 32, 'settled'],
    ['__proto__', 64, 'succeeded'],
    ['available', 128, 'pending'],
  ] as const) {
    const declared = status === 'settled' ? {} : { status }
    const tradeNo = await tradeNoOf(shop, { channel, amount, ...declared })
    if (status === 'settled') await move.settle(tradeNo)
  }

  const { summary } = await balanceOf(shop, [45.01, 82])
  const collected = (count: number, amount: number) => {
    return { ...nothing, collected: { count, amount } }
  }
  expect(summary.channels).toEqual({
    exchange_coin: { ...collected(2, 3.01), available: 1.01, unconfirmed: 2 },
    代付: { ...collected(1, 4), available: 4 },
    other: { ...collected(4, 120), available: 40, unconfirmed: 80 },
  })
})

test('each channel says how many orders collected and paid out how much, which sum to the whole', async () => {
  const shop = await aMerchant()
  const settled = await tradeNoOf(shop, { channel: 'exchange_coin', amount: 1.01 })
  await move.settle(settled)
  await tradeNoOf(shop, { channel: 'exchange_coin', amount: 9, status: 'pending' })
  await tradeNoOf(shop, { channel: 'elsewhere', amount: 2.5, status: 'manual' })
  await tradeNoOf(shop, { channel: 'elsewhere', amount: 4, status: 'succeeded' })
  for (const [status, actual_amount] of [
    ['processed', 0.3],
    ['pending', 7],
    ['cancelled', 7],
  ] as const) {
    const payout = { serial_no: anId(), payee_name: '林', amount: 7, actual_amount, status }
    expect((await post(shop, paths.payouts, payout)).status).toBe(200)
  }

  const { summary } = (await shop.balance()).body.data
  expect(summary.channels).toMatchObject({
    exchange_coin: { collected: { count: 1, amount: 1.01 }, paid_out: none },
    代付: { collected: none, paid_out: { count: 1, amount: 0.3 } },
    other: { collected: { count: 2, amount: 6.5 }, paid_out: none },
  })
})

test('cents add up exactly, also the largest amounts (§4.9 types)', async () => {
  const shop = await aMerchant({ settings: { trusted: true } })
  for (const amount of [0.1, 0.2, 0.7, '9999999999.99', '9999999999.99', 0.01]) {
    await tradeNoOf(shop, { amount, status: 'succeeded' })
  }
  await balanceOf(shop, [20_000_000_000.99, 0])
})

test('a merchant’s money is in no other merchant’s balance', async () => {
  const [rich, poor] = [await aMerchant(), await aMerchant()]
  const tradeNo = await tradeNoOf(rich, { amount: 1000 })
  await move.settle(tradeNo)
  await balanceOf(poor, [0, 0])
  await balanceOf(rich, [1000, 0])
})

test('a form asks for the balance as well, and other fields are signed and ignored (§4.9 body)', async () => {
  const { uid, secret } = await aMerchant()
  const body = signedForm(uid, secret, { orderid: 'x'.repeat(500), amount: 'ignored' })
  expect((await postJson(paths.balance, body, form)).body).toMatchObject({ ok: 1, balance: 0 })
})

async function tradeNoOf(shop: Shop, fields: Fields): Promise<string> {
  return (await aCollection(shop, fields)).tradeNo
}

/** The balance's data, after a check that its sums agree with the two expected amounts. */
async function balanceOf(shop: Shop, [available, unconfirmed]: [number, number]) {
  const { body } = await shop.balance()
  expect(balanceQuery.response.parse(body)).toEqual(body)
  const { balance, balance0, balance1, balance2, data } = body
  expect({ balance, balance1, balance2 }).toEqual({
    balance: available,
    balance1: 0,
    balance2: unconfirmed,
  })
  expect(cents(balance0)).toBe(cents(available) + cents(unconfirmed))
  const { summary } = data
  expect(summary).toMatchObject({ available, frozen: 0, unconfirmed })
  for (const bucket of ['available', 'frozen', 'unconfirmed']) {
    const parts = Object.values<Record<string, number>>(summary.channels)
    const sum = parts.reduce((total, part) => total + cents(part[bucket] ?? Number.NaN), 0)
    expect(sum, bucket).toBe(cents(summary[bucket]))
  }
  return data
}

function cents(amount: number): number {
  return Math.round(amount * 100)
}
