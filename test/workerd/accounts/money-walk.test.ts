import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overrideNames } from '../../../src/contract/back-office/move-calls.ts'
import { Refusal } from '../../../src/contract/refusals.ts'
import { adjustBalance } from '../../../src/operations/accounts/adjust-balance.ts'
import { expireLinks } from '../../../src/operations/links/expire-links.ts'
import { submitPurchase } from '../../../src/operations/links/submit-purchase.ts'
import { matchCollection } from '../../../src/operations/orders/match-collection.ts'
import {
  backCollection,
  confirmCollection,
  reportException,
  reverseCollection,
  settleCollection,
  takeCollection,
} from '../../../src/operations/orders/move-collection.ts'
import {
  backPayout,
  cancelPayout,
  processPayout,
  reversePayout,
  takePayout,
} from '../../../src/operations/orders/move-payout.ts'
import { anAccount, expectSoundAccounts, matchTo } from '../support/bank-accounts.ts'
import { aTransaction } from '../support/banking.ts'
import { expectSoundBooks } from '../support/books.ts'
import { expectSoundClaims } from '../support/claim-books.ts'
import { aLink, amountPath, plainPath } from '../support/links.ts'
import {
  aContext,
  agent,
  aMerchant,
  anId,
  operator,
  paths,
  post,
  rows,
  type Shop,
} from '../support/service.ts'

// Random operations that move money, several at once.

const operations = Number(env.WALK_OPERATIONS)
const atOnce = 8

const amount = fc.oneof(
  fc.integer({ min: 1, max: 1_000_000 }),
  fc.constantFrom(1, 10, 20, 30, 999_999_999_999),
)
const step = fc.record({
  shop: fc.nat({ max: 3 }),
  what: fc.constantFrom(
    ...(['collect', 'collect', 'declare', 'pay out', 'pay out', 'paid out'] as const),
    ...(['match', 'exception', 'settle', 'settle', 'confirm', 'reject'] as const),
    ...(['process', 'process', 'cancel', 'adjust', 'take', 'take a payout'] as const),
    ...(['link', 'link', 'link', 'plain link', 'end links'] as const),
    ...(['reverse', 'reverse', 'return'] as const),
    ...(['money in', 'money in', 'money out', 'put on an account'] as const),
    ...(['claim', 'claim', 'claim a debit', 'claim a debit', 'confirm by a claim'] as const),
    ...(['back', 'back', 'back a payout', 'exchange', 'money back', 'debit back'] as const),
  ),
  override: fc.oneof(fc.boolean(), fc.subarray(overrideNames.slice())),
  // Few, so that one order number has many links.
  number: fc.nat({ max: 15 }),
  amount,
  other: amount,
  pick: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  flag: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

test(`the books are sound after ${operations} operations (§4.9 data.summary.payout, data.summary.frozen)`, {
  timeout: 1_800_000,
}, async () => {
  const shops = [
    await aMerchant(),
    await aMerchant({ settings: { trusted: true } }),
    await aMerchant({ settings: { payout_requires_balance: true } }),
    await aMerchant({ settings: { callback_vocabulary: 'legacy', collection_events: 'all' } }),
  ]
  const walk = fc.sample(step, operations)
  for (const backing of ['required', 'later'] as const) {
    bank.push((await anAccount({ backing })).id)
  }
  let done = 0
  for (let start = 0; start < walk.length; start += atOnce) {
    const taken = await Promise.all(
      walk.slice(start, start + atOnce).map((one) => take(shops, one).catch(refused)),
    )
    done += taken.filter((outcome) => outcome === 'done').length
  }
  expect(done).toBeGreaterThan(operations / 4)
  await expectSoundBooks()
  await expectSoundClaims()
  await expectSoundAccounts()
  expect(await unsoundLinks()).toEqual([])
  expect(await unsoundOrders()).toEqual([])
  const made = await rows<{ name: string }>('select distinct name from events')
  const names = made.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['reversed', 'returned', 'rejected', 'confirmed']))
  expect(names).toContain('backed')
  const orders = 'select order_id from bank_transactions where order_id is not null'
  const [claimed] = await rows<{ n: number }>(`select count(*) as n from (${orders})`)
  expect(claimed?.n).toBeGreaterThan(operations / 400)
})

