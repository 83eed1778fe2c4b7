import type { EventFact } from '../orders/order-events.ts'
import type { CheckedOrder } from './check-order.ts'
import { amountText, type Finding } from './finding.ts'
import type { ToldOrder } from './order-history.ts'

/** What an order's callback tells; amounts in hundredths, null where its body has none. */
export type CheckedCallback = {
  readonly merchantId: number
  /** The number of the event that it tells of; null where it was written without. */
  readonly eventSeq: number | null
  readonly amount: number | null
  /** `paid_amount` or `actual_amount`. */
  readonly paid: number | null
}

/** How an order's callback differs from its events; `history` is what they say, one after the other. */
export function callbackFindings(
  order: CheckedOrder,
  history: readonly ToldOrder[],
): readonly Finding[] {
  const { callback, tradeNo: subject } = order
  const differing = (field: string, expected: string, found: string): Finding[] =>
    expected === found ? [] : [{ record: 'callbacks', subject, field, expected, found }]
  const owed = order.events.findLast((event, place) => isOwed(order, event.fact, history[place]))
  if (callback === null) return owed === undefined ? [] : differing('seq', String(owed.seq), '')
  const { eventSeq } = callback
  const place = order.events.findIndex(({ seq }) => seq === eventSeq)
  const [told, last] = [history[place], history.at(-1)]
  const amount = last?.amount ?? order.amount
  return [
    ...differing('merchant_id', String(order.merchantId), String(callback.merchantId)),
    ...differing('amount', amountText(amount), textOf(callback.amount)),
    ...(eventSeq === null
      ? []
      : tellsOf(order.kind, owed?.seq ?? 0, eventSeq, told, callback).flatMap((one) =>
          differing(...one),
        )),
  ]
}

function tellsOf(
  kind: CheckedOrder['kind'],
  owed: number,
  seq: number,
  told: ToldOrder | undefined,
  callback: CheckedCallback,
): readonly (readonly [string, string, string])[] {
  if (told === undefined || seq < owed) return [['event_seq', String(owed), String(seq)]]
  // A collection that is not paid tells of nothing paid, whatever was declared.
  const isUnpaid = kind === 'collection' && told.state.startsWith('pending')
  const paid = isUnpaid ? 0 : told.paid
  const field = kind === 'collection' ? 'paid_amount' : 'actual_amount'
  return paid === null ? [] : [[field, amountText(paid), textOf(callback.paid)]]
}

// Whether the merchant is told of an event whatever its settings are.
function isOwed({ kind, urls }: CheckedOrder, fact: EventFact, after?: ToldOrder): boolean {
  const state = after?.state ?? ''
  if (kind === 'collection') {
    const isPaid =
      fact.name === 'settled' || (fact.name === 'created' && !state.startsWith('pending'))
    return isPaid && urls.paid !== ''
  }
  const isTold = ['requested', 'processed', 'cancelled', 'returned'].includes(fact.name)
  if (!isTold || state === 'pending') return false
  return (state === 'processed' ? urls.paid : urls.unpaid) !== ''
}

const textOf = (amount: number | null) => (amount === null ? '' : amountText(amount))
