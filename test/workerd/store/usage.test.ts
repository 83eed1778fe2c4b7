import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { stories } from '../../../bench/stories.ts'
import { type Fields, signedJson } from '../../../scripts/client/merchant-client.ts'
import { copyDatabases } from '../../../src/operations/copies/copy-databases.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter, type RanStatement } from '../../support/metered.ts'
import { anAccount, matchTo } from '../support/bank-accounts.ts'
import { aTransaction, payersLast5 } from '../support/banking.ts'
import { deliverCallback } from '../support/deliverer.ts'
import { aLink, amountPath, plainPath } from '../support/links.ts'
import { move } from '../support/orders.ts'
import { aTestShop, callbackPath, outcomePath, play } from '../support/sandbox.ts'
import {
  aContext,
  aMerchant,
  asOrdered,
  json,
  operator,
  paths,
  post,
  rows,
  type Shop,
  sendRequest,
} from '../support/service.ts'

// The round trips, written rows and KV and queue operations of each request in a warm isolate. Each is paid for and
// waited for: a figure that grows is a decision.

const none = { kvReads: 0, kvWrites: 0, queueMessages: 0 }

test.each([
  ['create a collection', paths.create, { orderid: 'a', amount: 1 }, 1, 5, none],
  ['the same, paid', paths.create, { orderid: 'b', amount: 1, status: 'succeeded' }, 1, 7, none],
  ['create a payout', paths.payouts, { serial_no: 'a', amount: 1, payee_name: 'x' }, 1, 7, none],
  ['a collection, earlier names', paths.create, { orderNo: 'c', amount: 1 }, 1, 5, none],
  ['a payout, earlier names', paths.payouts, { orderNo: 'c', amount: 1, name: 'x' }, 1, 7, none],
  ['a link with its amount', amountPath, aLink({ amount: 1000 }), 1, 10, { ...none, kvWrites: 1 }],
  ['a link without', plainPath, aLink(), 1, 3, none],
  ['a link, earlier names', plainPath, aLink({ amount: 1, orderNo: 'd' }), 1, 3, none],
  ['query a collection', paths.status, { orderid: 'first' }, 1, 0, none],
  ['query by the own number', paths.status, { merchant_order_no: 'first' }, 1, 0, none],
  ['query a payout', paths.payoutStatus, { serial_no: 'first' }, 1, 0, none],
  ['balance', paths.balance, {}, 1, 0, none],
  ['channels', '/api/v1/merchant/payment-channels', {}, 0, 0, none],
  ['amounts', '/api/v1/merchant/payment-amounts', {}, 0, 0, none],
])('%s', async (_name, path, fields, trips, rowsWritten, others) => {
  const shop = await aWarmShop()
  const used = await usageOf(sent(shop, fields), path)
  const { statements: _statements, rowsRead, ...rest } = used
  expect(rest).toEqual({ trips, rowsWritten, sessions: [], ...others })
  expect(rowsRead).toBeLessThanOrEqual(18)
})

test('the ledger is one round trip, whatever its pages hold', async () => {
  const shop = await aWarmShop()
  const used = await usageOf(sent(shop, { limit: 1 }), paths.ledger)
  expect(used).toMatchObject({ trips: 1, rowsWritten: 0, ...none })
  expect(used.rowsRead).toBeLessThanOrEqual(16)
})

test.each([
  ['an outcome', outcomePath, { orderid: 'first', outcome: 'paid' }, 6, 4],
  ['one that holds', outcomePath, { orderid: 'held', outcome: 'paid' }, 3, 0],
  ['a test callback', callbackPath, { notify_url: 'https://m.example/n' }, 6, 11],
])('%s of a test merchant', async (_name, path, fields, trips, rowsWritten) => {
  const shop = await aTestShop()
  await shop.create({ orderid: 'first', amount: 1 })
  await shop.create({ orderid: 'held', amount: 1 })
  await play(shop, { orderid: 'held', outcome: 'paid' })
  const used = await usageOf(sent(shop, fields), path)
  expect([used.trips, used.rowsWritten]).toEqual([trips, rowsWritten])
})

test('the list of banks uses nothing', async () => {
  expect(await usageOf({}, '/api/v1/merchant/banks?q=004')).toMatchObject({ trips: 0, ...none })
})

test('an unknown merchant is one read', async () => {
  const used = await usageOf(sent({ uid: 'nobody', secret: 'x' }, {}), paths.balance, 422)
  expect(used).toMatchObject({ trips: 1, rowsRead: 0, rowsWritten: 0 })
})

test('a collection, its deposit and its callback write 14 rows, each index entry counted', async () => {
  const shop = await aWarmShop()
  const counter = meter()
  const fields = { orderid: 'one', amount: 1, notify_url: 'https://m.example/n' }
  const { statements } = await usageOf(sent(shop, fields), paths.create)
  const [order] = await rows<{ id: number; trade_no: string }>(
    `select id, trade_no from collections where orderid = 'one'`,
  )
  const db = openMerchantDatabase(counter.database(env.DB))
  const context = aContext({ db, wake: async () => undefined })
  await move.settle(order?.trade_no ?? '', {}, { context })
  await deliverCallback(context, order?.id ?? 0)

  const written = [...statements, ...counter.usage.statements]
  expect(written.filter(({ rowsWritten }) => rowsWritten > 0).map(account)).toEqual([
    // Created: the row, which tells its creation, and its entries in orderid, by_merchant and by_state.
    ['insert into collections', 4],
    ['insert into balances', 1],
    // Settled by a person: the row. It leaves by_state, which has pending ones only.
    ['update collections', 1],
    ['insert into events', 1],
    ['insert into ledger_entries', 1],
    ['insert into balances', 1],
    // Owed: the row, and its entry in due.
    ['insert into callbacks', 2],
    // The journal of who settled it.
    ['insert into journal', 1],
    // Leased.
    ['update callbacks', 1],
    // Delivered: the row, with its first attempt. It leaves due.
    ['update callbacks', 1],
  ])
  const sumOf = (figure: 'rowsRead' | 'rowsWritten') =>
    written.reduce((sum, statement) => sum + statement[figure], 0)
  // The figures that the bench multiplies by the platform's prices.
  expect([sumOf('rowsRead'), sumOf('rowsWritten')]).toEqual([
    stories.A.used.rowRead,
    stories.A.used.rowWritten,
  ])
})

