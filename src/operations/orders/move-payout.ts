import type { Context } from '../../context.ts'
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
import { payoutView } from '../../rules/views/back-office-views.ts'
import { findPayoutOfAnyone, updatePayout } from '../../store/orders/payouts.ts'
import {
  agentFor,
  type Decide,
  type MerchantTold,
  moveOrder,
  type OrderBook,
  refuseFuture,
} from './move-order.ts'

/** How the back office finds payouts and writes them back. */
export const payoutBook: OrderBook<Payout> = {
  kind: 'payout',
  find: findPayoutOfAnyone,
  write: ({ db }, before, { order }) => [updatePayout(db, before, order)],
}

/** A payout after its move, as the back office sees it. */
type Moved = Promise<ReturnType<typeof payoutView> & MerchantTold>

/** Assigns a waiting payout to an agent. */
export function takePayout(
  context: Context,
  act: Act,
  tradeNo: string,
  agent: string | null,
): Moved {
  return movePayout(context, act, 'take', tradeNo, ({ order }, maker) =>
    decideTaking(payoutSteps, order, agentFor(act, agent), maker),
  )
}

/** Releases a payout from its agent. */
export function releasePayout(context: Context, act: Act, tradeNo: string): Moved {
  return movePayout(context, act, 'release', tradeNo, ({ order }, maker) =>
    decideRelease(payoutSteps, order, maker),
  )
}

/** Debits a payout that was made, releases what it froze, and owes the merchant its callback. */
export async function processPayout(
  context: Context,
  act: Act,
  tradeNo: string,
  processing: Processing,
): Moved {
  refuseFuture(context, 'processed_at', processing.processedAt)
  return movePayout(context, act, 'process', tradeNo, ({ order, merchant }, maker) =>
    decideProcessing(order, merchant, processing, maker),
  )
}

/** Cancels a payout: releases what it froze and owes the merchant its callback. */
export function cancelPayout(context: Context, act: Act, tradeNo: string, reason: string): Moved {
  return movePayout(context, act, 'cancel', tradeNo, ({ order, merchant }, maker) =>
    decideCancellation(order, merchant, reason, maker),
  )
}

/** Reverses a payout that the bank sent back. */
export function reversePayout(
  context: Context,
  act: Act,
  tradeNo: string,
  reversal: Reversal,
): Moved {
  return movePayout(context, act, 'reverse', tradeNo, ({ order, merchant }, maker) =>
    decideReturn(order, merchant, reversal, maker),
  )
}

async function movePayout(
  context: Context,
  act: Act,
  action: string,
  tradeNo: string,
  decide: Decide<Payout>,
): Moved {
  const { order, merchant, told } = await moveOrder(
    context,
    payoutBook,
    act,
    action,
    tradeNo,
    decide,
  )
  return { ...payoutView({ uid: merchant.uid, payout: order }), ...told }
}
