import type { MerchantContext } from '../../context.ts'
import { sentNotes } from '../../contract/back-office/states.ts'
import { mayUseAccount } from '../../rules/banking/bank-account.ts'
import {
  debitMarks,
  depositMarks,
  exactDeposits,
  type UnclaimedDeposit,
} from '../../rules/banking/deposit-marks.ts'
import {
  clockDifferenceSeconds,
  type Deposit,
  type DuePayment,
  earliestInTime,
  expectedOfCollection,
  expectedOfPayout,
} from '../../rules/banking/evidence.ts'
import { isProof } from '../../rules/banking/exact-pairs.ts'
import { holdsOfOrder } from '../../rules/merchants/hold.ts'
import { collectionKind, type OrderKind, payoutKind } from '../../rules/orders/order-kinds.ts'
import type { Collection, Order, Payout } from '../../rules/orders/orders.ts'
import type { CollectionItem, LinkedCollection } from '../../rules/views/orders/collection-view.ts'
import type { OwnedOrder } from '../../rules/views/orders/order-view.ts'
import type { PayoutItem } from '../../rules/views/orders/payout-view.ts'
import { bucketsOf } from '../../store/accounts/merchant-buckets.ts'
import {
  type MarkedOrder,
  marksOfCollections,
  marksOfPayouts,
} from '../../store/banking/candidates.ts'
import { findTermsOf } from '../../store/banking/claims.ts'
import { findDepositsWithFitting } from '../../store/banking/fitting-collections.ts'
import { ordersNoted } from '../../store/people/journal.ts'
import { taipeiDay, taipeiDayStart } from '../../units/taipei-time.ts'
import { collectionWindow, readFitting } from './gather-evidence.ts'

/**
 * Pending collections with their holds and the number of unclaimed transactions that may pay them (back office §8). An
 * agent gets no numbers of accounts that it may not use.
 *
 * @param seenBy the names of that agent
 */
export async function withDepositMarks(
  context: MerchantContext,
  collections: readonly LinkedCollection[],
  seenBy: readonly string[] | undefined,
): Promise<readonly CollectionItem[]> {
  const { db } = context
  const { matchedGraceSeconds } = context.settings
  const pending = collections.flatMap(({ uid, order, link }) => {
    if (order.status !== 'pending') return []
    const awaiting = link && { ...link, payerName: link.content.payerName }
    const expected = expectedOfCollection(order, { link: awaiting, matchedGraceSeconds })
    return [{ uid, order, expected }]
  })
  const accounts = pending.flatMap(({ expected }) => expected.bankAccountId ?? [])
  const hidden = await unusable(db, accounts, seenBy)
  const wanted = pending.map((one) => wantedOf(collectionKind, one, hidden))
  const found = await marksOfCollections(db, wanted)
  const expectedById = new Map(pending.map(({ order, expected }) => [order.id, expected]))
  const contested = pending.flatMap(({ order, expected }) =>
    exactDeposits(expected, found.get(order.id)?.deposits ?? []).filter((one) => one.isContested),
  )
  const proves = await proofsAmong(context, contested)
  return collections.map((collection) => {
    const { id } = collection.order
    const [expected, marks] = [expectedById.get(id), found.get(id)]
    if (expected === undefined || marks === undefined) return collection
    const { deposits, isHeld: held } = marks
    const isProven = (deposit: Deposit) => proves({ order: collection.order, expected, deposit })
    return { ...collection, held, deposits: depositMarks(expected, deposits, isProven) }
  })
}

type ProofKey = {
  readonly order: Collection
  readonly expected: DuePayment
  readonly deposit: Deposit
}

