import type { Context, MerchantContext } from '../../context.ts'
import { isOpen } from '../../rules/banking/backing.ts'
import { mayUse } from '../../rules/banking/bank-account.ts'
import { candidateSeconds, candidatesAmong, type Pair } from '../../rules/banking/candidates.ts'
import {
  clockDifferenceSeconds,
  type Deposit,
  type Expected,
  expectedOfCollection,
  expectedOfPayout,
} from '../../rules/banking/evidence.ts'
import type { Actor } from '../../rules/orders/order-events.ts'
import { firstIdAt } from '../../rules/orders/order-identity.ts'
import {
  type CandidateOrder,
  candidateDepositView,
  candidateOrderView,
} from '../../rules/views/candidate-view.ts'
import {
  type OrderRange,
  possibleCollections,
  possibleDeposits,
  possiblePayouts,
} from '../../store/banking/candidates.ts'
import { findTermsOf } from '../../store/banking/claims.ts'
import { expectedOf } from '../orders/gather-evidence.ts'
import { collectionBook } from '../orders/move-collection.ts'
import { findOrder } from '../orders/move-order.ts'
import { payoutBook } from '../orders/move-payout.ts'

type Listed<View> = { readonly items: readonly View[] }

/** The orders that a transaction may pay, the best first, at most 20 (back office §4). */
export async function candidatesOfDeposit(
  context: MerchantContext,
  deposit: Deposit,
): Promise<readonly ReturnType<typeof candidateOrderView>[]> {
  if (deposit.state === 'ignored') return []
  const pairs = deposit.amount > 0 ? collectionsFor(context, deposit) : payoutsFor(context, deposit)
  return candidatesAmong(await pairs).map(candidateOrderView)
}

/** The transactions that may pay a collection. An agent sees those of accounts that it may use. */
export async function candidatesOfCollection(
  context: Context,
  actor: Actor,
  tradeNo: string,
): Promise<Listed<ReturnType<typeof candidateDepositView>>> {
  const { order, merchantContext } = await findOrder(context, collectionBook, tradeNo)
  const expected = await expectedOf(merchantContext, order)
  return isOpen(order) ? depositsFor(merchantContext, actor, expected) : { items: [] }
}

/** The transactions that may pay a payout; the same from its side. */
export async function candidatesOfPayout(
  context: Context,
  actor: Actor,
  tradeNo: string,
): Promise<Listed<ReturnType<typeof candidateDepositView>>> {
  const { order, merchantContext } = await findOrder(context, payoutBook, tradeNo)
  return isOpen(order)
    ? depositsFor(merchantContext, actor, expectedOfPayout(order))
    : { items: [] }
}

async function depositsFor(
  { db }: MerchantContext,
  actor: Actor,
  expected: Expected,
): Promise<Listed<ReturnType<typeof candidateDepositView>>> {
  const { createdAt, amount } = expected
  // A day's line is booked at the beginning of its day.
  const from = createdAt - clockDifferenceSeconds - daySeconds
  const found = await possibleDeposits(db, amount, { from, until: createdAt + candidateSeconds })
  const accounts = [...new Set(found.map(({ bankAccountId }) => bankAccountId))]
  const usable = (await findTermsOf(db, accounts)).filter((account) => mayUse(account, actor))
  const seen = found.filter((one) => usable.some(({ id }) => id === one.bankAccountId))
  const pairs = seen.map((deposit) => ({ item: deposit, expected, deposit }))
  return { items: candidatesAmong(pairs).map(candidateDepositView) }
}

async function collectionsFor(
  { db, settings }: MerchantContext,
  deposit: Deposit,
): Promise<readonly Pair<CandidateOrder>[]> {
  const found = await possibleCollections(db, deposit, rangeFor(deposit))
  return found
    .filter(({ collection }) => isOpen(collection))
    .map((one) => {
      const { collection, uid, link } = one
      const expected = expectedOfCollection(collection, link, settings.matchedGraceSeconds)
      return { item: { kind: 'collection', order: collection, uid }, expected, deposit }
    })
}

async function payoutsFor(
  { db }: MerchantContext,
  deposit: Deposit,
): Promise<readonly Pair<CandidateOrder>[]> {
  const found = await possiblePayouts(db, deposit, rangeFor(deposit))
  return found.map(({ payout, uid }) => {
    return {
      item: { kind: 'payout', order: payout, uid },
      expected: expectedOfPayout(payout),
      deposit,
    }
  })
}

// Created not after the booking, as far as the bank tells it, and within the time in which an order is a candidate.
function rangeFor({ bookedAt, dayOnly }: Deposit): OrderRange {
  const last = bookedAt + clockDifferenceSeconds + (dayOnly ? daySeconds : 1)
  return { first: firstIdAt(bookedAt - candidateSeconds), end: firstIdAt(last) }
}

const daySeconds = 86_400
