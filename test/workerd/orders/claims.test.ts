import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { OverrideName } from '../../../src/contract/back-office/orders/overrides.ts'
import type { Identity } from '../../../src/contract/back-office/roles.ts'
import { calls } from '../../../src/contract/back-office/table.ts'
import { Refusal } from '../../../src/contract/refusals.ts'
import { showCollection } from '../../../src/operations/orders/list-orders.ts'
import type { settleCollection } from '../../../src/operations/orders/move-collection.ts'
import { countHours } from '../../../src/operations/service/count-hours.ts'
import { showOverview } from '../../../src/operations/service/show-overview.ts'
import { recordId } from '../../../src/rules/people/principal.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { ann, approve, ask, ben, withApprovals } from '../support/back-office.ts'
import {
  aBankAccount,
  aShopWithAccount,
  aTransaction,
  holdersOf,
  payersLast5,
  putOn,
} from '../support/banking.ts'
import { expectSoundBooks } from '../support/books.ts'
import { inEveryDatabase } from '../support/minute.ts'
import { aCollection, aPayout, asPaidOut, context, eventsOf, move } from '../support/orders.ts'
import { agent, aMerchant, asOrdered, operator, rows, type Shop } from '../support/service.ts'

const seconds = () => Math.floor(Date.now() / 1000)
const moneyReturned = { reason: '退回付款人', because: 'money_returned' } as const
const byHand = { ...asOrdered, manual: true, reason: '臨櫃核對' }

// A deployment of two databases, and an id of the second one.
const databases = [...context.databases, openMerchantDatabase(env.SPARE_1)]
const spread = { context: { ...context, databases } }
const idElsewhere = () => recordId(Date.now(), 0.5, 1)

// Refusals of an account, of a field, and of what differs.
const notAllowed = { code: 'bank_account_not_allowed' }
const invalid = (field: string) => ({ code: 'validation_error', fields: [field] })
const noSuchLine = invalid('bank_transactions')
const differsIn = (what: string) => ({ code: 'evidence_differs', differs: [what] })

type Changes = Parameters<typeof aTransaction>[1]

/** A collection of 100 dollars on an account, taken by the agent. */
async function aWaiting(shop: Shop, account: number | null, fields: object = {}): Promise<string> {
  const payer = { counterparty_account: `001-2345-${payersLast5}` }
  const tradeNo = await aCollection(shop, { ...payer, ...fields })
  if (account !== null) await putOn(tradeNo, account)
  await move.take(tradeNo, { principal: agent })
  return tradeNo
}

type Call = Partial<Parameters<typeof settleCollection>[0]['input']>

const settle = (tradeNo: string, who: typeof agent | typeof operator, call: Call) =>
  move.settle(tradeNo, call, { principal: who })

/** The refusal of a call: its code, what differs, and the fields of a validation error. */
async function refusalOf(call: Promise<unknown>): Promise<object> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { differs, errors, held_by: heldBy } = error.details
    return {
      code: error.code,
      ...(differs === undefined ? {} : { differs }),
      ...(heldBy === undefined ? {} : { heldBy }),
      ...(errors === undefined ? {} : { fields: Object.keys(errors) }),
    }
  }
  return { code: 'done' }
}

async function factOf(tradeNo: string): Promise<Record<string, unknown>> {
  return JSON.parse((await eventsOf(tradeNo)).at(-1)?.fact ?? '{}')
}

async function backedOf(tradeNo: string): Promise<number | null> {
  const [row] = await rows<{ backed: number | null }>(
    `select backed from collections where trade_no = ?1
     union all select backed from payouts where trade_no = ?1`,
    tradeNo,
  )
  return row?.backed ?? null
}

/** How much a call has written: events, entries, journal rows and claims. */
async function written(): Promise<number> {
  const [counted] = await rows<{ n: number }>(
    `select (select count(*) from events) + (select count(*) from ledger_entries)
       + (select count(*) from journal) + (select count(*) from callbacks)
       + (select count(*) from bank_transactions where state = 'claimed') as n`,
  )
  return counted?.n ?? 0
}

