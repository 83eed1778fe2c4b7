import { payoutKind } from '../../rules/orders/order-kinds.ts'
import type { Reversal } from '../../rules/orders/order-step.ts'
import type { Payout } from '../../rules/orders/orders.ts'
import {
  decideCancellation,
  decideProcessing,
  decideReturn,
  type Processing,
} from '../../rules/orders/payout-moves.ts'
import { payoutView } from '../../rules/views/orders/payout-view.ts'
import { payoutTable } from '../../store/orders/payouts.ts'
import { evidenceForPayout, orderEvidence } from '../banking/gather-evidence.ts'
import {
  type MoveCommand,
  type MoveResult,
  moveOrder,
  type OrderBook,
  type OrderOfMerchant,
  refuseFuture,
  type TransactionRefs,
} from './move-order.ts'

type PayoutView = ReturnType<typeof payoutView>

/** How the back office finds payouts and writes them back. */
export const payoutBook: OrderBook<Payout, PayoutView, OrderOfMerchant<Payout>> = {
  kind: payoutKind,
  view: ({ order, merchant }) => payoutView({ uid: merchant.uid, order }),
  find: payoutTable.findOfAnyone,
  write: ({ context, found, step }) => [payoutTable.update(context.db, found.order, step.order)],
}

/**
 * Debits a carried-out payout, releases its frozen money, and owes the merchant its callback. Claims the named
 * transactions, as settling a collection does.
 */
export async function processPayout(
  command: MoveCommand<Processing & TransactionRefs>,
): MoveResult<PayoutView> {
  const { context, principal, input } = command
  refuseFuture(context, 'processed_at', input.processedAt)
  return moveOrder(payoutBook, command, {
    action: 'process',
    decide: async (found, maker) => {
      const evidence = await evidenceForPayout(found, principal, input)
      return decideProcessing({ ...found, input, evidence, maker })
    },
  })
}

/** Cancels a payout, with the reason: releases what it froze and owes the merchant its callback. */
export function cancelPayout(command: MoveCommand<string>): MoveResult<PayoutView> {
  return moveOrder(payoutBook, command, {
    action: 'cancel',
    decide: (found, maker) => decideCancellation({ ...found, input: command.input, maker }),
  })
}

/** Reverses a payout that the bank sent back. */
export function reversePayout(
  command: MoveCommand<Reversal & TransactionRefs>,
): MoveResult<PayoutView> {
  const { input } = command
  return moveOrder(payoutBook, command, {
    action: 'reverse',
    decide: async (found, maker) => {
      const { order, merchantContext } = found
      const evidence = await orderEvidence(merchantContext, order, input.bankTransactions)
      return decideReturn({ ...found, input, evidence, maker })
    },
  })
}
