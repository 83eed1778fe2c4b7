import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { showOverview } from '../../../src/operations/service/show-overview.ts'
import { firstIdAt } from '../../../src/rules/orders/order-identity.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { matchTo } from '../support/bank-accounts.ts'
import { aBankAccount, putOn } from '../support/banking.ts'
import { anAmountLink } from '../support/links.ts'
import { aContext, failingDatabase, rows, rowsIn } from '../support/service.ts'
import { aLine, anOrder, anOrderInSlot, aPlace, context, outcomeOf, type Place } from './pairs.ts'

const now = Math.floor(Date.now() / 1000)
const day = 86_400

type Situation = Place & { readonly order: { readonly id: number; readonly tradeNo: string } }

async function given(fields: Readonly<Record<string, unknown>> = {}): Promise<Situation> {
  const place = await aPlace()
  return { ...place, order: await anOrderInSlot(place, fields) }
}

const keys = {
  collections: ({ order }: Situation) => ['id', order.id],
  bank_accounts: ({ account }: Situation) => ['id', account],
  merchants: ({ shop }: Situation) => ['uid', shop.uid],
} as const

/** Changes the order, its account or its merchant; then a line comes. */
const changed =
  (table: keyof typeof keys, change: string, fields = {}) =>
  async (of: Situation) => {
    const [column, key] = keys[table](of)
    await rows(`update ${table} set ${change} where ${column} = ?`, key)
    return aLine(of, fields)
  }

/** Another order waits on the account; then a line comes. */
const beside =
  (fields = {}) =>
  async (of: Situation) => {
    await putOn(await anOrder(of, fields), of.account)
    return aLine(of)
  }

/** Notes that an order waited on an account. */
const noteFormer = (tradeNo: string, account: number) =>
  rows(
    `insert into former_accounts select ?1, amount, id, 0, ?2 from collections where trade_no = ?3`,
    account,
    now,
    tradeNo,
  )

test('a line that can only be the money of one order settles it, by the service', async () => {
  const of = await given({ notify_url: 'https://m.example/n', user_id: 'u' })
  const { account, order, shop } = of
  const line = await aLine(of)
  expect(await outcomeOf(line)).toBe(order.tradeNo)
  const [row] = await rows(
    `select status, settled_by, proof, backed, paid_amount, paid_at, agent, waits_in_slot
     from collections where id = ?`,
    order.id,
  )
  expect(row).toEqual({
    status: 'succeeded',
    settled_by: 'auto',
    proof: 'awaiting',
    backed: 1,
    agent: '',
    paid_amount: 10_000,
    paid_at: expect.any(Number),
    waits_in_slot: 1,
  })
  const [event] = await rows<{ actor: string; fact: string }>(
    `select actor, fact from events where order_id = ? and name = 'settled'`,
    order.id,
  )
  expect(event?.actor).toBe('system:matcher')
  expect(JSON.parse(event?.fact ?? '')).toMatchObject({
    paidAmount: 10_000,
    backed: true,
    bankTransactions: [line],
    auto: { edition: 1, transaction: line, key: 'slot' },
  })
  expect(
    await rows(
      `select waiting_count, waiting_amount, auto_awaiting, auto_counts ->> 'settled' as settled,
         auto_counts ->> 'in_1' as soon
       from bank_accounts where id = ?`,
      account,
    ),
  ).toEqual([{ waiting_count: 0, waiting_amount: 0, auto_awaiting: 10_000, settled: 1, soon: 1 }])
  expect((await showOverview(context)).auto).toMatchObject({ settled_today: expect.any(Number) })
  expect(await rows('select 1 from callbacks where order_id = ?', order.id)).toHaveLength(1)
  expect(await rows('select 1 from journal where subject = ?', order.tradeNo)).toEqual([])
  const balance = await rows(
    'select sum(available) as available from balances where merchant_id = (select id from merchants where uid = ?)',
    shop.uid,
  )
  expect(balance).toEqual([{ available: 10_000 }])
})

