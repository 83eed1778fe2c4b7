import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Fields } from '../../../scripts/client/merchant-client.ts'
import type { Identity } from '../../../src/contract/back-office/roles.ts'
import { namedCalls } from '../../../src/contract/back-office/table.ts'
import { placeHold } from '../../../src/operations/merchants/manage-holds.ts'
import { showPayout } from '../../../src/operations/orders/list-orders.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { taipeiDay } from '../../../src/units/taipei-time.ts'
import { meter } from '../../support/metered.ts'
import { withApprovals } from '../support/back-office.ts'
import { backOfficeOver, type Inputs } from '../support/back-office-http.ts'
import { aBankAccount, aTransaction, payersLast5, putOn } from '../support/banking.ts'
import { anAmountLink } from '../support/links.ts'
import {
  aMerchant,
  anId,
  operator,
  patchShop,
  paths,
  post,
  rows,
  type Shop,
  spyOnLog,
} from '../support/service.ts'

// What the back office says that its reader can do with an order (back office §7) is what happens: what is not allowed
// is refused in every form, the plainest with that code; what is allowed is taken in some form; and the plainest one
// that is taken waits for a second person where that was said.

const context = withApprovals({}, { from: 15_000 })
const send = backOfficeOver(context)

type Action = { name: string; allowed: boolean; reason?: string; needs_second: boolean }
type Kind = 'collection' | 'payout'

const few = <const T>(...values: readonly T[]) => fc.constantFrom(...values)

/** How an order comes to be as its reader finds it; each is done again for each action. */
const collections = fc.record({
  kind: fc.constant('collection' as const),
  origin: few(
    'merchant',
    'merchant',
    'link',
    'declared',
    'declared other',
    'declared nothing',
    'trusted',
  ),
  payer: few(payersLast5, payersLast5, ''),
  account: few('none', 'required', 'required', 'later', 'of others'),
  holder: few('nobody', 'reader', 'reader', 'another'),
  moves: fc.array(
    few('exception', 'settle', 'settle backed', 'reverse', 'confirm', 'back', 'match'),
    { maxLength: 3 },
  ),
  linkIsClosed: few(false, false, true),
  hold: few('none', 'none', 'none', 'merchant', 'order', 'account'),
  isEnabled: fc.constant(true),
  hasMoney: fc.constant(true),
})
const payouts = fc.record({
  kind: fc.constant('payout' as const),
  origin: few('merchant'),
  payer: few(payersLast5, ''),
  account: fc.constant('none' as const),
  holder: few('nobody', 'reader', 'reader', 'another'),
  moves: fc.array(few('process', 'process backed', 'reverse', 'cancel', 'back'), { maxLength: 3 }),
  linkIsClosed: fc.constant(false),
  hold: few('none', 'none', 'none', 'merchant', 'order', 'account'),
  isEnabled: few(true, true, true, false),
  hasMoney: few(true, true, true, false),
})
type CollectionRecipe = Of<typeof collections>
type PayoutRecipe = Of<typeof payouts>
type Recipe = CollectionRecipe | PayoutRecipe
type Of<A> = A extends fc.Arbitrary<infer Value> ? Value : never

const readers = fc.record({
  role: few('operator', 'operator', 'operator', 'agent', 'agent', 'auditor'),
  isService: few(false, false, true),
  aloneToday: few(0, 0, 4_000, 5_000, 20_000),
})
type Reader = Of<typeof readers>

const names = {
  collection: ['take', 'release', 'match', 'settle', 'exception', 'confirm', 'reverse', 'back'],
  payout: ['take', 'release', 'process', 'cancel', 'reverse', 'back'],
} as const

const why = { reason: '查核' }
const held = { ...why, case_no: '' }

function calledBy(method: string, path: string) {
  const found = namedCalls.find(({ call }) => call.method === method && call.path === path)
  if (found === undefined) throw new Error(`there is no ${method} ${path}`)
  return found
}

/** Makes the call that an action is the last part of. */
const make = (kind: Kind, action: string, tradeNo: string, by: Identity, body?: object) => {
  const sent: Inputs = { path: { trade_no: tradeNo }, ...(body === undefined ? {} : { body }) }
  return send(calledBy('POST', `/${kind}s/:trade_no/${action}`), `${by.name}:${by.role}`, sent)
}

let accounts: Partial<Record<Recipe['account'] | 'paying', number>> = {}

