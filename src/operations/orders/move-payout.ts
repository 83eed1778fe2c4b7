import type { Context } from '../../context.ts'
import { type BackingCall, decideBacking } from '../../rules/banking/back-order.ts'
import { decideRelease, decideTaking, type Reversal } from '../../rules/orders/order-step.ts'
import type { Payout } from '../../rules/orders/orders.ts'
import {
  decideCancellation,
  decideProcessing,
  decideReturn,
  type Processing,
  payoutSteps,
} from '../../rules/orders/payout-moves.ts'
import type { Act } from '../../rules/people/act.ts'
import { concernOfPayment, concernOfReversal, standing } from '../../rules/people/second-person.ts'
import { payoutView } from '../../rules/views/back-office-views.ts'
import { findPayoutOfAnyone, updatePayout } from '../../store/orders/payouts.ts'
import { claimsOwnEvidence } from '../people/own-evidence.ts'
import { evidenceForPayout, isFeeOverMax, standingEvidence } from './gather-evidence.ts'
import type { TransactionRefs } from './move-collection.ts'
import {
  agentFor,
  type MerchantNotice,
  type Move,
  moveOrder,
  type OrderBook,
  refuseFuture,
} from './move-order.ts'

/** How the back office finds payouts and writes them back. */
export const payoutBook: OrderBook<Payout> = {
  kind: 'payout',
  view: ({ order, merchant }) => payoutView({ uid: merchant.uid, payout: order }),
  find: findPayoutOfAnyone,
  write: ({ db }, found, { order }) => [updatePayout(db, found.order, order)],
}

/** A payout after its move, as the back office sees it. */
type Moved = Promise<ReturnType<typeof payoutView> & MerchantNotice>

/** Assigns a waiting payout to an agent. */
export function takePayout(
  context: Context,
  act: Act,
  tradeNo: string,
  agent: string | null,
): Moved {
  return movePayout({
    context,
    act,
    action: 'take',
    tradeNo,
    decide: ({ order }, maker) => decideTaking(payoutSteps, order, agentFor(act, agent), maker),
  })
}

/** Releases a payout from its agent. */
export function releasePayout(context: Context, act: Act, tradeNo: string): Moved {
  return movePayout({
    context,
    act,
    action: 'release',
    tradeNo,
    decide: ({ order }, maker) => decideRelease(payoutSteps, order, maker),
  })
}

/**
 * Debits a payout that was made, releases what it froze, and owes the merchant its callback. Claims the transactions
 * that are named, as settling a collection does.
 */
export async function processPayout(
  context: Context,
  act: Act,
  tradeNo: string,
  processing: Processing & TransactionRefs,
): Moved {
  refuseFuture(context, 'processed_at', processing.processedAt)
  const { bankTransactions: ids = [], bankAccount = null } = processing
  const { override, fee } = processing
  return movePayout({
    context,
    act,
    action: 'process',
    tradeNo,
    decide: async (found, maker) => {
      const evidence = await evidenceForPayout(found, ids, bankAccount)
      return decideProcessing(found.order, found.merchant, processing, evidence, maker)
    },
    concernOf: async (
      { order, hasAccounts, merchantContext },
      { order: { actualAmount: paid }, claim },
    ) => {
      const payment = { kind: 'process', ordered: order.amount, paid, fee, override } as const
      const ownEvidence = await claimsOwnEvidence(merchantContext, act, claim)
      const unbacked = hasAccounts && claim === null
      return concernOfPayment(act, { ...payment, unbacked, ownEvidence })
    },
  })
}

/** Cancels a payout: releases what it froze and owes the merchant its callback. */
export function cancelPayout(context: Context, act: Act, tradeNo: string, reason: string): Moved {
  return movePayout({
    context,
    act,
    action: 'cancel',
    tradeNo,
    decide: ({ order, merchant }, maker) => decideCancellation(order, merchant, reason, maker),
  })
}

/** Reverses a payout that the bank sent back. */
export function reversePayout(
  context: Context,
  act: Act,
  tradeNo: string,
  reversal: Reversal & TransactionRefs,
): Moved {
  const { bankTransactions = [], because, fee } = reversal
  return movePayout({
    context,
    act,
    action: 'reverse',
    tradeNo,
    decide: async ({ order, merchant, merchantContext }, maker) => {
      const evidence = await standingEvidence(merchantContext, order, bankTransactions)
      return decideReturn(order, merchant, reversal, evidence, maker)
    },
    concernOf: async ({ order, merchantContext }) => {
      const { amount: ordered, actualAmount: paid, backed } = order
      const isOver = await isFeeOverMax(merchantContext, bankTransactions, fee)
      const reversed = { because, ofPayout: true, backed, isFeeOver: isOver }
      return concernOfReversal({ ordered, paid, fee }, reversed)
    },
  })
}

/** Names the transactions that paid a processed payout, or exchanges them; moves no money. */
export function backPayout(
  context: Context,
  act: Act,
  tradeNo: string,
  backing: BackingCall & Required<TransactionRefs>,
): Moved {
  return movePayout({
    context,
    act,
    action: 'back',
    tradeNo,
    decide: async ({ order, merchantContext }, maker) => {
      const evidence = await standingEvidence(merchantContext, order, backing.bankTransactions)
      return decideBacking(payoutSteps, order, backing, evidence, maker)
    },
    concernOf: () => (backing.insteadOf === null ? null : standing('transactions_exchanged')),
  })
}

async function movePayout(move: Move<Payout>): Moved {
  const { order, merchant, told } = await moveOrder(payoutBook, move)
  return { ...payoutView({ uid: merchant.uid, payout: order }), ...told }
}
