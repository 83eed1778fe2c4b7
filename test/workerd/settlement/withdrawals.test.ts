import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { newBankAccount } from '../../../src/contract/back-office/banking/accounts.ts'
import { createBankAccount } from '../../../src/operations/banking/manage-bank-account.ts'
import { liftHold, placeHold } from '../../../src/operations/merchants/manage-holds.ts'
import {
  addSettlementAccount,
  listSettlementAccounts,
  removeSettlementAccount,
} from '../../../src/operations/settlement/manage-settlement-accounts.ts'
import { withdrawFor } from '../../../src/operations/settlement/withdraw.ts'
import { ann, withApprovals } from '../support/back-office.ts'
import { aBankAccount, aTransaction, holdersOf } from '../support/banking.ts'
import { checkAll } from '../support/book-check.ts'
import { context, move } from '../support/orders.ts'
import { aTestShop, outcomePath, play } from '../support/sandbox.ts'
import {
  aContext,
  agent,
  aMerchant,
  anId,
  operator,
  paths,
  post,
  rotateShop,
  rows,
  rowsOf,
  type Shop,
} from '../support/service.ts'
import {
  addAccount,
  anAccountOf,
  aRichShop,
  ask,
  collect,
  give,
  placed,
  price,
} from '../support/withdrawals.ts'

const fee = { rate_ppm: 0, fixed: 1_500, min: 0, max: null }
const priced = { withdrawal: fee, minimum_withdrawal: 100 }

const errorOf = async (asked: ReturnType<typeof ask>) => (await asked).body.error

const races = Number(env.WITHDRAWAL_RACES)

function holdOf({ uid }: Shop) {
  return placeHold(context, operator, { merchant_uid: uid, reason: 'x', case_no: '' })
}

type Sums = Readonly<Record<'available' | 'frozen' | 'fees', number>>

async function sumsOf({ uid }: Shop) {
  const [sums] = await rows<Sums>(
    `select sum(available) as available, sum(frozen) as frozen, sum(withdrawal_fees) as fees
     from balances where merchant_id = (select id from merchants where uid = ?)`,
    uid,
  )
  return sums
}

