import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PricingChange } from '../../../src/contract/back-office/settlement/pricing.ts'
import { showBalance } from '../../../src/operations/accounts/query-balance.ts'
import { setPricing } from '../../../src/operations/settlement/manage-pricing.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter } from '../../support/metered.ts'
import { checkAll } from '../support/book-check.ts'
import { context, move } from '../support/orders.ts'
import {
  aContext,
  adjustShop,
  aMerchant,
  anId,
  aCollection as anOrderOf,
  operator,
  patchShop,
  paths,
  post,
  rows,
  rowsOf,
  type Shop,
  setClock,
} from '../support/service.ts'

// What the platform earns of an order, booked in the entry that books the money (fees §2).

const rate = { rate_ppm: 15_000, fixed: 300, min: 500, max: 5_000 }

/** Sets a price; the clock of the one before is a second behind. */
async function price({ uid }: Shop, change: PricingChange, seconds = 0): Promise<void> {
  const at = { ...context, now: () => Date.now() + seconds * 1_000 }
  await setPricing({ context: at, principal: operator, uid, change })
}

const priced = async (change: PricingChange = {}) => {
  const shop = await aMerchant()
  await price(shop, { collection: rate, payout: rate, ...change })
  return shop
}

const aPayoutOf = async (shop: Shop, fields: object = {}) => {
  const sent = { serial_no: anId().slice(0, 40), payee_name: 'x', amount: 1_000, ...fields }
  const { status, body } = await post(shop, paths.payouts, sent)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.trade_no as string
}

// Its money is the test's, not the merchant's.
const overdrawn = { override: ['balance'] } as const

type Entry = { from_bucket: string; to_bucket: string; amount: number; fee: number }

async function entriesOf(shop: Shop): Promise<string[]> {
  const found = await rowsOf<Entry>('ledger_entries', shop)
  return found.map((one) => `${one.from_bucket}>${one.to_bucket} ${one.amount} ${one.fee}`)
}

type Sums = Readonly<Record<'available' | 'frozen' | 'unconfirmed' | 'fees', number>>

async function sumsOf({ uid }: Shop): Promise<Sums | undefined> {
  const [sums] = await rows<Sums>(
    `select sum(available) as available, sum(frozen) as frozen, sum(unconfirmed) as unconfirmed,
       sum(collection_fees + payout_fees + withdrawal_fees + corrected_fees) as fees
     from balances where merchant_id = (select id from merchants where uid = ?)`,
    uid,
  )
  return sums
}

const none = { available: 0, frozen: 0, unconfirmed: 0, fees: 0 }

describe('the fee of a collection', () => {
  let shop: Shop
  beforeEach(async () => {
    shop = await priced()
  })

  test('is booked with what settles it, by what was paid, and shown', async () => {
    const { tradeNo, orderid } = await anOrderOf(shop, { amount: 1_000 })
    const unpaid = await shop.status({ orderid })
    expect(unpaid.body.data.fee).toBe(null)
    const settled = await move.settle(tradeNo)
    expect(settled).toMatchObject({ fee: 18, net: 982, pricing: 1 })
    expect(await entriesOf(shop)).toEqual(['outside>available 100000 1800'])
    expect(await sumsOf(shop)).toEqual({ ...none, available: 98_200, fees: 1_800 })
    expect((await shop.status({ orderid })).body.data.fee).toBe(18)
    const { body } = await post(shop, paths.ledger, {})
    expect(body.data.items).toMatchObject([{ amount: 1_000, fee: 18 }])
    expect(body.data.closing.available).toBe(982)
  })

  test.each([
    ['less than was ordered', 100, 5],
    ['more', 9_000, 50],
  ])('is by what was paid, %s', async (_, paid, fee) => {
    const { tradeNo } = await anOrderOf(shop, { amount: 1_000 })
    const input = { paidAmount: paid * 100, manual: true, override: true }
    expect(await move.settle(tradeNo, input)).toMatchObject({ fee, net: paid - fee })
  })

  test('of declared money waits for its confirmation', async () => {
    const { tradeNo } = await anOrderOf(shop, { amount: 1_000, status: 'succeeded' })
    expect(await sumsOf(shop)).toEqual({ ...none, unconfirmed: 100_000 })
    expect(await move.confirm(tradeNo)).toMatchObject({ fee: 18, net: 982 })
    expect(await sumsOf(shop)).toEqual({ ...none, available: 98_200, fees: 1_800 })
  })

  test('of a trusted merchant is booked at its creation', async () => {
    await patchShop(shop.uid, { settings: { trusted: true } })
    await anOrderOf(shop, { amount: 1_000, status: 'succeeded' })
    expect(await entriesOf(shop)).toEqual(['outside>available 100000 1800'])
  })

  test('is that of the price at its creation, and given back is what was booked', async () => {
    const first = await anOrderOf(shop, { amount: 1_000 })
    await move.settle(first.tradeNo)
    await price(shop, { collection: { rate_ppm: 100_000, max: null } }, 2)
    const reversal = { reason: '對錯', because: 'wrong_match' } as const
    const reversed = await move.reverse(first.tradeNo, reversal)
    expect(reversed).toMatchObject({ fee: null, net: null, pricing: 1 })
    expect(await entriesOf(shop)).toEqual([
      'outside>available 100000 1800',
      'available>outside 100000 -1800',
    ])
    expect(await sumsOf(shop)).toEqual(none)
    expect(await move.settle(first.tradeNo)).toMatchObject({ fee: 18 })
  })

  test('of a merchant without a price is nothing, and its answers have no word of it', async () => {
    const free = await aMerchant()
    const { tradeNo, orderid } = await anOrderOf(free, { amount: 1_000 })
    expect(await move.settle(tradeNo)).toMatchObject({ fee: 0, net: 1_000, pricing: 0 })
    expect((await free.status({ orderid })).body.data).not.toHaveProperty('fee')
    const { body } = await post(free, paths.ledger, {})
    expect(body.data.items[0]).not.toHaveProperty('fee')
    expect(
      await rows(
        `select fact from events where order_id = (
      select id from collections where trade_no = ?) and instr(fact, 'charged')`,
        tradeNo,
      ),
    ).toEqual([])
  })
})