/** Cases by the doubt that they bring about. */
const doubtful: Readonly<Record<string, readonly ((of: Situation) => Promise<number>)[]>> = {
  two_orders: [
    beside(),
    async (of) => {
      // It waits on another account.
      await putOn(await anOrder(of), await aBankAccount())
      return aLine(of)
    },
    async (of) => {
      const left = await anOrder(of)
      await putOn(left, await aBankAccount())
      await noteFormer(left, of.account)
      return aLine(of)
    },
    async (of) => {
      // It has left for an account that was given in words.
      const left = await anOrder(of)
      await noteFormer(left, of.account)
      return aLine(of)
    },
    async (of) => {
      // The order itself has left; the slot keeps its id until another order takes it.
      const { account, order } = of
      await putOn(order.tradeNo, await aBankAccount())
      await noteFormer(order.tradeNo, account)
      return aLine(of)
    },
    // It tells no digits, and may be anybody's.
    beside({ counterparty_account: '' }),
    async (of) => {
      // Neither does the order of a link, which was matched here again after the link's own time, and is over by now.
      const { trade_no } = await anAmountLink(of.shop, { amount: 100, payer_account_no: '' })
      await matchTo(of.account, trade_no)
      await rows('update collections set account_since = 1000 where trade_no = ?', trade_no)
      await rows(
        `update payment_links set state = 'expired', ends_at = null, wait_expires_at = ?
         where collection_id = (select id from collections where trade_no = ?)`,
        now - day,
        trade_no,
      )
      return aLine(of)
    },
    async (of) => {
      await rows('update slots set order_id = 1 where order_id = ?', of.order.id)
      await rows('update collections set waits_in_slot = 0 where id = ?', of.order.id)
      return aLine(of)
    },
    async (of) => {
      // The same digits and amount have paid another member a day ago.
      const other = await anOrder(of, { user_id: 'other' })
      const paid = await aLine(of, { bookedAt: now - day, externalId: 'p', externalKey: 'p' })
      await rows(
        `update bank_transactions
         set state = 'claimed', order_id = (select id from collections where trade_no = ?) where id = ?`,
        other,
        paid,
      )
      return aLine(of)
    },
  ],
  part: [beside({ amount: 250 }), beside({ amount: 60 })],
  two_transactions: [
    async (of) => {
      await aLine(of, { externalId: 'one', externalKey: 'one' })
      return aLine(of)
    },
  ],
  sent_back: [
    async (of) => {
      await aLine(of, { amount: -10_000, doubts: null, externalId: 'back', externalKey: 'back' })
      return aLine(of)
    },
  ],
  twin: [
    async (of) => {
      // Nobody has claimed what another has told of it, days before its order was there.
      await aLine(of, {
        bookedAt: now - 3 * day,
        createdAt: now - 3 * day,
        postedBy: 'service:another',
        externalId: 'other',
        externalKey: 'other',
      })
      return aLine(of, { postedBy: 'service:bank' })
    },
  ],
  early: [(of) => aLine(of, { bookedAt: now - 600 })],
  late: [(of) => aLine(of, { bookedAt: now + 900 })],
  name: [changed('collections', `user_name = '王小明'`, { counterpartyName: '陳○美' })],
  account: [
    changed('collections', `counterparty_account = '001234567890'`, {
      counterpartyAccount: '009934567890',
    }),
  ],
  bank_account_not_active: [changed('bank_accounts', `state = 'paused'`)],
  bank_account_not_allowed: [changed('bank_accounts', `merchants = '["another"]'`)],
  over_limit: [changed('bank_accounts', `auto_max = 9999`)],
  awaiting_limit: [changed('bank_accounts', `auto_awaiting = auto_awaiting_max - 9999`)],
  source: [changed('bank_accounts', `auto_sources = '["statement"]'`)],
  off: [changed('merchants', `auto = 'assign'`)],
  reversed: [(of) => aLine(of, { freed: true })],
  lines_unsound: [
    async (of) => {
      await rows(
        `insert into bank_statement_days values (?, ?, null, null, 1)`,
        of.account,
        Math.floor((now + 28_800) / day),
      )
      return aLine(of)
    },
  ],
  state: [changed('collections', `collection_status = 'exception', reason = 'x'`)],
  held: [
    async (of) => {
      const { shop, account } = of
      await rows(
        `insert into holds (id, key, merchant_uid, user_id, account_no, trade_no, reason, case_no, actor, created_at, lifted_by, lift_reason)
       values (?1, 'merchant:' || ?2, ?2, '', '', '', '', '', '', 0, '', '')`,
        account,
        shop.uid,
      )
      return aLine(of)
    },
  ],
}
const cases = Object.entries(doubtful).flatMap(([doubt, changes]) =>
  changes.map((change) => [doubt, change] as const),
)

test.each(cases)('is in doubt: %s (case %#)', async (doubt, change) => {
  const pair = await given()
  const line = await change(pair)
  expect(await outcomeOf(line)).toEqual([doubt])
  expect(await rows('select status from collections where id = ?', pair.order.id)).toEqual([
    { status: 'pending' },
  ])
})

test('a line of a day alone is in doubt, and one that no order fits has no other doubt', async () => {
  const of = await given()
  const dayStart = Math.floor((now + 28_800) / day) * day - 28_800
  const line = await aLine(of, { bookedAt: dayStart, dayOnly: true })
  expect(await outcomeOf(line)).toEqual(['day_only'])
  const strange = await aLine(of, { counterpartyLast5: '00000', externalId: 's', externalKey: 's' })
  expect(await outcomeOf(strange)).toEqual(['no_order'])
})

test('while the deployment is stopped everything is in doubt', async () => {
  const of = await given()
  await rows(`update auto_switch set state = 'stopped'`)
  const line = await aLine(of)
  expect(await outcomeOf(line)).toEqual(['stopped'])
  await rows(`update auto_switch set state = 'running'`)
})

