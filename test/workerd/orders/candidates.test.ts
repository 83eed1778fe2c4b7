import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import {
  candidatesOfCollection,
  candidatesOfDeposit,
  candidatesOfPayout,
} from '../../../src/operations/banking/find-candidates.ts'
import { findDeposits } from '../../../src/store/banking/claims.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter } from '../../support/metered.ts'
import { matchTo } from '../support/bank-accounts.ts'
import {
  aBankAccount,
  aShopWithAccount,
  aTransaction,
  payersLast5,
  putOn,
} from '../support/banking.ts'
import { anAmountLink } from '../support/links.ts'
import { aCollection, aPayout, asPaidOut, context, move } from '../support/orders.ts'
import { aContext, agent, aMerchant, operator, rows, type Shop } from '../support/service.ts'

const seconds = () => Math.floor(Date.now() / 1000)

async function aWaiting(shop: Shop, account: number, fields: object = {}): Promise<string> {
  const tradeNo = await aCollection(shop, { counterparty_account: `001-${payersLast5}`, ...fields })
  await putOn(tradeNo, account)
  return tradeNo
}

/** The candidates of a transaction: transaction number, reasons and what differs. */
async function ordersFor(id: number) {
  const [named] = await findDeposits(context.db, [id])
  if (named === undefined) throw new Error(`no transaction ${id}`)
  const { items } = await candidatesOfDeposit(context, named.deposit, operator)
  return items.map(({ trade_no, reasons, differs }) => ({ trade_no, reasons, differs }))
}

test('the best candidate has the amount, then the last five digits, then the time, then the earlier match', async () => {
  const { shop, account } = await aShopWithAccount()
  const exact = await aWaiting(shop, account)
  const twin = await aWaiting(shop, account)
  await created(exact, -60)
  await created(twin, -120)
  const otherPayer = await aWaiting(shop, account, { counterparty_account: '00011111' })
  const otherAmount = await aWaiting(shop, account, { amount: 99 })
  const yesterday = await aWaiting(shop, account)
  await created(yesterday, -90_000)
  // What waits on another account, or came later, is none.
  await aWaiting(shop, await aBankAccount())
  await created(await aWaiting(shop, account), 400)
  expect(await ordersFor(await aTransaction(account))).toEqual([
    { trade_no: exact, reasons: ['amount', 'last5', 'account', 'in_time'], differs: [] },
    { trade_no: twin, reasons: ['amount', 'last5', 'account', 'in_time'], differs: [] },
    { trade_no: yesterday, reasons: ['amount', 'last5', 'account', 'late'], differs: ['in_time'] },
    { trade_no: otherPayer, reasons: ['amount', 'account', 'in_time'], differs: ['last5'] },
    { trade_no: otherAmount, reasons: ['last5', 'account', 'in_time'], differs: ['amount'] },
  ])
})

/** Moves the creation of an order by so many seconds; its id goes with it, as ids sort by time. */
async function created(tradeNo: string, by: number, table = 'collections'): Promise<void> {
  await rows(
    `delete from events where order_id = (select id from ${table} where trade_no = ?)`,
    tradeNo,
  )
  await rows(
    `update ${table} set created_at = created_at + ?1, id = id + ?1 * 1000 * 256 * 32
     where trade_no = ?2`,
    by,
    tradeNo,
  )
}

test('an exception and a settled order that is unbacked are candidates; a backed one is none', async () => {
  const { shop, account } = await aShopWithAccount({ backing: 'later' })
  const aside = await aWaiting(shop, account)
  await move.putAside(aside)
  const unbacked = await aWaiting(shop, account)
  await move.settle(unbacked)
  const backed = await aWaiting(shop, account)
  const bankTransactions = [await aTransaction(account)]
  const past = { override: ['evidence_differs'] as const, reason: '付款人來電' }
  await move.settle(backed, { bankTransactions, ...past })
  const found = await ordersFor(await aTransaction(account))
  expect(found.map(({ trade_no: tradeNo }) => tradeNo).sort()).toEqual([aside, unbacked].sort())
  const reasons = ['amount', 'last5', 'account', 'in_time']
  expect(found.find((one) => one.trade_no === unbacked)?.reasons).toEqual([
    ...reasons,
    'settled_unbacked',
  ])
})

