import { describe, expect, test } from 'vitest'
import { setPricing } from '../../../src/operations/settlement/manage-pricing.ts'
import {
  exportStatement,
  listStatements,
  showStatement,
} from '../../../src/operations/settlement/statements.ts'
import { type LedgerEntry, moneyChanges } from '../../../src/rules/accounts/ledger.ts'
import { orderId } from '../../../src/rules/orders/order-identity.ts'
import { statementsBetween } from '../../../src/rules/settlement/statement.ts'
import { sumsOf } from '../../../src/rules/settlement/statement-sums.ts'
import { commit } from '../../../src/store/database.ts'
import { appendEvent, type Booking, bookEvent } from '../../../src/store/orders/booking.ts'
import { closeStatement, readStatementEnds } from '../../../src/store/settlement/statements.ts'
import { readCsv } from '../../support/csv.ts'
import { unsoundStatements } from '../support/merchant-statements.ts'
import { context, move } from '../support/orders.ts'
import {
  adjustShop,
  aMerchant,
  aCollection as anOrderOf,
  operator,
  rows,
  type Shop,
} from '../support/service.ts'

// The statements of a merchant, between two withdrawals (fees §4).

const now = () => Math.floor(Date.now() / 1000)

async function idOf({ uid }: Shop): Promise<number> {
  const [found] = await rows<{ id: number }>('select id from merchants where uid = ?', uid)
  return found?.id ?? 0
}

async function statementsOf(shop: Shop) {
  const merchantId = await idOf(shop)
  return statementsBetween(
    await readStatementEnds(context.db, { merchantId, upTo: 1_000, limit: 100 }),
  )
}

/** What a withdrawal's creation writes of the books: its freezing entry, and behind it the closing. */
async function withdraw(shop: Shop, amount: number): Promise<number> {
  const merchantId = await idOf(shop)
  const id = orderId({ kind: 'payout', nowMs: Date.now(), random: context.random(), database: 0 })
  const fact = { name: 'requested', amount, effect: 'freeze' } as const
  const event = { orderId: id, seq: 1, from: '', to: 'pending', actor: shop.uid, at: now(), fact }
  const entries: readonly LedgerEntry[] = [{ from: 'available', to: 'frozen', amount, fee: 0 }]
  const posting: Booking = {
    merchantId,
    channel: '代付',
    event,
    kind: 'withdrawal',
    entries,
    changes: moneyChanges(entries),
    sums: sumsOf(entries, 'withdrawal'),
    tallies: [],
    credit: null,
    unbacked: 0,
    keptBytes: 0,
  }
  const [{ version = 0 } = {}] = await rows<{ version: number }>(
    'select version from merchants where id = ?',
    merchantId,
  )
  await commit(context.db, [
    appendEvent(event, { id: merchantId, version }, null),
    ...bookEvent(posting),
    ...closeStatement({ merchantId, orderId: id, at: event.at }),
  ])
  return id
}

const collected = async (shop: Shop, amount: number) => {
  const { tradeNo } = await anOrderOf(shop, { amount })
  await move.settle(tradeNo)
  return tradeNo
}

test('a withdrawal closes the open one, and its freezing entry is the last of it', async () => {
  const shop = await aMerchant()
  await collected(shop, 100)
  const id = await withdraw(shop, 4_000)
  await collected(shop, 5)
  const [open, closed, ...others] = await statementsOf(shop)
  expect(others).toEqual([])
  expect(closed).toMatchObject({
    number: 1,
    opening: { available: 0, frozen: 0, unconfirmed: 0 },
    closing: { available: 6_000, frozen: 4_000, unconfirmed: 0 },
    sums: { collections: 10_000, withdrawn: 0 },
  })
  expect(open).toMatchObject({
    number: 2,
    closedAt: null,
    openedAt: closed?.closedAt,
    opening: closed?.closing,
    closing: { available: 6_500, frozen: 4_000, unconfirmed: 0 },
    sums: { collections: 500 },
  })
  const ofIt = await rows<{ statement: number }>(
    'select statement from ledger_entries where order_id = ?',
    id,
  )
  expect(ofIt).toEqual([{ statement: 1 }])
})

test('what races with the closing is in one statement, whichever it is', async () => {
  const shop = await aMerchant()
  await collected(shop, 1_000)
  const orders = await Promise.all(
    Array.from({ length: 8 }, (_, n) => anOrderOf(shop, { amount: n + 1 })),
  )
  const settled = orders.map(({ tradeNo }) => move.settle(tradeNo))
  await Promise.all([...settled.slice(0, 4), withdraw(shop, 1_000), ...settled.slice(4)])
  const all = await statementsOf(shop)
  expect(all.map(({ number }) => number)).toEqual([2, 1])
  expect(all.reduce((sum, { sums }) => sum + sums.collections, 0)).toBe(103_600)
  expect(await unsound()).toEqual([])
})

