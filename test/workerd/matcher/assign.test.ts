import { expect, test } from 'vitest'
import { assignWaiting } from '../../../src/operations/matcher/assign-account.ts'
import { settleLines } from '../../../src/operations/matcher/settle-lines.ts'
import { anAccount, expectSoundAccounts, matchTo } from '../support/bank-accounts.ts'
import { aBankAccount, aTransaction } from '../support/banking.ts'
import { anAmountLink } from '../support/links.ts'
import { move } from '../support/orders.ts'
import { aContext, agent, aMerchant, operator, rows, type Shop } from '../support/service.ts'

const soon = aContext({ wake: async () => undefined, now: () => Date.now() + 5_000 })
let payers = 30_000

type Row = {
  id: number
  trade_no: string
  bank_account_id: number | null
  assignment: string | null
}

async function aShop(auto = 'settle'): Promise<Shop> {
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  await rows('update merchants set auto = ?, version = version + 1 where uid = ?', auto, shop.uid)
  return shop
}

const switchedTo = (shop: Shop, auto: 'off') =>
  rows('update merchants set auto = ? where uid = ?', auto, shop.uid)

async function ordered(shop: Shop, fields: Readonly<Record<string, unknown>> = {}): Promise<Row> {
  payers += 1
  const answer = await shop.create({ amount: 100, counterparty_account: String(payers), ...fields })
  return rowOf(answer.body.data.trade_no)
}

async function rowOf(tradeNo: string): Promise<Row> {
  const [row] = await rows<Row>(
    'select id, trade_no, bank_account_id, assignment from collections where trade_no = ?',
    tradeNo,
  )
  if (row === undefined) throw new Error('no order')
  return row
}

