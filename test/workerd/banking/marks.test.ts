import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { Identity } from '../../../src/contract/back-office/roles.ts'
import { sentNotes } from '../../../src/contract/back-office/states.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter } from '../../support/metered.ts'
import { ann, ask } from '../support/back-office.ts'
import { patch } from '../support/bank-accounts.ts'
import { aBankAccount, aShopWithAccount, aTransaction } from '../support/banking.ts'
import { aPayout, move } from '../support/orders.ts'
import { aContext, adjustShop, aMerchant, rows } from '../support/service.ts'
import { aMatched, amy, aPair, context, payer, ready } from './exact-pairs.ts'

// Marks of waiting orders whose money may have come or gone (back office §8).

// The first: what other tests leave waits too.
test('a page of the queue with marks and count reads at most 600 rows, 200 waiting and 60 of them paid', async () => {
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  const account = await aBankAccount()
  for (let n = 0; n < 200; n += 1) {
    const amount = 1_000 + n
    const { fields, line } = payer(amount)
    await aMatched(shop, account, { ...fields, amount })
    // Half of them have paid smaller sums before.
    const before = { amount: 50_000, bookedAt: 1_000_000_000 + n }
    if (n % 2 === 0) await aTransaction(account, { ...line, ...before, state: 'ignored' })
    if (n % 10 < 3) await aTransaction(account, { ...line, amount: amount * 100 })
  }
  const counter = meter()
  const counted = {
    ...context,
    ...aContext({ db: openMerchantDatabase(counter.database(env.DB)) }),
  }
  const first = () => ask(counted, ann, 'listReady', {}, undefined, { query: { limit: 8 } })
  const found = await first()
  expect(found.value.count).toBeGreaterThanOrEqual(60)
  const readyRows = counter.usage.rowsRead
  const waiting = { status: 'pending', order: 'oldest', deposits: '1', limit: 20 }
  for (const collection_status of ['pending', 'matched']) {
    const query = { ...waiting, collection_status }
    await ask(counted, ann, 'listCollections', {}, undefined, { query })
  }
  const said = { ...waiting, collection_status: 'matched', said_paid: true }
  await ask(counted, ann, 'listCollections', {}, undefined, { query: said })
  expect(counter.usage.rowsRead).toBeLessThanOrEqual(600)
  // Money that fits none of them adds what a page tells of it, however much there is.
  for (let n = 0; n < 20; n += 1) {
    await aTransaction(account, { ...payer(1_000 + n).line, amount: 99 })
    await aTransaction(account, { counterpartyLast5: '00001', amount: 99 })
  }
  counter.reset()
  expect((await first()).value.unsure).toHaveLength(8)
  expect(counter.usage.rowsRead - readyRows).toBeLessThanOrEqual(2 * 40 + 8 * 10)
  // Other tests' lists have none of it.
  await rows(`update bank_transactions set state = 'ignored' where state = 'unclaimed'`)
})

/** The marks of an account's pending collections by transactions of their amount. */
async function marksOf(account: number, by: Identity = ann) {
  const query = { bank_account: account, status: 'pending', deposits: '1', limit: 50 }
  const { value } = await ask(context, by, 'listCollections', {}, undefined, { query })
  return Object.fromEntries(
    value.items.map((item: { trade_no: string; deposits: Record<string, unknown> }) => {
      const { exact, possible } = item.deposits
      return [item.trade_no, { exact, possible }]
    }),
  )
}

