import fc from 'fast-check'
import { overrideNames } from '../../../../src/contract/back-office/orders/overrides.ts'
import { Refusal } from '../../../../src/contract/refusals.ts'
import {
  ignoreTransaction,
  reopenTransaction,
} from '../../../../src/operations/banking/ignore-transaction.ts'
import { putAsideFrozenIn } from '../../../../src/operations/banking/put-aside-frozen.ts'
import { expireLinks } from '../../../../src/operations/links/expire-links.ts'
import { submitPurchase } from '../../../../src/operations/links/submit-purchase.ts'
import { liftHold, placeHold } from '../../../../src/operations/merchants/manage-holds.ts'
import { setPricing } from '../../../../src/operations/settlement/manage-pricing.ts'
import { secondsToTaipei } from '../../../../src/units/taipei-time.ts'
import { repeatedItems } from '../../../support/tables.ts'
import { matchTo, patch } from '../bank-accounts.ts'
import { aLink, amountPath, plainPath } from '../links.ts'
import { inEveryDatabase } from '../minute.ts'
import { move } from '../orders.ts'
import { adjustShop, agent, anId, operator, paths, post } from '../service.ts'
import { post as postLine } from '../statements.ts'
import type { Home, WalkShop } from './homes.ts'

// Random steps of merchants, members, people and jobs that move money.

const amount = fc.oneof(
  fc.integer({ min: 1, max: 1_000_000 }),
  fc.constantFrom(1, 10, 20, 30, 999_999_999_999),
)

const drawnFields = {
  /** The places of its database and of its merchant. */
  homeAt: fc.nat({ max: 2 }),
  shopAt: fc.nat({ max: 3 }),
  /** Whether the step names bank accounts and transactions of another database. */
  isAway: fc.nat({ max: 31 }).map((n) => n === 0),
  override: fc.oneof(fc.boolean(), fc.subarray(overrideNames.slice())),
  /** Few, so that one order number has many links. */
  number: fc.nat({ max: 15 }),
  amount,
  other: amount,
  pick: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  flag: fc.boolean(),
}

type StepFields = {
  readonly [Name in keyof typeof drawnFields]: (typeof drawnFields)[Name] extends fc.Arbitrary<
    infer Value
  >
    ? Value
    : never
}
export type Step<Name extends string> = StepFields & { readonly what: Name }

/** Steps of a list that is written `3 collect, 2 declare`, each as often as its number says. */
export function stepOf<Name extends string>(
  list: string,
  isName: (name: string) => name is Name,
  fields: Partial<typeof drawnFields> = {},
): fc.Arbitrary<Step<Name>> {
  const names = repeatedItems(list).map((name) => {
    if (!isName(name)) throw new Error(`no step ${name}`)
    return name
  })
  return fc.record({ ...drawnFields, ...fields, what: fc.constantFrom(...names) })
}

/** Where a step is taken, and where the bank accounts and transactions are that it names. */
export type Place = { readonly home: Home; readonly shop: WalkShop; readonly named: Home }

type At = Place & Step<string>
export type End = 'done' | 'refused'
type Table = 'collections' | 'payouts'

/** Takes a step; a refusal is thrown. */
export async function takeMoneyStep(place: Place, one: Step<MoneyStep>): Promise<End> {
  const end = await moneySteps[one.what]({ ...place, ...one })
  return end === 'refused' ? end : 'done'
}

export const isMoneyStep = (name: string): name is MoneyStep => name in moneySteps

export function refused(error: unknown): 'refused' {
  if (error instanceof Refusal) return 'refused'
  throw error
}

const pending = `status = 'pending'`
const settled = `status <> 'pending'`
const backed = 'backed = 1'
const unbacked = 'backed = 0'
const awaiting = `confirmation = 'awaiting'`

const account = { collectionAccountName: 'a', collectionAccountNo: '1', collectionBankName: 'b' }
const mistake = { reason: 'walk', because: 'wrong_match' } as const
const sentBack = { reason: 'walk', because: 'money_returned' } as const
const pastEvidence = {
  override: ['evidence_differs', 'amount', 'balance'],
  reason: 'walk',
} as const
const plain = { override: false } as const

export type MoneyStep = keyof typeof moneySteps

