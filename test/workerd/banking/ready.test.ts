import { expect, test } from 'vitest'
import type { Identity } from '../../../src/contract/back-office/roles.ts'
import { ann, ask } from '../support/back-office.ts'
import { anAccount, patch } from '../support/bank-accounts.ts'
import { aBankAccount, aShopWithAccount, aTransaction } from '../support/banking.ts'
import { aCollection, move } from '../support/orders.ts'
import { agent, aMerchant, rows } from '../support/service.ts'
import { aMatched, amy, aPair, carl, context, itemsOf, payer, ready } from './exact-pairs.ts'

// The list of ready pairs, and the lines in doubt above it (back office §8).

test('the ready list has exact pairs alone, the longest waiting first', async () => {
  const { shop, account } = await aShopWithAccount()
  const first = await aPair(shop, account, 1)
  const second = await aPair(shop, account, 2)
  const expired = await aPair(shop, account, 3)
  await move.expire(expired.trade_no)
  // Put aside by a person, who may write what the service does, two orders for one line, two lines for one order, another amount.
  await move.putAside((await aPair(shop, account, 4)).trade_no, 'expired', { principal: agent })
  await aMatched(shop, account, payer(5).fields)
  await aPair(shop, account, 5)
  await aPair(shop, account, 6)
  await aTransaction(account, payer(6).line)
  await aMatched(shop, account, payer(7).fields)
  await aTransaction(account, { ...payer(7).line, amount: 9_999 })
  const pairs = [first, second, expired]
  const { items, count, next_cursor } = await ready(account)
  expect([items.length, count, next_cursor]).toEqual([3, 3, null])
  expect(items).toMatchObject(pairs.map((pair) => ({ ...pair, amount: 100 })))
  expect(items[0].reasons).toEqual(
    expect.arrayContaining(['amount', 'last5', 'account', 'in_time']),
  )

  expect((await ready(account, { limit: 1 })).count).toBe(3)
  const page = await ready(account, { limit: 2 })
  expect(page.items).toMatchObject([first, second])
  const [part = 0, after = 0] = page.next_cursor.split('.').map(Number)
  expect((await ready(account, { cursor: { part, after } })).items).toMatchObject([expired])
  expect((await ready(account, { agent: carl.name })).items).toEqual([])
})

test('a line of two orders, and two lines of one, are in doubt without automatic matching too', async () => {
  const { shop, account } = await aShopWithAccount({ agents: [agent.name] })
  const exact = await aPair(shop, account, 71)
  await aMatched(shop, account, payer(72).fields)
  const shared = await aPair(shop, account, 72)
  const twice = await aPair(shop, account, 73)
  const again = await aTransaction(account, payer(73).line)
  // No order fits it, and no order awaits it.
  const lost = await aTransaction(account, payer(74).line)
  for (const _ of [1, 2]) {
    await move.putAside(await aMatched(shop, account, payer(75).fields), 'expired', {
      principal: agent,
    })
  }
  const aside = await aTransaction(account, payer(75).line)
  const unsure = async (query: object = {}, by: Identity = ann) =>
    (await ready(account, query, by)).unsure.map((one: UnsureLine) => [
      one.id,
      one.doubts,
      one.orders.length,
    ])
  const told = [
    [aside, ['two_orders'], 2],
    [lost, ['no_order'], 0],
    [again, ['two_transactions'], 1],
    [twice.bank_transaction, ['two_transactions'], 1],
    [shared.bank_transaction, ['two_orders'], 2],
  ]
  expect(await unsure()).toEqual(told)
  expect(await unsure({ limit: 2 }, amy)).toEqual(told.slice(0, 2))
  expect(await unsure({}, carl)).toEqual([])
  expect(await unsure({ agent: agent.name })).toEqual([])
  expect((await ready(account)).items).toMatchObject([exact])
  await rows(`update bank_transactions set state = 'ignored' where id = ?`, again)
  expect(await unsure()).toEqual([...told.slice(0, 2), told[4]])
  // What automatic matching judges is told with its doubts, by the list of transactions; what fits no order is here.
  await patch(account, { auto: 'assign' })
  await rows(`update bank_transactions set doubts = '["no_order"]' where id = ?`, lost)
  await rows(`update bank_transactions set doubts = '["two_orders"]' where id = ?`, aside)
  expect(await unsure()).toEqual([told[1]])
})