describe('settling', () => {
  test('claims the transactions that are named; their sum is the paid amount', async () => {
    const { shop, account } = await aShopWithAccount()
    const tradeNo = await aWaiting(shop, account)
    const ids = [
      await aTransaction(account, { amount: 3_000 }),
      await aTransaction(account, { amount: 7_000 }),
    ]
    const moved = await settle(tradeNo, agent, { bankTransactions: ids })
    expect(moved).toMatchObject({ backed: true, paid_amount: 100, bank_account: account })
    expect(await holdersOf(...ids)).toEqual([tradeNo, tradeNo])
    expect(await factOf(tradeNo)).toMatchObject({ backed: true, bankTransactions: ids })
    const shown = await showCollection(context, operator, tradeNo)
    expect(shown.bank_transactions).toEqual(ids)
    expect(shown.events.at(-1)).toMatchObject({ backed: true, bank_transactions: ids })
  })

  test('without any is not backed, and the overview counts it', async () => {
    const shop = await aMerchant()
    const unbacked = async () => {
      await inEveryDatabase(context, countHours)
      return (await showOverview(context)).unbacked_orders
    }
    const before = await unbacked()
    const tradeNo = await aWaiting(shop, null)
    expect(await settle(tradeNo, operator, {})).toMatchObject({ backed: false })
    expect(await factOf(tradeNo)).toMatchObject({ backed: false })
    expect(await unbacked()).toBe(before + 1)
    await move.reverse(tradeNo)
    expect(await backedOf(tradeNo)).toBeNull()
    expect(await unbacked()).toBe(before)
  })

  test('by an operator goes past evidence that differs by name and with a reason, and not otherwise', async () => {
    const { shop, account } = await aShopWithAccount()
    const tradeNo = await aWaiting(shop, account)
    const id = await aTransaction(account, { counterpartyLast5: '11111' })
    const named = { bankTransactions: [id] }
    const override: readonly OverrideName[] = ['evidence_differs']
    const differs = differsIn('last5')
    expect(await refusalOf(settle(tradeNo, operator, named))).toEqual(differs)
    expect(await refusalOf(settle(tradeNo, operator, { ...named, override }))).toEqual(differs)
    const plain = { ...named, override: true, reason: '付款人改用他行' }
    expect(await refusalOf(settle(tradeNo, operator, plain))).toEqual(differs)
    await settle(tradeNo, operator, { ...plain, override })
    expect(await holdersOf(id)).toEqual([tradeNo])
  })

  test('by an operator: the sum is no evidence, but the bounds of an amount hold', async () => {
    const { shop, account } = await aShopWithAccount()
    const tradeNo = await aWaiting(shop, account)
    const [less, more] = [
      await aTransaction(account, { amount: 9_000 }),
      await aTransaction(account, { amount: 11_000 }),
    ]
    for (const id of [less, more]) {
      const refused = await refusalOf(settle(tradeNo, operator, { bankTransactions: [id] }))
      expect(refused).toEqual({ code: 'override_required' })
    }
    const other = { paidAmount: 10_000, bankTransactions: [less], manual: true }
    expect(await refusalOf(settle(tradeNo, operator, other))).toEqual(invalid('paid_amount'))
    const moved = await settle(tradeNo, operator, { bankTransactions: [less], manual: true })
    expect(moved).toMatchObject({ paid_amount: 90, status: 'manual', backed: true })
  })

  test('names what is there, came in, and is not put aside', async () => {
    const { shop, account } = await aShopWithAccount()
    const tradeNo = await aWaiting(shop, account)
    const code = async (id: number) =>
      refusalOf(settle(tradeNo, operator, { bankTransactions: [id] }))
    for (const one of [12_345, await aTransaction(account, { amount: -10_000 })])
      expect(await code(one)).toEqual(noSuchLine)
    const ignored = await aTransaction(account, { state: 'ignored', ignoredAs: 'other' })
    expect(await code(ignored)).toEqual({ code: 'bank_transaction_ignored' })
    const first = await aWaiting(shop, account, { counterparty_account: '00011111' })
    const id = await aTransaction(account, { counterpartyLast5: '11111' })
    await settle(first, agent, { bankTransactions: [id] })
    expect(await code(id)).toEqual({ code: 'bank_transaction_taken', heldBy: first })
  })

  test('with a transaction of another of the deployment’s databases is refused', async () => {
    const shop = await aMerchant()
    const tradeNo = await aWaiting(shop, await aBankAccount())
    const call = { ...asOrdered, bankTransactions: [idElsewhere()] }
    const refused = await refusalOf(move.settle(tradeNo, call, spread))
    expect(refused).toEqual({ code: 'bank_account_elsewhere' })
  })
})