async function untilAssigned(tradeNo: string): Promise<Row> {
  for (let tries = 0; ; tries += 1) {
    const row = await rowOf(tradeNo)
    if (row.assignment !== 'due' || tries === 200) return row
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const linkOf = '(select link_id from collections where trade_no = ?)'

async function endOf(tradeNo: string): Promise<number> {
  const [link] = await rows<{ ends_at: number }>(
    `select ends_at from payment_links where id = ${linkOf}`,
    tradeNo,
  )
  return link?.ends_at ?? 0
}

const onlyFor = (shop: Shop, fields: Partial<Parameters<typeof aBankAccount>[0]> = {}) =>
  aBankAccount({ auto: 'assign', merchants: [shop.uid], ...fields })

test('an order gets an account at once, in the slot of its amount and digits, by the service', async () => {
  const shop = await aShop()
  const account = await onlyFor(shop, { auto: 'settle', agents: ['amy@back.example'] })
  const { trade_no: tradeNo } = await ordered(shop)
  const order = await untilAssigned(tradeNo)
  expect(order).toMatchObject({ bank_account_id: account, assignment: 'done' })
  const [event] = await rows(
    `select actor, fact ->> 'agent' as agent from events where order_id = ? and name = 'matched'`,
    order.id,
  )
  expect(event).toEqual({ actor: 'system:matcher', agent: 'amy@back.example' })
  expect(await rows('select order_id from slots where bank_account_id = ?', account)).toEqual([
    { order_id: order.id },
  ])
  expect(await rows('select 1 from journal where subject = ?', tradeNo)).toEqual([])
  const [counts] = await rows(
    `select waiting_count, auto_counts ->> 'assigned' as assigned from bank_accounts where id = ?`,
    account,
  )
  expect(counts).toEqual({ waiting_count: 1, assigned: 1 })
  const line = await aTransaction(account, {
    counterpartyLast5: String(payers),
    doubts: '',
    bookedAt: Math.floor(Date.now() / 1000) + 2,
    createdAt: Math.floor(Date.now() / 1000) + 2,
    amount: 10_000,
  })
  await rows(`update bank_accounts set auto_sources = '["feed"]' where id = ?`, account)
  expect(await settleLines(soon, [line])).toEqual({ judged: 1, settled: 1, doubtful: 0 })
  await expectSoundAccounts()
})

test.each([
  ['off', (shop: Shop) => switchedTo(shop, 'off'), null],
  ['no account is free', async () => undefined, 'no_account_free'],
  ['the account is off', (shop: Shop) => onlyFor(shop, { auto: 'off' }), 'no_account_free'],
  ['it is for payouts', (shop: Shop) => onlyFor(shop, { use: 'out' }), 'no_account_free'],
  ['it is paused', (shop: Shop) => onlyFor(shop, { state: 'paused' }), 'no_account_free'],
  ['over its cap', (shop: Shop) => onlyFor(shop, { dailyCap: 9_999 }), 'no_account_free'],
])('no account by the service: %s', async (_why, prepare, assignment) => {
  const shop = await aShop()
  await prepare(shop)
  const { trade_no: tradeNo } = await ordered(shop)
  await assignWaiting(soon)
  expect(await rowOf(tradeNo)).toMatchObject({ bank_account_id: null, assignment })
})

test.each([
  ['an account', (shop: Shop) => onlyFor(shop), aContext().settings.matchedGraceSeconds],
  ['none that is free', async () => undefined, 0],
  ['a merchant that is off', (shop: Shop) => switchedTo(shop, 'off'), 0],
])('the link of an order with %s lives for so much longer', async (_why, prepare, longer) => {
  const shop = await aShop()
  // The isolate knows the merchant from then on, as one that is on.
  await anAmountLink(shop)
  await prepare(shop)
  const { trade_no: tradeNo, endsAt } = await anAmountLink(shop)
  await expect.poll(async () => (await endOf(tradeNo)) - endsAt).toBe(longer)
})

test('a link whose order an agent has taken meanwhile lives for its own time, too', async () => {
  const { trade_no: tradeNo, endsAt } = await anAmountLink(await aShop())
  await untilAssigned(tradeNo)
  await rows(`update payment_links set ends_at = ends_at + 9 where id = ${linkOf}`, tradeNo)
  const taken = `update collections set assignment = 'due', agent = 'amy' where trade_no = ?`
  await rows(taken, tradeNo)
  await assignWaiting(soon)
  expect(await endOf(tradeNo)).toBe(endsAt)
})

test('the first move of an agent takes what the service has given to anybody', async () => {
  const shop = await aShop()
  const account = await onlyFor(shop)
  const { trade_no: tradeNo } = await ordered(shop)
  await untilAssigned(tradeNo)
  await move.putAside(tradeNo, 'x', { principal: agent })
  const [row] = await rows(
    'select agent, bank_account_id from collections where trade_no = ?',
    tradeNo,
  )
  expect(row).toEqual({ agent: agent.name, bank_account_id: account })
})

test('an order without digits gets an account that only assigns', async () => {
  const shop = await aShop()
  await onlyFor(shop, { auto: 'settle' })
  const assigning = await onlyFor(shop)
  const { trade_no: tradeNo } = await ordered(shop, { counterparty_account: '' })
  expect(await untilAssigned(tradeNo)).toMatchObject({ bank_account_id: assigning })
})

test('of orders of one amount and digits each account takes one', async () => {
  const shop = await aShop()
  const accounts = [await onlyFor(shop), await onlyFor(shop), await onlyFor(shop)]
  const digits = { counterparty_account: '55555' }
  const made = await Promise.all(Array.from({ length: 5 }, () => ordered(shop, digits)))
  const given = await Promise.all(made.map(({ trade_no }) => untilAssigned(trade_no)))
  const on = given.flatMap(({ bank_account_id: id }) => id ?? [])
  expect(on.toSorted()).toEqual(accounts.toSorted())
  const left = given.filter(({ bank_account_id: id }) => id === null)
  expect(left.map(({ assignment }) => assignment)).toEqual(['no_account_free', 'no_account_free'])
})

test('a stopped deployment gives none; started again it does, as long as the order is young', async () => {
  const shop = await aShop()
  const account = await onlyFor(shop)
  await rows(`update auto_switch set state = 'stopped'`)
  const { trade_no: tradeNo } = await ordered(shop)
  expect(await untilAssigned(tradeNo)).toMatchObject({ assignment: 'stopped' })
  await rows(`update auto_switch set state = 'running', assigned_to = 0`)
  await assignWaiting(soon)
  expect(await rowOf(tradeNo)).toMatchObject({ bank_account_id: account, assignment: 'done' })
})

test('a person’s match meets a held slot, and an operator goes past it, without a slot', async () => {
  const shop = await aShop('off')
  const { id } = await anAccount({ auto: 'assign' })
  const digits = { counterparty_account: '66666' }
  const [first, second] = [await ordered(shop, digits), await ordered(shop, digits)]
  await matchTo(id, first.trade_no, operator)
  await expect(matchTo(id, second.trade_no, operator)).rejects.toMatchObject({
    code: 'slot_taken',
    details: { held_by: first.trade_no },
  })
  await expect(matchTo(id, second.trade_no, operator, { override: true })).rejects.toMatchObject({
    code: 'slot_taken',
  })
  await matchTo(id, second.trade_no, operator, { override: ['slot_taken'] })
  const flags = await rows(
    'select waits_in_slot from collections where trade_no = ?',
    second.trade_no,
  )
  expect(flags).toEqual([{ waits_in_slot: 0 }])
})

test('of a slot that is held and a cap that is reached, the slot is refused first', async () => {
  const shop = await aShop('off')
  const digits = { counterparty_account: '66667' }
  const [first, second] = [await ordered(shop, digits), await ordered(shop, digits)]
  const { id } = await anAccount({ auto: 'assign', daily_cap: 100 })
  await matchTo(id, first.trade_no, operator)
  const code = 'slot_taken'
  await expect(matchTo(id, second.trade_no, operator)).rejects.toMatchObject({ code })
  const pastIt = matchTo(id, second.trade_no, operator, { override: [code] })
  await expect(pastIt).rejects.toMatchObject({ code: 'daily_cap_reached' })
})

test('a slot rests after its order is settled, and is free a day after it ended unpaid', async () => {
  const shop = await aShop('off')
  const { id } = await anAccount({ auto: 'assign' })
  const digits = { counterparty_account: '77777' }
  const [first, second] = [await ordered(shop, digits), await ordered(shop, digits)]
  await matchTo(id, first.trade_no, operator)
  await move.settle(first.trade_no, {
    bankTransactions: [await aTransaction(id, { counterpartyLast5: '77777' })],
    override: ['evidence_differs'],
    reason: 'x',
  })
  await expect(matchTo(id, second.trade_no, operator)).rejects.toMatchObject({ code: 'slot_taken' })
  const later = (seconds: number) =>
    aContext({ wake: async () => undefined, now: () => Date.now() + seconds * 1000 })
  await matchTo(id, second.trade_no, operator, { at: later(1_801) })
  await move.putAside(second.trade_no)
  const third = await ordered(shop, digits)
  await expect(matchTo(id, third.trade_no, operator, { at: later(1_801) })).rejects.toMatchObject({
    code: 'slot_taken',
  })
  await matchTo(id, third.trade_no, operator, { at: later(1_801 + 86_401) })
  expect(await rows('select order_id from slots where bank_account_id = ?', id)).toEqual([
    { order_id: third.id },
  ])
})
