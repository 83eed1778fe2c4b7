import { toAmount } from '../../../units/money.ts'
import { secondsToTaipei } from '../../../units/taipei-time.ts'
import { payingIds } from '../../banking/order-claims.ts'
import type { EventFact, OrderEvent } from '../../orders/order-events.ts'
import { callbackId } from '../../orders/order-identity.ts'
import {
  type AttemptRecord,
  attemptView,
  type CallbackRecord,
  callbackStatus,
  callbackView,
} from '../callbacks/callback-view.ts'
import { type Note, noteView } from '../people/note-view.ts'

/** An order for the back office, with its events, callback and attempts. */
export function orderHistoryView<View extends { readonly uid: string }>({
  order,
  events,
  notes,
  callback,
  attempts,
}: {
  readonly order: View
  readonly events: readonly OrderEvent[]
  readonly notes: readonly Note[]
  readonly callback: CallbackRecord | null
  readonly attempts: readonly AttemptRecord[]
}) {
  return {
    ...order,
    bank_transactions: payingIds(events),
    callback_status: callbackStatus(callback),
    callback: callback && callbackView({ uid: order.uid, callback }),
    events: events.map(({ seq, from, to, actor, at, fact }) => {
      const told = reportedBy(seq, callback)
      return { seq, from, to, actor, at: secondsToTaipei(at), ...factView(fact), told }
    }),
    notes: notes.map(noteView),
    attempts: attempts.map((attempt) => attemptView(attempt, callback)),
  }
}

// The report of an event: the callback's id and its fixed fields; null if it was not reported.
function reportedBy(seq: number, callback: CallbackRecord | null) {
  if (callback === null) return null
  const { tradeNo, eventSeq, body, superseded } = callback
  const reports = [...(superseded ?? []), { seq: eventSeq, body }]
  const place = reports.findIndex((one) => one.seq === seq)
  const found = reports[place]
  return found === undefined
    ? null
    : { callback_id: callbackId(tradeNo, place + 1), body: found.body }
}

function factView(fact: EventFact) {
  const fields = Object.entries(fact)
    .filter(([name]) => !ofOrder.includes(name))
    .map(([name, value]) => [
      factNames[name] ?? name,
      typeof value === 'number' && !numbers.includes(name) ? toAmount(value) : value,
    ])
  return Object.fromEntries(fields)
}

// The order itself shows the ordered amount.
const ofOrder = ['orderAmount', 'orderActual']

// The numbers of a fact that are no amounts.
const numbers = ['bankAccount', 'pricing']

const factNames: Readonly<Record<string, string>> = {
  paidAmount: 'paid_amount',
  actualAmount: 'actual_amount',
  frozenFee: 'frozen_fee',
  approvedBy: 'approved_by',
  bankAccount: 'bank_account',
  bankTransactions: 'bank_transactions',
  insteadOf: 'instead_of',
}