describe('a settlement account', () => {
  test('is added, listed and removed; a sixth and the same digits again are refused', async () => {
    const shop = await aMerchant()
    const by = { context, principal: operator, uid: shop.uid }
    const first = await addAccount(shop, { account_no: '00012345678901' })
    expect(first).toMatchObject({
      bank_code: '004',
      holder_name: '大安商行',
      added_by: operator.name,
    })
    await expect(addAccount(shop, { account_no: '00012345678901' })).rejects.toMatchObject({
      code: 'duplicate_settlement_account',
    })
    await addAccount(shop, { account_no: '00012345678901', bank_code: '005' })
    for (const _ of [3, 4, 5]) await addAccount(shop)
    await expect(addAccount(shop)).rejects.toMatchObject({ code: 'validation_error' })
    expect(await removeSettlementAccount({ ...by, id: String(first.id) })).toEqual(first)
    const { items } = await listSettlementAccounts(context, shop.uid)
    expect(items.map(({ id }) => id)).not.toContain(first.id)
    expect(items).toHaveLength(4)
    await expect(removeSettlementAccount({ ...by, id: '1' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('is of a bank that there is, and none of the platform', async () => {
    const shop = await aMerchant()
    const own = { bank_code: '013', account_no: '90000012345678' }
    await createBankAccount(context, operator, newBankAccount.parse({ ...own, holder_name: 'x' }))
    for (const fields of [{ bank_code: '999' }, own]) {
      await expect(addAccount(shop, fields)).rejects.toMatchObject({ code: 'validation_error' })
    }
  })

  test('takes two people', async () => {
    const shop = await aMerchant()
    const by = { context: withApprovals(), uid: shop.uid }
    const principal = { ...ann, requestId: 'r', approval: null, digest: anId() }
    const asked = addSettlementAccount({ ...by, principal, request: anAccountOf() })
    await expect(asked).rejects.toMatchObject({ name: 'SecondPersonNeeded' })
    expect((await listSettlementAccounts(context, shop.uid)).items).toEqual([])
  })

  test('of several at once, none is lost and none is one too many', async () => {
    const shop = await aMerchant()
    const given = await Promise.allSettled(Array.from({ length: 7 }, () => addAccount(shop)))
    expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect((await listSettlementAccounts(context, shop.uid)).items).toHaveLength(5)
  })
})

describe('a withdrawal', () => {
  test('is a payout to the settlement account whose amount and fee are frozen, and leave', async () => {
    const shop = await aRichShop(1_000, priced)
    const data = await placed(shop, 500)
    expect(data).toMatchObject({ status: 'pending', amount: 500, fee: 15 })
    expect(await sumsOf(shop)).toEqual({ available: 48_500, frozen: 51_500, fees: 0 })
    const { body } = await post(shop, paths.payoutStatus, { serial_no: data.serial_no })
    expect(body.data).toMatchObject({
      kind: 'withdrawal',
      channel: '代付',
      payee_name: '大安商行',
      payee_bank: '004 臺灣銀行',
      fee: 15,
    })
    await expect(
      move.process(data.trade_no, { actualAmount: 49_900, override: ['amount'] }),
    ).rejects.toMatchObject({ code: 'validation_error' })
    const paid = await move.process(data.trade_no)
    expect(paid).toMatchObject({ kind: 'withdrawal', status: 'processed', fee: 15, net: 515 })
    expect(await sumsOf(shop)).toEqual({ available: 48_500, frozen: 0, fees: 1_500 })
    const entries = await rowsOf<{ kind: string; fee: number }>('ledger_entries', shop)
    expect(entries.map((one) => `${one.kind} ${one.fee}`)).toEqual([
      'correction 0',
      'withdrawal 0',
      'withdrawal 1500',
    ])
    await move.reversePayout(data.trade_no, { reason: 'x', because: 'money_returned' })
    expect(await sumsOf(shop)).toEqual({ available: 100_000, frozen: 0, fees: 0 })
    expect(await checkAll()).toEqual([])
  })

  test('is paid by the debit of its amount, whose fee the bank never sees, and comes back by a credit', async () => {
    const shop = await aRichShop(1_000, priced)
    const own = await addAccount(shop, { account_no: '123456789012' })
    const account = await aBankAccount()
    const debit = (amount: number) => aTransaction(account, { amount, counterpartyLast5: '89012' })
    const [whole, withFee] = [await debit(-50_000), await debit(-51_500)]
    const { trade_no: tradeNo } = await placed(shop, 500, { settlement_account: own.id })
    await move.take(tradeNo, { principal: agent })
    const by = (id: number) => ({ bankAccount: account, bankTransactions: [id] })
    await expect(move.process(tradeNo, by(withFee), { principal: agent })).rejects.toMatchObject({
      code: 'evidence_differs',
    })
    const paid = await move.process(tradeNo, by(whole), { principal: agent })
    expect(paid).toMatchObject({ status: 'processed', backed: true, fee: 15 })
    expect(await holdersOf(whole, withFee)).toEqual([tradeNo, null])
    const back = { reason: 'x', because: 'money_returned', bankTransactions: [await debit(50_000)] }
    await move.reversePayout(tradeNo, { ...back, because: 'money_returned' })
    expect(await sumsOf(shop)).toEqual({ available: 100_000, frozen: 0, fees: 0 })
    expect(await checkAll()).toEqual([])
  })

  test('of a merchant that was put on hold meanwhile is not paid, and its money stays frozen', async () => {
    const shop = await aRichShop(1_000, priced)
    const { trade_no: tradeNo } = await placed(shop, 500)
    const hold = await holdOf(shop)
    await expect(move.process(tradeNo)).rejects.toMatchObject({ code: 'held' })
    expect(await sumsOf(shop)).toEqual({ available: 48_500, frozen: 51_500, fees: 0 })
    await liftHold({ context, principal: operator, id: hold.id, reason: 'x' })
    expect(await move.process(tradeNo)).toMatchObject({ status: 'processed' })
  })

  test('that is cancelled gives all back, and another can be made', async () => {
    const shop = await aRichShop(1_000, priced)
    const { trade_no } = await placed(shop, 'all')
    await move.cancel(trade_no)
    expect(await sumsOf(shop)).toEqual({ available: 100_000, frozen: 0, fees: 0 })
    expect(await placed(shop, 'all')).toMatchObject({ amount: 985 })
  })

  test('of all is the largest whole amount that is covered with its fee', async () => {
    const shop = await aRichShop(0, {
      withdrawal: { rate_ppm: 10_000, fixed: 0, min: 1_000, max: null },
    })
    await give(shop, 1_000.99)
    expect(await placed(shop, 'all')).toMatchObject({ amount: 990, fee: 10 })
    const dear = await aRichShop(0, { withdrawal: { rate_ppm: 20_000, fixed: 0 } })
    await give(dear, 123_456.78)
    expect(await placed(dear, 'all')).toMatchObject({ amount: 121_036, fee: 2_420.72 })
  })

  test('goes to the account that it names, as it was at its creation', async () => {
    const shop = await aRichShop(1_000)
    const second = await addAccount(shop, { holder_name: '第二戶' })
    const data = await placed(shop, 1, { settlement_account: second.id })
    const uid = shop.uid
    await removeSettlementAccount({ context, principal: operator, uid, id: String(second.id) })
    const { body } = await post(shop, paths.payoutStatus, { serial_no: data.serial_no })
    expect(body.data).toMatchObject({ payee_name: '第二戶', payee_account: second.account_no })
    await move.cancel(data.trade_no)
    const again = ask(shop, 1, { settlement_account: second.id })
    expect((await again).body).toMatchObject({
      error: 'validation_error',
      errors: { settlement_account: [expect.any(String)] },
    })
  })

  test('is refused in the order of the specification', async () => {
    const shop = await aMerchant()
    await price(shop, priced, -5)
    const { serial_no } = await aPayoutOf(shop)
    expect(await errorOf(ask(shop, 1.5, { serial_no }))).toBe('duplicate_serial_no')
    expect(await errorOf(ask(shop, 1.5))).toBe('amount_not_whole')
    expect(await errorOf(ask(shop, 1))).toBe('settlement_account_missing')
    await addAccount(shop)
    await give(shop, 5_000)
    await placed(shop, 100)
    expect(await errorOf(ask(shop, 1))).toBe('withdrawal_waiting')
    const poor = await aRichShop(50, priced)
    expect(await errorOf(ask(poor, 99))).toBe('below_minimum')
    expect(await errorOf(ask(poor, 'all'))).toBe('below_minimum')
    expect(await errorOf(ask(poor, 100))).toBe('insufficient_withdrawable')
    const dear = await aRichShop(50, { withdrawal: { fixed: 5_000 } })
    expect(await errorOf(ask(dear, 50))).toBe('below_minimum')
    for (const amount of ['ALL', -1, 'x', 0, 1.555]) {
      const errors = { amount: ['必須是 1 到 9,999,999,999 的整數元，或 "all"'] }
      expect((await ask(dear, amount)).body).toMatchObject({ error: 'validation_error', errors })
    }
  })

  test.each([
    ['duplicate_serial_no', 1.5, { settlement_account: 1 }],
    ['amount_not_whole', 1.5, { settlement_account: 1 }],
    ['validation_error', 1, { settlement_account: 1 }],
    ['withdrawal_waiting', 1, {}],
  ])('is refused with %s before all that comes behind it', async (error, amount, fields) => {
    const shop = await aRichShop(1_000, priced)
    const { serial_no } = await placed(shop, 100)
    const again = error === 'duplicate_serial_no' ? { serial_no } : {}
    expect(await errorOf(ask(shop, amount, { ...fields, ...again }))).toBe(error)
  })

  test('goes to no account of another merchant', async () => {
    const shop = await aRichShop(1_000)
    const { id } = await addAccount(await aMerchant())
    expect(await errorOf(ask(shop, 1, { settlement_account: id }))).toBe('validation_error')
  })

  test('has callbacks like a payout: to its address, or to that of failures, and again on a resend', async () => {
    const shop = await aRichShop(1_000)
    const urls = { notify_url: 'https://m.example/n', reverse_url: 'https://m.example/r' }
    const cancelled = await placed(shop, 1, urls)
    await move.cancel(cancelled.trade_no)
    const paid = await placed(shop, 2, urls)
    await move.process(paid.trade_no)
    const told = await rowsOf<{ url: string; body: string }>('callbacks', shop)
    expect(told.map(({ url, body }) => [url, JSON.parse(body)])).toMatchObject([
      [urls.reverse_url, { type: 'payout', amount: 1, actual_amount: 0, status: 'failed' }],
      [urls.notify_url, { type: 'payout', serial_no: paid.serial_no, actual_amount: 2 }],
    ])
    const again = { type: 'payout', serial_no: paid.serial_no }
    expect((await post(shop, paths.resend, again)).body.data).toMatchObject(again)
    const { payout } = (await shop.balance()).body.data.summary
    expect(payout).toMatchObject({ processed: { count: 1 }, cancelled: { count: 1 } })
  })

  test('to an account that is on hold is not paid', async () => {
    const shop = await aRichShop(1_000)
    const [first] = (await listSettlementAccounts(context, shop.uid)).items
    await placeHold(context, operator, {
      account_no: first?.account_no ?? '',
      reason: 'x',
      case_no: '',
    })
    const { trade_no } = await placed(shop, 1)
    await expect(move.process(trade_no)).rejects.toMatchObject({ code: 'held' })
    await move.cancel(trade_no)
  })

  test('leaves what was collected in the last days, over all channels, and counts a reversal then', async () => {
    const shop = await aRichShop(100, { settle_after_days: 2 })
    const old = { ...context, now: () => Date.now() - 2 * 86_400_000 }
    const reversed = await collect(shop, 300, old)
    await collect(shop, 400, old)
    const kept = await collect(shop, 1_000)
    const summary = async () => (await shop.balance()).body.data.summary
    expect(await summary()).toMatchObject({ available: 1_800, withdrawable: 800 })
    expect(await errorOf(ask(shop, 801))).toBe('insufficient_withdrawable')
    await move.reverse(reversed)
    expect(await summary()).toMatchObject({ available: 1_500, withdrawable: 500 })
    await move.reverse(kept)
    expect(await summary()).toMatchObject({ available: 500, withdrawable: 500 })
    expect(await placed(shop, 'all')).toMatchObject({ amount: 500 })
    const { body } = await aPayoutOf(shop, { amount: 100 })
    expect(body.data.status).toBe('pending')
    expect(await summary()).toMatchObject({ available: -100, withdrawable: 0 })
  })

  test('is never placed twice, nor above what there is, by a hundred at once', async () => {
    const shop = await aRichShop(1_000, priced)
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(shop, 'all')))
    const errors = answers.map(({ body }) => body.error ?? 'placed')
    expect(errors.filter((one) => one === 'placed')).toHaveLength(1)
    expect(new Set(errors)).toEqual(new Set(['placed', 'withdrawal_waiting']))
    expect(await sumsOf(shop)).toEqual({ available: 0, frozen: 100_000, fees: 0 })
  })

  test(`is never above what can be withdrawn in ${races} races with all that changes it`, async () => {
    for (let round = 0; round < races; round += 1) {
      const shop = await aRichShop(0, { settle_after_days: 0, withdrawal: fee })
      const reversed = await collect(shop, 600)
      await collect(shop, 400)
      await Promise.allSettled([
        ask(shop, 'all'),
        aPayoutOf(shop, { amount: 100 }),
        move.reverse(reversed),
        price(shop, { withdrawal: { fixed: 2_500 } }),
        ask(shop, 300),
        rotateShop(shop.uid, 3_600),
        ...(round % 2 ? [holdOf(shop)] : []),
        ask(shop, 'all'),
      ])
      const placedOnes = await rowsOf<{ kind: string | null; fee: number }>('payouts', shop)
      const withdrawals = placedOnes.filter(({ kind }) => kind === 'withdrawal')
      expect(withdrawals.length).toBeLessThan(2)
      for (const one of withdrawals) expect([1_500, 2_500]).toContain(one.fee)
      // What stood behind its creation, when its statement was closed.
      const ends = await rowsOf<{ number: number; available: number }>('statements', shop)
      expect(ends.map(({ number }) => number)).toEqual(withdrawals.map(() => 1))
      expect(ends.filter(({ available }) => available < 0)).toEqual([])
    }
    expect(await checkAll()).toEqual([])
  })

  test('is placed by the platform with a second person, whose names its event has', async () => {
    const shop = await aRichShop(1_000, priced)
    const by = { context: withApprovals(), uid: shop.uid }
    const call = {
      serial_no: anId().slice(0, 40),
      amount: 'all' as const,
      notify_url: '',
      reverse_url: '',
    }
    const principal = { ...ann, requestId: 'r', approval: null, digest: anId() }
    await expect(withdrawFor({ ...by, principal, call })).rejects.toMatchObject({
      name: 'SecondPersonNeeded',
    })
    expect(await sumsOf(shop)).toEqual({ available: 100_000, frozen: 0, fees: 0 })
    const view = await withdrawFor({ ...by, context, principal: operator, call })
    expect(view).toMatchObject({ kind: 'withdrawal', amount: 985, fee: 15, net: 1_000 })
    const again = withdrawFor({ ...by, context, principal: operator, call })
    await expect(again).rejects.toMatchObject({ code: 'duplicate_serial_no' })
  })

  test('of a test merchant is paid, and comes back, by outcomes', async () => {
    const shop = await aTestShop()
    const sandbox = aContext()
    await addSettlementAccount({
      context: sandbox,
      principal: operator,
      uid: shop.uid,
      request: anAccountOf(),
    })
    await give(shop, 100)
    const type = 'payout'
    const other = await placed(shop, 'all')
    const cancelled = { type, trade_no: other.trade_no, outcome: 'cancelled' }
    expect(await play(shop, cancelled)).toMatchObject({ status: 'cancelled' })
    const { trade_no } = await placed(shop, 'all')
    for (const wrong of [{ outcome: 'less' }, { outcome: 'paid', paid_amount: 99 }]) {
      const refused = await shop.call(outcomePath, { type, trade_no, ...wrong })
      expect(refused.body).toMatchObject({ error: 'outcome_not_possible' })
      expect(refused.body.message).toMatch(/等待付款.*：paid、cancelled$/)
    }
    expect(await play(shop, { type, trade_no, outcome: 'paid' })).toMatchObject({
      status: 'processed',
    })
    expect(await play(shop, { type, trade_no, outcome: 'reversed' })).toMatchObject({
      status: 'cancelled',
    })
  })
})

test('a merchant reads of fees from its first settlement account on, also once that is removed', async () => {
  const shop = await aMerchant()
  const { body } = await shop.balance()
  expect(body.data.summary).not.toHaveProperty('withdrawable')
  const other = await aMerchant()
  const { id } = await addAccount(other)
  for (const remove of [false, true]) {
    const by = { context, principal: operator, uid: other.uid }
    if (remove) await removeSettlementAccount({ ...by, id: String(id) })
    const after = await other.balance()
    expect(after.body.data.summary).toMatchObject({ withdrawable: 0 })
  }
})

async function aPayoutOf(shop: Shop, fields: object = {}) {
  const serial_no = anId().slice(0, 40)
  const answer = await post(shop, paths.payouts, {
    serial_no,
    payee_name: 'x',
    amount: 1,
    ...fields,
  })
  return { ...answer, serial_no }
}