// Returns the function that says whether one of these transactions proves its order's payment to an agent: by its
// evidence, and because no other order fits it.
async function proofsAmong(
  { db, settings }: MerchantContext,
  contested: readonly UnclaimedDeposit[],
): Promise<(key: ProofKey) => boolean> {
  const ids = [...new Set(contested.map(({ deposit }) => deposit.id))]
  const accountIds = [...new Set(contested.map(accountOf))]
  const window = { ...collectionWindow(settings), accountIds }
  const { deposits, fitting, isWhole } = await findDepositsWithFitting(db, ids, window)
  const namedById = new Map(deposits.map((one) => [one.deposit.id, one]))
  const fittingById = Map.groupBy(fitting.map(readFitting(settings)), (one) => one.depositId)
  return ({ order, expected, deposit }) => {
    const one = namedById.get(deposit.id)
    const ofDeposit = fittingById.get(deposit.id) ?? []
    return one !== undefined && isProof({ order, expected, line: one }, ofDeposit, isWhole)
  }
}

/**
 * Pending payouts with their holds, the number of unclaimed debits that may pay them, whether their merchant lacks the
 * money, and whether their agent has noted that it is sent.
 */
export async function withDebitMarks(
  { db }: MerchantContext,
  payouts: readonly OwnedOrder<Payout>[],
  seenBy: readonly string[] | undefined,
): Promise<readonly PayoutItem[]> {
  const pending = payouts.filter(({ order }) => order.status === 'pending')
  const wanted = pending.map(({ uid, order }) =>
    wantedOf(payoutKind, { uid, order, expected: expectedOfPayout(order) }, []),
  )
  const inHand = pending.filter(({ order }) => order.agent !== '')
  const [found, buckets, withNotes] = await Promise.all([
    marksOfPayouts(db, wanted),
    bucketsOf(db, [...new Set(pending.map(({ order }) => order.merchantId))]),
    ordersNoted(
      db,
      inHand.map(({ order }) => order.tradeNo),
      sentNotes,
    ),
  ])
  const debits = [...found.values()].flatMap(({ deposits }) => deposits)
  const hidden = await unusable(db, debits.map(accountOf), seenBy)
  // A debit of another payout's whole amount does not pay this one with a fee.
  const isWhole = ({ deposit }: UnclaimedDeposit) =>
    wanted.some((one) => one.amount === deposit.amount && one.last5 === deposit.counterpartyLast5)
  return payouts.map((payout) => {
    const { order } = payout
    const marks = found.get(order.id)
    if (marks === undefined) return payout
    const { available = 0, frozen = 0 } = buckets.get(order.merchantId) ?? {}
    const short = available + frozen < order.amount + (order.fee ?? 0)
    const expected = expectedOfPayout(order)
    const visible = marks.deposits.filter(
      (one) =>
        !hidden.includes(accountOf(one)) &&
        (one.deposit.amount === expected.amount || !isWhole(one)),
    )
    const debits = debitMarks(expected, visible)
    const sent = withNotes.has(order.tradeNo)
    return { ...payout, marks: { debits, held: marks.isHeld, short, sent } }
  })
}

const accountOf = ({ deposit }: UnclaimedDeposit) => deposit.bankAccountId

type PendingOrder<O> = { readonly uid: string; readonly order: O; readonly expected: DuePayment }

function wantedOf<O extends Order>(
  kind: OrderKind<O>,
  { uid, order, expected }: PendingOrder<O>,
  hidden: readonly number[],
): MarkedOrder {
  const { bankAccountId, amount, last5, createdAt, until } = expected
  const account = bankAccountId === null || hidden.includes(bankAccountId) ? null : bankAccountId
  const dayOf = (at: number) => taipeiDayStart(taipeiDay(at))
  const { id: orderId, tradeNo } = order
  return {
    orderId,
    bankAccountId: account,
    amount,
    last5,
    from: dayOf(createdAt - clockDifferenceSeconds),
    since: dayOf(earliestInTime(expected, account ?? 0)),
    until,
    holds: holdsOfOrder({ uid, tradeNo, party: kind.party(order) }),
  }
}

async function unusable(
  db: MerchantContext['db'],
  accounts: readonly number[],
  seenBy: readonly string[] | undefined,
): Promise<readonly number[]> {
  if (seenBy === undefined) return []
  const [name = ''] = seenBy
  const terms = await findTermsOf(db, [...new Set(accounts)])
  return terms.filter((one) => !mayUseAccount(one, { name, role: 'agent' })).map(({ id }) => id)
}
