import { describe, expect, test } from 'vitest'
import type { OverrideName } from '../../../src/contract/back-office/orders/overrides.ts'
import { Refusal } from '../../../src/contract/refusals.ts'
import type { settleCollection } from '../../../src/operations/orders/move-collection.ts'
import { ann, ask, withApprovals } from '../support/back-office.ts'
import { matchTo } from '../support/bank-accounts.ts'
import {
  aBankAccount,
  aShopWithAccount,
  aTransaction,
  holdersOf,
  payersLast5,
} from '../support/banking.ts'
import { aCollection, aPayout, asPaidOut, move } from '../support/orders.ts'
import { agent, aMerchant, operator, rows, type Shop } from '../support/service.ts'

// What a settlement may rest on (back office §4): who could have known, matched or told what, and when.

const seconds = () => Math.floor(Date.now() / 1000)
const override: readonly OverrideName[] = ['evidence_differs']
const past = { override, reason: '付款人來電' }
const byFeed = { postedBy: 'service:bank', postedAs: '{}' }
const byOther = { postedBy: 'service:other', postedAs: '{}' }
const payer = { counterparty_account: `001-2345-${payersLast5}` }

/** A collection of 100 dollars that the agent has matched to an account. */
async function aMatched(shop: Shop, account: number, fields: object = {}): Promise<string> {
  const tradeNo = await aCollection(shop, { ...payer, ...fields })
  await matchTo(account, tradeNo, agent)
  return tradeNo
}

type Who = typeof agent | typeof operator
type Call = Partial<Parameters<typeof settleCollection>[0]['input']>

const settle = (tradeNo: string, ids: readonly number[], call: Call = {}, who: Who = agent) =>
  endingOf(move.settle(tradeNo, { bankTransactions: ids, ...call }, { principal: who }))

/** `done`, or the code of the refusal with what differs. */
async function endingOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'done'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [error.code, ...(error.details.differs ?? [])].join(' ')
  }
}

async function paidAtOf(tradeNo: string): Promise<number | null> {
  const [row] = await rows<{ at: number | null }>(
    `select paid_at as at from collections where trade_no = ?1
     union all select processed_at from payouts where trade_no = ?1`,
    tradeNo,
  )
  return row?.at ?? null
}