/** Order numbers whose links are not all closed while a settlement of one stands, or are closed while none does. */
function unsoundLinks(): Promise<object[]> {
  return rows(
    `select links.merchant_id, links.merchant_order_no, count(*) as n, sum(state = 'closed') as closed,
       sum(status <> 'pending') as settled
     from payment_links as links left join collections on collections.id = collection_id
     group by 1, 2
     having closed <> iif(coalesce(settled, 0) > 0, n, 0)`,
  )
}

/** Orders that are not where their newest event led, and reasons that do not fit the state. */
function unsoundOrders(): Promise<object[]> {
  return rows(
    `select trade_no, status, collection_status, to_state, reason from collections
     join events on events.order_id = collections.id and events.seq = collections.seq
     where to_state <> status || '/' || collection_status
       or (reason <> '') <> (status = 'pending' and collection_status = 'exception')
     union all
     select trade_no, status, '', to_state, reason from payouts
     join events on events.order_id = payouts.id and events.seq = payouts.seq
     where to_state <> status or (reason <> '') <> (status = 'cancelled')`,
  )
}

const context = aContext({ wake: async () => undefined })

async function take(shops: readonly Shop[], one: Step): Promise<'done' | 'refused'> {
  const shop = shops[one.shop] ?? shops[0]
  if (shop === undefined) throw new Error('no shop')
  const text = (one.amount / 100).toFixed(2)
  const create = async (path: string, fields: object) => {
    const { status } = await post(shop, path, { amount: text, ...fields })
    return status === 200 ? 'done' : 'refused'
  }
  const notify = one.flag ? { notify_url: 'https://m.example/n' } : {}
  const channel = one.flag ? { channel: 'exchange_coin' } : {}
  switch (one.what) {
    case 'collect':
      return create(paths.create, { orderid: anId(), ...notify, ...channel })
    case 'declare':
      return create(paths.create, {
        ...{ orderid: anId(), status: one.flag ? 'manual' : 'succeeded' },
        paid_amount: (one.other / 100).toFixed(2),
      })
    case 'pay out':
      return create(paths.payouts, { serial_no: anId().slice(0, 40), payee_name: 'x', ...notify })
    case 'paid out':
      return create(paths.payouts, {
        ...{ serial_no: anId().slice(0, 40), payee_name: 'x', status: 'processed' },
      })
    case 'link':
      return create(amountPath, { ...aNumberedLink(one), amount: 1000 })
    case 'plain link':
      return submitPlainLink(shop, one)
    case 'end links':
      // Rarely, for it ends all that live.
      if (one.pick < 0.8) return 'refused'
      await expireLinks({ ...context, now: () => Date.now() + 7_200_000 })
      return 'done'
    case 'adjust':
      await adjustBalance(context, operator, shop.uid, {
        amount: one.flag ? one.amount : -one.amount,
        ...{ bucket: 'available', reason: 'walk', idempotency_key: anId() },
      })
      return 'done'
    case 'money in':
    case 'money out':
      await aTransaction(bankAccountFor(one), await movedMoney(one))
      return 'done'
    default:
      return move(one)
  }
}

/** The bank accounts of the walk. */
const bank: number[] = []

const bankAccountFor = ({ flag }: Step) => bank[flag ? 0 : 1] ?? 0