test('marks count exact and possible transactions, without those of hidden accounts', async () => {
  const { shop, account } = await aShopWithAccount()
  const { trade_no: one } = await aPair(shop, account, 1)
  const none = await aMatched(shop, account, { ...payer(2).fields, amount: 77 })
  expect(await marksOf(account)).toEqual({
    [one]: { exact: 1, possible: 0 },
    [none]: { exact: 0, possible: 0 },
  })
  await aTransaction(account, payer(3).line)
  expect((await marksOf(account))[one]).toEqual({ exact: 1, possible: 1 })
  await aTransaction(account, payer(1).line)
  await aTransaction(account, payer(3).line)
  expect((await marksOf(account))[one]).toEqual({ exact: 'more', possible: 1 })
  await patch(account, { agents: ['nobody@platform.example'] })
  expect((await marksOf(account, amy))[one]).toEqual({ exact: 0, possible: 0 })
})

test('a line freed by a reversal is exact money for other orders only', async () => {
  const { shop, account } = await aShopWithAccount()
  const other = await aMatched(shop, account, payer(1).fields)
  const { trade_no: one, bank_transaction: line } = await aPair(shop, account, 1)
  const exact = { exact: 1, possible: 0 }
  expect(await marksOf(account)).toEqual({ [one]: exact, [other]: exact })
  const override = { override: ['evidence_differs'] as const, reason: 'x' }
  await move.settle(one, { bankTransactions: [line], ...override })
  await move.reverse(one)
  expect(await marksOf(account)).toEqual({ [one]: { exact: 0, possible: 1 }, [other]: exact })

  const alone = await aPair(shop, account, 2)
  expect((await ready(account)).items).toMatchObject([alone])
  await move.settle(alone.trade_no, { bankTransactions: [alone.bank_transaction] })
  await move.reverse(alone.trade_no)
  expect(await ready(account)).toMatchObject({ items: [], count: 0 })
  // Nor does it fit that order better than a third one.
  const third = await aMatched(shop, account, payer(4).fields)
  expect((await marksOf(account))[third]).toEqual({ exact: 0, possible: 1 })
  const right = await aPair(shop, account, 3)
  await move.settle(alone.trade_no, { bankTransactions: [right.bank_transaction], ...override })
  await move.reverse(alone.trade_no)
  expect((await ready(account)).items).toMatchObject([right])
})

test('a line that another waiting order fits better is no mark', async () => {
  const { shop, account } = await aShopWithAccount()
  const waiting = await aPair(shop, account, 1)
  const third = await aMatched(shop, account, payer(2).fields)
  const possible = async () => {
    const { value } = await ask(context, ann, 'candidatesOfCollection', { trade_no: third })
    const better = value.items.map((one: { fits_better: string | null }) => one.fits_better)
    return [(await marksOf(account))[third], better]
  }
  expect(await possible()).toEqual([{ exact: 0, possible: 0 }, [waiting.trade_no]])
  await aTransaction(account, payer(3).line)
  expect(await possible()).toEqual([
    { exact: 0, possible: 1 },
    expect.arrayContaining([waiting.trade_no, null]),
  ])
  await move.putAside(waiting.trade_no)
  expect(await possible()).toEqual([{ exact: 0, possible: 'more' }, [null, null]])
})

