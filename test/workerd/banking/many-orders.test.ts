import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { Identity } from '../../../src/contract/back-office/roles.ts'
import { sentNotes } from '../../../src/contract/back-office/states.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter } from '../../support/metered.ts'
import { ann, ask, ben, withApprovals } from '../support/back-office.ts'
import { anAccount, expectSoundAccounts, matchTo, patch } from '../support/bank-accounts.ts'
import { aBankAccount, aTransaction, holdersOf, payersLast5 } from '../support/banking.ts'
import { expectSoundBooks } from '../support/books.ts'
import { aCollection, aPayout, move } from '../support/orders.ts'
import { aContext, adjustShop, agent, aMerchant, rows, type Shop } from '../support/service.ts'

// What is done with many orders at once, and notes on one (back office §8).

const context = withApprovals()

// For the long form.
const rounds = Number(env.CLAIM_ROUNDS)
const amy: Identity = { name: agent.name, role: 'agent' }
const carl: Identity = { name: 'carl@platform.example', role: 'agent' }

const ready = async (account: number, query: object = {}, by: Identity = ann) => {
  const { value } = await ask(context, by, 'listReady', {}, undefined, {
    query: { bank_account: account, limit: 50, ...query },
  })
  return value
}

/** A collection of 100 dollars that the agent has matched to the account. */
async function aMatched(shop: Shop, account: number, fields: object = {}): Promise<string> {
  const payer = { counterparty_account: `001-2345-${payersLast5}` }
  const tradeNo = await aCollection(shop, { ...payer, ...fields })
  await matchTo(account, tradeNo, agent)
  return tradeNo
}

const payer = (n: number) => {
  const last5 = String(20_000 + n)
  return { fields: { counterparty_account: `001-${last5}` }, line: { counterpartyLast5: last5 } }
}

async function aPair(
  shop: Shop,
  account: number,
  n: number,
  order: object = {},
  deposit: Parameters<typeof aTransaction>[1] = {},
) {
  const { fields, line } = payer(n)
  const tradeNo = await aMatched(shop, account, { ...fields, ...order })
  return {
    trade_no: tradeNo,
    bank_transaction: await aTransaction(account, { ...line, ...deposit }),
  }
}

const itemsOf = (pairs: readonly { trade_no: string; bank_transaction: number }[]) => ({
  items: pairs.map((pair) => ({
    trade_no: pair.trade_no,
    bank_transactions: [pair.bank_transaction],
  })),
})

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

