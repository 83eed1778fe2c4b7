import { expect, test } from 'vitest'
import { type LedgerEntry, moneyChanges } from '../../../src/rules/accounts/ledger.ts'
import { orderId } from '../../../src/rules/orders/order-identity.ts'
import { statementsBetween } from '../../../src/rules/settlement/statement.ts'
import { sumsOf } from '../../../src/rules/settlement/statement-sums.ts'
import { commit } from '../../../src/store/database.ts'
import { appendEvent, bookEvent, type Posting } from '../../../src/store/orders/journal.ts'
import { closeStatement, readStatementEnds } from '../../../src/store/settlement/statements.ts'
import { unsoundStatements } from '../support/merchant-statements.ts'
import { context, move } from '../support/orders.ts'
import {
  adjustShop,
  aMerchant,
  aCollection as anOrderOf,
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
  const posting: Posting = {
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
    ...{ collections: -10_000, payouts: 0, returned: 0, withdrawn: 0 },
    ...{ corrections: 200, fees: 0 },
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
    ...{ number: 1, openedAt: at, opening: { available: 9_900 } },
    ...{ closing: { available: 10_400 }, sums: { collections: 500, fees: 0 } },
  })
})

const correction = { reason: 'a test' }

const unsound = () => unsoundStatements(context.db, rows)
