import { isSettled } from '../orders/order-states.ts'
import type { Collection, Payout } from '../orders/orders.ts'

/**
 * Whether an order is settled and no transaction is named that paid it: such an order can be backed (back office §4).
 * One that was settled before transactions were kept has null for `backed`.
 */
export function isBackable(order: Collection | Payout): boolean {
  return isPaid(order) && order.backed !== true
}

/** Whether an order waits for its money, or is settled and can be backed: then a transaction may be its money. */
export function isOpen(order: Collection | Payout): boolean {
  return order.status === 'pending' || isBackable(order)
}

/** Whether money has moved for an order, and is confirmed. */
export function isPaid(order: Collection | Payout): boolean {
  if (!('orderid' in order)) return order.status === 'processed'
  return isSettled(order) && ['none', 'accepted'].includes(order.confirmation)
}

/** What is booked for an order, in hundredths, and which way it went: negative for a payout. */
export function paidSum(order: Collection | Payout): number {
  return 'orderid' in order ? order.paidAmount : -order.actualAmount
}