const moneySteps = {
  collect: (at: At) => create(at, paths.create, { orderid: anId(), ...notify(at), ...channel(at) }),
  declare: (at: At) =>
    create(at, paths.create, {
      orderid: anId(),
      status: at.flag ? 'manual' : 'succeeded',
      paid_amount: (at.other / 100).toFixed(2),
    }),
  'pay out': (at: At) => create(at, paths.payouts, { ...aPayout(), ...notify(at) }),
  'paid out': (at: At) => create(at, paths.payouts, { ...aPayout(), status: 'processed' }),
  // What a merchant waits for by then makes most of them wait, too.
  withdraw: (at: At) =>
    create(at, paths.withdrawals, {
      serial_no: anId().slice(0, 40),
      amount: at.flag ? 'all' : String(1 + (at.other % 1_000)),
    }),
  link: (at: At) => create(at, amountPath, { ...aNumberedLink(at), amount: 1000 }),
  'plain link': submitPlainLink,

  // Rarely, for it ends all that live.
  'end links': async ({ pick, home }: At) => {
    if (pick < 0.8) return 'refused'
    const later = { ...home.deployment.context, now: () => Date.now() + 7_200_000 }
    return inEveryDatabase(later, expireLinks)
  },
  'put aside': ({ home }: At) =>
    inEveryDatabase(home.deployment.context, (each) => putAsideFrozenIn(each)),
  adjust: (at: At) => adjust(at, 'available'),
  'correct fees': (at: At) => adjust(at, 'fees'),
  price: (at: At) => setPricing({ ...by(at, operator), uid: at.shop.uid, change: aPrice(at) }),
  'money in': (at: At) => postMoney(at, 'collections'),
  'money out': (at: At) => postMoney(at, 'payouts'),
  // The oldest first, so that none lasts for the rest of the walk.
  lift: async (at: At) => {
    const query = 'select id from holds where lifted_at is null order by id limit 1 offset ?'
    const id = await idOf(at.home, query, Math.floor(at.pick * 3))
    return liftHold({ ...by(at, operator), id, reason: 'walk' })
  },
  hold: async (at: At) => {
    const held = { reason: 'walk', case_no: '', ...(await heldBy(at)) }
    return placeHold(at.home.deployment.context, operator, held)
  },
  freeze: (at: At) => patchAccount(at, 'frozen'),
  thaw: (at: At) => patchAccount(at, 'active'),
  ignore: async (at: At) => {
    const id = await aTransaction(at, `state <> 'ignored'`)
    return ignoreTransaction({ ...by(at, operator), id, call: { kind: 'other', reason: 'walk' } })
  },
  reopen: async (at: At) => {
    const id = await aTransaction(at, `state = 'ignored'`)
    return reopenTransaction({ ...by(at, operator), id, reason: 'walk' })
  },

  take: async (at: At) => move.take(await collection(at, pending), by(at)),
  'take a payout': async (at: At) => move.take(await payout(at, pending), by(at)),
  match: async (at: At) => move.match(await collection(at, pending), account, by(at)),
  exception: async (at: At) => move.putAside(await collection(at, pending), 'walk', by(at)),
  settle: async (at: At) => {
    const { flag, other, override } = at
    const paidAmount = flag ? null : other
    const input = { paidAmount, paidAt: null, manual: other % 2 === 0, override }
    return move.settle(await collection(at, pending), input, by(at))
  },
  confirm: async (at: At) =>
    move.confirm(
      await collection(at, awaiting),
      { accept: true, reason: '', override: at.override },
      by(at, operator),
    ),
  reject: async (at: At) =>
    move.confirm(
      await collection(at, awaiting),
      { accept: false, reason: 'walk', override: false },
      by(at, operator),
    ),
  reverse: async (at: At) => move.reverse(await collection(at, settled), mistake, by(at, operator)),
  process: async (at: At) => {
    const { flag, other, override } = at
    const input = {
      actualAmount: flag ? null : other,
      voucherNo: null,
      processedAt: null,
      override,
    }
    return move.process(await payout(at, pending), input, by(at))
  },
  cancel: async (at: At) => move.cancel(await payout(at, pending), 'walk', by(at)),
  return: async (at: At) =>
    move.reversePayout(await payout(at, settled), mistake, by(at, operator)),

  'put on an account': async (at: At) =>
    matchTo(accountOf(at.named, at), await collection(at, pending), whoOf(at), {
      at: at.home.deployment.context,
    }),
  claim: async (at: At) => {
    const bankTransactions = await someTransactions(at, 1)
    const claimed = { paidAmount: null, paidAt: null, manual: true, bankTransactions }
    return move.settle(await collection(at, pending), { ...claimed, ...pastOf(at) }, by(at))
  },
  'claim a debit': async (at: At) => {
    const { named, number } = at
    const bankTransactions = await someTransactions({ ...at, flag: true }, -1)
    const [debit] = await named.rows<{ amount: number }>(
      'select amount from bank_transactions where id = ?',
      bankTransactions[0] ?? 0,
    )
    const fee = number % 3
    const actualAmount = Math.max(1, -(debit?.amount ?? 0) - fee)
    const claimed = { actualAmount, fee, voucherNo: null, processedAt: null, bankTransactions }
    const input = { ...claimed, ...pastOf(at), bankAccount: named.bank[0] }
    return move.process(await payout(at, pending), input, by(at))
  },
  'confirm by a claim': async (at: At) => {
    const bankTransactions = await someTransactions(at, 1)
    const input = { accept: true, ...pastEvidence, bankTransactions }
    return move.confirm(await collection(at, awaiting), input, by(at, operator))
  },
  back: async (at: At) => {
    const tradeNo = await collection(at, unbacked)
    const bankTransactions = await moneyOf(at, 'collections', tradeNo)
    return move.back(
      tradeNo,
      { bankTransactions, insteadOf: null, reason: 'walk' },
      by(at, operator),
    )
  },
  exchange: async (at: At) => {
    const tradeNo = await collection(at, backed)
    const insteadOf = [await claimedBy(at.home, tradeNo)].filter((id) => id !== 0)
    const bankTransactions = await moneyOf(at, 'collections', tradeNo)
    return move.back(tradeNo, { bankTransactions, insteadOf, reason: 'walk' }, by(at, operator))
  },
  'back a payout': async (at: At) => {
    const tradeNo = await payout(at, unbacked)
    const bankTransactions = await moneyOf(at, 'payouts', tradeNo)
    return move.back(
      tradeNo,
      { bankTransactions, insteadOf: null, reason: 'walk' },
      by(at, operator),
    )
  },
  'money back': async (at: At) => {
    const bankTransactions = at.flag ? [] : await someTransactions(at, -1)
    const input = { ...sentBack, bankTransactions }
    return move.reverse(await collection(at, backed), input, by(at, operator))
  },
  'debit back': async (at: At) => {
    const bankTransactions = at.flag ? [] : await someTransactions(at, 1)
    const input = { ...sentBack, bankTransactions }
    return move.reversePayout(await payout(at, backed), input, by(at, operator))
  },
}