/** The money of an order that waits for it, or some other sum. */
async function movedMoney({ what, amount: some, pick, flag }: Step) {
  const [table, sign] =
    what === 'money in' ? (['collections', 1] as const) : (['payouts', -1] as const)
  const tradeNo = await anOrder(table, flag ? '=' : '<>', pick)
  const [found] = await rows<{ amount: number }>(
    `select amount from ${table} where trade_no = ?`,
    tradeNo,
  )
  return { amount: sign * (found?.amount ?? some) }
}

/** One or two of the newest transactions in that direction, of whatever state. */
async function someTransactions({ pick, flag }: Step, sign: 1 | -1): Promise<number[]> {
  const found = await rows<{ id: number }>(
    `select id from bank_transactions where sign(amount) = ? order by id desc limit ? offset ?`,
    ...[sign, flag ? 1 : 2, Math.floor(pick * 12)],
  )
  return found.map(({ id }) => id)
}

/** A transaction that pays an order. */
async function claimedOf(tradeNo: string): Promise<number[]> {
  const found = await rows<{ id: number }>(
    `select id from bank_transactions where order_id in (
       select id from collections where trade_no = ?1
       union all select id from payouts where trade_no = ?1
     ) order by id desc limit 1`,
    tradeNo,
  )
  return found.map(({ id }) => id)
}

function aNumberedLink({ number }: Step) {
  return { ...aLink(), merchant_order_no: `L-${number}` }
}

async function submitPlainLink(shop: Shop, one: Step): Promise<'done' | 'refused'> {
  const { status, body } = await post(shop, plainPath, aNumberedLink(one))
  if (status !== 200) return 'refused'
  const id = Number(new URL(body.data.url).pathname.split('/').at(-1))
  const page = await submitPurchase(
    context,
    { id, session: body.data.third_party_session },
    one.flag ? '500' : '3000',
  )
  return 'waitToken' in page ? 'done' : 'refused'
}

const ofFinal: readonly Step['what'][] = [
  ...(['reverse', 'return', 'confirm', 'reject', 'confirm by a claim'] as const),
  ...(['back', 'back a payout', 'exchange', 'money back', 'debit back'] as const),
]
const ofPayouts: readonly Step['what'][] = [
  ...(['process', 'cancel', 'take a payout', 'return'] as const),
  ...(['claim a debit', 'back a payout', 'debit back'] as const),
]