test('what is ready are exact pairs, one to one, the longest waiting first; what is in doubt is not among them', async () => {
  const shop = await aMerchant()
  const account = await aBankAccount()
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

test('what two orders fit, or two lines of one order, is in doubt on an account without automatic matching, to its readers', async () => {
  const shop = await aMerchant()
  const account = await aBankAccount({ agents: [agent.name] })
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

test('orders keep their slots where automatic work is turned off: they are ready, and rivals of later ones', async () => {
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

test('money that fits no order says what it nearly fits: another amount, another account, an earlier one, an order put aside', async () => {
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

test('what is ready says whether a hold keeps it: of the order, its member, or the account that has paid', async () => {
  const shop = await aMerchant()
  const account = await aBankAccount()
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

test('lines that nobody has put aside, on an account on which nothing waits, hide nothing', async () => {
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

test('marks tell exact and other possible transactions of a pending collection, and nothing of hidden accounts', async () => {
  const shop = await aMerchant()
  const account = await aBankAccount()
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

test('several are settled at once, each by itself, and each has its outcome', async () => {
  const shop = await aMerchant()
  const account = await aBankAccount()
  const pairs = [await aPair(shop, account, 1), await aPair(shop, account, 2)]
  const [first, second] = pairs as [(typeof pairs)[0], (typeof pairs)[0]]
  const taken = {
    trade_no: await aMatched(shop, account),
    bank_transaction: first.bank_transaction,
  }
  const unknown = { trade_no: 'C0000000000000000000000000', bank_transaction: 1 }
  const wide = await aMatched(shop, account, payer(4).fields)
  const late = await aTransaction(account, { ...payer(4).line, bookedAt: 1_000_000_000 })
  const body = itemsOf([first, taken, unknown, { trade_no: wide, bank_transaction: late }, second])
  const { value } = await ask(context, amy, 'settleCollections', {}, body)
  expect(value.items).toMatchObject([
    { trade_no: first.trade_no, outcome: 'settled' },
    { outcome: 'bank_transaction_taken', held_by: first.trade_no },
    { outcome: 'not_found' },
    { outcome: 'evidence_differs', differs: ['in_time'] },
    { trade_no: second.trade_no, outcome: 'settled', paid_amount: 100 },
  ])
  expect(value.items[1].message).toMatch(/[一-龥]/)
  const again = await ask(context, amy, 'settleCollections', {}, itemsOf([first]))
  expect(again.value.items).toMatchObject([{ outcome: 'already_final' }])
  await expectSoundBooks()
})

test('one that needs a second person waits, and the others are settled', async () => {
  const shop = await aMerchant()
  const account = await anAccount({ feeds: ['service:bank'] })
  const below = withApprovals({}, { from: 15_000 })
  const pairs = []
  for (const n of [1, 2, 3]) {
    const trade = await aMatched(shop, account.id, payer(n).fields)
    const line = { postedBy: ann.name, source: 'hand' as const }
    pairs.push({
      trade_no: trade,
      bank_transaction: await aTransaction(account.id, { ...payer(n).line, ...line }),
    })
  }
  const { value } = await ask(below, ann, 'settleCollections', {}, itemsOf(pairs))
  expect(value.items.map((item: { outcome: string }) => item.outcome)).toEqual([
    'settled',
    'waiting',
    'waiting',
  ])
  const repeated = await ask(below, ann, 'settleCollections', {}, itemsOf(pairs.slice(1, 2)))
  const { approval_id: id } = value.items[1]
  expect(repeated.value.items).toMatchObject([{ outcome: 'approval_waiting', approval_id: id }])
  const decided = await ask(below, ben, 'approve', { id: String(id) }, {})
  expect(decided).toMatchObject({ as: 'settleCollection', error: '' })
})

test(`twenty settled at once beside agents at the same orders, ${rounds} runs: each has one effect, and each item its outcome`, {
  timeout: 1_800_000,
}, async () => {
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  const account = await aBankAccount()
  for (let round = 0; round < rounds; round += 1) {
    const pairs = await Promise.all(
      Array.from({ length: 20 }, (_, n) => aPair(shop, account, 20 * round + n)),
    )
    const alone = pairs.map((pair) =>
      ask(
        context,
        amy,
        'settleCollection',
        { trade_no: pair.trade_no },
        {
          manual: false,
          override: false,
          bank_transactions: [pair.bank_transaction],
        },
      ),
    )
    const [together, ...each] = await Promise.all([
      ask(context, ann, 'settleCollections', {}, itemsOf(pairs)),
      ...alone,
    ])
    pairs.forEach(({ trade_no }, n) => {
      const item = together.value.items[n]
      const codes = [item.outcome === 'settled' ? '' : item.outcome, each[n]?.error]
      expect([trade_no, item.trade_no, codes.filter((code) => code === '')]).toEqual([
        trade_no,
        trade_no,
        [''],
      ])
      expect(['', 'already_final', 'bank_transaction_taken']).toEqual(
        expect.arrayContaining(codes as string[]),
      )
    })
    const holders = await holdersOf(...pairs.map((pair) => pair.bank_transaction))
    expect(holders).toEqual(pairs.map((pair) => pair.trade_no))
  }
  await expectSoundBooks()
})

test('what waits on an account gets another one, frozen ones too, and stays with its agent', async () => {
  const shop = await aMerchant()
  const [from, to] = [await anAccount(), await anAccount()]
  const waiting = [
    await aMatched(shop, from.id),
    await aMatched(shop, from.id),
    await aMatched(shop, from.id, { amount: 250 }),
  ]
  const settled = await aMatched(shop, from.id)
  await move.settle(settled, { manual: true, reason: '已查' })
  await move.putAside(waiting[1] as string, '查核', { principal: agent })
  await patch(from.id, { state: 'frozen' })
  const path = { id: String(from.id) }
  const { value } = await ask(context, ann, 'reassignCollections', path, { to: to.id })
  const moved = [waiting[0], waiting[2]]
  expect(value.more).toBe(false)
  expect(value.items.map((item: { trade_no: string }) => item.trade_no).sort()).toEqual(
    moved.sort(),
  )
  expect(new Set(value.items.map((item: { outcome: string }) => item.outcome))).toEqual(
    new Set(['matched']),
  )
  const found = await rows(
    `select agent, collection_status, bank_account_id, reason from collections
     where trade_no in (select value from json_each(?))`,
    JSON.stringify(moved),
  )
  const expected = { agent: agent.name, collection_status: 'matched', bank_account_id: to.id }
  expect(found).toEqual(moved.map(() => ({ ...expected, reason: '' })))
  await expectSoundAccounts()

  const refused = [
    [path, { to: from.id }, 'validation_error'],
    [path, { to: 1 }, 'validation_error'],
    [{ id: '1' }, { to: to.id }, 'not_found'],
    [{ id: String(to.id) }, { to: from.id }, 'bank_account_not_active'],
  ] as const
  for (const [at, body, code] of refused) {
    expect((await ask(context, ann, 'reassignCollections', at, body)).error).toBe(code)
  }
  const named = { to: to.id, trade_nos: [settled, moved[0], waiting[1]] }
  const some = await ask(context, ann, 'reassignCollections', path, named)
  expect(some.value.items.map((item: { outcome: string }) => item.outcome)).toEqual([
    'already_final',
    'order_moved',
    'matched',
  ])
})

test('from matched to matched no exception stands between, and money for the old account still finds the order', async () => {
  const shop = await aMerchant()
  const [from, to] = [await anAccount(), await anAccount()]
  const tradeNo = await aMatched(shop, from.id)
  await ask(context, ann, 'reassignCollections', { id: String(from.id) }, { to: to.id })
  const shown = await ask(context, ann, 'showCollection', { trade_no: tradeNo })
  const states = shown.value.events.map((event: { from: string; to: string }) => event.to)
  expect(states.slice(-2)).toEqual(['pending/matched', 'pending/matched'])
  await aTransaction(from.id)
  const { value } = await ask(context, ann, 'candidatesOfCollection', { trade_no: tradeNo })
  expect(value.items).toMatchObject([{ bank_account: from.id }])
  await expectSoundBooks()
})

test('notes are kept with who and when, oldest first, at most a hundred, by who sees the order', async () => {
  const shop = await aMerchant()
  const account = await aBankAccount({ agents: [agent.name] })
  const collection = { trade_no: await aMatched(shop, account) }
  const payout = { trade_no: await aPayout(shop) }
  const first = await ask(context, amy, 'noteCollection', collection, { text: '會員來電' })
  await ask(context, ann, 'noteCollection', collection, { text: '已回電' })
  await ask(context, ann, 'notePayout', payout, { text: '銀行退件' })
  const shown = await ask(context, ann, 'showCollection', collection)
  expect(shown.value.notes).toMatchObject([
    { by: amy.name, text: '會員來電', id: first.value.id },
    { by: ann.name, text: '已回電' },
  ])
  expect((await ask(context, carl, 'noteCollection', collection, { text: 'x' })).error).toBe(
    'not_found',
  )
  const more = await Promise.all(
    Array.from({ length: 102 }, (_, n) =>
      ask(context, ann, 'notePayout', payout, { text: `第 ${n} 則` }),
    ),
  )
  expect(more.filter(({ error }) => error === '')).toHaveLength(99)
  expect(more.filter(({ error }) => error === 'validation_error')).toHaveLength(3)
})

test('what a reversal has freed is not the exact money of its order again: it is for another', async () => {
  const shop = await aMerchant()
  const account = await aBankAccount()
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

test('what another order waits for is no mark, as candidates say, while that waits', async () => {
  const shop = await aMerchant()
  const account = await aBankAccount()
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

test('money in doubt is not ready, its mark says so; switches alone leave it ready', async () => {
  const shop = await aMerchant()
  const account = await aBankAccount()
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

test('marks tell money that fits two orders, or names somebody else, as the settlement and ready orders judge it', async () => {
  const shop = await aMerchant()
  const account = await aBankAccount()
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

test('marks tell another amount of the payer, deposits that add up to the order, and a hold', async () => {
  const shop = await aMerchant()
  const account = await aBankAccount()
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

test('a payout is marked where its debit is booked already, where it is held, sent, and where its merchant lacks it', async () => {
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
