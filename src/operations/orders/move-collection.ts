import type { Context, MerchantContext } from '../../context.ts'
import { accountChanges } from '../../rules/banking/account-changes.ts'
import { type BackingCall, decideBacking } from '../../rules/banking/back-order.ts'
import { linkTurn } from '../../rules/links/link-turns.ts'
import {
  type Confirmation,
  collectionSteps,
  decideConfirmation,
  decideReversal,
  decideSettlement,
  type Settlement,
} from '../../rules/orders/collection-moves.ts'
import { decideException } from '../../rules/orders/matching.ts'
import { decideRelease, decideTaking, type Reversal } from '../../rules/orders/order-step.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import type { Step } from '../../rules/orders/steps.ts'
import type { Act } from '../../rules/people/act.ts'
import { concernOfPayment, concernOfReversal, standing } from '../../rules/people/second-person.ts'
import { collectionView } from '../../rules/views/back-office-views.ts'
import {
  type AccountGuard,
  changeAccounts,
  keepFormerAccount,
} from '../../store/banking/account-use.ts'
import type { Statement } from '../../store/database.ts'
import { turnLink } from '../../store/links/link-turns-and-expiry.ts'
import { findCollectionOfAnyone, updateCollection } from '../../store/orders/collections.ts'
import { claimsOwnEvidence } from '../people/own-evidence.ts'
import { evidenceForCollection, isFeeOverMax, standingEvidence } from './gather-evidence.ts'
import {
  agentFor,
  type FoundOrder,
  type MerchantNotice,
  type Move,
  moveOrder,
  type OrderBook,
  refuseFuture,
} from './move-order.ts'

/** How the back office finds collections and writes them back. */
export const collectionBook: OrderBook<Collection> = {
  kind: 'collection',
  view: ({ order, merchant }) => collectionView({ uid: merchant.uid, collection: order }),
  find: findCollectionOfAnyone,
  write: writeCollection,
}

/** A collection after its move, as the back office sees it. */
export type Moved = Promise<ReturnType<typeof collectionView> & MerchantNotice>

/** Assigns a waiting collection to an agent. */
export function takeCollection(
  context: Context,
  act: Act,
  tradeNo: string,
  agent: string | null,
): Moved {
  return moveCollection({
    context,
    act,
    action: 'take',
    tradeNo,
    decide: ({ order }, maker) => decideTaking(collectionSteps, order, agentFor(act, agent), maker),
  })
}

/** Releases a collection from its agent. */
export function releaseCollection(context: Context, act: Act, tradeNo: string): Moved {
  return moveCollection({
    context,
    act,
    action: 'release',
    tradeNo,
    decide: ({ order }, maker) => decideRelease(collectionSteps, order, maker),
  })
}

/** Puts a collection aside for a person to examine. */
export function reportException(
  context: Context,
  act: Act,
  tradeNo: string,
  reason: string,
): Moved {
  return moveCollection({
    context,
    act,
    action: 'exception',
    tradeNo,
    decide: ({ order }, maker) => decideException(order, reason, maker),
  })
}

/**
 * Books a deposit and owes the merchant its callback. Claims the transactions that are named: of all settlements that
 * name one at once, one wins; the others are refused with `bank_transaction_taken` (back office §1).
 */
export async function settleCollection(
  context: Context,
  act: Act,
  tradeNo: string,
  settlement: Settlement & TransactionRefs,
): Moved {
  refuseFuture(context, 'paid_at', settlement.paidAt)
  const { override, bankTransactions = [] } = settlement
  return moveCollection({
    context,
    act,
    action: 'settle',
    tradeNo,
    decide: async (found, maker) => {
      const evidence = await evidenceForCollection(found, bankTransactions)
      return decideSettlement(found.order, found.merchant, settlement, evidence, maker)
    },
    concernOf: async (
      { order, hasAccounts, merchantContext },
      { order: { paidAmount: paid }, claim },
    ) => {
      const payment = { kind: 'settle', ordered: order.amount, paid, override } as const
      const ownEvidence = await claimsOwnEvidence(merchantContext, act, claim)
      const unbacked = hasAccounts && claim === null
      return concernOfPayment(act, { ...payment, unbacked, ownEvidence })
    },
  })
}