describe('the fee of a payout, and its money on the way back', () => {
  async function aTakenPayout(shop: Shop): Promise<string> {
    const tradeNo = await aPayout(shop, { amount: 100, payee_account: `012-${payersLast5}` })
    const funds = await aCollection(shop, { amount: 1_000_000 })
    await move.settle(funds)
    await move.take(tradeNo, { principal: agent })
    return tradeNo
  }

  const process = (
    tradeNo: string,
    bankAccount: number,
    id: number,
    call: object,
    who: Who = agent,
  ) =>
    endingOf(
      move.process(
        tradeNo,
        { ...asPaidOut, bankAccount, bankTransactions: [id], ...call },
        { principal: who },
      ),
    )

  test('hides no debit of any size: an agent’s is at most the account’s fee_max', async () => {
    const { shop, account } = await aShopWithAccount({ feeMax: 1_500 })
    const tradeNo = await aTakenPayout(shop)
    const huge = await aTransaction(account, { amount: -5_010_000 })
    const fee = 5_000_000
    expect(await process(tradeNo, account, huge, { fee })).toBe('evidence_differs fee')
    expect(await process(tradeNo, account, huge, { fee }, operator)).toBe('evidence_differs fee')
    const over = await aTransaction(account, { amount: -11_501 })
    expect(await process(tradeNo, account, over, { fee: 1_501 })).toBe('evidence_differs fee')
    const most = await aTransaction(account, { amount: -11_500 })
    expect(await process(tradeNo, account, most, { fee: 1_500 })).toBe('done')
    expect(await holdersOf(huge, over, most)).toEqual([null, null, tradeNo])
  })

  test('counts towards the amount from which an operator needs a second person', async () => {
    const { shop, account } = await aShopWithAccount()
    const approvals = withApprovals({}, { from: 100_000 })
    const tradeNo = await aTakenPayout(shop)
    const debit = await aTransaction(account, { amount: -100_000 })
    const body = { bank_account: account, bank_transactions: [debit], ...past }
    const order = { trade_no: tradeNo }
    const read = { ...body, fee: 90_000, override: ['evidence_differs'] }
    const asked = await ask(approvals, ann, 'processPayout', order, read)
    expect(asked).toMatchObject({ as: null, value: { state: 'waiting' } })
  })

  test('over fee_max on the way back always takes a second person', async () => {
    const { shop, account } = await aShopWithAccount()
    const approvals = withApprovals({}, { from: null })
    const tradeNo = await aMatched(shop, account)
    expect(await settle(tradeNo, [await aTransaction(account)])).toBe('done')
    const [back, less] = [
      await aTransaction(account, { amount: -13_001 }),
      await aTransaction(account, { amount: -13_000 }),
    ]
    const call = (id: number, fee: number) => ({
      reason: 'x',
      because: 'money_returned',
      bank_transactions: [id],
      fee,
    })
    const order = { trade_no: tradeNo }
    const asked = await ask(approvals, ann, 'reverseCollection', order, call(back, 3_001))
    expect(asked).toMatchObject({ as: null, value: { state: 'waiting' } })
    const alone = await ask(approvals, ann, 'reverseCollection', order, call(less, 3_000))
    expect(alone).toMatchObject({ as: 'reverseCollection', error: '' })
    const payout = await aTakenPayout(shop)
    const debit = await aTransaction(account, { amount: -10_000 })
    expect(await process(payout, account, debit, {})).toBe('done')
    const sentBack = await aTransaction(account, { amount: 5_000 })
    const returned = await ask(
      approvals,
      ann,
      'reversePayout',
      { trade_no: payout },
      call(sentBack, 5_000),
    )
    expect(returned).toMatchObject({ as: null, value: { state: 'waiting' } })
    await expect(
      move.reversePayout(payout, { reason: 'x', because: 'money_returned' }),
    ).resolves.toBeDefined()
  })

  test('is not that of an account for other merchants', async () => {
    const shop = await aMerchant()
    const [account, out] = [await aBankAccount(), await aBankAccount({ use: 'out' })]
    const others = await aBankAccount({ merchants: ['SOMEBODY'] })
    const back = (id: number) =>
      ({ reason: 'x', because: 'money_returned', bankTransactions: [id] }) as const
    const tradeNo = await aMatched(shop, account)
    expect(await settle(tradeNo, [await aTransaction(account)])).toBe('done')
    const refund = await aTransaction(others, { amount: -10_000 })
    expect(await endingOf(move.reverse(tradeNo, back(refund)))).toBe('bank_account_not_allowed')
    const payout = await aTakenPayout(shop)
    expect(await process(payout, out, await aTransaction(out, { amount: -10_000 }), {})).toBe(
      'done',
    )
    const deposit = await aTransaction(others, { amount: 10_000 })
    expect(await endingOf(move.reversePayout(payout, back(deposit)))).toBe(
      'bank_account_not_allowed',
    )
    const sentBack = await aTransaction(out, { amount: 10_000 })
    expect(await endingOf(move.reversePayout(payout, back(sentBack)))).toBe('done')
  })
})