test('marks, settlement and ready list agree on money of two orders or of another name', async () => {
  const { shop, account } = await aShopWithAccount()
  const marked = async () => {
    const query = { bank_account: account, status: 'pending', deposits: '1', limit: 50 }
    const { value } = await ask(context, ann, 'listCollections', {}, undefined, { query })
    return Object.fromEntries(
      value.items.map((one: { trade_no: string; deposits: Record<string, unknown> }) => [
        one.trade_no,
        [one.deposits.exact, one.deposits.unsure, one.deposits.other_name],
      ]),
    )
  }
  const settle = (tradeNo: string, line: number) =>
    ask(
      context,
      amy,
      'settleCollection',
      { trade_no: tradeNo },
      { bank_transactions: [line], override: [] },
    )
  // Two members' orders: neither is the first's by itself. A member's own older one, put aside before, is no rival.
  const one = await aMatched(shop, account, { ...payer(71).fields, user_id: 'one' })
  const other = await aPair(shop, account, 71, { user_id: 'other' })
  const left = await aMatched(shop, account, { ...payer(72).fields, user_id: 'same' })
  await move.putAside(left, 'expired')
  const next = await aPair(shop, account, 72, { user_id: 'same' })
  const name = { user_name: '王小明' }
  const strange = await aPair(shop, account, 73, name, { counterpartyName: '陳大文' })
  const masked = await aPair(shop, account, 74, name, { counterpartyName: '王○明' })
  expect(await marked()).toEqual({
    [one]: [1, true, false],
    [other.trade_no]: [1, true, false],
    [left]: [1, true, false],
    [next.trade_no]: [1, false, false],
    [strange.trade_no]: [1, false, true],
    [masked.trade_no]: [1, false, false],
  })
  const { items } = await ready(account)
  expect(items).toMatchObject([next, strange, masked])
  for (const [tradeNo, line] of [
    [one, other.bank_transaction],
    [other.trade_no, other.bank_transaction],
    [left, next.bank_transaction],
  ] as const) {
    expect((await settle(tradeNo, line)).error).toBe('evidence_differs')
  }
  expect((await settle(next.trade_no, next.bank_transaction)).error).toBe('')
})

test('marks show the payer’s other amounts, deposits that add up to the order, and a hold', async () => {
  const { shop, account } = await aShopWithAccount()
  const aMarked = async (n: number, amounts: readonly number[]) => {
    const tradeNo = await aMatched(shop, account, payer(n).fields)
    for (const amount of amounts) await aTransaction(account, { ...payer(n).line, amount })
    return tradeNo
  }
  const nothing = { exact: 0, possible: 0, other: 0, sum: false, unsure: false, other_name: false }
  const cases = [
    [await aMarked(1, [9_000]), { ...nothing, other: 1 }],
    [await aMarked(2, [12_000]), { ...nothing, other: 1 }],
    [await aMarked(3, [2_000, 3_000, 5_000]), { ...nothing, other: 'more', sum: true }],
    [await aMarked(4, [2_000, 3_000]), { ...nothing, other: 'more' }],
    [await aMarked(5, []), nothing],
  ] as const
  // Before the order was there, and another order's exact money.
  await aTransaction(account, { ...payer(5).line, amount: 5_000, bookedAt: 1_000_000_000 })
  await aMatched(shop, account, { ...payer(5).fields, amount: 60 })
  await aTransaction(account, { ...payer(5).line, amount: 6_000 })
  const marked = async () => {
    const query = { bank_account: account, status: 'pending', deposits: '1', limit: 50 }
    const { value } = await ask(context, ann, 'listCollections', {}, undefined, { query })
    return value.items as { trade_no: string; deposits: object; held: boolean }[]
  }
  for (const [tradeNo, marks] of cases) {
    expect((await marked()).find((one) => one.trade_no === tradeNo)).toMatchObject({
      deposits: marks,
      held: false,
    })
  }
  const hold = { account_no: '001-20004', reason: 'x', case_no: '' }
  await ask(context, ann, 'placeHold', {}, hold)
  const heldNow = (await marked()).filter(({ held }) => held).map((one) => one.trade_no)
  expect(heldNow).toEqual([cases[3][0]])
})