describe.each(['return', 'keep'] as const)('under %s, the fee', (choice) => {
  const kept = choice === 'keep' ? 1_800 : 0

  test('of a collection whose money went back', async () => {
    const shop = await priced({ fee_on_reversal: choice })
    const { tradeNo } = await anOrderOf(shop, { amount: 1_000 })
    await move.settle(tradeNo)
    await move.reverse(tradeNo, { reason: '退款', because: 'money_returned' })
    expect(await sumsOf(shop)).toEqual({ ...none, available: 0 - kept, fees: kept })
  })

  test('of a payout that the bank sent back', async () => {
    const shop = await priced({ fee_on_reversal: choice })
    const tradeNo = await aPayoutOf(shop)
    await move.process(tradeNo, overdrawn)
    await move.reversePayout(tradeNo, { reason: '退匯', because: 'money_returned' })
    expect(await sumsOf(shop)).toEqual({ ...none, available: 0 - kept, fees: kept })
  })

  test('of a wrong match is given back', async () => {
    const shop = await priced({ fee_on_reversal: choice })
    const { tradeNo } = await anOrderOf(shop, { amount: 1_000 })
    await move.settle(tradeNo)
    await move.reverse(tradeNo, { reason: '對錯', because: 'wrong_match' })
    expect(await sumsOf(shop)).toEqual(none)
  })
})

describe('the fee of a payout', () => {
  test('is frozen with its amount, and leaves with what was paid out', async () => {
    const shop = await priced()
    const tradeNo = await aPayoutOf(shop)
    expect(await sumsOf(shop)).toEqual({ ...none, available: -101_800, frozen: 101_800 })
    const { body } = await post(shop, '/api/v1/merchant/payouts/status', { trade_no: tradeNo })
    expect(body.data.fee).toBe(18)
    expect(await move.process(tradeNo, overdrawn)).toMatchObject({ fee: 18, net: 1_018 })
    expect(await sumsOf(shop)).toEqual({ ...none, available: -101_800, fees: 1_800 })
  })

  test.each([
    ['less, by what was paid out', 200, ['frozen>outside 20000 600', 'frozen>available 81200 0']],
    [
      'more, at most what was frozen',
      2_000,
      ['frozen>outside 100000 1800', 'available>outside 100000 0'],
    ],
  ])('of which %s', async (_, paid, entries) => {
    const shop = await priced()
    const tradeNo = await aPayoutOf(shop)
    await move.process(tradeNo, { actualAmount: paid * 100, override: true })
    expect((await entriesOf(shop)).slice(1)).toEqual(entries)
    expect((await sumsOf(shop))?.frozen).toBe(0)
  })

  test('comes back with the rest where it is cancelled', async () => {
    const shop = await priced()
    const tradeNo = await aPayoutOf(shop)
    await move.cancel(tradeNo, '帳號錯誤')
    expect(await sumsOf(shop)).toEqual(none)
  })

  test('counts for what the merchant must have', async () => {
    const shop = await priced()
    await patchShop(shop.uid, { settings: { payout_requires_balance: true } })
    const booked = { bucket: 'available', reason: '入金', idempotency_key: anId() } as const
    await adjustShop(shop.uid, { amount: 101_799, ...booked })
    const sent = { serial_no: 'one', payee_name: 'x', amount: 1_000 }
    const { body } = await post(shop, paths.payouts, sent)
    expect(body.error).toBe('insufficient_balance')
    await adjustShop(shop.uid, { amount: 1, ...booked, idempotency_key: anId() })
    expect((await post(shop, paths.payouts, sent)).status).toBe(200)
  })
})

