import { matchTo } from '../support/bank-accounts.ts'
import { move } from '../support/orders.ts'
import { agent, operator } from '../support/service.ts'
import { context, type Home } from './walk-homes.ts'
import type { Step } from './walk-steps.ts'

/** Where a step is taken, and where the bank accounts and transactions are that it names. */
export type Place = {
  readonly home: Home
  readonly shop: Home['shops'][number]
  readonly named: Home
}

export const accountOf = ({ bank }: Home, { flag }: Step) => bank[flag ? 0 : 1] ?? 0

export const paidIn = { collections: 'paid_amount', payouts: 'actual_amount' } as const

/** One or two of the newest transactions in that direction, most often unclaimed ones. */
async function someTransactions(
  { rows }: Home,
  { pick, flag }: Step,
  sign: 1 | -1,
): Promise<number[]> {
  const chosen = pick < 0.85 ? `and state = 'unclaimed'` : ''
  const found = await rows<{ id: number }>(
    `select id from bank_transactions where sign(amount) = ? ${chosen}
     order by id desc limit ? offset ?`,
    sign,
    flag ? 1 : 2,
    Math.floor(pick * 6),
  )
  return found.map(({ id }) => id)
}

/** A transaction that pays an order. */
async function claimedOf({ rows }: Home, tradeNo: string): Promise<number[]> {
  const found = await rows<{ id: number }>(
    `select id from bank_transactions where order_id in (
       select id from collections where trade_no = ?1
       union all select id from payouts where trade_no = ?1
     ) order by id desc limit 1`,
    tradeNo,
  )
  return found.map(({ id }) => id)
}

export const pending = `status = 'pending'`
const settled = `status <> 'pending'`
const backed = 'backed = 1'
export const unbacked = 'backed = 0'
const awaiting = `confirmation = 'awaiting'`

/** The orders that a move is for, where those are not the pending ones. */
const ordersFor: Partial<Record<Step['what'], string>> = {
  reverse: settled,
  return: settled,
  exchange: backed,
  'money back': backed,
  back: unbacked,
  'back a payout': unbacked,
  'debit back': backed,
  confirm: awaiting,
  reject: awaiting,
  'confirm by a claim': awaiting,
}
const ofPayouts: readonly Step['what'][] = [
  'process',
  'cancel',
  'take a payout',
  'return',
  'claim a debit',
  'back a payout',
  'debit back',
]

export async function moveOrder(place: Place, one: Step): Promise<'done'> {
  const table = ofPayouts.includes(one.what) ? 'payouts' : 'collections'
  const tradeNo = await anOrder(place.home, table, ordersFor[one.what] ?? pending, one.pick)
  const who = one.number % 4 === 0 ? agent : operator
  await moves[one.what as keyof typeof moves](tradeNo, who, one, place)
  return 'done'
}

type Who = typeof agent | typeof operator

const account = { collectionAccountName: 'a', collectionAccountNo: '1', collectionBankName: 'b' }
const mistake = { reason: 'walk', because: 'wrong_match' } as const
const sentBack = { reason: 'walk', because: 'money_returned' } as const
const pastEvidence = {
  override: ['evidence_differs', 'amount', 'balance'],
  reason: 'walk',
} as const

const by = (principal: Who) => ({ context, principal })