/** Reverses a wrong settlement, so that the collection can be settled again. */
export function reverseCollection(
  context: Context,
  act: Act,
  tradeNo: string,
  reversal: Reversal & TransactionRefs,
): Moved {
  const { bankTransactions = [], because, fee } = reversal
  return moveCollection({
    context,
    act,
    action: 'reverse',
    tradeNo,
    decide: async ({ order, merchant, merchantContext }, maker) => {
      const evidence = await standingEvidence(merchantContext, order, bankTransactions)
      return decideReversal(order, merchant, reversal, evidence, maker)
    },
    concernOf: async ({ order, merchantContext }) => {
      const { amount: ordered, paidAmount: paid, backed } = order
      const isOver = await isFeeOverMax(merchantContext, bankTransactions, fee)
      const reversed = { because, ofPayout: false, backed, isFeeOver: isOver }
      return concernOfReversal({ ordered, paid, fee }, reversed)
    },
  })
}

/** Confirms, or rejects, money that the merchant declared itself. */
export function confirmCollection(
  context: Context,
  act: Act,
  tradeNo: string,
  confirmation: Confirmation & TransactionRefs,
): Moved {
  const { override, bankTransactions = [] } = confirmation
  return moveCollection({
    context,
    act,
    action: 'confirm',
    tradeNo,
    decide: async (found, maker) => {
      const evidence = await evidenceForCollection(found, bankTransactions)
      return decideConfirmation(found.order, found.merchant, confirmation, evidence, maker)
    },
    concernOf: async ({ order: { amount: ordered, paidAmount: paid }, ...found }, { claim }) => {
      if (!confirmation.accept) return null
      const payment = { kind: 'confirm', ordered, paid, override } as const
      const ownEvidence = await claimsOwnEvidence(found.merchantContext, act, claim)
      const unbacked = found.hasAccounts && claim === null
      return concernOfPayment(act, { ...payment, unbacked, ownEvidence })
    },
  })
}

/**
 * What a step of a collection writes of it, its link and its bank accounts.
 *
 * @param guard what a match checks of its account
 */
export function writeCollection(
  context: MerchantContext,
  found: FoundOrder<Collection>,
  step: Step<Collection>,
  guard: AccountGuard | null = null,
): readonly [Statement, ...Statement[]] {
  const { order: before, hasAccounts } = found
  return [
    updateCollection(context.db, before, step.order),
    ...turnOfLink(context, step, hasAccounts),
    ...changeAccounts(accountChanges(before, step.order), guard),
    ...formerAccount(before, step),
  ]
}

// A collection that was never matched has no former account to go back to.
function formerAccount(
  before: Collection,
  { order, event }: Step<Collection>,
): readonly Statement[] {
  const { bankAccountId: account, accountSince: since, amount } = before
  const { id: orderId, bankAccountId: to } = order
  if (account === to || before.collectionStatus === 'pending') return []
  const from = account === null ? null : { bankAccountId: account, since }
  return keepFormerAccount({ orderId, amount, from, to, now: event.at })
}

/** Names the transactions that paid a settled collection, or exchanges them; moves no money. */
export function backCollection(
  context: Context,
  act: Act,
  tradeNo: string,
  backing: BackingCall & Required<TransactionRefs>,
): Moved {
  return moveCollection({
    context,
    act,
    action: 'back',
    tradeNo,
    decide: async ({ order, merchantContext }, maker) => {
      const evidence = await standingEvidence(merchantContext, order, backing.bankTransactions)
      return decideBacking(collectionSteps, order, backing, evidence, maker)
    },
    concernOf: () => (backing.insteadOf === null ? null : standing('transactions_exchanged')),
  })
}

/** The bank transactions that a call names, by their ids. */
export type TransactionRefs = { readonly bankTransactions?: readonly number[] }

function turnOfLink(
  { db, settings }: MerchantContext,
  step: Step<Collection>,
  hasAccounts: boolean,
): readonly Statement[] {
  const turn = linkTurn(step)
  const { linkId } = step.order
  if (turn === null || linkId === null) return []
  const { matchedGraceSeconds } = settings
  const terms = { now: step.event.at, matchedGraceSeconds, hasAccounts }
  return turnLink(db, { ...step.order, linkId }, turn, terms)
}

function moveCollection(move: Move<Collection>): Moved {
  return moveInBook(collectionBook, move)
}

/** Moves a collection that a book finds. */
export async function moveInBook<Found extends FoundOrder<Collection>>(
  book: OrderBook<Collection, Found>,
  move: Move<Collection, Found>,
): Moved {
  const { order, merchant, told } = await moveOrder(book, move)
  return { ...collectionView({ uid: merchant.uid, collection: order }), ...told }
}
