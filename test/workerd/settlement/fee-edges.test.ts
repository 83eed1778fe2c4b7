import { describe, expect, test } from 'vitest'
import { purchaseOverBridge } from '../../../src/operations/links/bridge-link.ts'
import { listPricing } from '../../../src/operations/settlement/manage-pricing.ts'
import { toSeconds } from '../../../src/units/clock.ts'
import { secondsToTaipei, taipeiDay } from '../../../src/units/taipei-time.ts'
import {
  ann,
  approvalOf,
  approve,
  ben,
  ask as call,
  withApprovals,
} from '../support/back-office.ts'
import { checkAll } from '../support/book-check.ts'
import { anAmountLink, aPlainLink, collectionsOf } from '../support/links.ts'
import { context, move } from '../support/orders.ts'
import {
  aCollection,
  aMerchant,
  anId,
  operator,
  patchShop,
  paths,
  post,
  rowsOf,
  type Shop,
  setClock,
} from '../support/service.ts'
import { aRichShop, collect, give, placed, price } from '../support/withdrawals.ts'

// Which price counts and what it is of, where orders, prices and people are in each other's way (fees §1, §2, §5).

const share = { rate_ppm: 100_000 }

const payOut = (shop: Shop, fields: object) =>
  post(shop, paths.payouts, { serial_no: anId().slice(0, 40), payee_name: 'x', ...fields })

type Entry = { from_bucket: string; to_bucket: string; amount: number; fee: number }

async function lastEntries(shop: Shop, count: number): Promise<string[]> {
  const found = await rowsOf<Entry>('ledger_entries', shop)
  return found
    .slice(-count)
    .map((one) => `${one.from_bucket}>${one.to_bucket} ${one.amount} ${one.fee}`)
}

describe('the price that counts', () => {
  test('is that of a plain link’s submission, and of an amount link’s creation', async () => {
    const shop = await aMerchant()
    await price(shop, { collection: { fixed: 100 } }, -5)
    const plain = await aPlainLink(shop)
    await anAmountLink(shop)
    await price(shop, { collection: { fixed: 200 } }, -3)
    await purchaseOverBridge({
      context,
      actor: operator,
      session: plain.session,
      call: { amount: 1_000 },
    })
    await price(shop, { collection: { fixed: 300 } })
    const orders = await collectionsOf(shop)
    const settled = await Promise.all(orders.map(({ trade_no }) => move.settle(trade_no)))
    const told = settled.map(({ fee, pricing }) => ({ fee, pricing }))
    expect(told.toSorted((one, other) => one.pricing - other.pricing)).toEqual([
      { fee: 1, pricing: 1 },
      { fee: 2, pricing: 2 },
    ])
  })

  test('says at a reversal whether the fee is kept: that of the creation, not the one that holds', async () => {
    const shop = await aMerchant()
    await price(shop, { payout: { fixed: 1_000 }, fee_on_reversal: 'keep' }, -5)
    const { body } = await payOut(shop, { amount: 500 })
    await price(shop, { payout: { fixed: 5_000 }, fee_on_reversal: 'return' })
    const tradeNo: string = body.data.trade_no
    expect(await move.process(tradeNo, { override: ['balance'] })).toMatchObject({ fee: 10 })
    await move.reversePayout(tradeNo, { reason: '退匯', because: 'money_returned' })
    expect(await lastEntries(shop, 1)).toEqual(['outside>available 50000 0'])
  })
})

