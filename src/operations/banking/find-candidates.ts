import type { Context, MerchantContext } from '../../context.ts'
import { mayUseAccount } from '../../rules/banking/bank-account.ts'
import {
  type CandidatePair,
  candidateSeconds,
  candidatesAmong,
} from '../../rules/banking/candidates.ts'
import {
  clockDifferenceSeconds,
  type Deposit,
  type DuePayment,
  earliestInTime,
  expectedOfCollection,
  expectedOfPayout,
} from '../../rules/banking/evidence.ts'
import { firstIdAt } from '../../rules/orders/order-identity.ts'
import { collectionKind, isOpen, payoutKind } from '../../rules/orders/order-kinds.ts'
import type { Actor } from '../../rules/people/principal.ts'
import {
  type CandidateOrder,
  candidateDepositView,
  candidateOrderView,
} from '../../rules/views/banking/candidate-view.ts'
import {
  formerAccountsOf,
  type PossibleDeposit,
  possibleCollections,
  possibleDebits,
  possibleDeposits,
  possiblePayouts,
} from '../../store/banking/candidates.ts'
import { findTermsOf } from '../../store/banking/claims.ts'
import { daySeconds, toSeconds } from '../../units/clock.ts'
import { taipeiDay, taipeiDayStart } from '../../units/taipei-time.ts'
import { currentDoubts } from '../matcher/judge-line.ts'
import { contextOfOrder } from '../merchant-contexts.ts'
import { collectionBook } from '../orders/move-collection.ts'
import { findOrder } from '../orders/move-order.ts'
import { payoutBook } from '../orders/move-payout.ts'
import { ordersInSight } from '../people/orders-in-sight.ts'
import { expectedPaymentOf } from './gather-evidence.ts'

/** Candidates, the best first, at most 20, and the number of those that rank equal to the first. */
type CandidateList<View> = { readonly items: readonly View[]; readonly equal: number }

/** The orders that a transaction may pay (back office §4) and the actor may see. */
export async function candidatesOfDeposit(
  context: MerchantContext,
  deposit: Deposit,
  actor: Actor,
): Promise<CandidateList<ReturnType<typeof candidateOrderView>>> {
  if (deposit.state === 'ignored') return none
  const found = deposit.amount > 0 ? collectionsFor(context, deposit) : payoutsFor(context, deposit)
  const pairs = await found
  const orders = pairs.map(({ item }) => item.order)
  const visible = new Set<object>(await ordersInSight(context, actor, orders))
  const { items, equal } = candidatesAmong(pairs.filter(({ item }) => visible.has(item.order)))
  return { items: items.map(candidateOrderView), equal }
}

/** The transactions that may pay a collection; an agent's are those of its accounts. */
export async function candidatesOfCollection(
  context: Context,
  actor: Actor,
  tradeNo: string,
): Promise<CandidateList<ReturnType<typeof candidateDepositView>>> {
  const { order, merchantContext } = await findOrder(context, collectionBook, {
    tradeNo,
    reader: actor,
  })
  if (!isOpen(collectionKind, order)) return none
  const former = await formerAccountsOf(merchantContext.db, order.id, monthAgo(context))
  const expected = await expectedPaymentOf(merchantContext, order, former)
  const home = contextOfOrder(context, order.id) ?? merchantContext
  return depositsFor(home, actor, expected)
}

/** The transactions that may pay a payout. */
export async function candidatesOfPayout(
  context: Context,
  actor: Actor,
  tradeNo: string,
): Promise<CandidateList<ReturnType<typeof candidateDepositView>>> {
  const { order, merchantContext } = await findOrder(context, payoutBook, {
    tradeNo,
    reader: actor,
  })
  return isOpen(payoutKind, order)
    ? depositsFor(merchantContext, actor, expectedOfPayout(order))
    : none
}

const none = { items: [], equal: 0 }

async function depositsFor(
  context: MerchantContext,
  actor: Actor,
  expected: DuePayment,
): Promise<CandidateList<ReturnType<typeof candidateDepositView>>> {
  const { db } = context
  const found = await depositsOf(db, expected)
  const accounts = [...new Set(found.map(({ bankAccountId }) => bankAccountId))]
  const usable = (await findTermsOf(db, accounts)).filter((account) =>
    mayUseAccount(account, actor),
  )
  const visible = found.filter((one) => usable.some(({ id }) => id === one.bankAccountId))
  const pairs = visible.map((deposit) => ({ item: deposit, expected, deposit }))
  const { items, equal } = candidatesAmong(pairs)
  const views = items.map(async (candidate) => {
    const { id, doubts } = candidate.item
    const isJudged = doubts !== null
    return candidateDepositView(candidate, isJudged ? await currentDoubts(context, id) : null)
  })
  return { items: await Promise.all(views), equal }
}

// Searches each account of the order. Any account may pay an unpaid payout; a collection without an account has none.
async function depositsOf(
  db: MerchantContext['db'],
  expected: DuePayment,
): Promise<readonly PossibleDeposit[]> {
  const { amount, last5, createdAt, bankAccountId, periods } = expected
  const earliest = createdAt - clockDifferenceSeconds
  const wantedFrom = (since: number) => ({
    amount,
    last5,
    // A line without a time is booked at the beginning of its day.
    from: taipeiDayStart(taipeiDay(earliest)),
    inTimeFrom: since,
    inTimeDay: taipeiDayStart(taipeiDay(since)),
    until: createdAt + candidateSeconds,
  })
  if (amount < 0 && bankAccountId === null) return possibleDebits(db, wantedFrom(earliest))
  const accounts = amount < 0 && bankAccountId !== null ? [bankAccountId] : periods.map(accountOf)
  const found = await Promise.all(
    accounts.map((account) =>
      possibleDeposits(db, account, wantedFrom(earliestInTime(expected, account))),
    ),
  )
  return found.flat()
}

const accountOf = ({ bankAccountId }: { readonly bankAccountId: number }) => bankAccountId

async function collectionsFor(
  { db, settings, now }: MerchantContext,
  deposit: Deposit,
): Promise<readonly CandidatePair<CandidateOrder>[]> {
  const { matchedGraceSeconds } = settings
  const range = { ...rangeFor(deposit), leftAfter: monthAgo({ now }) }
  const found = await possibleCollections(db, deposit, range)
  return found
    .filter(({ collection }) => isOpen(collectionKind, collection))
    .map(({ collection, uid, link, former }) => ({
      item: { kind: 'collection', order: collection, uid },
      expected: expectedOfCollection(collection, { link, matchedGraceSeconds, former }),
      deposit,
    }))
}

async function payoutsFor(
  { db }: MerchantContext,
  deposit: Deposit,
): Promise<readonly CandidatePair<CandidateOrder>[]> {
  const found = await possiblePayouts(db, deposit, rangeFor(deposit))
  return found.map(({ payout, uid }) => ({
    item: { kind: 'payout', order: payout, uid },
    expected: expectedOfPayout(payout),
    deposit,
  }))
}

// Orders created before the booking, as precisely as the bank reports it, and still candidates then.
function rangeFor({ bookedAt, dayOnly }: Deposit) {
  const last = bookedAt + clockDifferenceSeconds + (dayOnly ? daySeconds : 1)
  return { first: firstIdAt(bookedAt - candidateSeconds), end: firstIdAt(last) }
}

// An order stays a candidate on a former account for this long.
function monthAgo({ now }: Pick<Context, 'now'>): number {
  return toSeconds(now()) - candidateSeconds
}