test('what a member left unpaid, and had ended, before the order was matched is no doubt', async () => {
  const of = await given({ user_id: 'same' })
  const { account, order } = of
  const earlier = await anOrder(of, { user_id: 'same' })
  await putOn(earlier, account)
  await rows(
    `update collections set collection_status = 'exception', expired = 1 where trade_no = ?`,
    earlier,
  )
  await rows(
    `insert into events (order_id, seq, name, from_state, to_state, actor, at, fact)
     select id, 9, 'exception', '', 'pending/exception', 'system', ?, '{}' from collections where trade_no = ?`,
    now - 3600,
    earlier,
  )
  expect(await outcomeOf(await aLine(of))).toBe(order.tradeNo)
})

const secondFrom = (from: number) =>
  aContext({
    wake: async () => undefined,
    databases: [openMerchantDatabase(env.DB), openMerchantDatabase(env.SPARE_1)],
    settings: { ...context.settings, approvals: { on: true, from } },
  })

/** A file of a person that has brought in 100 dollars, of which the service knows since today. */
async function aFile(database: D1Database, id: number, account: number): Promise<void> {
  await rowsIn(
    database,
    `insert into bank_imports values (?1, ?2, 'done', 1, 1, 0, 0, '[]', 'whole', null, null, null, 'olga', ?3, 0, '', null, null, 10000)`,
    id,
    account,
    now,
  )
}

async function aLineOfFile(
  of: Situation,
): Promise<{ readonly line: number; readonly importId: number }> {
  const importId = of.account + 32
  await aFile(env.DB, importId, of.account)
  const line = await aLine(of, {
    source: 'statement',
    postedAs: null,
    postedBy: 'olga',
    importId,
    confirmedAt: now,
    lineKey: '["x"]',
  })
  return { line, importId }
}

test('what one person imports into accounts of all databases counts together', async () => {
  const of = await given()
  const two = secondFrom(20_000)
  const { line, importId } = await aLineOfFile(of)
  await rows(`update bank_imports set actor = 'omar' where id <> ?`, importId)
  const [elsewhere, account] = [firstIdAt(now) + 1, 31]
  await rowsIn(
    env.SPARE_1,
    `insert into bank_accounts (
       id, bank_code, account_no, holder_name, agents, merchants, feeds, use, note, backing, state,
       version, waiting_count, waiting_amount, created_at
     ) values (?, '013', '70001', 'x', '[]', '[]', '[]', 'in', '', 'later', 'active', 1, 0, 0, 0)`,
    account,
  )
  await aFile(env.SPARE_1, elsewhere, account)
  expect(await outcomeOf(line, two)).toEqual(['one_person'])
  await rowsIn(env.SPARE_1, 'delete from bank_imports where id = ?', elsewhere)
  // A database that does not answer may have more.
  const [first] = two.databases
  if (first === undefined) throw new Error('no database')
  const lost = openMerchantDatabase(failingDatabase())
  const isDown = { ...secondFrom(20_000), databases: [first, lost] }
  await rows(`update bank_transactions set doubts = '' where id = ?`, line)
  expect(await outcomeOf(line, isDown)).toEqual(['one_person'])
  expect(await outcomeOf(line, two)).toBe(of.order.tradeNo)
})

test('in a day of more imports than are read nobody is below the amount', async () => {
  const of = await given()
  const two = secondFrom(20_000)
  const { line, importId } = await aLineOfFile(of)
  await rows(
    `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 499)
     insert into bank_imports
     select ?1 + 32 * n, ?2, 'done', 0, 0, 0, 0, '[]', 'whole', null, null, null, 'omar', ?3, 0, '', null, null, 0
     from numbers`,
    importId,
    of.account,
    now,
  )
  await rows(`update bank_imports set actor = 'omar' where id <> ?`, importId)
  expect(await outcomeOf(line, two)).toEqual(['one_person'])
  await rows('delete from bank_imports where id > ?', importId)
  expect(await outcomeOf(line, two)).toBe(of.order.tradeNo)
})

test('money that one person alone knows of needs another, from the amount on', async () => {
  const of = await given()
  const { order } = of
  const two = secondFrom(10_000)
  const { line, importId } = await aLineOfFile(of)
  expect(await outcomeOf(line, two)).toEqual(['one_person'])
  await rows(`update bank_imports set agreed_by = 'omar' where id = ?`, importId)
  // Whoever agrees to a service token's import may hold the token.
  await rows(`update bank_imports set actor = 'service:robot' where id = ?`, importId)
  expect(await outcomeOf(line, two)).toEqual(['one_person'])
  await rows(`update bank_imports set actor = 'olga' where id = ?`, importId)
  expect(await outcomeOf(line, two)).toBe(order.tradeNo)
})
