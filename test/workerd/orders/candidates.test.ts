import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import {
  candidatesOfCollection,
  candidatesOfDeposit,
  candidatesOfPayout,
} from '../../../src/operations/banking/find-candidates.ts'
import { settleCollection } from '../../../src/operations/orders/move-collection.ts'
import { processPayout } from '../../../src/operations/orders/move-payout.ts'
import { findDeposits } from '../../../src/store/banking/claims.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter } from '../../support/metered.ts'
import { aBankAccount, aTransaction, payersLast5, putOn } from '../support/banking.ts'
import { anAmountLink, setAside } from '../support/links.ts'
import { aCollection, aPayout, asOrdered, asPaidOut, context } from '../support/orders.ts'
import { aContext, agent, aMerchant, operator, rows, type Shop } from '../support/service.ts'

const seconds = () => Math.floor(Date.now() / 1000)

async function aWaiting(shop: Shop, account: number, fields: object = {}): Promise<string> {
  const tradeNo = await aCollection(shop, {
    counterparty_account: `001-${payersLast5}`,
    ...fields,
  })
  await putOn(tradeNo, account)
  return tradeNo
}

/** The candidates of a transaction: transaction number, reasons and what differs. */
async function ordersFor(id: number) {
  const [named] = await findDeposits(context.db, [id])
  if (named === undefined) throw new Error(`no transaction ${id}`)
  const found = await candidatesOfDeposit(context, named.deposit)
  return found.map(({ trade_no, reasons, differs }) => ({ trade_no, reasons, differs }))
}

test('the best candidate has the amount, then the last five digits, then the time, then is nearest', async () => {
  const shop = await aMerchant()
  const account = await aBankAccount()
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
async function created(tradeNo: string, by: number): Promise<void> {
  await rows(
    'delete from events where order_id = (select id from collections where trade_no = ?)',
    tradeNo,
  )
  await rows(
    `update collections set created_at = created_at + ?1, id = id + ?1 * 1000 * 256 * 32
     where trade_no = ?2`,
    by,
    tradeNo,
  )
}

test('an exception and a settled order that is unbacked are candidates; a backed one is none', async () => {
  const shop = await aMerchant()
  const account = await aBankAccount({ backing: 'later' })
  const aside = await aWaiting(shop, account)
  await setAside(aside)
  const unbacked = await aWaiting(shop, account)
  await settleCollection(context, operator, unbacked, asOrdered)
  const backed = await aWaiting(shop, account)
  const bankTransactions = [await aTransaction(account)]
  await settleCollection(context, operator, backed, { ...asOrdered, bankTransactions })
  const found = await ordersFor(await aTransaction(account))
  expect(found.map(({ trade_no: tradeNo }) => tradeNo).sort()).toEqual([aside, unbacked].sort())
  const reasons = ['amount', 'last5', 'account', 'in_time']
  expect(found.find((one) => one.trade_no === unbacked)?.reasons).toEqual([
    ...reasons,
    'settled_unbacked',
  ])
})

test('the only candidate is named as such, and its payer by name', async () => {
  const shop = await aMerchant()
  const account = await aBankAccount()
  const link = await anAmountLink(shop, { payer_name: 'ＷＡＮＧ 小明' })
  await putOn(link.trade_no, account)
  const fields = { amount: 100_000, counterpartyName: 'wang小明' }
  const [only, ...more] = await ordersFor(await aTransaction(account, fields))
  expect(more).toEqual([])
  expect(only?.reasons).toEqual(['amount', 'last5', 'account', 'in_time', 'name', 'only_candidate'])
})

test('a link’s payment is in time until the end of its life and grace', async () => {
  const shop = await aMerchant()
  const account = await aBankAccount()
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
  expect(await timed(seconds() - 290)).toBe('in_time')
  expect(await timed(seconds() - 320)).toBeUndefined()
  const day = Math.floor((seconds() + 28_800) / 86_400) * 86_400 - 28_800
  expect(await timed(day, true)).toBe('in_time')
  expect(await timed(day - 2 * 86_400, true)).toBeUndefined()
})

test('an order shows the transactions that may pay it; an agent those of accounts it may use', async () => {
  const shop = await aMerchant()
  const account = await aBankAccount({ agents: ['someone-else@platform.example'] })
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
  expect((await candidatesOfCollection(context, agent, tradeNo)).items).toEqual([])
  const bankTransactions = [exact]
  await settleCollection(context, operator, tradeNo, { ...asOrdered, bankTransactions })
  expect((await candidatesOfCollection(context, operator, tradeNo)).items).toEqual([])
})

test('a debit and a payout find each other by amount and payee', async () => {
  const shop = await aMerchant()
  const account = await aBankAccount()
  const payee = { payee_account: `012-${payersLast5}`, amount: 100 }
  const waiting = await aPayout(shop, payee)
  const made = await aPayout(shop, payee)
  const without = { ...asPaidOut, override: ['balance'] as const }
  await processPayout(context, operator, made, without)
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

test('no more than twenty are shown', async () => {
  const shop = await aMerchant()
  const account = await aBankAccount()
  for (let n = 0; n < 25; n += 1) await aWaiting(shop, account)
  expect(await ordersFor(await aTransaction(account))).toHaveLength(20)
})

test('candidates read as many rows among five thousand orders and transactions as among a thousand', async () => {
  const shop = await aMerchant()
  const account = await aBankAccount()
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
    for (const one of await findDeposits(db, [deposit, debit])) {
      await candidatesOfDeposit(counted, one.deposit)
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
  expect(await readBy()).toBe(among)
})

/**
 * Copies a row of a table so many times, with those changes, in which `n` counts the copies: each a second older, every
 * other of another amount.
 */
async function copies(table: string, which: string, count: number, changes: string): Promise<void> {
  const names = await rows<{ name: string }>(`select name from pragma_table_info('${table}')`)
  const given = new Map(
    changes.split(', ').map((one) => one.split(' = ') as [column: string, value: string]),
  )
  const values = names.map(({ name }) => {
    if (name === 'id') return `id - n * 256000 * 32 - ${count} * 32`
    return name === 'amount' ? 'amount + sign(amount) * (n % 2)' : (given.get(name) ?? name)
  })
  await rows(
    `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
     insert into ${table} (${names.map(({ name }) => name).join()})
     select ${values.join()} from numbers, (select * from ${table} where ${which})`,
  )
}