describe('a deposit of another payer', () => {
  test('that was stored before a friend’s order was matched never pays it by an agent', async () => {
    const { shop, account } = await aShopWithAccount()
    for (const dayOnly of [false, true]) {
      const id = await aTransaction(account, { dayOnly, bookedAt: dayOnly ? today() : seconds() })
      const friend = await aMatched(shop, account, { user_id: 'friend' })
      expect(await settle(friend, [id])).toBe('evidence_differs in_time')
      expect(await settle(friend, [id], {}, operator)).toBe('evidence_differs in_time')
      expect(await settle(friend, [id], past, operator)).toBe('done')
    }
  })

  test('stays too early when the order is matched to the account again, and counts from the first match', async () => {
    const shop = await aMerchant()
    const [account, other] = [await aBankAccount(), await aBankAccount()]
    const tradeNo = await aMatched(shop, account)
    await rows(
      'update collections set account_since = account_since - 600000 where trade_no = ?',
      tradeNo,
    )
    for (const next of [other, account, account]) {
      await move.putAside(tradeNo, 'x', { principal: agent })
      await matchTo(next, tradeNo, agent)
    }
    const since = seconds() - 600
    const early = await aTransaction(account, { bookedAt: since - 70 })
    expect(await settle(tradeNo, [early])).toBe('evidence_differs in_time')
    const id = await aTransaction(account, { bookedAt: since - 50 })
    expect(await settle(tradeNo, [id])).toBe('done')
  })

  test('fits two open orders alike, whatever became of the other: that is an operator’s', async () => {
    const shop = await aMerchant()
    const [account, other] = [await aBankAccount(), await aBankAccount()]
    const honest = await aMatched(shop, account, { user_id: 'honest' })
    const friend = await aMatched(shop, account, { user_id: 'friend' })
    const id = await aTransaction(account)
    const refused = 'evidence_differs only_candidate'
    expect(await settle(friend, [id])).toBe(refused)
    await move.putAside(honest, 'x', { principal: agent })
    expect(await settle(friend, [id])).toBe(refused)
    await matchTo(other, honest, agent)
    expect(await settle(friend, [id])).toBe(refused)
    expect(await settle(friend, [id], {}, operator)).toBe(refused)
    expect(await settle(friend, [id], past, operator)).toBe('done')
  })

  test('does not stand between a member and the order that follows what the member left unpaid', async () => {
    const { shop, account } = await aShopWithAccount()
    const member = { user_id: 'member' }
    const before = await aMatched(shop, account, member)
    await move.expire(before)
    await rows('update events set at = at - 2 where name = ?', 'exception')
    const next = await aMatched(shop, account, member)
    expect(await settle(next, [await aTransaction(account)])).toBe('done')
    // One that waits beside it is a doubt, and so is another member's.
    const [one, two] = [
      await aMatched(shop, account, member),
      await aMatched(shop, account, member),
    ]
    const id = await aTransaction(account)
    expect(await settle(two, [id])).toBe('evidence_differs only_candidate')
    await move.settle(one, { manual: true, reason: 'x' })
    expect(await settle(two, [id])).toBe('done')
  })

  test('of another amount or payer, or out of time for the other order, is no doubt', async () => {
    const { shop, account } = await aShopWithAccount()
    await aMatched(shop, account, { amount: 99 })
    await aMatched(shop, account, { counterparty_account: '00011111' })
    await aMatched(shop, await aBankAccount())
    const tradeNo = await aMatched(shop, account)
    const id = await aTransaction(account)
    await aMatched(shop, account)
    expect(await settle(tradeNo, [id])).toBe('done')
  })
})

describe('a deposit that is two lines', () => {
  const asTold: Record<string, readonly [object, object]> = {
    'a feed and a second feed': [{}, byOther],
    'a feed and the statement': [{}, byStatement('a')],
    'a feed and a person': [{}, { source: 'hand', postedBy: 'ann@back.example' }],
    'a line without last five': [{}, { postedBy: 'service:other', counterpartyLast5: '' }],
    'seven days apart': [{}, { postedBy: 'service:other', bookedAt: seconds() + 7 * 86_400 }],
  }

  test.each(Object.entries(asTold))(
    '%s: it pays one order by agents',
    async (_name, [one, two]) => {
      const { shop, account } = await aShopWithAccount()
      const tradeNos = [await aMatched(shop, account)]
      const first = await aTransaction(account, two)
      expect(await settle(tradeNos[0] ?? '', [first], past, operator)).toBe('done')
      const next = await aMatched(shop, account)
      const second = await aTransaction(account, one)
      expect(await settle(next, [second])).toBe('evidence_differs twin')
      expect(await settle(next, [second], past, operator)).toBe('done')
    },
  )

  test.each([
    ['one feed', {}, {}],
    ['the statements', byStatement('1'), byStatement('2')],
    ['a feed and, once, the statement too', {}, { ...byStatement('3'), ...byFeed }],
    ['two, more than a week apart', {}, { ...byOther, bookedAt: seconds() - 8 * 86_400 }],
    ['two, of two payers', {}, { ...byOther, counterpartyLast5: '11111' }],
  ])('%s told twice: two deposits', async (_name, one, two) => {
    const { shop, account } = await aShopWithAccount()
    const before = await aMatched(shop, account)
    expect(await settle(before, [await aTransaction(account, two)], past, operator)).toBe('done')
    const next = await aMatched(shop, account)
    expect(await settle(next, [await aTransaction(account, one)])).toBe('done')
  })

  test('a further feed that reported both makes them two', async () => {
    const { shop, account } = await aShopWithAccount()
    const [one, other] = [await aMatched(shop, account), await aMatched(shop, account)]
    const first = await aTransaction(account)
    expect(await settle(one, [first], past, operator)).toBe('done')
    const second = await aTransaction(account, byOther)
    expect(await settle(other, [second])).toBe('evidence_differs twin')
    await rows(
      `insert into bank_transaction_numbers values (?, 'n', 'n', ?, 'service:other', '{}')`,
      account,
      first,
    )
    expect(await settle(other, [second])).toBe('done')
  })

  test('named together they pay no order of twice the amount', async () => {
    const { shop, account } = await aShopWithAccount()
    const tradeNo = await aMatched(shop, account, { amount: 200 })
    const lines = [await aTransaction(account), await aTransaction(account, byStatement('b'))]
    expect(await settle(tradeNo, lines)).toBe('evidence_differs twin')
    const halves = [lines[0] ?? 0, await aTransaction(account)]
    expect(await settle(tradeNo, halves)).toBe('done')
  })

  test('two agents at once settle two orders with it: one wins, the database decides', async () => {
    const { shop, account } = await aShopWithAccount()
    for (let round = 0; round < 10; round += 1) {
      const fields = { counterparty_account: String(20_000 + round) }
      const one = await aMatched(shop, account, { ...fields })
      const first = await aTransaction(account, { counterpartyLast5: String(20_000 + round) })
      // The other order's deposit, too, may be the same money; its order was matched after the first was stored.
      const other = await aMatched(shop, account, { ...fields })
      const second = await aTransaction(account, {
        counterpartyLast5: String(20_000 + round),
        postedBy: 'service:other',
      })
      await move.putAside(one, 'x', { principal: agent })
      await rows(`update collections set user_id = 'm' where trade_no in (?, ?)`, one, other)
      await rows(
        `update events set at = at - 10 where name = 'exception' and order_id =
           (select id from collections where trade_no = ?)`,
        one,
      )
      const ended = await Promise.all([settle(one, [first]), settle(other, [second])])
      expect(ended.sort()).toEqual(['done', 'evidence_differs twin'])
    }
  })
})