async function move(one: Step): Promise<'done'> {
  const table = ofPayouts.includes(one.what) ? 'payouts' : 'collections'
  const tradeNo = await anOrder(table, ofFinal.includes(one.what) ? '<>' : '=', one.pick)
  const who = one.number % 4 === 0 ? agent : operator
  await moves[one.what as keyof typeof moves](tradeNo, who, one)
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

const moves = {
  take: (tradeNo: string, who: Who) => takeCollection(context, who, tradeNo, null),
  'take a payout': (tradeNo: string, who: Who) => takePayout(context, who, tradeNo, null),
  match: (tradeNo: string, who: Who) =>
    matchCollection(context, who, tradeNo, { agent: null, ...account }),
  exception: (tradeNo: string, who: Who) => reportException(context, who, tradeNo, 'walk'),
  settle: (tradeNo: string, who: Who, { flag, other, override }: Step) => {
    const paidAmount = flag ? null : other
    return settleCollection(context, who, tradeNo, {
      ...{ paidAmount, paidAt: null, manual: other % 2 === 0, override },
    })
  },
  confirm: (tradeNo: string, _who: Who, { override }: Step) =>
    confirmCollection(context, operator, tradeNo, { accept: true, reason: '', override }),
  reject: (tradeNo: string) =>
    confirmCollection(context, operator, tradeNo, {
      ...{ accept: false, reason: 'walk', override: false },
    }),
  reverse: (tradeNo: string) => reverseCollection(context, operator, tradeNo, mistake),
  process: (tradeNo: string, who: Who, { flag, other, override }: Step) => {
    const actualAmount = flag ? null : other
    return processPayout(context, who, tradeNo, {
      ...{ actualAmount, voucherNo: null, processedAt: null, override },
    })
  },
  cancel: (tradeNo: string, who: Who) => cancelPayout(context, who, tradeNo, 'walk'),
  return: (tradeNo: string) => reversePayout(context, operator, tradeNo, mistake),
  'put on an account': (tradeNo: string, who: Who, one: Step) =>
    matchTo(bankAccountFor(one), tradeNo, who, { at: context }),
  claim: async (tradeNo: string, who: Who, one: Step) =>
    settleCollection(context, who, tradeNo, {
      ...{
        paidAmount: null,
        paidAt: null,
        manual: true,
        ...(who === operator ? pastEvidence : plain),
      },
      bankTransactions: await someTransactions(one, 1),
    }),
  'claim a debit': async (tradeNo: string, who: Who, one: Step) => {
    const bankTransactions = await someTransactions({ ...one, flag: true }, -1)
    const [debit] = await rows<{ amount: number }>(
      'select amount from bank_transactions where id = ?',
      bankTransactions[0] ?? 0,
    )
    const fee = one.number % 3
    const actualAmount = Math.max(1, -(debit?.amount ?? 0) - fee)
    const call = { actualAmount, fee, voucherNo: null, processedAt: null, bankTransactions }
    return processPayout(context, who, tradeNo, {
      ...{ ...call, ...(who === operator ? pastEvidence : plain), bankAccount: bank[0] },
    })
  },
  'confirm by a claim': async (tradeNo: string, _who: Who, one: Step) =>
    confirmCollection(context, operator, tradeNo, {
      ...{ accept: true, ...pastEvidence, bankTransactions: await someTransactions(one, 1) },
    }),
  back: async (tradeNo: string, _who: Who, one: Step) => back(tradeNo, one, null),
  exchange: async (tradeNo: string, _who: Who, one: Step) =>
    back(tradeNo, one, await claimedOf(tradeNo)),
  'back a payout': async (tradeNo: string, _who: Who, one: Step) => {
    const bankTransactions = await someTransactions({ ...one, flag: true }, -1)
    const call = { bankTransactions, insteadOf: null, reason: 'walk' }
    return backPayout(context, operator, tradeNo, call)
  },
  'money back': async (tradeNo: string, _who: Who, one: Step) => {
    const bankTransactions = one.flag ? [] : await someTransactions(one, -1)
    return reverseCollection(context, operator, tradeNo, { ...sentBack, bankTransactions })
  },
  'debit back': async (tradeNo: string, _who: Who, one: Step) => {
    const bankTransactions = one.flag ? [] : await someTransactions(one, 1)
    return reversePayout(context, operator, tradeNo, { ...sentBack, bankTransactions })
  },
}

const plain = { override: false } as const

/** Backs a collection with money of its amount, if there is some, or with other money. */
async function back(tradeNo: string, one: Step, insteadOf: number[] | null): Promise<unknown> {
  const [fitting] = await rows<{ id: number }>(
    `select id from bank_transactions where state = 'unclaimed' and amount = (
       select paid_amount from collections where trade_no = ?
     ) limit 1`,
    tradeNo,
  )
  const bankTransactions = fitting ? [fitting.id] : await someTransactions(one, 1)
  const call = { bankTransactions, insteadOf, reason: 'walk' }
  return backCollection(context, operator, tradeNo, call)
}

// Now and then one that is in another state, most often one that the move is for.
async function anOrder(
  table: 'collections' | 'payouts',
  pending: '=' | '<>',
  pick: number,
): Promise<string> {
  const chosen = pick < 0.85 ? `where status ${pending} 'pending'` : ''
  const [found] = await rows<{ trade_no: string }>(
    `select trade_no from ${table} ${chosen} order by id desc limit 1 offset ?`,
    Math.floor(pick * 20),
  )
  return found?.trade_no ?? 'none'
}

function refused(error: unknown): 'refused' {
  if (error instanceof Refusal) return 'refused'
  throw error
}