describe('an agent with a friend', () => {
  const ignored = { code: 'bank_transaction_ignored' }
  const deceptions: Record<string, readonly [deposit: Changes, refused: object, order?: object]> = {
    'a deposit of somebody else’s last five digits': [
      { counterpartyLast5: '11111' },
      differsIn('last5'),
    ],
    'a deposit without last five digits': [{ counterpartyLast5: '' }, differsIn('last5')],
    'an order that names no payer': [{}, differsIn('last5'), { counterparty_account: '' }],
    'an older deposit': [{ bookedAt: seconds() - 320 }, differsIn('in_time')],
    'an older day’s line': [
      { bookedAt: seconds() - 2 * 86_400, dayOnly: true },
      differsIn('in_time'),
    ],
    'a smaller deposit': [{ amount: 9_999 }, differsIn('amount')],
    'a larger deposit': [{ amount: 10_001 }, differsIn('amount')],
    'a line that was put aside': [{ state: 'ignored', ignoredAs: 'own_transfer' }, ignored],
  }

  test.each(Object.entries(deceptions))(
    '%s: refused, and nothing is written',
    async (_name, [deposit, refused, order]) => {
      const { shop, account } = await aShopWithAccount()
      const tradeNo = await aWaiting(shop, account, order)
      const call = { bankTransactions: [await aTransaction(account, deposit)] }
      const before = await written()
      expect(await refusalOf(settle(tradeNo, agent, call))).toEqual(refused)
      const override: readonly OverrideName[] = ['evidence_differs']
      const insisting = { ...call, override, reason: '付款人要求' }
      expect(await refusalOf(settle(tradeNo, agent, insisting))).toEqual({ code: 'forbidden' })
      expect(await written()).toBe(before)
      expect(await backedOf(tradeNo)).toBeNull()
    },
  )

  test('a deposit that fits the order in all settles it', async () => {
    const { shop, account } = await aShopWithAccount({ agents: [agent.name] })
    const tradeNo = await aWaiting(shop, account)
    await settle(tradeNo, agent, { bankTransactions: [await aTransaction(account)] })
    expect(await backedOf(tradeNo)).toBe(1)
  })

  test('a deposit on another account is refused, whether the agent may use it or not, and nothing is written', async () => {
    const shop = await aMerchant()
    const tradeNo = await aWaiting(shop, await aBankAccount())
    const code = async (fields: Parameters<typeof aBankAccount>[0]) => {
      const id = await aTransaction(await aBankAccount(fields))
      return refusalOf(settle(tradeNo, agent, { bankTransactions: [id] }))
    }
    const before = await written()
    expect(await code({})).toEqual(differsIn('account'))
    expect(await code({ agents: ['other@platform.example'] })).toEqual(notAllowed)
    expect(await code({ merchants: ['OTHER'] })).toEqual(notAllowed)
    expect(await code({ use: 'out' })).toEqual(notAllowed)
    expect(await written()).toBe(before)
  })

  test('no transaction at all: the account says whether that will do', async () => {
    const shop = await aMerchant()
    const required = { code: 'bank_transaction_required' }
    const strict = await aWaiting(shop, await aBankAccount())
    const before = await written()
    expect(await refusalOf(settle(strict, agent, {}))).toEqual(required)
    expect(await refusalOf(settle(strict, agent, byHand))).toEqual({ code: 'forbidden' })
    for (const call of [{}, { manual: true }, { reason: 'x' }]) {
      expect(await refusalOf(settle(strict, operator, call))).toEqual(required)
    }
    const nowhere = await aWaiting(shop, null)
    expect(await refusalOf(settle(nowhere, agent, {}))).toEqual(required)
    // Taking the order wrote an event and a row of the journal.
    expect(await written()).toBe(before + 2)
    await settle(strict, operator, byHand)
    const later = await aBankAccount({ backing: 'later' })
    const lenient = await aWaiting(shop, later)
    const openTo = 'update bank_accounts set agents = ? where id = ?'
    await rows(openTo, '["other@platform.example"]', later)
    expect(await refusalOf(settle(lenient, agent, {}))).toEqual(notAllowed)
    await rows(openTo, '[]', later)
    await settle(lenient, agent, {})
    await settle(nowhere, operator, {})
    for (const tradeNo of [strict, lenient, nowhere]) expect(await backedOf(tradeNo)).toBe(0)
  })

  test('a payout by another amount, to another payee, from another’s account, at another time', async () => {
    const { shop, account } = await aShopWithAccount()
    const tradeNo = await aPayoutTaken(shop)
    const process = async (changes: Changes, call: object = {}, on = account) => {
      const id = await aTransaction(on, { amount: -10_000, ...changes })
      const paid = { ...asPaidOut, bankAccount: on, bankTransactions: [id], ...call }
      return refusalOf(move.process(tradeNo, paid, { principal: agent }))
    }
    const before = await written()
    expect(await process({ counterpartyLast5: '11111' })).toEqual(differsIn('last5'))
    expect(await process({ bookedAt: seconds() - 400 })).toEqual(differsIn('in_time'))
    expect(await process({ bookedAt: seconds() + 86_460 })).toEqual(differsIn('in_time'))
    expect(await process({ amount: -10_015 })).toEqual(differsIn('amount'))
    expect(await process({ amount: -9_985 }, { fee: 15 })).toEqual(differsIn('amount'))
    const others = await aBankAccount({ agents: ['other@platform.example'] })
    expect(await process({}, {}, others)).toEqual(notAllowed)
    expect(await process({}, {}, await aBankAccount({ use: 'in' }))).toEqual(notAllowed)
    expect(await process({}, { bankAccount: undefined })).toEqual(invalid('bank_account'))
    expect(await process({}, { bankAccount: 12_345 })).toEqual(invalid('bank_account'))
    const otherOwn = { bankAccount: await aBankAccount() }
    expect(await process({}, otherOwn)).toEqual(noSuchLine)
    const without = { bankTransactions: [] }
    expect(await process({}, without)).toEqual({ code: 'bank_transaction_required' })
    const paused = await aBankAccount({ state: 'paused', backing: 'later' })
    expect(await process({}, without, paused)).toEqual({ code: 'bank_account_not_active' })
    expect(await written()).toBe(before)
    expect(await process({ amount: -10_015 }, { fee: 15 })).toEqual({ code: 'done' })
    expect(await backedOf(tradeNo)).toBe(1)
  })
})

