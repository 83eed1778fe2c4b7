import type { BankTransaction } from '../banking/bank-transaction.ts'
import type { Recipient } from '../callbacks/callback-body.ts'
import { settledStep } from '../orders/collection-moves.ts'
import { settledStatus } from '../orders/order-states.ts'
import type { Maker } from '../orders/order-step.ts'
import type { Collection } from '../orders/orders.ts'
import type { Step } from '../orders/steps.ts'
import { autoActor } from './auto-actor.ts'

/** The step that settles an order, whoever has taken it, with its certain transaction (matching §4). */
export function settleCertain(
  { order, merchant }: { readonly order: Collection; readonly merchant: Recipient },
  { id, bookedAt, amount, confirmedAt }: BankTransaction,
  now: number,
): Step<Collection> {
  const maker: Maker = { actor: autoActor, now }
  return settledStep({
    order,
    merchant,
    maker,
    fact: {
      name: 'settled',
      paidAmount: amount,
      override: false,
      backed: true,
      bankTransactions: [id],
      auto: { edition: 1, transaction: id, key: 'slot' },
    },
    // A statement of its own claims the transaction and counts the doubts again.
    claim: null,
    settled: {
      status: settledStatus(order, false),
      paidAt: bookedAt,
      settledBy: 'auto',
      proof: confirmedAt === null ? 'awaiting' : 'confirmed',
    },
  })
}