describe('a line that statements do not have', () => {
  test('is no evidence once they cover its day and the next', async () => {
    const { shop, account } = await aShopWithAccount()
    const tradeNo = await aMatched(shop, account)
    const id = await aTransaction(account)
    const day = Math.floor((seconds() + 28_800) / 86_400)
    const cover = (one: number, balance: number | null = null, gap = 0) =>
      rows(
        'insert into bank_statement_days values (?1, ?2, ?3, ?3, ?4)',
        account,
        one,
        balance,
        gap,
      )
    const uncover = () => rows('delete from bank_statement_days')
    await cover(day)
    await cover(day + 1)
    expect(await settle(tradeNo, [id])).toBe('evidence_differs unconfirmed')
    // Nothing was booked between two days whose balances meet.
    for (const [first, last] of [[0, 3] as const, [-2, 1] as const, [-2, 3] as const]) {
      await uncover()
      await cover(day + first, 500)
      await cover(day + last, 500)
      expect(await settle(tradeNo, [id])).toBe('evidence_differs unconfirmed')
    }
    await rows('update bank_statement_days set gap = 1')
    expect(await settle(tradeNo, [id])).toBe('done')
    await uncover()
    await cover(day)
    await cover(day + 1)
    const confirmed = await aMatched(shop, account)
    const line = await aTransaction(account, { ...byStatement('c'), ...byFeed })
    expect(await settle(confirmed, [line])).toBe('done')
  })
})

describe('an override named evidence_differs', () => {
  test('does not make one merchant’s own account pay another’s order', async () => {
    const shop = await aMerchant()
    const tradeNo = await aMatched(shop, await aBankAccount())
    for (const fields of [{ merchants: ['OTHER'] }, { use: 'out' as const }]) {
      const id = await aTransaction(await aBankAccount(fields))
      expect(await settle(tradeNo, [id], past, operator)).toBe('bank_account_not_allowed')
      expect(await holdersOf(id)).toEqual([null])
    }
    const payout = await aPayout(shop, { amount: 100, payee_account: payersLast5 })
    const strange = await aBankAccount({ merchants: ['OTHER'] })
    const debit = await aTransaction(strange, { amount: -10_000 })
    const call = { ...asPaidOut, bankTransactions: [debit], ...past, override }
    expect(await endingOf(move.process(payout, call))).toBe('bank_account_not_allowed')
  })

  test('is not an agent’s, whatever the order’s state is', async () => {
    const { shop, account } = await aShopWithAccount()
    const tradeNo = await aMatched(shop, account)
    expect(await settle(tradeNo, [await aTransaction(account)])).toBe('done')
    expect(await settle(tradeNo, [], past)).toBe('forbidden')
    expect(await settle(tradeNo, [], { manual: true })).toBe('forbidden')
    expect(await settle(tradeNo, [])).toBe('already_final')
  })
})