test('what comes back after a closing is in the statement that is open then', async () => {
  const shop = await aMerchant()
  const back = await collected(shop, 100)
  await withdraw(shop, 1_000)
  await move.reverse(back)
  await adjustShop(shop.uid, { ...correction, amount: 250, bucket: 'fees', idempotency_key: 'a' })
  await adjustShop(shop.uid, { ...correction, amount: -50, bucket: 'frozen', idempotency_key: 'b' })
  const [open] = await statementsOf(shop)
  expect(open?.sums).toEqual({
    collections: -10_000,
    payouts: 0,
    returned: 0,
    withdrawn: 0,
    corrections: 200,
    fees: 0,
  })
  expect(await unsound()).toEqual([])
})

test('an entry of the release of before stood before number 1', async () => {
  const shop = await aMerchant()
  const merchantId = await idOf(shop)
  const at = now() - 60
  await collected(shop, 5)
  await rows(
    `insert into ledger_entries (merchant_id, at, order_id, seq, number, channel, from_bucket,
       to_bucket, amount, fee, kind) values (?, ?, 7, 1, 1, 'other', 'outside', 'available', 10000, 100, 'collection')`,
    merchantId,
    at,
  )
  await rows(
    'update balances set available = available + 9900, collection_fees = 100 where merchant_id = ?',
    merchantId,
  )
  const [first, ...others] = await statementsOf(shop)
  expect(others).toEqual([])
  expect(first).toMatchObject({
    number: 1,
    openedAt: at,
    opening: { available: 9_900 },
    closing: { available: 10_400 },
    sums: { collections: 500, fees: 0 },
  })
})

const correction = { reason: 'a test' }

const unsound = () => unsoundStatements(context.db, rows)

describe('what is answered', () => {
  test('endpoint 16 has the open one, or that of a number, and refuses others', async () => {
    const shop = await aMerchant()
    await collected(shop, 100)
    await withdraw(shop, 4_000)
    await collected(shop, 5)
    const open = await shop.call(statementPath)
    expect(open.body.data).toMatchObject({
      number: 2,
      state: 'open',
      closed_at: null,
      withdrawal: null,
      collections: 5,
      fees: 0,
      opening: { available: 60, frozen: 40, unconfirmed: 0 },
      closing: { available: 65, frozen: 40, unconfirmed: 0 },
    })
    const first = await shop.call(statementPath, { number: 1 })
    expect(first.body.data).toMatchObject({
      number: 1,
      state: 'closed',
      closed_at: open.body.data.opened_at,
      collections: 100,
      closing: open.body.data.opening,
    })
    const none = await shop.call(statementPath, { number: 3 })
    expect([none.status, none.body.error]).toEqual([422, 'statement_not_found'])
  })

  test('the back office lists them by pages, and has no other', async () => {
    const shop = await aMerchant()
    for (const amount of [5, 6, 7]) {
      await collected(shop, amount)
      await withdraw(shop, 100)
    }
    const first = await listStatements(context, shop.uid, { limit: 2 })
    expect(first.items.map(({ number, state }) => [number, state])).toEqual([
      [4, 'open'],
      [3, 'closed'],
    ])
    const cursor = Number(first.next_cursor)
    const second = await listStatements(context, shop.uid, { limit: 3, cursor })
    expect(second.items.map(({ number, collections }) => [number, collections])).toEqual([
      [2, 6],
      [1, 5],
    ])
    expect(second.next_cursor).toBe(null)
    // Number 1 begins a page of its own, wherever the page before it ends.
    const newest = await listStatements(context, shop.uid, { limit: 3 })
    expect(newest.items.map(({ number }) => number)).toEqual([4, 3, 2])
    expect(newest.next_cursor).toBe('2')
    await expect(showStatement(context, shop.uid, 5)).rejects.toMatchObject({ code: 'not_found' })
    await expect(showStatement(context, shop.uid, 0)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('each sum is that of its column in the file, which has a line an entry', async () => {
    const shop = await aMerchant()
    await setPricing({
      context,
      principal: operator,
      uid: shop.uid,
      change: { collection: { rate_ppm: 15_000 } },
    })
    const back = await collected(shop, 100)
    await collected(shop, 33)
    await move.reverse(back)
    await adjustShop(shop.uid, { ...correction, amount: 50, bucket: 'fees', idempotency_key: 'a' })
    await withdraw(shop, 1_000)
    await collected(shop, 7)
    for (const number of [1, 2]) {
      const shown = await showStatement(context, shop.uid, number)
      const asked = { context, uid: shop.uid, number, language: 'en' } as const
      const parts: string[] = []
      for await (const part of await exportStatement(asked)) parts.push(part)
      const [head = [], ...lines] = readCsv(parts.join(''))
      expect(lines).toHaveLength(number === 1 ? 5 : 1)
      for (const [title, name] of columns) {
        const place = head.indexOf(title)
        const sum = lines.reduce((all, line) => all + Math.round(Number(line[place]) * 100), 0)
        expect([title, sum / 100]).toEqual([title, shown[name]])
      }
    }
  })
})

const statementPath = '/api/v1/merchant/statements'

const columns = [
  ['Collections', 'collections'],
  ['Payouts', 'payouts'],
  ['Returned', 'returned'],
  ['Withdrawn', 'withdrawn'],
  ['Corrections', 'corrections'],
  ['Fees', 'fees'],
] as const
