import type { Context } from '../../context.ts'
import type { Actor } from '../../rules/orders/order-events.ts'
import { decideRelease, decideTaking } from '../../rules/orders/order-step.ts'
import type { Payout } from '../../rules/orders/orders.ts'
import {
  decideCancellation,
  decideProcessing,
  type Processing,
  payoutSteps,
} from '../../rules/orders/payout-moves.ts'
import { payoutView } from '../../rules/views/back-office-views.ts'
import { findPayoutOfAnyone, updatePayout } from '../../store/orders/payouts.ts'
import { agentFor, type Decide, moveOrder, type OrderBook, refuseFuture } from './move-order.ts'

/** How payouts are found by the back office and written back. */
export const payoutBook: OrderBook<Payout> = {
  kind: 'payout',
  find: findPayoutOfAnyone,
  write: ({ db }, before, { order }) => [updatePayout(db, before, order)],
}

/** A payout after its move, as the back office sees it. */
type Moved = Promise<ReturnType<typeof payoutView>>

/** Takes a waiting payout in hand. */
export function takePayout(
  context: Context,
  actor: Actor,
  tradeNo: string,
  agent: string | null,
): Moved {
  return movePayout(context, actor, tradeNo, ({ order }, maker) =>
    decideTaking(payoutSteps, order, agentFor(actor, agent), maker),
  )
}

/** Gives a payout back that somebody had in hand. */
export function releasePayout(context: Context, actor: Actor, tradeNo: string): Moved {
  return movePayout(context, actor, tradeNo, ({ order }, maker) =>
    decideRelease(payoutSteps, order, maker),
  )
}

/** The money has gone out: debits it, releases what it froze, and owes the merchant its callback. */
export async function processPayout(
  context: Context,
  actor: Actor,
  tradeNo: string,
  processing: Processing,
): Moved {
  refuseFuture(context, 'processed_at', processing.processedAt)
  return movePayout(context, actor, tradeNo, ({ order, merchant }, maker) =>
    decideProcessing(order, merchant, processing, maker),
  )
}

/** The payout will not be made: releases what it froze and tells the merchant. */
export function cancelPayout(
  context: Context,
  actor: Actor,
  tradeNo: string,
  reason: string,
): Moved {
  return movePayout(context, actor, tradeNo, ({ order, merchant }, maker) =>
    decideCancellation(order, merchant, reason, maker),
  )
}

async function movePayout(
  context: Context,
  actor: Actor,
  tradeNo: string,
  decide: Decide<Payout>,
): Moved {
  const { order, merchant } = await moveOrder(context, payoutBook, actor, tradeNo, decide)
  return payoutView({ uid: merchant.uid, payout: order })
}