test('orders keep their slots, and are ready, after automatic work is turned off', async () => {
  const shop = await aMerchant()
  const { id: account } = await anAccount({ auto: 'assign' })
  const pair = await aPair(shop, account, 91)
  await aMatched(shop, account, payer(92).fields)
  await patch(account, { auto: 'off' })
  const rival = await aMatched(shop, account, payer(92).fields)
  const line = await aTransaction(account, payer(92).line)
  expect((await ready(account)).items).toMatchObject([pair])
  const items = itemsOf([{ trade_no: rival, bank_transaction: line }, pair])
  const { value } = await ask(context, amy, 'settleCollections', {}, items)
  expect(value.items).toMatchObject([
    { outcome: 'evidence_differs', differs: ['only_candidate'] },
    { outcome: 'settled' },
  ])
})

test('a line without an order names the orders that it nearly fits', async () => {
  const shop = await aMerchant()
  const [account, other] = [await aBankAccount(), await aBankAccount()]
  const part = await aMatched(shop, account, { ...payer(81).fields, amount: 540 })
  await move.putAside(await aMatched(shop, account, payer(81).fields), 'x', { principal: agent })
  const moved = await aMatched(shop, account, payer(82).fields)
  await ask(
    context,
    ann,
    'reassignCollections',
    { id: String(account) },
    { to: other, trade_nos: [moved] },
  )
  const elsewhere = await aMatched(shop, other, payer(83).fields)
  const aside = await aMatched(shop, account, payer(84).fields)
  await move.putAside(aside, 'x', { principal: agent })
  const lines = [
    await aTransaction(account, { ...payer(81).line, amount: 52_500 }),
    await aTransaction(account, { ...payer(81).line, amount: 100_000 }),
    await aTransaction(account, payer(82).line),
    await aTransaction(account, payer(83).line),
    await aTransaction(account, payer(84).line),
    await aTransaction(account, payer(85).line),
  ]
  const { unsure } = await ready(account)
  const told = unsure.map(({ id, doubts, orders }: UnsureLine) => [
    id,
    doubts,
    orders.map((one) => one.trade_no),
  ])
  expect(told).toEqual(
    [
      [lines[0], ['part'], [part]],
      [lines[1], ['part'], [part]],
      [lines[2], ['no_order'], [moved]],
      [lines[3], ['no_order'], [elsewhere]],
      [lines[4], ['state'], [aside]],
      [lines[5], ['no_order'], []],
    ].toReversed(),
  )
})

type UnsureLine = {
  readonly id: number
  readonly doubts: unknown
  readonly orders: readonly { readonly trade_no: string }[]
}

test('a ready pair says whether its order, member or paying account is held', async () => {
  const { shop, account } = await aShopWithAccount()
  const counterpartyAccount = '31-0099-8877-6655'
  const pairs = [
    await aPair(shop, account, 61),
    await aPair(shop, account, 62, { user_id: 'held-member' }),
    await aPair(shop, account, 63, {}, { counterpartyAccount }),
    await aPair(shop, account, 64),
  ]
  const why = { reason: '查證', case_no: '' }
  const holds = [
    { trade_no: pairs[0]?.trade_no },
    { merchant_uid: shop.uid, user_id: 'held-member' },
    { account_no: '310099887766５５' },
  ]
  const heldOf = async () => {
    const { items } = await ready(account)
    return items.map((one: { trade_no: string; held: boolean }) => [one.trade_no, one.held])
  }
  const expected = (some: readonly boolean[]) => pairs.map((one, n) => [one.trade_no, some[n]])
  expect(await heldOf()).toEqual(expected([false, false, false, false]))
  for (const hold of holds) await ask(context, ann, 'placeHold', {}, { ...why, ...hold })
  expect(await heldOf()).toEqual(expected([true, true, true, false]))
  // None of those is settled, and the last one is.
  const { value } = await ask(context, amy, 'settleCollections', {}, itemsOf(pairs))
  expect(value.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'held',
    'held',
    'held',
    'settled',
  ])
})