const whoOf = ({ number }: At) => (number % 4 === 0 ? agent : operator)
const by = (at: At, principal: ReturnType<typeof whoOf> = whoOf(at)) => ({
  context: at.home.deployment.context,
  principal,
})
const pastOf = (at: At) => (whoOf(at) === operator ? pastEvidence : plain)

const aPayout = () => ({ serial_no: anId().slice(0, 40), payee_name: 'x' })
const notify = ({ flag, home }: At) => (flag ? { notify_url: home.receiver } : {})
const channel = ({ flag }: At) => (flag ? { channel: 'exchange_coin' } : {})
const aNumberedLink = ({ number, home }: At) =>
  aLink({ merchant_order_no: `L-${number}`, notify_url: home.receiver })

async function create({ amount, shop, home }: At, path: string, fields: object): Promise<End> {
  const sent = { amount: (amount / 100).toFixed(2), ...fields }
  const { status } = await post(shop, path, sent, home.deployment.bindings)
  return status === 200 ? 'done' : 'refused'
}

async function submitPlainLink(at: At): Promise<End> {
  const { bindings, context } = at.home.deployment
  const { status, body } = await post(at.shop, plainPath, aNumberedLink(at), bindings)
  if (status !== 200) return 'refused'
  const id = Number(new URL(body.data.url).pathname.split('/').at(-1))
  const purchase = { id, session: body.data.third_party_session }
  const page = await submitPurchase(context, purchase, at.flag ? '500' : '3000')
  return page.kind === 'wait' ? 'done' : 'refused'
}

function adjust({ amount, flag, shop, home }: At, bucket: 'available' | 'fees') {
  const call = { amount: flag ? amount : -amount, bucket, reason: 'walk', idempotency_key: anId() }
  return adjustShop(shop.uid, call, { context: home.deployment.context })
}

function aPrice({ pick, flag, number, other }: At) {
  const fixed = number * 100
  const rate = { rate_ppm: Math.floor(pick * 60_000), fixed, min: 0, max: flag ? other : null }
  return {
    collection: rate,
    payout: rate,
    withdrawal: { ...rate, max: null },
    fee_on_reversal: number % 2 ? 'keep' : 'return',
    settle_after_days: number % 5 === 0 ? 1 : 0,
  } as const
}