test('with copies made, it writes no row more, or 2 where it is copied between its steps; as many are deleted', async () => {
  const more: number[] = []
  const noted: number[] = []
  for (const isCopiedBetween of [false, true]) {
    const shop = await aWarmShop()
    const context = aContext({ wake: async () => undefined })
    await copyDatabases(context)
    const counter = meter()
    const copied = async () => {
      if (!isCopiedBetween) return
      noted.push((await rows('select * from changed_rows')).length)
      await copyDatabases(context)
    }
    const orderid = String(isCopiedBetween)
    const fields = { orderid, amount: 1, notify_url: 'https://m.example/n' }
    const { rowsWritten: created } = await usageOf(sent(shop, fields), paths.create)
    await copied()
    const [order] = await rows<{ id: number; trade_no: string }>(
      `select id, trade_no from collections where orderid = '${orderid}'`,
    )
    const db = openMerchantDatabase(counter.database(env.DB))
    const metered = aContext({ db, wake: async () => undefined })
    await move.settle(order?.trade_no ?? '', {}, { context: metered })
    await copied()
    await deliverCallback(metered, order?.id ?? 0)
    const written = counter.usage.statements.reduce((sum, one) => sum + one.rowsWritten, created)
    more.push(written - stories.A.used.rowWritten)
  }
  expect(more).toEqual([0, 2])
  // The order, when it is settled, and once more when it is called back. Each note is deleted again.
  expect(noted).toEqual([0, 1])
  await copyDatabases(aContext({ archive: null }))
})

test('a collection that is matched to an account, claimed and called back writes 24 rows, without its deposit', async () => {
  const shop = await aWarmShop()
  const { id } = await anAccount({ daily_cap: 1_000 })
  const counter = meter()
  const fields = {
    orderid: 'on account',
    amount: 100,
    counterparty_account: payersLast5,
    notify_url: 'https://m.example/n',
  }
  const { statements } = await usageOf(sent(shop, fields), paths.create)
  const [order] = await rows<{ id: number; trade_no: string }>(
    `select id, trade_no from collections where orderid = 'on account'`,
  )
  const db = openMerchantDatabase(counter.database(env.DB))
  const context = aContext({ db, wake: async () => undefined })
  await matchTo(id, order?.trade_no ?? '', operator, { at: context })
  const bankTransactions = [await aTransaction(id)]
  const call = { ...asOrdered, bankTransactions }
  await move.settle(order?.trade_no ?? '', call, { context })
  await deliverCallback(context, order?.id ?? 0)
  const written = [...statements, ...counter.usage.statements].filter(
    ({ rowsWritten }) => rowsWritten > 0,
  )
  expect(written.map(account)).toEqual([
    ['insert into collections', 4],
    ['insert into balances', 1],
    // Matched: the row, and its entries in by_state, by_account, by_account_amount and unpaid.
    ['update collections', 5],
    ['update bank_accounts', 1],
    ['insert into events', 1],
    ['insert into journal', 1],
    // Settled as any other; one that waits less on the account.
    ['update collections', 1],
    ['update bank_accounts', 1],
    ['insert into events', 1],
    ['insert into ledger_entries', 1],
    ['insert into balances', 1],
    ['insert into callbacks', 2],
    // Claimed: the transaction; its entry in unclaimed goes.
    ['update bank_transactions', 1],
    ['insert into journal', 1],
    ['update callbacks', 1],
    ['update callbacks', 1],
  ])
  // With its deposit it may be 33.
  expect(written.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0)).toBe(24)
})

function account({ sql, rowsWritten }: RanStatement): [string, number] {
  const [, verb = '', table = ''] = /^(insert into|update) "?(\w+)"?/.exec(sql) ?? []
  return [`${verb} ${table}`, rowsWritten]
}

/** A merchant in this isolate's cache, with orders of both kinds named `first`. */
async function aWarmShop(): Promise<Shop> {
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  const first = [
    [paths.create, { orderid: 'first', amount: 1 }],
    [paths.payouts, { serial_no: 'first', amount: 1, payee_name: 'x' }],
    [paths.create, { orderid: 'declared', amount: 1, status: 'succeeded' }],
  ] as const
  for (const [path, fields] of first) {
    expect((await post(shop, path, fields)).status).toBe(200)
  }
  return shop
}

function sent({ uid, secret }: Pick<Shop, 'uid' | 'secret'>, fields: Fields): RequestInit {
  return { method: 'POST', headers: json, body: signedJson(uid, secret, fields) }
}

async function usageOf(request: RequestInit, path: string, status = 200) {
  const counter = meter()
  const bindings = {
    ...env,
    DB: counter.database(env.DB),
    ...(path.includes('/sandbox/') ? { DB_SANDBOX: counter.database(env.DB_SANDBOX) } : {}),
    TOKENS: counter.kv(env.TOKENS),
    CALLBACK_QUEUE: counter.queue(env.CALLBACK_QUEUE),
  }
  const answer = await sendRequest(path, request, bindings)
  expect(answer.status).toBe(status)
  return counter.usage
}
