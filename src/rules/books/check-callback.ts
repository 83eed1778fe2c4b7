import type { EventFact } from '../orders/order-events.ts'
import type { CheckedOrder } from './checked-order.ts'
import { amountText, differences, type Finding } from './finding.ts'
import type { BookedState } from './order-history.ts'

/** The differences between an order's callback and its events. `history` is the order after each event. */
export function callbackFindings(
  order: CheckedOrder,
  history: readonly BookedState[],
): readonly Finding[] {
  const { callback, kind, events } = order
  const row = { record: 'callbacks', subject: order.tradeNo } as const
  const owed = events.findLast((event, place) => isOwed(order, event.fact, history[place]))
  if (callback === null) return differences(row, { seq: owed ? String(owed.seq) : null }, {})
  const { merchantId, eventSeq, amount, paid } = callback
  const reported = history[events.findIndex(({ seq }) => seq === eventSeq)]
  const isLate = !reported || eventSeq < (owed?.seq ?? 0)
  const paidField = kind === 'collection' ? 'paid_amount' : 'actual_amount'
  return differences(
    row,
    {
      merchant_id: String(order.merchantId),
      amount: amountText(history.at(-1)?.amount ?? order.amount),
      event_seq: isLate ? String(owed?.seq ?? 0) : null,
      [paidField]: isLate || !reported ? null : amountText(paidReported(kind, reported)),
    },
    {
      merchant_id: String(merchantId),
      amount: amountText(amount) ?? '',
      event_seq: String(eventSeq),
      [paidField]: amountText(paid) ?? '',
    },
  )
}

// An unpaid collection is reported with nothing paid, whatever was declared.
function paidReported(kind: CheckedOrder['kind'], { state, paid }: BookedState): number | null {
  return kind === 'collection' && state.startsWith('pending') ? 0 : paid
}

// Whether an event is reported to every merchant, whatever its settings.
function isOwed({ kind, urls }: CheckedOrder, { name }: EventFact, after?: BookedState): boolean {
  const state = after?.state ?? ''
  if (kind === 'collection') {
    const isPaid = name === 'settled' || (name === 'created' && !state.startsWith('pending'))
    return isPaid && urls.paid !== ''
  }
  const isReported = ['requested', 'processed', 'cancelled', 'returned'].includes(name)
  if (!isReported || state === 'pending') return false
  return (state === 'processed' ? urls.paid : urls.unpaid) !== ''
}