/** A covered payout of 100 dollars, taken by the agent. */
async function aPayoutTaken(shop: Shop): Promise<string> {
  const payee = { amount: 100, payee_account: `012-${payersLast5}` }
  const tradeNo = await aPayout(shop, payee)
  const funds = await aCollection(shop, { amount: 1_000 })
  await settle(funds, operator, {})
  await move.take(tradeNo, { principal: agent })
  return tradeNo
}

describe('a reversal', () => {
  test('of a wrong match frees the transaction for another order', async () => {
    const { shop, account } = await aShopWithAccount()
    const payer = { counterparty_account: '00011111' }
    const [wrong, right] = [await aWaiting(shop, account, payer), await aWaiting(shop, account)]
    const id = await aTransaction(account)
    const override: readonly OverrideName[] = ['evidence_differs']
    await settle(wrong, operator, { bankTransactions: [id], override, reason: '付款人來電' })
    await move.reverse(wrong)
    expect(await holdersOf(id)).toEqual([null])
    expect(await factOf(wrong)).toMatchObject({ freed: [id] })
    await settle(right, agent, { bankTransactions: [id] })
    expect(await holdersOf(id)).toEqual([right])
  })

  test('of money that went back keeps the transaction, and claims the way back less what the bank kept', async () => {
    const { shop, account } = await aShopWithAccount()
    const tradeNo = await aWaiting(shop, account)
    const id = await aTransaction(account)
    await settle(tradeNo, agent, { bankTransactions: [id] })
    const back = await aTransaction(account, { amount: -10_015 })
    const reverse = (call: object) =>
      refusalOf(move.reverse(tradeNo, { ...moneyReturned, ...call }))
    const named = { bankTransactions: [back] }
    expect(await reverse(named)).toEqual(differsIn('amount'))
    for (const one of [await aTransaction(account), 12_345])
      expect(await reverse({ bankTransactions: [one], fee: 15 })).toEqual(noSuchLine)
    expect(await reverse({ ...named, fee: 15 })).toEqual({ code: 'done' })
    expect(await holdersOf(id, back)).toEqual([tradeNo, tradeNo])
    expect(await factOf(tradeNo)).toMatchObject({ bankTransactions: [back], fee: 15 })
    // It is settled anew by other money; undoing that frees the other money alone.
    const again = await aTransaction(account)
    await settle(tradeNo, agent, { bankTransactions: [again] })
    await move.reverse(tradeNo)
    expect(await holdersOf(id, back, again)).toEqual([tradeNo, tradeNo, null])
    const taken = refusalOf(settle(tradeNo, operator, { bankTransactions: [id] }))
    expect(await taken).toEqual({ code: 'bank_transaction_taken', heldBy: tradeNo })
    await expectSoundBooks()
  })

  test('of a payout is the same the other way round', async () => {
    const { shop, account } = await aShopWithAccount()
    const process = async (amount: number, call: object) => {
      const tradeNo = await aPayoutTaken(shop)
      const id = await aTransaction(account, { amount })
      const paid = { ...asPaidOut, bankAccount: account, bankTransactions: [id], ...call }
      await move.process(tradeNo, paid, { principal: agent })
      return { tradeNo, id }
    }
    const wrong = await process(-10_000, {})
    await move.reversePayout(wrong.tradeNo)
    expect(await holdersOf(wrong.id)).toEqual([null])
    const returned = await process(-10_015, { fee: 15 })
    const back = await aTransaction(account, { amount: 9_985 })
    const call = { ...moneyReturned, bankTransactions: [back], fee: 15 }
    const reverse = (id: number) =>
      refusalOf(move.reversePayout(returned.tradeNo, { ...call, bankTransactions: [id] }, spread))
    expect(await reverse(12_345)).toEqual(noSuchLine)
    expect(await reverse(idElsewhere())).toEqual({ code: 'bank_account_elsewhere' })
    await move.reversePayout(returned.tradeNo, call)
    expect(await holdersOf(returned.id, back)).toEqual([returned.tradeNo, returned.tradeNo])
    expect(await backedOf(returned.tradeNo)).toBeNull()
    await expectSoundBooks()
  })
})

