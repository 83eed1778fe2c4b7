import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { interruptedD1 } from '../../support/watched.ts'
import { move } from '../support/orders.ts'
import {
  aCollection,
  aContext,
  agent,
  aMerchant,
  anId,
  patchShop,
  paths,
  rows,
  type Shop,
} from '../support/service.ts'

const { payouts: create, payoutStatus: status } = paths
const asAsked = { actualAmount: null, voucherNo: null, processedAt: null, override: false }

describe('creating a payout', () => {
  test('freezes its amount, whatever the balance (§3.2 pending, §4.9 balance1, data.summary.payout)', async () => {
    const shop = await aShopWith(30)
    const { body } = await shop.call(create, aPayout({ amount: 50.5 }))
    expect(body.data).toMatchObject({ status: 'pending', amount: 50.5 })
    expect((await shop.balance()).body).toMatchObject({
      balance: -20.5,
      balance0: 30,
      balance1: 50.5,
      data: { summary: { payout: { pending: { count: 1, amount: 50.5 } } } },
    })
  })

  test.each([
    ['success', 'processed'],
    ['succeeded', 'processed'],
    ['failed', 'cancelled'],
    ['rejected', 'cancelled'],
  ])('a status sent as %s is stored as %s (§3.2 success–rejected)', async (sent, stored) => {
    const shop = await aMerchant()
    const { body } = await shop.call(create, aPayout({ status: sent }))
    expect(body.data.status).toBe(stored)
  })

  test('a payout created as processed is debited at once, a payout created as cancelled books nothing (§3.2 processed, cancelled)', async () => {
    const shop = await aShopWith(100)
    await shop.call(create, aPayout({ amount: 30, actual_amount: 29.5, status: 'processed' }))
    await shop.call(create, aPayout({ amount: 30, status: 'cancelled' }))
    expect((await shop.balance()).body).toMatchObject({
      balance: 70.5,
      balance0: 70.5,
      balance1: 0,
    })
  })

  test('200 at once with one serial number: one is accepted, one amount is frozen (§2.3 serial_no, §4.7 duplicate serial_no)', async () => {
    const shop = await aMerchant()
    const fields = aPayout({ amount: 10 })
    const answers = await Promise.all(Array.from({ length: 200 }, () => shop.call(create, fields)))
    expect(answers.filter(({ body }) => body.ok === 1)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error === 'duplicate_serial_no')).toHaveLength(199)
    expect((await shop.balance()).body.balance1).toBe(10)
  })
})

describe('a merchant whose payouts require a balance', () => {
  test('gets as many of 50 payouts at once as its balance covers', async () => {
    const shop = await aShopWith(100, { settings: { payout_requires_balance: true } })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => shop.call(create, aPayout({ amount: 9.99 }))),
    )
    expect(answers.filter(({ body }) => body.ok === 1)).toHaveLength(10)
    expect(answers.filter(({ body }) => body.error === 'insufficient_balance')).toHaveLength(40)
    expect((await shop.balance()).body).toMatchObject({ balance: 0.1, balance1: 99.9 })
  })

  test('and has none is refused, and nothing is written', async () => {
    const shop = await aMerchant({ settings: { payout_requires_balance: true } })
    const serial_no = anId()
    const { status: http, body } = await shop.call(create, aPayout({ serial_no, amount: 0.01 }))
    expect([http, body.error]).toEqual([422, 'insufficient_balance'])
    expect(await rows('select 1 from payouts where serial_no = ?', serial_no)).toEqual([])
  })
})