test('a payout is marked if it is debited, held, sent, or beyond its merchant’s money', async () => {
  const shop = await aMerchant()
  await adjustShop(shop.uid, {
    amount: 100_000,
    bucket: 'available',
    reason: 'x',
    idempotency_key: 'm',
  })
  const account = await aBankAccount({ use: 'out' })
  const aWaiting = (n: number, amount: number) =>
    aPayout(shop, { ...payees(n), amount, serial_no: `m${n}` })
  const [one, other, none] = [await aWaiting(1, 71), await aWaiting(2, 72), await aWaiting(3, 73)]
  await aTransaction(account, { counterpartyLast5: '30001', amount: -7_100 })
  await aTransaction(account, { counterpartyLast5: '', amount: -7_200 })
  const marked = async (by: Identity = ann) => {
    const query = { merchant_uid: shop.uid, status: 'pending', debits: '1', limit: 50 }
    const { value } = await ask(context, by, 'listPayouts', {}, undefined, { query })
    return Object.fromEntries(
      value.items.map(
        (item: { trade_no: string; debits: object; held: boolean; short: boolean }) => [
          item.trade_no,
          [item.debits, item.held, item.short],
        ],
      ),
    )
  }
  // With the bank's fee; with more than it takes; and of another payee.
  const [withFee, above] = [await aWaiting(4, 80), await aWaiting(5, 180)]
  await aTransaction(account, { counterpartyLast5: '30004', amount: -9_500 })
  await aTransaction(account, { counterpartyLast5: '30005', amount: -21_001 })
  await aTransaction(account, { counterpartyLast5: '30009', amount: -19_500 })
  // Frozen money is there for it.
  const [all, tooMuch] = [await aWaiting(6, 1_000), await aWaiting(7, 1_001)]
  const nothing = { exact: 0, possible: 0, fee: false }
  expect(await marked()).toEqual({
    [one]: [{ exact: 1, possible: 0, fee: false }, false, false],
    [other]: [{ exact: 0, possible: 1, fee: false }, false, false],
    [withFee]: [{ exact: 0, possible: 1, fee: true }, false, false],
    [above]: [nothing, false, false],
    [none]: [nothing, false, false],
    [all]: [nothing, false, false],
    [tooMuch]: [nothing, false, true],
  })
  // Sent, sent but given up, and noted by somebody who had not taken it.
  const noted = async (tradeNo: string, texts: readonly string[]) => {
    const path = { trade_no: tradeNo }
    for (const text of texts) await ask(context, ann, 'notePayout', path, { text })
  }
  const { sent: isSent, unsent } = sentNotes
  for (const tradeNo of [all, tooMuch]) {
    await ask(context, ann, 'takePayout', { trade_no: tradeNo }, {})
  }
  await noted(all, [isSent, unsent, isSent, 'x'])
  await noted(tooMuch, [isSent, unsent])
  await noted(none, [isSent])
  const { value } = await ask(context, ann, 'listPayouts', {}, undefined, {
    query: { merchant_uid: shop.uid, debits: '1', limit: 50 },
  })
  const sentOnes = value.items.filter((item: { sent: boolean }) => item.sent)
  expect(sentOnes.map((item: { trade_no: string }) => item.trade_no)).toEqual([all])
  await ask(context, ann, 'placeHold', {}, { account_no: '001-30003', reason: 'x', case_no: '' })
  expect((await marked())[none]).toEqual([nothing, true, false])
  await patch(account, { agents: ['nobody@platform.example'] })
  expect((await marked(amy))[one]).toEqual([nothing, false, false])
})

test('the marks of a page of payouts, and what their merchants have, are at most 600 rows, 200 waiting', async () => {
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  for (let n = 0; n < 200; n += 1) {
    await aPayout(shop, { ...payees(1), amount: 5_000 + n, serial_no: `r${n}` })
  }
  const counter = meter()
  const counted = {
    ...context,
    ...aContext({ db: openMerchantDatabase(counter.database(env.DB)) }),
  }
  const waiting = { status: 'pending', order: 'oldest', limit: 50 }
  const readBy = async (query: object) => {
    counter.reset()
    await ask(counted, ann, 'listPayouts', {}, undefined, { query })
    return counter.usage.rowsRead
  }
  const bare = await readBy(waiting)
  expect((await readBy({ ...waiting, debits: '1' })) - bare).toBeLessThanOrEqual(600)
  await rows(`update payouts set agent = 'ann' where status = 'pending'`)
  expect((await readBy({ ...waiting, debits: '1' })) - bare).toBeLessThanOrEqual(600)
})

const payees = (n: number) => ({ payee_account: `001-3000${n}` })