describe('backing', () => {
  const call = (bankTransactions: number[], insteadOf: number[] | null = null) => {
    return { bankTransactions, insteadOf, reason: undefined }
  }

  test('names what paid an unbacked order, once, without moving money', async () => {
    const { shop, account } = await aShopWithAccount()
    const tradeNo = await aWaiting(shop, account)
    const back = (...ids: number[]) => refusalOf(move.back(tradeNo, call(ids)))
    const id = await aTransaction(account, { counterpartyLast5: '', bookedAt: 1 })
    expect(await back(id)).toEqual({ code: 'move_not_allowed' })
    await settle(tradeNo, operator, byHand)
    const entries = await rows('select * from ledger_entries')
    const less = await aTransaction(account, { amount: 9_999 })
    expect(await back(less)).toEqual(differsIn('amount'))
    expect(await back(id)).toEqual({ code: 'done' })
    expect(await holdersOf(id, less)).toEqual([tradeNo, null])
    expect(await backedOf(tradeNo)).toBe(1)
    expect(await rows('select * from ledger_entries')).toEqual(entries)
    expect(await back(await aTransaction(account))).toEqual({ code: 'already_backed' })
    await expectSoundBooks()
  })

  test('names no transaction of an account that does not serve the merchant, but on the order’s own', async () => {
    const others = { merchants: ['OTHERS'] }
    const account = await aBankAccount(others)
    const tradeNo = await aWaiting(await aMerchant(), account)
    await settle(tradeNo, operator, byHand)
    const back = async (of: number) => refusalOf(move.back(tradeNo, call([await aTransaction(of)])))
    for (const strange of [await aBankAccount(others), await aBankAccount({ use: 'out' })]) {
      expect(await back(strange)).toEqual(notAllowed)
    }
    expect(await back(account)).toEqual({ code: 'done' })
  })

  test('exchanges transactions for others of the same sum', async () => {
    const { shop, account } = await aShopWithAccount()
    const tradeNo = await aWaiting(shop, account)
    const halves = [
      await aTransaction(account, { amount: 4_000 }),
      await aTransaction(account, { amount: 6_000 }),
    ] as const
    await settle(tradeNo, agent, { bankTransactions: [...halves] })
    const other = await aTransaction(account, { amount: 4_000 })
    const back = (ids: number[], insteadOf: number[]) =>
      refusalOf(move.back(tradeNo, call(ids, insteadOf)))
    expect(await back([other], [halves[1]])).toEqual(differsIn('amount'))
    expect(await back([other], [other])).toEqual(invalid('instead_of'))
    expect(await back([other], [halves[0]])).toEqual({ code: 'done' })
    expect(await holdersOf(...halves, other)).toEqual([null, tradeNo, tradeNo])
    // What was exchanged is freed with the rest.
    await move.reverse(tradeNo)
    expect(await holdersOf(...halves, other)).toEqual([null, null, null])
    await expectSoundBooks()
  })

  test('names the debit of a payout that was made without', async () => {
    const { shop, account } = await aShopWithAccount()
    const tradeNo = await aPayoutTaken(shop)
    await move.process(tradeNo)
    expect(await backedOf(tradeNo)).toBe(0)
    const credit = await aTransaction(account)
    expect(await refusalOf(move.back(tradeNo, call([credit])))).toEqual(noSuchLine)
    const debit = await aTransaction(account, { amount: -10_000 })
    await move.back(tradeNo, call([debit]))
    expect([await backedOf(tradeNo), ...(await holdersOf(debit))]).toEqual([1, tradeNo])
  })
})