describe('processing', () => {
  test('debits the frozen amount and is PAID (§3.2 processed)', async () => {
    const shop = await aShopWith(100)
    const tradeNo = await aPendingPayout(shop, { amount: 40 })
    await move.process(tradeNo, { voucherNo: 'V-1' })
    expect((await shop.balance()).body).toMatchObject({ balance: 60, balance0: 60, balance1: 0 })
    const { body } = await shop.call(status, { tradeNo })
    expect(body).toMatchObject({ status: 'PAID', paid: 40, data: { voucher_no: 'V-1' } })
  })

  test('of less than the amount returns the rest; of more takes it from available; both with override', async () => {
    const shop = await aShopWith(100)
    const less = await aPendingPayout(shop, { amount: 40 })
    const short = { ...asAsked, actualAmount: 3_950 }
    await expect(move.process(less, short)).rejects.toMatchObject({ code: 'override_required' })
    await move.process(less, { ...short, override: true })
    expect((await shop.balance()).body).toMatchObject({ balance: 60.5, balance1: 0 })

    const more = await aPendingPayout(shop, { amount: 10 })
    const told = { ...asAsked, actualAmount: 1_015 }
    const refused = move.process(more, told)
    await expect(refused).rejects.toMatchObject({ code: 'override_required' })
    await move.process(more, { ...told, override: true })
    expect((await shop.balance()).body).toMatchObject({ balance: 50.35, balance1: 0 })
  })

  test('without a covering balance needs override, also for two at once', async () => {
    const shop = await aShopWith(100)
    const first = await aPendingPayout(shop, { amount: 80 })
    const second = await aPendingPayout(shop, { amount: 80 })
    const outcomes = await Promise.allSettled(
      [first, second].map((tradeNo) => move.process(tradeNo)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const rejected = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(rejected).toMatchObject({ reason: { code: 'override_required' } })
    expect((await shop.balance()).body).toMatchObject({ balance: -60, balance0: 20, balance1: 80 })
  })

  test('and cancelling 100 times at once moves the money once (§3.2 transitions)', async () => {
    const shop = await aShopWith(100)
    const tradeNo = await aPendingPayout(shop, { amount: 40 })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) =>
        n % 2 ? move.process(tradeNo) : move.cancel(tradeNo, 'no'),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { data, paid } = (await shop.call(status, { tradeNo })).body
    expect((await shop.balance()).body).toMatchObject({ balance: 100 - paid, balance1: 0 })
    expect(data.system_status).toBe(paid === 40 ? 'processed' : 'cancelled')
    const events = await rows('select 1 from events where order_id = ?', data.id)
    expect(events).toHaveLength(2)
  })
})

describe('cancelling', () => {
  test('releases the frozen amount and calls reverse_url (§1.3 reverse_url, §3.2 cancelled)', async () => {
    const shop = await aShopWith(100)
    const addresses = { notify_url: 'https://m.example/n', reverse_url: 'https://m.example/r' }
    const tradeNo = await aPendingPayout(shop, { amount: 40, ...addresses })
    await move.cancel(tradeNo, 'wrong account')
    expect((await shop.balance()).body).toMatchObject({ balance: 100, balance1: 0 })
    const [owed] = await owedFor(tradeNo)
    expect(owed?.url).toBe('https://m.example/r')
    expect(JSON.parse(owed?.body ?? '')).toMatchObject({
      type: 'payout',
      amount: 40,
      actual_amount: 0,
      status: 'failed',
    })
  })

  test('calls notify_url without a reverse_url, in the merchant’s vocabulary (§6 payout failure)', async () => {
    const shop = await aMerchant({ settings: { callback_vocabulary: 'legacy' } })
    const tradeNo = await aPendingPayout(shop, { notify_url: 'https://m.example/n' })
    await move.cancel(tradeNo, 'no')
    const [owed] = await owedFor(tradeNo)
    expect(owed?.url).toBe('https://m.example/n')
    expect(JSON.parse(owed?.body ?? '').status).toBe('cancelled')
  })
})

describe('agents', () => {
  test('finish only payouts that they have taken (§1.2 payouts)', async () => {
    const shop = await aShopWith(100)
    const tradeNo = await aPendingPayout(shop, { amount: 1 })
    const process = (who: typeof agent | typeof other) =>
      move.process(tradeNo, {}, { principal: who })

    await expect(process(agent)).rejects.toMatchObject({ code: 'not_taken' })
    await move.take(tradeNo, { principal: agent })
    expect(await move.take(tradeNo, { principal: agent })).toMatchObject({ agent: agent.name })
    await expect(move.take(tradeNo, { principal: other })).rejects.toMatchObject({
      code: 'taken',
      details: { taken_by: agent.name },
    })
    await expect(process(other)).rejects.toMatchObject({ code: 'taken' })
    await expect(move.release(tradeNo, { principal: other })).rejects.toMatchObject({
      code: 'taken',
    })
    await move.release(tradeNo, { principal: agent })
    await move.take(tradeNo, { principal: other })
    await process(other)
    expect((await shop.call(status, { tradeNo })).body.status).toBe('PAID')
  })

  test('may not take for others (§1.2 payouts)', async () => {
    const tradeNo = await aPendingPayout(await aMerchant())
    const forOther = move.take(tradeNo, { principal: agent }, other.name)
    await expect(forOther).rejects.toMatchObject({ code: 'forbidden' })
  })
})

test('disabling a merchant stops a payout that is being processed', async () => {
  const shop = await aShopWith(100)
  const tradeNo = await aPendingPayout(shop)
  const database = interruptedD1(env.DB, /insert into "?events/, () =>
    patchShop(shop.uid, { enabled: false }),
  )
  const racing = aContext({ db: openMerchantDatabase(database) })
  const processing = move.process(tradeNo, {}, { context: racing })
  await expect(processing).rejects.toMatchObject({ code: 'override_required' })
  expect(await rows('select status from payouts where trade_no = ?', tradeNo)).toEqual([
    { status: 'pending' },
  ])
})

test('serial_no wins over orderNo', async () => {
  const shop = await aMerchant()
  const [first, second] = [aPayout(), aPayout()]
  for (const payout of [first, second]) await shop.call(create, payout)
  const named = { serial_no: first.serial_no, orderNo: second.serial_no }
  expect((await shop.call(status, named)).body.data.serial_no).toBe(first.serial_no)
})

test(
  'a payout may have earlier names, in its creation and its query ' +
    '(§9.2 orderNo of a payout, name of a payout, bankName of a payout, ' +
    'bankAccount of a payout)',
  async () => {
    const shop = await aMerchant()
    const orderNo = anId()
    const created = await shop.call(create, {
      orderNo,
      amount: 5,
      name: '王',
      bankName: '台灣銀行',
      bankAccount: '123456',
      notifyUrl: 'https://m.example/n',
      reverseUrl: 'https://m.example/r',
    })
    expect(created.body.data.serial_no).toBe(orderNo)
    const { data } = (await shop.call(status, { orderNo })).body
    expect(data).toMatchObject({
      payee_name: '王',
      payee_bank: '台灣銀行',
      payee_account: '123456',
      notify_url: 'https://m.example/n',
      reverse_url: 'https://m.example/r',
    })
  },
)

const other = { ...agent, name: 'other@platform.example' } as const

function aPayout(fields: object = {}) {
  return { serial_no: anId(), amount: 10, payee_name: '林', ...fields }
}

async function aPendingPayout(shop: Shop, fields: object = {}): Promise<string> {
  const payout = aPayout(fields)
  const created = await shop.call(create, payout)
  expect(created.body.ok).toBe(1)
  return (await shop.call(status, { serial_no: payout.serial_no })).body.tradeNo
}

async function aShopWith(dollars: number, patch = {}) {
  const shop = await aMerchant(patch)
  const { tradeNo } = await aCollection(shop, { amount: dollars })
  await move.settle(tradeNo)
  return shop
}

function owedFor(tradeNo: string): Promise<{ url: string; body: string }[]> {
  return rows('select url, body from callbacks where trade_no = ?', tradeNo)
}