/** A hold of a merchant, of one of its members, of a payer's account or, most often, of an order. */
async function heldBy(at: At) {
  const { number, shop } = at
  if (number === 0) return { merchant_uid: shop.uid }
  if (number < 4) return { merchant_uid: shop.uid, user_id: aLink().member_no }
  if (number < 6) return { account_no: aLink().payer_account_no }
  return { trade_no: await anOrder(at, number % 2 ? 'collections' : 'payouts', pending) }
}

const accountOf = ({ bank }: Home, { flag }: At) => bank[flag ? 0 : 1] ?? 0

function patchAccount(at: At, state: 'frozen' | 'active') {
  return patch(accountOf(at.home, at), { state }, at.home.deployment.context)
}

const paidIn = { collections: 'paid_amount', payouts: 'actual_amount' } as const

/** Posts a line of the money of an order that waits for it, or is settled without, or of some other sum. */
async function postMoney(at: At, table: Table) {
  const { home, flag, amount: some } = at
  const tradeNo = await anOrder(at, table, flag ? pending : unbacked)
  const [found] = await home.rows<{ amount: number }>(
    `select iif(backed = 0, ${paidIn[table]}, amount) as amount from ${table} where trade_no = ?`,
    tradeNo,
  )
  const sign = table === 'collections' ? 1 : -1
  const line = {
    at: secondsToTaipei(Math.floor(Date.now() / 1000)),
    amount: (sign * (found?.amount ?? some)) / 100,
    last5: '67890',
  }
  return postLine(accountOf(home, at), line, home.context)
}

/** One of the newest transactions in a state; 0 where there is none. */
function aTransaction({ home, pick }: At, condition: string): Promise<number> {
  const query = `select id from bank_transactions where ${condition} order by id desc limit 1 offset ?`
  return idOf(home, query, Math.floor(pick * 12))
}

/**
 * One or two of the newest transactions in that direction, most often unclaimed ones. Where there is none, test merchants,
 * who have no bank accounts, name a number of nothing.
 */
async function someTransactions({ home, named, pick, flag }: At, sign: 1 | -1): Promise<number[]> {
  const chosen = pick < 0.85 ? `and state = 'unclaimed'` : ''
  const found = await named.rows<{ id: number }>(
    `select id from bank_transactions where sign(amount) = ? ${chosen}
     order by id desc limit ? offset ?`,
    sign,
    flag ? 1 : 2,
    Math.floor(pick * 6),
  )
  return found.length === 0 && home.bank.length === 0 ? [1] : found.map(({ id }) => id)
}

/** A transaction that pays an order; 0 where none does. */
function claimedBy(home: Home, tradeNo: string): Promise<number> {
  return idOf(
    home,
    `select id from bank_transactions where order_id in (
       select id from collections where trade_no = ?1
       union all select id from payouts where trade_no = ?1
     ) order by id desc limit 1`,
    tradeNo,
  )
}

/** An unclaimed transaction of the sum of a settled order, if there is one, or other money. */
async function moneyOf(at: At, table: Table, tradeNo: string): Promise<number[]> {
  const sign = table === 'collections' ? 1 : -1
  const fitting = await idOf(
    at.named,
    `select id from bank_transactions where state = 'unclaimed' and amount = ? * (
       select ${paidIn[table]} from ${table} where trade_no = ?
     ) limit 1`,
    sign,
    tradeNo,
  )
  return fitting === 0 ? someTransactions({ ...at, flag: true }, sign) : [fitting]
}

async function idOf({ rows }: Home, query: string, ...values: unknown[]): Promise<number> {
  const [found] = await rows<{ id: number }>(query, ...values)
  return found?.id ?? 0
}

const collection = (at: At, condition: string) => anOrder(at, 'collections', condition)
const payout = (at: At, condition: string) => anOrder(at, 'payouts', condition)

// Now and then one that is in another state, most often one that the move is for.
async function anOrder({ home, pick }: At, table: Table, wanted: string): Promise<string> {
  const chosen = pick < 0.85 ? `where ${wanted}` : ''
  const [found] = await home.rows<{ trade_no: string }>(
    `select trade_no from ${table} ${chosen} order by id desc limit 1 offset ?`,
    Math.floor(pick * 20),
  )
  return found?.trade_no ?? 'none'
}