test('the calls of the API name transactions as their bodies do', async () => {
  const { shop, account } = await aShopWithAccount()
  const [one, other] = [await aWaiting(shop, account), await aWaiting(shop, null)]
  const call = async (who: Identity, name: string, trade_no: string, body?: object) => {
    const schema = Reflect.get(Reflect.get(calls, name), 'body')
    const read = schema === undefined ? undefined : schema.parse(body)
    const { error, value } = await ask(context, who, name, { trade_no }, read)
    expect([name, error]).toEqual([name, ''])
    return value
  }
  const [id, next] = [await aTransaction(account), await aTransaction(account)]
  await call(agent, 'settleCollection', one, { bank_transactions: [String(id)] })
  const exchange = { bank_transactions: [next], instead_of: [id] }
  await call(operator, 'backCollection', one, exchange)
  expect(await holdersOf(id, next)).toEqual([null, one])
  const wayBack = await aTransaction(account, { amount: -10_015 })
  const returned = { ...moneyReturned, bank_transactions: [wayBack], fee: 0.15 }
  await call(operator, 'reverseCollection', one, returned)
  expect(await holdersOf(next, wayBack)).toEqual([one, one])

  await settle(other, operator, {})
  await call(operator, 'backCollection', other, { bank_transactions: [id] })
  expect(await holdersOf(id)).toEqual([other])

  const payout = await aPayoutTaken(shop)
  const debit = await aTransaction(account, { amount: -10_030 })
  const { items } = await call(agent, 'candidatesOfPayout', payout)
  expect(items.map((item: { id: number }) => item.id)).toContain(debit)
  const paid = { bank_account: account, bank_transactions: [debit], fee: '0.30' }
  await call(agent, 'processPayout', payout, paid)
  expect(await holdersOf(debit)).toEqual([payout])
})