describe('the check of the books', () => {
  test('adds every fee up again, and names the one that is a hundredth off', async () => {
    const shop = await priced()
    const { tradeNo, id } = await anOrderOf(shop, { amount: 1_000 })
    await move.settle(tradeNo)
    const payout = await aPayoutOf(shop)
    await move.process(payout, overdrawn)
    expect((await checkAll()).filter((one) => one.includes(tradeNo))).toEqual([])
    const wrong = async (sql: string, back: string, named: RegExp) => {
      await rows(sql)
      expect((await checkAll()).join('\n')).toMatch(named)
      await rows(back)
    }
    await wrong(
      `update ledger_entries set fee = fee + 1 where order_id = ${id}`,
      `update ledger_entries set fee = fee - 1 where order_id = ${id}`,
      new RegExp(`ledger_entries ${tradeNo}#2.1 fee: 18.01, not 18.00`),
    )
    await wrong(
      `update collections set fee = fee + 1 where id = ${id}`,
      `update collections set fee = fee - 1 where id = ${id}`,
      new RegExp(`collections ${tradeNo} fee: 18.01, not 18.00`),
    )
    const fact = (sum: number) =>
      `update events set fact = json_set(fact, '$.charged', ${sum}) where order_id = ${id} and seq = 2`
    await wrong(
      fact(1_801),
      fact(1_800),
      new RegExp(`events ${tradeNo}#2 fact.charged: 18.01, not 18.00`),
    )
    const ofBalance = (sign: string) =>
      `update balances set collection_fees = collection_fees ${sign} 1 where channel = 'other'
       and merchant_id = (select id from merchants where uid = '${shop.uid}')`
    await wrong(
      ofBalance('+'),
      ofBalance('-'),
      new RegExp(`balances ${shop.uid} other collection_fees`),
    )
    expect((await checkAll()).join('\n')).not.toMatch(shop.uid)
  })
})

describe('the fees of a month', () => {
  const month = Date.UTC(2033, 5, 10, 4)

  test('are what the ledger’s items of the month have, given back ones negative, without corrections', async () => {
    setClock(month)
    const share = { rate_ppm: 20_000, fixed: 0, min: 0, max: null }
    const shop = await priced({ collection: share })
    const fees = async () => (await shop.balance()).body.data.summary.fees
    const settled = async (amount: number, channel: object = {}) => {
      const { tradeNo } = await anOrderOf(shop, { amount, ...channel })
      await move.settle(tradeNo)
      return tradeNo
    }
    expect(await fees()).toBe(0)
    const first = await settled(1_000)
    await settled(700, { channel: 'exchange_coin' })
    expect(await fees()).toBe(34)
    // In the next month, before anything is booked in it, in one channel and in none of the other.
    setClock(month + 30 * 86_400_000)
    expect(await fees()).toBe(0)
    await settled(500)
    expect(await fees()).toBe(10)
    await move.reverse(first, { reason: '對錯', because: 'wrong_match' })
    const correction = { bucket: 'fees', reason: '多收', idempotency_key: anId() } as const
    await adjustShop(shop.uid, { amount: 300, ...correction })
    expect(await fees()).toBe(-10)
    const days = { from: '2033-07-10', to: '2033-07-10' }
    const { body } = await post(shop, paths.ledger, days)
    const items: { fee: number }[] = body.data.items
    expect(items.map(({ fee }) => fee).sort()).toEqual([-20, 0, 10])
  })

  test('are read from as many rows after many orders as after few', async () => {
    const shop = await priced()
    const counted = meter()
    const db = openMerchantDatabase(counted.database(env.DB))
    const readRows = async () => {
      counted.reset()
      await showBalance(aContext({ db }), shop.uid)
      return counted.usage.rowsRead
    }
    const settle = async () => move.settle((await anOrderOf(shop, { amount: 100 })).tradeNo)
    await settle()
    const before = await readRows()
    for (let n = 0; n < 8; n += 1) await settle()
    expect(await readRows()).toBe(before)
  })
})
