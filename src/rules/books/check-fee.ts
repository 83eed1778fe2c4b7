import type { EventFact } from '../orders/order-events.ts'
import { feeFor, returnedFee } from '../pricing/charge.ts'
import type { CheckedOrder } from './checked-order.ts'
import type { BookedState } from './order-history.ts'

/** The fee that an event books, and the fee that it freezes, in hundredths; null for none. */
type EventFees = { readonly charged: number | null; readonly frozenFee: number | null }

export function feesOfFact(fact: EventFact): EventFees {
  return {
    charged: 'charged' in fact ? (fact.charged ?? null) : null,
    frozenFee: 'frozenFee' in fact ? (fact.frozenFee ?? null) : null,
  }
}

/** The fees that an event must have, by the price in force at its order's creation (fees §1, §2). */
export function expectedFees(order: CheckedOrder, before: BookedState, fact: EventFact): EventFees {
  const fee = (base: number) => feeFor(order, { kind: order.rate, pricing: order.pricing }, base)
  const charged = (sum: number | null): EventFees => ({ charged: sum, frozenFee: null })
  switch (fact.name) {
    case 'created':
      return charged(fact.credit === 'available' ? fee(fact.paidAmount) : null)
    case 'settled':
    case 'confirmed':
      return charged(fee(fact.paidAmount))
    case 'requested':
      if (fact.effect === 'freeze') return { charged: null, frozenFee: fee(fact.amount) }
      return charged(fact.effect === 'debit' ? fee(fact.amount) : null)
    case 'processed': {
      const ofPaid = fee(fact.actualAmount)
      const atMost = ofPaid === null ? null : Math.min(ofPaid, before.fee ?? 0)
      return { charged: atMost, frozenFee: before.fee }
    }
    case 'cancelled':
      return { charged: null, frozenFee: before.fee }
    case 'reversed':
    case 'returned': {
      const { pricing } = order
      return charged(returnedFee(order, { pricing, fee: before.fee }, fact.because).charged ?? null)
    }
    default:
      return charged(null)
  }
}