describe('a second person', () => {
  test('agrees to an exchange, and to what is settled without a transaction once there are accounts', async () => {
    const context = withApprovals({}, { from: 10_000 })
    const { shop, account } = await aShopWithAccount()
    const payer = { counterparty_account: '00011111' }
    const [one, other] = [await aWaiting(shop, account), await aWaiting(shop, account, payer)]
    const [id, next] = [await aTransaction(account), await aTransaction(account)]
    const path = { trade_no: one }
    const settled = await ask(context, ann, 'settleCollection', path, {
      manual: false,
      override: false,
      bank_transactions: [id],
    })
    expect(settled).toMatchObject({ as: 'settleCollection', error: '' })
    const exchange = { bank_transactions: [next], instead_of: [id] }
    const waiting = await ask(context, ann, 'backCollection', path, exchange)
    expect(waiting).toMatchObject({ as: null, value: { state: 'waiting' } })
    // A waiting approval reserves nothing, and writes nothing of the order.
    expect(await holdersOf(id, next)).toEqual([one, null])
    expect((await approve(context, ben, waiting.value.approval_id)).error).toBe('')
    expect(await holdersOf(id, next)).toEqual([null, one])
    expect(await factOf(one)).toMatchObject({ name: 'backed', approvedBy: ben.name })

    const without = { manual: true, override: false, reason: '臨櫃核對' }
    const asked = await ask(context, ann, 'settleCollection', { trade_no: other }, without)
    expect(asked).toMatchObject({ as: null, value: { state: 'waiting' } })
    expect(await backedOf(other)).toBeNull()
  })
})

describe('money that the merchant declared', () => {
  test('is not backed while it waits, and is confirmed with transactions of that sum or without', async () => {
    const { shop, account } = await aShopWithAccount()
    const declared = () =>
      aCollection(shop, { status: 'succeeded', counterparty_account: payersLast5 })
    const accept = { accept: true, reason: '', override: false } as const
    const [one, other, rejected] = [await declared(), await declared(), await declared()]
    expect(await backedOf(one)).toBeNull()
    const less = await aTransaction(account, { amount: 9_000 })
    const confirm = (tradeNo: string, ...bankTransactions: number[]) =>
      refusalOf(move.confirm(tradeNo, { ...accept, bankTransactions }))
    expect(await confirm(one, less)).toEqual(differsIn('amount'))
    const id = await aTransaction(account)
    expect(await confirm(one, id)).toEqual({ code: 'done' })
    expect(await confirm(other)).toEqual({ code: 'done' })
    await move.confirm(rejected, { ...accept, accept: false, reason: 'x' })
    expect([await backedOf(one), await backedOf(other), await backedOf(rejected)]).toEqual([
      1,
      0,
      null,
    ])
    expect(await holdersOf(id)).toEqual([one])
  })

  test('of a trusted merchant is unbacked at once', async () => {
    const shop = await aMerchant({ settings: { trusted: true } })
    expect(await backedOf(await aCollection(shop, { status: 'succeeded' }))).toBe(0)
    expect(await backedOf(await aCollection(shop))).toBeNull()
    const fields = { status: 'processed' }
    expect(await backedOf(await aPayout(shop, fields))).toBe(0)
    await expectSoundBooks()
  })
})