/** Makes an order as the recipe says; its transaction number. */
async function build(recipe: Recipe, reader: Identity): Promise<string> {
  const { kind, origin, payer, account, holder, hold } = recipe
  // Earlier orders on these accounts would fit its money as well.
  await rows(`update collections set last5 = ''`)
  const shop = await aMerchant(origin === 'trusted' ? { settings: { trusted: true } } : {})
  const tradeNo = await placed(recipe, shop)
  // Taken before it is on an account: an agent cannot take what it does not see.
  if (holder !== 'nobody') {
    const taker = holder === 'reader' && reader.role !== 'auditor' ? reader : aPerson('agent')
    await make(kind, 'take', tradeNo, taker, {})
  }
  const on = accounts[account]
  if (kind === 'collection' && on !== undefined) await putOn(tradeNo, on)
  if (kind === 'payout' && recipe.hasMoney) await credit(shop, 100)
  for (const move of recipe.moves) await makeMove(kind, move, tradeNo)
  if (!recipe.isEnabled) await patchShop(shop.uid, { enabled: false }, { context })
  if (recipe.linkIsClosed) {
    await rows(
      `update payment_links set state = 'closed', ends_at = null
       where id = (select link_id from collections where trade_no = ?)`,
      tradeNo,
    )
  }
  if (hold === 'merchant') await placeHold(context, operator, { merchant_uid: shop.uid, ...held })
  if (hold === 'order') await placeHold(context, operator, { trade_no: tradeNo, ...held })
  if (hold === 'account') {
    await placeHold(context, operator, { account_no: accountAt(shop, payer), ...held })
  }
  return tradeNo
}

// Of digits alone: letters between them would end the run that the last five are taken of.
const shops = new Map<string, number>()
function accountAt({ uid }: Shop, payer: string): string {
  const number = shops.get(uid) ?? shops.size + 1
  shops.set(uid, number)
  return `${String(900_000_000 + number)}${payer}`
}

async function placed({ kind, origin, payer }: Recipe, shop: Shop): Promise<string> {
  const account = payer === '' ? '' : accountAt(shop, payer)
  if (kind === 'payout') {
    const payee = { payee_name: '林', payee_account: account }
    return created(shop, paths.payouts, { serial_no: anId(), amount: 100, ...payee })
  }
  if (origin === 'link') {
    const payer_account_no = account === '' ? '無' : account
    return (await anAmountLink(shop, { amount: 100, payer_account_no })).trade_no
  }
  const declared = { status: 'succeeded', paid_at: '2026-01-31 15:04:05' }
  const fields = {
    merchant: {},
    declared,
    trusted: declared,
    'declared other': { ...declared, paid_amount: 90 },
    'declared nothing': { ...declared, paid_amount: 0 },
  }[origin]
  const asked = { orderid: anId(), amount: 100, counterparty_account: account, ...fields }
  return created(shop, paths.create, asked)
}

async function created(shop: Shop, path: string, fields: Fields): Promise<string> {
  const { body } = await post(shop, path, fields)
  expect(body).toMatchObject({ ok: 1 })
  return body.data.trade_no
}

async function credit({ uid }: Shop, amount: number): Promise<void> {
  const body = { amount, bucket: 'available', ...why, idempotency_key: anId() }
  const call = calledBy('POST', '/merchants/:uid/adjustments')
  const { status } = await send(call, `${aPerson('operator').name}:operator`, {
    path: { uid },
    body,
  })
  expect(status).toBe(201)
}

/** What has happened to the order before: what the order does not allow has not. Each is by somebody else. */
async function makeMove(kind: Kind, move: string, tradeNo: string): Promise<void> {
  const [action = '', isBacked] = move.split(' ')
  const bodies: Readonly<Record<string, object>> = {
    exception: why,
    cancel: why,
    confirm: {},
    process: {},
    match: matchBody(),
    reverse: { ...why, because: 'wrong_match' },
    settle: { manual: true, ...why },
    back: await named(kind, tradeNo, true),
  }
  const backing =
    isBacked === undefined
      ? {}
      : { ...(await named(kind, tradeNo)), override: ['evidence_differs'], ...why }
  const body = { ...bodies[action], ...backing }
  await make(kind, action, tradeNo, aPerson('operator'), body)
}

function matchBody(): object {
  const { later } = accounts
  const labels = { collection_account_name: 'a', collection_account_no: '1' }
  return later === undefined ? { ...labels, collection_bank_name: 'b' } : { bank_account: later }
}