describe('when an order was paid', () => {
  test('is the latest booking, for an agent whatever is sent', async () => {
    const { shop, account } = await aShopWithAccount()
    const halves = async () => [
      await aTransaction(account, { amount: 4_000, bookedAt: seconds() - 40 }),
      await aTransaction(account, { amount: 6_000, bookedAt: seconds() - 20 }),
    ]
    const times = async (who: Who, call: Call) => {
      const tradeNo = await aMatched(shop, account)
      const before = seconds() - 20
      expect(await settle(tradeNo, await halves(), { ...past, ...call }, who)).toBe('done')
      return ((await paidAtOf(tradeNo)) ?? 0) - before
    }
    const old = { paidAt: 915_148_800 }
    expect(await times(operator, {})).toBeLessThan(3)
    expect(await times(agent, { ...old, override: false })).toBeLessThan(3)
    expect(await times(agent, { ...old, override: false })).toBeGreaterThanOrEqual(0)
    const stated = await aMatched(shop, account)
    expect(await settle(stated, await halves(), { ...past, ...old }, operator)).toBe('done')
    expect(await paidAtOf(stated)).toBe(old.paidAt)
  })

  test('declared money that is confirmed, and a payout, have the time of their transaction, too', async () => {
    const { shop, account } = await aShopWithAccount()
    const declared = await aCollection(shop, { status: 'succeeded', ...payer })
    const bookedAt = seconds() - 100
    const id = await aTransaction(account, { bookedAt })
    const accept = { accept: true, reason: '', override: false, bankTransactions: [id] } as const
    await move.confirm(declared, accept)
    expect(await paidAtOf(declared)).toBe(bookedAt)
    const funds = await aCollection(shop, { amount: 1_000 })
    await move.settle(funds)
    const payout = await aPayout(shop, { amount: 100, payee_account: payersLast5 })
    await move.take(payout, { principal: agent })
    const debit = await aTransaction(account, { amount: -10_000, bookedAt })
    const paid = { bankAccount: account, bankTransactions: [debit], processedAt: 915_148_800 }
    await move.process(payout, paid, { principal: agent })
    expect(await paidAtOf(payout)).toBe(bookedAt)
  })
})

test('a reversal keeps what an agent may do again: nothing of a freed line is a twin of itself', async () => {
  const { shop, account } = await aShopWithAccount()
  const tradeNo = await aMatched(shop, account)
  const id = await aTransaction(account)
  expect(await settle(tradeNo, [id])).toBe('done')
  await move.reverse(tradeNo, { reason: 'x', because: 'wrong_match' })
  await move.take(tradeNo, { principal: agent })
  expect(await settle(tradeNo, [id])).toBe('done')
})

function byStatement(key: string) {
  return {
    source: 'statement',
    lineKey: key,
    postedBy: 'ann@back.example',
    postedAs: null,
    confirmedAt: 1,
  } as const
}

function today(): number {
  return Math.floor((seconds() + 28_800) / 86_400) * 86_400 - 28_800
}

test('an agent settles among 400 unpaid orders of the same amount on that account', async () => {
  const { shop, account } = await aShopWithAccount()
  const stranger = await aMatched(shop, account, { counterparty_account: '00011111' })
  const names = await rows<{ name: string }>(`select name from pragma_table_info('collections')`)
  const value = (name: string) =>
    name === 'id' ? 'id - n * 32' : ['trade_no', 'orderid'].includes(name) ? `'s' || n` : name
  await rows(
    `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 400)
     insert into collections (${names.map(({ name }) => name).join()})
     select ${names.map(({ name }) => value(name)).join()} from numbers, collections
     where trade_no = ?`,
    stranger,
  )
  const tradeNo = await aMatched(shop, account)
  expect(await settle(tradeNo, [await aTransaction(account)])).toBe('done')
})