test('many lines of an account without waiting orders hide no ready pair', async () => {
  const account = await aBankAccount()
  const pair = await aPair(await aMerchant(), account, 1)
  await rows('update bank_accounts set waiting_count = 1 where id = ?', account)
  const idle = await aTransaction(await aBankAccount())
  const { names } = await columnsOf('bank_transactions')
  await rows(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < 400)
     insert into bank_transactions (${names}) select ${names.replace(/^id,/, 'id + 32 * i,')}
     from bank_transactions, n where id = ?`,
    idle,
  )
  const { value } = await ask(context, ann, 'listReady', {}, undefined, { query: { limit: 50 } })
  expect(value.items).toEqual(expect.arrayContaining([expect.objectContaining(pair)]))
})

async function columnsOf(table: string): Promise<{ readonly names: string }> {
  const found = await rows<{ name: string }>(`select name from pragma_table_info('${table}')`)
  return { names: found.map(({ name }) => name).join(', ') }
}

test('an agent’s ready list has the accounts that it may use, and each pair is one that it may settle', async () => {
  const shop = await aMerchant()
  const [hers, others] = [
    await aBankAccount({ agents: [agent.name] }),
    await aBankAccount({ agents: [carl.name] }),
  ]
  const pair = await aPair(shop, hers, 1)
  await move.match(await aCollection(shop, payer(2).fields), {
    bankAccount: others,
    override: false,
  })
  await aTransaction(others, payer(2).line)
  expect((await ready(hers, {}, amy)).items).toMatchObject([pair])
  expect((await ready(others, {}, amy)).items).toEqual([])
  expect((await ready(others, {}, carl)).items).toHaveLength(1)
  const { value } = await ask(context, amy, 'settleCollections', {}, itemsOf([pair]))
  expect(value.items).toMatchObject([{ trade_no: pair.trade_no, outcome: 'settled' }])
  expect((await ready(hers, {}, amy)).items).toEqual([])
})

test('money in doubt is marked and not ready; switches alone leave it ready', async () => {
  const { shop, account } = await aShopWithAccount()
  const doubted = async (n: number, doubts: readonly string[]) => {
    const pair = await aPair(shop, account, n)
    await rows(
      `update bank_transactions set doubts = '${JSON.stringify(doubts)}' where id = ${pair.bank_transaction}`,
    )
    return pair
  }
  const ofSwitches = [
    await doubted(61, ['off']),
    await doubted(62, ['stopped', 'source']),
    await doubted(63, []),
  ]
  const unsure = await doubted(64, ['off', 'two_orders'])
  const { items, count } = await ready(account)
  expect(items).toMatchObject(ofSwitches)
  expect([items.length, count]).toEqual([3, 3])
  const query = { bank_account: account, status: 'pending', deposits: '1', limit: 50 }
  const { value } = await ask(context, ann, 'listCollections', {}, undefined, { query })
  const marks = value.items.map((one: { trade_no: string; deposits: object }) => [
    one.trade_no,
    one.deposits,
  ])
  const ofAmount = { exact: 1, possible: 0, other: 0, sum: false, other_name: false }
  expect(Object.fromEntries(marks)).toEqual({
    ...Object.fromEntries(
      ofSwitches.map((pair) => [pair.trade_no, { ...ofAmount, unsure: false }]),
    ),
    [unsure.trade_no]: { ...ofAmount, unsure: true },
  })
})