test('the only candidate is named as such, and its payer by name', async () => {
  const { shop, account } = await aShopWithAccount()
  const link = await anAmountLink(shop, { payer_name: 'ＷＡＮＧ 小明' })
  await putOn(link.trade_no, account)
  const fields = { amount: 100_000, counterpartyName: 'wang小明' }
  const [only, ...more] = await ordersFor(await aTransaction(account, fields))
  expect(more).toEqual([])
  expect(only?.reasons).toEqual(['amount', 'last5', 'account', 'in_time', 'name', 'only_candidate'])
})

test('a link’s payment is in time from its match until the end of its life and grace', async () => {
  const { shop, account } = await aShopWithAccount()
  const link = await anAmountLink(shop)
  await putOn(link.trade_no, account)
  const end = link.endsAt + context.settings.matchedGraceSeconds
  const timed = async (bookedAt: number, dayOnly = false) => {
    const id = await aTransaction(account, { amount: 100_000, bookedAt, dayOnly })
    const [found] = await ordersFor(id)
    return found?.reasons.find((one) => one === 'in_time' || one === 'late')
  }
  expect(await timed(end)).toBe('in_time')
  expect(await timed(end + 1)).toBe('late')
  expect(await timed(seconds() - 50)).toBe('in_time')
  expect(await timed(seconds() - 90)).toBeUndefined()
  const day = Math.floor((seconds() + 28_800) / 86_400) * 86_400 - 28_800
  expect(await timed(day, true)).toBe('in_time')
  expect(await timed(day - 2 * 86_400, true)).toBeUndefined()
})

test('a transaction of another payer names the order that waits for it, its own and a stranger’s none', async () => {
  const { shop, account } = await aShopWithAccount()
  const tradeNo = await aWaiting(shop, account)
  const others = await aWaiting(shop, account, { counterparty_account: '00011111' })
  const own = await aTransaction(account)
  const theirs = await aTransaction(account, { counterpartyLast5: '11111' })
  const strangers = await aTransaction(account, { counterpartyLast5: '22222' })
  const fitting = async () => {
    const { items } = await candidatesOfCollection(context, operator, tradeNo)
    return new Map(items.map(({ id, fits_better: better }) => [id, better]))
  }
  const found = await fitting()
  expect(found.get(own)).toBeNull()
  expect(found.get(theirs)).toBe(others)
  expect(found.get(strangers)).toBeNull()
  await move.putAside(others)
  expect((await fitting()).get(theirs)).toBeNull()
})

test('an order shows the transactions that may pay it; an agent those of accounts it may use', async () => {
  const { shop, account } = await aShopWithAccount({ agents: ['someone-else@platform.example'] })
  const tradeNo = await aWaiting(shop, account)
  const exact = await aTransaction(account)
  const other = await aTransaction(account, { amount: 9_900 })
  await aTransaction(account, { bookedAt: seconds() - 400 })
  await aTransaction(account, { state: 'ignored' })
  await aTransaction(account, { amount: -10_000 })
  await aTransaction(await aBankAccount())
  const { items } = await candidatesOfCollection(context, operator, tradeNo)
  expect(items.map(({ id, differs }) => ({ id, differs }))).toEqual([
    { id: exact, differs: [] },
    { id: other, differs: ['amount'] },
  ])
  expect(items[0]).toMatchObject({ bank_account: account, amount: 100 })
  const unseen = candidatesOfCollection(context, agent, tradeNo)
  await expect(unseen).rejects.toMatchObject({ code: 'not_found' })
  await rows('update collections set agent = ? where trade_no = ?', agent.name, tradeNo)
  expect((await candidatesOfCollection(context, agent, tradeNo)).items).toEqual([])
  await rows(`update collections set agent = '' where trade_no = ?`, tradeNo)
  const bankTransactions = [exact]
  await move.settle(tradeNo, { bankTransactions })
  expect((await candidatesOfCollection(context, operator, tradeNo)).items).toEqual([])
})

test('a debit and a payout find each other by amount and payee', async () => {
  const { shop, account } = await aShopWithAccount()
  const payee = { payee_account: `012-${payersLast5}`, amount: 100 }
  const waiting = await aPayout(shop, payee)
  const made = await aPayout(shop, payee)
  const without = { ...asPaidOut, override: ['balance'] as const }
  await move.process(made, without)
  const cancelled = await aPayout(shop, { ...payee, status: 'cancelled' })
  const id = await aTransaction(account, { amount: -10_000 })
  const found = await ordersFor(id)
  const named = found.map(({ trade_no: tradeNo }) => tradeNo)
  expect(named).toEqual(expect.arrayContaining([waiting, made]))
  expect(named).not.toContain(cancelled)
  expect(found[0]?.reasons).toEqual(expect.arrayContaining(['amount', 'last5', 'in_time']))
  for (const tradeNo of [waiting, made]) {
    const { items } = await candidatesOfPayout(context, operator, tradeNo)
    expect(items.map((one) => one.id)).toContain(id)
  }
})