type OrderRow = {
  amount: number
  paid: number
  bank_account_id: number | null
  created_at: number
  backed: number | null
  agent: string
}

async function orderOf(kind: Kind, tradeNo: string): Promise<OrderRow> {
  const paid = kind === 'payout' ? 'actual_amount' : 'paid_amount'
  const [row] = await rows<OrderRow>(
    `select amount, ${paid} as paid, bank_account_id, created_at, backed, agent
     from ${kind}s where trade_no = ?`,
    tradeNo,
  )
  if (row === undefined) throw new Error(`there is no ${tradeNo}`)
  return row
}

/** A transaction that fits the order in all that can fit, or its money once it is paid. */
async function named(kind: Kind, tradeNo: string, isPaid = false): Promise<object> {
  const {
    amount,
    paid,
    bank_account_id: account,
    created_at: bookedAt,
  } = await orderOf(kind, tradeNo)
  const on = account ?? accounts.later
  // Without an account there is no transaction.
  if (on === undefined) return { bank_transactions: [1] }
  const sum = (isPaid ? paid : amount) * (kind === 'payout' ? -1 : 1)
  const fitting = { amount: sum === 0 ? 1 : sum, bookedAt }
  return { bank_transactions: [await aTransaction(on, fitting)] }
}

/** The forms of a call, the plainest first. */
async function formsOf(kind: Kind, action: string, tradeNo: string, by: Identity) {
  const { bank_account_id: account, backed } = await orderOf(kind, tradeNo)
  const isOperator = by.role === 'operator'
  const byOperators = (...forms: object[]) => (isOperator ? forms : [])
  switch (action) {
    case 'release':
      return [undefined]
    case 'take':
      return [{}]
    case 'match':
      return [matchBody()]
    case 'exception':
    case 'cancel':
      return [why]
    case 'settle': {
      const isAsked = account !== null && account !== accounts.later
      const plain = isAsked ? await named(kind, tradeNo) : {}
      const byHand = { manual: true, ...why }
      return [plain, ...byOperators(byHand, { ...byHand, override: true })]
    }
    case 'process': {
      const isAsked = !isOperator && accounts.paying !== undefined
      const plain = isAsked ? { bank_account: accounts.paying } : {}
      return [plain, ...byOperators({ override: true, ...why })]
    }
    case 'confirm':
      return [{}, { override: true, ...why }, { accept: false, ...why }]
    case 'reverse':
      return [{ ...why, because: kind === 'payout' ? 'money_returned' : 'wrong_match' }]
    default: {
      const money = await named(kind, tradeNo, true)
      return [backed === 1 ? { ...money, instead_of: await standingOf(tradeNo) } : money]
    }
  }
}

async function standingOf(tradeNo: string): Promise<number[]> {
  const found = await rows<{ id: number }>(
    `select id from bank_transactions where order_id in (
       select id from collections where trade_no = ?1
       union all select id from payouts where trade_no = ?1
     )`,
    tradeNo,
  )
  return found.map(({ id }) => id)
}

function aPerson(role: Identity['role']): Identity {
  return { name: `${anId().toLowerCase()}@platform.example`, role }
}

async function shownTo(kind: Kind, tradeNo: string, by: Identity): Promise<readonly Action[]> {
  const call = calledBy('GET', `/${kind}s/:trade_no`)
  const path = { trade_no: tradeNo }
  const { status, body } = await send(call, `${by.name}:${by.role}`, { path })
  expect(status).toBe(200)
  return body.actions
}

/** What the reader has carried out alone today, by all kinds of call. */
async function carriedOut({ name }: Identity, amount: number): Promise<void> {
  const day = taipeiDay(Math.floor(Date.now() / 1000))
  await rows(
    `insert into carried_out_alone (actor, day, kind, amount) values (?1, ?2, 'all', ?3)
     on conflict do update set amount = ?3`,
    name,
    day,
    amount,
  )
}

/** Makes one call of an order, in form after form until one is taken; what that says of its action. */
async function tried(
  ...[kind, name, tradeNo, by, alone]: [Kind, string, string, Identity, number]
): Promise<Action> {
  const met: string[] = []
  for (const form of await formsOf(kind, name, tradeNo, by)) {
    // What the database refuses stays counted; each form is tried by itself.
    await carriedOut(by, alone)
    const { status, body } = await make(kind, name, tradeNo, by, form)
    if (status < 300) return { name, allowed: true, needs_second: status === 202 }
    met.push(body.error)
  }
  return { name, allowed: false, reason: met[0] ?? '', needs_second: false }
}