describe('the fee', () => {
  test('of declared money that is confirmed with another amount is by what was paid', async () => {
    const shop = await aMerchant()
    await price(shop, { collection: share })
    const sent = { amount: 1_000, paid_amount: 1_500, status: 'succeeded' }
    const { tradeNo, orderid } = await aCollection(shop, sent)
    expect((await shop.status({ orderid })).body.data.fee).toBe(null)
    const confirmed = await move.confirm(tradeNo, { override: ['amount'] })
    expect(confirmed).toMatchObject({ fee: 150, net: 1_350 })
    expect(await lastEntries(shop, 1)).toEqual(['unconfirmed>available 150000 15000'])
  })

  test('of a payout that is created processed leaves at once, by what was paid out, and is covered', async () => {
    const shop = await aMerchant({ settings: { payout_requires_balance: true } })
    await price(shop, { payout: share })
    await give(shop, 100)
    const processed = { amount: 1_000, status: 'processed' }
    const dear = await payOut(shop, { ...processed, actual_amount: 90.92 })
    expect(dear.body.error).toBe('insufficient_balance')
    expect((await payOut(shop, { ...processed, actual_amount: 90.91 })).status).toBe(200)
    expect(await lastEntries(shop, 1)).toEqual(['available>outside 9091 909'])
    expect((await shop.balance()).body.balance).toBe(0)
    expect((await payOut(shop, { ...processed, actual_amount: 0 })).status).toBe(200)
    expect(await checkAll()).toEqual([])
  })

  test('of a payout of more than was frozen is asked for with it', async () => {
    const shop = await aMerchant()
    await patchShop(shop.uid, { settings: { payout_requires_balance: true } })
    await price(shop, { payout: share })
    await give(shop, 209.99)
    const { body } = await payOut(shop, { amount: 100 })
    const more = { actualAmount: 20_000, override: ['amount'] as const }
    const asked = () => move.process(body.data.trade_no, more)
    await expect(asked()).rejects.toMatchObject({ code: 'override_required' })
    await give(shop, 0.01)
    expect(await asked()).toMatchObject({ fee: 10, net: 210 })
    expect((await shop.balance()).body).toMatchObject({ balance: 0, balance1: 0 })
  })

  test.each([
    [0.01, 0.01],
    [3, 3],
    [300, 5],
    [9_999_999_999.99, 5],
  ])('of %d is at most it, and at most the upper bound', async (amount, fee) => {
    const shop = await aMerchant()
    const rate = { rate_ppm: 1_000_000, fixed: 999_999_999_999, min: 400, max: 500 }
    await price(shop, { collection: rate })
    const { tradeNo } = await aCollection(shop, { amount })
    expect((await move.settle(tradeNo)).fee).toBe(fee)
  })
})

test('a price is checked when it is set and when it is approved', async () => {
  const { uid } = await aMerchant()
  let nowMs = toSeconds(Date.now()) * 1_000
  const strict = withApprovals({ now: () => nowMs })
  const waits = async (name: string, path: object, body?: object) =>
    (await call(strict, ann, name, { uid, ...path }, body)).value.approval_id as number
  const agreed = async (id: number) => {
    const { error } = await approve(strict, ben, id)
    return [error, (await approvalOf(strict, id)).state]
  }
  const late = await waits('setPricing', {}, { valid_from: nowMs / 1_000 + 10 })
  const atOnce = await waits('setPricing', {}, { collection: { fixed: 100 } })
  nowMs += 11_000
  expect(await agreed(late)).toEqual(['pricing_in_past', 'failed'])
  expect(await agreed(atOnce)).toEqual(['', 'done'])
  const next = await waits('setPricing', {}, { valid_from: nowMs / 1_000 + 10 })
  expect(await agreed(next)).toEqual(['', 'done'])
  const withdrawn = await waits('withdrawPricing', { version: '2' })
  nowMs += 10_000
  expect(await agreed(withdrawn)).toEqual(['already_final', 'failed'])
  const { items } = await listPricing(strict, uid, { limit: 50 })
  expect(items).toMatchObject([
    { version: 2, withdrawn: false, pricing: { collection: { fixed: 1 } } },
    { version: 1, set_by: ann.name, approved_by: ben.name },
  ])
  expect(items.map((one) => one.valid_from)).toEqual([
    secondsToTaipei(nowMs / 1_000),
    secondsToTaipei(nowMs / 1_000 - 10),
  ])
})

test('what was earned is of the day in Taipei on which it was booked', async () => {
  const midnight = Date.parse('2033-03-02T00:00:00+08:00')
  setClock(midnight - 1_000)
  const shop = await aRichShop(1_000, { collection: { fixed: 100 }, withdrawal: { fixed: 300 } })
  await collect(shop, 10)
  const { trade_no } = await placed(shop, 100)
  setClock(midnight)
  await collect(shop, 20)
  await move.process(trade_no)
  const day = taipeiDay(midnight / 1_000)
  const listed = async (from: number) => {
    const query = { from, to: day, merchant_uid: shop.uid, limit: 50 }
    const { value } = await call(context, ann, 'listFees', {}, undefined, { query })
    return value.items
  }
  const today = { uid: shop.uid, day: '2033-03-02', collections: 1, withdrawals: 3, total: 4 }
  expect(await listed(day)).toMatchObject([today])
  expect(await listed(day - 1)).toMatchObject([
    today,
    { day: '2033-03-01', collections: 1, payouts: 0, withdrawals: 0, corrections: 0, total: 1 },
  ])
})