test('400 later payouts that wait do not hide the one that a debit pays', async () => {
  const { shop, account } = await aShopWithAccount()
  const waiting = await aPayout(shop, { payee_account: `012-${payersLast5}`, amount: 77 })
  await created(waiting, -3 * 3_600, 'payouts')
  const other = await aPayout(shop, { payee_account: '00011111', amount: 78 })
  await copies('payouts', `trade_no = '${other}'`, 400, `trade_no = 'q' || n, serial_no = 'q' || n`)
  const [first] = await ordersFor(await aTransaction(account, { amount: -7_700 }))
  expect(first?.trade_no).toBe(waiting)
})

test('no more than twenty are shown', async () => {
  const { shop, account } = await aShopWithAccount()
  for (let n = 0; n < 25; n += 1) await aWaiting(shop, account)
  expect(await ordersFor(await aTransaction(account))).toHaveLength(20)
})

test('candidates read no more rows among five thousand orders and transactions than among a thousand', async () => {
  const { shop, account } = await aShopWithAccount()
  const tradeNo = await aWaiting(shop, account)
  const payout = await aPayout(shop, { payee_account: payersLast5, amount: 100 })
  const [deposit, debit] = [
    await aTransaction(account),
    await aTransaction(account, { amount: -10_000 }),
  ]
  const readBy = async () => {
    const counter = meter()
    const db = openMerchantDatabase(counter.database(env.DB))
    const counted = aContext({ db })
    for (const one of await findDeposits(context.db, [deposit, debit])) {
      await candidatesOfDeposit(counted, one.deposit, operator)
    }
    await candidatesOfCollection(counted, operator, tradeNo)
    await candidatesOfPayout(counted, operator, payout)
    return counter.usage.rowsRead
  }
  const orderNos = (name: string, mark: string) =>
    ['trade_no', name].map((one) => `${one} = '${mark}' || n`).join(', ')
  const more = async (count: number, mark: string) => {
    await copies('collections', `trade_no = '${tradeNo}'`, count, orderNos('orderid', mark))
    await copies('payouts', `trade_no = '${payout}'`, count, orderNos('serial_no', mark))
    for (const id of [deposit, debit]) {
      await copies('bank_transactions', `id = ${id}`, count, 'booked_at = booked_at + n')
    }
  }
  await more(1_000, 'a')
  const among = await readBy()
  await more(4_000, 'b')
  // Of the four thousand, a few may stand at the edge of a second that a search ends with.
  expect(await readBy()).toBeLessThanOrEqual(among + 8)
})

/** Copies a row with changes, in which `n` counts the copies: each a second older, every other of another amount. */
async function copies(
  table: string,
  which: string,
  count: number,
  changes: string,
  { isAmountKept = false } = {},
): Promise<void> {
  const names = await rows<{ name: string }>(`select name from pragma_table_info('${table}')`)
  const given = new Map(
    changes.split(', ').map((one) => one.split(' = ') as [column: string, value: string]),
  )
  const values = names.map(({ name }) => {
    if (name === 'id') return `id - n * 256000 * 32 - ${count} * 32`
    if (name === 'amount' && !isAmountKept) return 'amount + sign(amount) * (n % 2)'
    return given.get(name) ?? name
  })
  await rows(
    `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
     insert into ${table} (${names.map(({ name }) => name).join()})
     select ${values.join()} from numbers, (select * from ${table} where ${which})`,
  )
}