/** What its reader is told of an order, after each action has been tried. */
async function holds(recipe: Recipe, reader: Reader): Promise<readonly Action[]> {
  const { kind } = recipe
  const person = aPerson(reader.role)
  const by = reader.isService ? { ...person, name: `service:${person.name}` } : person
  const copy = async () => {
    const tradeNo = await build(recipe, by)
    await carriedOut(by, reader.aloneToday)
    return { tradeNo, actions: await shownTo(kind, tradeNo, by) }
  }
  if (reader.role === 'agent') {
    const unseen = await build(recipe, by)
    const { bank_account_id: account, agent } = await orderOf(kind, unseen)
    if (account !== null && account === accounts['of others'] && agent !== by.name) {
      return outOfSight(kind, unseen, by)
    }
  }
  const { tradeNo, actions } = await copy()
  expect(actions.map(({ name }) => name)).toEqual(names[kind])
  // What is refused leaves the order as it is; what is taken is tried on a copy.
  for (const action of actions.filter(({ allowed }) => !allowed)) {
    const met = await tried(kind, action.name, tradeNo, by, reader.aloneToday)
    expect(met, `${kind} ${tradeNo}`).toEqual(action)
  }
  await carriedOut(by, reader.aloneToday)
  expect(await shownTo(kind, tradeNo, by)).toEqual(actions)
  for (const action of actions.filter(({ allowed }) => allowed)) {
    const other = await copy()
    expect(other.actions).toEqual(actions)
    const met = await tried(kind, action.name, other.tradeNo, by, reader.aloneToday)
    expect(met, `${kind} ${other.tradeNo}`).toEqual(action)
  }
  return actions
}

// There is no such order for its reader, whatever is tried.
async function outOfSight(kind: Kind, tradeNo: string, by: Identity): Promise<readonly Action[]> {
  const path = { trade_no: tradeNo }
  const shown = await send(calledBy('GET', `/${kind}s/:trade_no`), `${by.name}:agent`, { path })
  expect(shown.status).toBe(404)
  const forAgents =
    kind === 'payout' ? ['take', 'process'] : ['take', 'match', 'settle', 'exception']
  for (const name of forAgents) {
    expect(await tried(kind, name, tradeNo, by, 0)).toMatchObject({ reason: 'not_found' })
  }
  return []
}

const recipes = fc.oneof(collections, payouts)
// The walk's command takes more.
const runs = Math.ceil(Number(env.WALK_OPERATIONS) / 40)
const patience = { timeout: 7_200_000 }

beforeEach(() => {
  spyOnLog()
})

test(
  'an order shows all possible actions and no others, without bank accounts',
  patience,
  async () => {
    const law = fc.asyncProperty(recipes, readers, async (recipe, reader) => {
      await holds(recipe, reader)
    })
    await fc.assert(law, { numRuns: runs })
  },
)

const untouched = {
  origin: 'merchant',
  payer: payersLast5,
  account: 'none',
  holder: 'nobody',
  linkIsClosed: false,
  hold: 'none',
  isEnabled: true,
  hasMoney: true,
} as const
/** An order as it is created, with changes. */
const aWaiting = (changes: Partial<CollectionRecipe> = {}): Recipe => ({
  kind: 'collection',
  ...untouched,
  moves: [],
  ...changes,
})
const aPending = (changes: Partial<PayoutRecipe> = {}): Recipe => ({
  kind: 'payout',
  ...untouched,
  moves: [],
  ...changes,
})

/** What a table below says of an action: the code of its refusal, `second`, or that it is allowed. */
const told = (actions: readonly Action[]) =>
  Object.fromEntries(
    actions.map(({ name, reason, needs_second }) => [
      name,
      reason ?? (needs_second ? 'second' : 'yes'),
    ]),
  )