const moves = {
  take: (tradeNo: string, who: Who) => move.take(tradeNo, by(who)),
  'take a payout': (tradeNo: string, who: Who) => move.take(tradeNo, by(who)),
  match: (tradeNo: string, who: Who) => move.match(tradeNo, account, by(who)),
  exception: (tradeNo: string, who: Who) => move.putAside(tradeNo, 'walk', by(who)),
  settle: (tradeNo: string, who: Who, { flag, other, override }: Step) => {
    const paidAmount = flag ? null : other
    return move.settle(
      tradeNo,
      { paidAmount, paidAt: null, manual: other % 2 === 0, override },
      by(who),
    )
  },
  confirm: (tradeNo: string, _who: Who, { override }: Step) =>
    move.confirm(tradeNo, { accept: true, reason: '', override }, { context }),
  reject: (tradeNo: string) =>
    move.confirm(tradeNo, { accept: false, reason: 'walk', override: false }, { context }),
  reverse: (tradeNo: string) => move.reverse(tradeNo, mistake, { context }),
  process: (tradeNo: string, who: Who, { flag, other, override }: Step) => {
    const actualAmount = flag ? null : other
    return move.process(
      tradeNo,
      { actualAmount, voucherNo: null, processedAt: null, override },
      by(who),
    )
  },
  cancel: (tradeNo: string, who: Who) => move.cancel(tradeNo, 'walk', by(who)),
  return: (tradeNo: string) => move.reversePayout(tradeNo, mistake, { context }),
  'put on an account': (tradeNo: string, who: Who, one: Step, { named }: Place) =>
    matchTo(accountOf(named, one), tradeNo, who, { at: context }),
  claim: async (tradeNo: string, who: Who, one: Step, { named }: Place) =>
    move.settle(
      tradeNo,
      {
        paidAmount: null,
        paidAt: null,
        manual: true,
        ...(who === operator ? pastEvidence : plain),
        bankTransactions: await someTransactions(named, one, 1),
      },
      by(who),
    ),
  'claim a debit': async (tradeNo: string, who: Who, one: Step, { named }: Place) => {
    const bankTransactions = await someTransactions(named, { ...one, flag: true }, -1)
    const [debit] = await named.rows<{ amount: number }>(
      'select amount from bank_transactions where id = ?',
      bankTransactions[0] ?? 0,
    )
    const fee = one.number % 3
    const actualAmount = Math.max(1, -(debit?.amount ?? 0) - fee)
    const call = { actualAmount, fee, voucherNo: null, processedAt: null, bankTransactions }
    return move.process(
      tradeNo,
      { ...call, ...(who === operator ? pastEvidence : plain), bankAccount: named.bank[0] },
      by(who),
    )
  },
  'confirm by a claim': async (tradeNo: string, _who: Who, one: Step, { named }: Place) =>
    move.confirm(
      tradeNo,
      { accept: true, ...pastEvidence, bankTransactions: await someTransactions(named, one, 1) },
      { context },
    ),
  back: async (tradeNo: string, _who: Who, one: Step, { named }: Place) =>
    back(named, tradeNo, one, null),
  exchange: async (tradeNo: string, _who: Who, one: Step, { home, named }: Place) =>
    back(named, tradeNo, one, await claimedOf(home, tradeNo)),
  'back a payout': async (tradeNo: string, _who: Who, one: Step, { named }: Place) => {
    const bankTransactions = await moneyOf(named, 'payouts', tradeNo, one)
    const call = { bankTransactions, insteadOf: null, reason: 'walk' }
    return move.back(tradeNo, call, { context })
  },
  'money back': async (tradeNo: string, _who: Who, one: Step, { named }: Place) => {
    const bankTransactions = one.flag ? [] : await someTransactions(named, one, -1)
    return move.reverse(tradeNo, { ...sentBack, bankTransactions }, { context })
  },
  'debit back': async (tradeNo: string, _who: Who, one: Step, { named }: Place) => {
    const bankTransactions = one.flag ? [] : await someTransactions(named, one, 1)
    return move.reversePayout(tradeNo, { ...sentBack, bankTransactions }, { context })
  },
}

const plain = { override: false } as const

async function back(
  named: Home,
  tradeNo: string,
  one: Step,
  insteadOf: number[] | null,
): Promise<unknown> {
  const bankTransactions = await moneyOf(named, 'collections', tradeNo, one)
  return move.back(tradeNo, { bankTransactions, insteadOf, reason: 'walk' }, { context })
}

/** An unclaimed transaction of the sum of a settled order, if there is one, or other money. */
async function moneyOf(
  named: Home,
  table: 'collections' | 'payouts',
  tradeNo: string,
  one: Step,
): Promise<number[]> {
  const sign = table === 'collections' ? 1 : -1
  const [fitting] = await named.rows<{ id: number }>(
    `select id from bank_transactions where state = 'unclaimed' and amount = ? * (
       select ${paidIn[table]} from ${table} where trade_no = ?
     ) limit 1`,
    sign,
    tradeNo,
  )
  return fitting ? [fitting.id] : someTransactions(named, { ...one, flag: true }, sign)
}

// Now and then one that is in another state, most often one that the move is for.
export async function anOrder(
  { rows }: Home,
  table: 'collections' | 'payouts',
  wanted: string,
  pick: number,
): Promise<string> {
  const chosen = pick < 0.85 ? `where ${wanted}` : ''
  const [found] = await rows<{ trade_no: string }>(
    `select trade_no from ${table} ${chosen} order by id desc limit 1 offset ?`,
    Math.floor(pick * 20),
  )
  return found?.trade_no ?? 'none'
}