test('an order’s own deposit is first among 5,000 of its amount and 20,000 others, in 300 rows', async () => {
  const { shop, account } = await aShopWithAccount()
  const elsewhere = await aBankAccount()
  const tradeNo = await aWaiting(shop, account)
  const own = await aTransaction(account)
  const other = await aTransaction(account, { counterpartyLast5: '11111' })
  const strange = await aTransaction(elsewhere, { counterpartyLast5: '11111' })
  const debit = await aTransaction(account, { amount: -1_500, counterpartyLast5: '' })
  // Half of them earlier, half of them later; of 500 payers.
  const booked = (step: number) =>
    `booked_at = booked_at + (n - ${step}) * 2, counterparty_last5 = 10000 + n % 500`
  const some = async (id: number, count: number) =>
    copies('bank_transactions', `id = ${id}`, count, booked(count / 2), { isAmountKept: true })
  await some(other, 5_000)
  await some(strange, 10_000)
  await some(debit, 10_000)
  await rows(
    `update bank_transactions set counterparty_last5 = '11111' where amount > 0 and id <> ?`,
    own,
  )
  const counter = meter()
  const counted = aContext({ db: openMerchantDatabase(counter.database(env.DB)) })
  const { items, equal } = await candidatesOfCollection(counted, operator, tradeNo)
  expect([items[0]?.id, items[0]?.best, equal]).toEqual([own, true, 1])
  expect(items[0]?.reasons).toEqual(['amount', 'last5', 'account', 'in_time'])
  expect(items).toHaveLength(20)
  const rowsOfOrder = counter.usage.rowsRead
  expect(rowsOfOrder).toBeLessThanOrEqual(300)
  const [named] = await findDeposits(context.db, [own])
  if (named === undefined) throw new Error('no deposit')
  const found = await candidatesOfDeposit(counted, named.deposit, operator)
  expect(found.items[0]).toMatchObject({ trade_no: tradeNo, best: true })
  expect(counter.usage.rowsRead - rowsOfOrder).toBeLessThanOrEqual(300)
})

test('22 later orders, and 5,000 unpaid ones of other payers, do not push the honest one out', async () => {
  const { shop, account } = await aShopWithAccount()
  const honest = await aWaiting(shop, account)
  const stranger = await aWaiting(shop, account, { counterparty_account: '00011111' })
  await copies(
    'collections',
    `trade_no = '${stranger}'`,
    5_000,
    `trade_no = 's' || n, orderid = 's' || n`,
    { isAmountKept: true },
  )
  for (let n = 0; n < 22; n += 1) await aWaiting(shop, account)
  const id = await aTransaction(account)
  const [named] = await findDeposits(context.db, [id])
  if (named === undefined) throw new Error('no deposit')
  const { items, equal } = await candidatesOfDeposit(context, named.deposit, operator)
  expect([items[0]?.trade_no, items[0]?.best, equal]).toEqual([honest, false, 23])
})

test('400 later unpaid orders of its amount do not hide the one of the payer', async () => {
  const { shop, account } = await aShopWithAccount()
  const honest = await aWaiting(shop, account)
  await created(honest, -3 * 3_600)
  const stranger = await aWaiting(shop, account, { counterparty_account: '00011111' })
  const numbers = `trade_no = 't' || n, orderid = 't' || n`
  await copies('collections', `trade_no = '${stranger}'`, 400, numbers, { isAmountKept: true })
  const [first] = await ordersFor(await aTransaction(account))
  expect(first).toMatchObject({ trade_no: honest, differs: [] })
})

test('an order is a candidate on an account that it left for 30 days, by its first match there, both ways', async () => {
  const shop = await aMerchant()
  const [account, next] = [await aBankAccount(), await aBankAccount()]
  const tradeNo = await aCollection(shop, { counterparty_account: payersLast5 })
  await matchTo(account, tradeNo)
  await move.putAside(tradeNo)
  await matchTo(next, tradeNo)
  const id = await aTransaction(account)
  const reasons = ['amount', 'last5', 'in_time', 'only_candidate']
  const shown = { trade_no: tradeNo, reasons, differs: ['account'] }
  expect(await ordersFor(id)).toEqual([shown])
  const { items } = await candidatesOfCollection(context, operator, tradeNo)
  expect(items.map((item) => [item.id, item.reasons])).toEqual([[id, reasons]])
  await rows('update former_accounts set left_at = left_at - 31 * 86400')
  expect(await ordersFor(id)).toEqual([])
  expect((await candidatesOfCollection(context, operator, tradeNo)).items).toEqual([])
})

test('a deposit after a link’s end is late from both sides, whether or not the link has ended', async () => {
  const { shop, account } = await aShopWithAccount()
  const link = await anAmountLink(shop)
  await putOn(link.trade_no, account)
  const bookedAt = link.endsAt + context.settings.matchedGraceSeconds + 1
  const id = await aTransaction(account, { amount: 100_000, bookedAt })
  for (const ended of [false, true]) {
    if (ended) await rows('update payment_links set ends_at = null')
    const [order] = await ordersFor(id)
    const { items } = await candidatesOfCollection(context, operator, link.trade_no)
    expect([order?.reasons, items[0]?.reasons].map((all) => all?.includes('late'))).toEqual([
      true,
      true,
    ])
  }
})