describe('once there are bank accounts', () => {
  beforeAll(async () => {
    const required = await aBankAccount()
    const later = await aBankAccount({ backing: 'later' })
    const others = await aBankAccount({ agents: ['somebody@platform.example'] })
    accounts = { required, later, 'of others': others, paying: later }
  })

  test('an order shows all possible actions and no others', patience, async () => {
    const law = fc.asyncProperty(recipes, readers, async (recipe, reader) => {
      await holds(recipe, reader)
    })
    await fc.assert(law, { numRuns: 2 * runs })
  })

  const fresh: Reader = { role: 'operator', isService: false, aloneToday: 0 }
  const anAgent: Reader = { ...fresh, role: 'agent' }
  const mine = { holder: 'reader', account: 'required' } as const

  test.each<[string, Recipe, Reader, Record<string, string>]>([
    ['nobody has', aWaiting(), anAgent, { take: 'yes', settle: 'not_taken', match: 'yes' }],
    ['the reader has', aWaiting(mine), anAgent, { take: 'yes', release: 'yes', settle: 'yes' }],
    [
      'another agent has',
      aWaiting({ ...mine, holder: 'another' }),
      anAgent,
      {
        take: 'taken',
        release: 'taken',
        settle: 'taken',
        exception: 'taken',
        confirm: 'forbidden',
      },
    ],
    [
      'is on no account',
      aWaiting({ holder: 'reader' }),
      anAgent,
      { settle: 'bank_transaction_required' },
    ],
    ['names no payer', aWaiting({ ...mine, payer: '' }), anAgent, { settle: 'evidence_differs' }],
    [
      'is on an account of others',
      aWaiting({ ...mine, account: 'of others' }),
      anAgent,
      { settle: 'bank_account_not_allowed' },
    ],
    ['an operator settles by hand', aWaiting({ ...mine, payer: '' }), fresh, { settle: 'yes' }],
    [
      'an operator has settled as much by hand today',
      aWaiting({ ...mine, payer: '' }),
      { ...fresh, aloneToday: 5_000 },
      { settle: 'second', match: 'taken', confirm: 'nothing_to_confirm' },
    ],
    ['is held', aWaiting({ ...mine, hold: 'order' }), fresh, { settle: 'held', exception: 'yes' }],
    [
      'has a link of which another was paid',
      aWaiting({ origin: 'link', holder: 'reader', linkIsClosed: true }),
      anAgent,
      { match: 'already_paid', settle: 'bank_transaction_required' },
    ],
    [
      'has such a link, for an operator',
      aWaiting({ ...mine, origin: 'link', linkIsClosed: true }),
      { ...fresh, aloneToday: 5_000 },
      { settle: 'second' },
    ],
    [
      'was declared, and is held',
      aWaiting({ origin: 'declared', hold: 'merchant' }),
      fresh,
      { confirm: 'yes', settle: 'already_final', reverse: 'move_not_allowed' },
    ],
    [
      'is settled without a transaction',
      aWaiting({ moves: ['settle'] }),
      fresh,
      { take: 'already_final', reverse: 'yes', back: 'yes', exception: 'already_final' },
    ],
    ['is backed', aWaiting({ moves: ['settle backed'] }), fresh, { back: 'second' }],
    ['an auditor reads', aWaiting(), { ...fresh, role: 'auditor' }, all('forbidden')],
    [
      'is a payout that its merchant cannot pay',
      aPending({ hasMoney: false, holder: 'reader' }),
      anAgent,
      { process: 'forbidden', cancel: 'yes' },
    ],
    ['is one, for an operator', aPending({ hasMoney: false }), fresh, { process: 'yes' }],
    ['is a payout that is held', aPending({ hold: 'account' }), fresh, { process: 'held' }],
    [
      'is a payout of a disabled merchant',
      aPending({ isEnabled: false, holder: 'reader' }),
      anAgent,
      { process: 'forbidden', release: 'yes', reverse: 'forbidden' },
    ],
    [
      'is a paid payout',
      aPending({ moves: ['process'] }),
      { ...fresh, aloneToday: 5_000 },
      { reverse: 'second', back: 'yes', process: 'already_final', cancel: 'already_final' },
    ],
  ])('of an order that %s', async (_name, recipe, reader, expected) => {
    expect(told(await holds(recipe, reader))).toMatchObject(expected)
  })
})

test('the possible actions are read in one call of the database, beside the history', async () => {
  const counter = meter()
  const db = openMerchantDatabase(counter.database(env.DB))
  const tradeNo = await build(aPending({ moves: ['process'] }), operator)
  counter.reset()
  const { actions } = await showPayout(withApprovals({ databases: [db] }), operator, tradeNo)
  expect(actions).toHaveLength(names.payout.length)
  // The order; its events, notes, callback, attempts and ledger entries, what waits for a second person, and what decides on
  // the actions.
  expect([counter.usage.trips, counter.usage.rowsWritten]).toEqual([1 + 7, 0])
})

function all(code: string): Record<string, string> {
  return Object.fromEntries(names.collection.map((name) => [name, code]))
}
