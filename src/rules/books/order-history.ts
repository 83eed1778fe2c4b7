import type { EventFact } from '../orders/order-events.ts'
import type { OrderType } from '../orders/order-identity.ts'

/** The fields of an event on which the books depend. */
export type BookedEvent = {
  readonly seq: number
  readonly from: string
  readonly to: string
  readonly fact: EventFact
}

/** The state of an order after its events up to one of them, in hundredths; null if the events do not say. */
export type BookedState = {
  readonly state: string
  readonly amount: number | null
  /** What was paid, or paid out: `paid_amount` or `actual_amount`. */
  readonly paid: number | null
  /** The booked or frozen fee, or null. */
  readonly fee: number | null
  readonly backed: boolean | null
  /** The ids of its claimed transactions. */
  readonly claimed: readonly number[]
  /** Their sum, negative for a payout. */
  readonly claimedSum: number
  /** The part of the sum that belongs to reversed settlements. */
  readonly keptSum: number
}

/** An order before its first event. */
export const initialState: BookedState = {
  state: '',
  amount: null,
  paid: null,
  fee: null,
  backed: null,
  claimed: [],
  claimedSum: 0,
  keptSum: 0,
}

export function afterEvent(kind: OrderType, before: BookedState, event: BookedEvent): BookedState {
  const { fact, to } = event
  const after = { ...before, state: to }
  switch (fact.name) {
    case 'created': {
      const backed = fact.credit === 'available' ? false : null
      const amount = fact.orderAmount ?? null
      const { paidAmount: paid, charged: fee = null } = fact
      return { ...after, amount, paid, fee, backed }
    }
    case 'requested':
      return afterRequest(after, fact)
    case 'settled':
    case 'confirmed':
    case 'processed':
      return afterSettlement(kind, after, fact)
    case 'backed':
      return afterBacking(kind, after, fact)
    case 'rejected':
      return { ...after, ...unpaid }
    case 'reversed':
    case 'returned':
      return { ...after, ...unpaid, ...afterWayBack(kind, before, fact) }
    case 'cancelled':
      return { ...after, ...unpaid, amount: fact.amount }
    default:
      return after
  }
}

const unpaid = { paid: 0, fee: null, backed: null } as const

const signOf = (kind: OrderType) => (kind === 'collection' ? 1 : -1)

type Fact<Name extends EventFact['name']> = Extract<EventFact, { name: Name }>

function afterRequest(order: BookedState, fact: Fact<'requested'>): BookedState {
  const { amount, effect, orderAmount = null, orderActual = null } = fact
  const isPaid = effect === 'debit'
  const fee = (isPaid ? fact.charged : fact.frozenFee) ?? null
  const known = { ...order, fee, backed: isPaid ? false : null }
  if (effect === 'freeze') return { ...known, amount, paid: orderActual }
  return { ...known, amount: orderAmount, paid: isPaid ? amount : 0 }
}

function afterSettlement(
  kind: OrderType,
  order: BookedState,
  fact: Fact<'settled' | 'confirmed' | 'processed'>,
): BookedState {
  const paid = fact.name === 'processed' ? fact.actualAmount : fact.paidAmount
  const { bankTransactions = [], fee: bankFee = 0, charged: fee = null } = fact
  const backed = bankTransactions.length > 0
  return {
    ...order,
    amount: orderedIn(fact) ?? order.amount,
    paid,
    fee,
    backed,
    claimed: [...order.claimed, ...bankTransactions],
    claimedSum: order.claimedSum + (backed ? signOf(kind) * (paid + bankFee) : 0),
  }
}

function orderedIn(fact: Fact<'settled' | 'confirmed' | 'processed'>): number | undefined {
  if (fact.name === 'processed') return fact.amount
  return fact.name === 'settled' ? fact.orderAmount : undefined
}

function afterBacking(kind: OrderType, order: BookedState, fact: Fact<'backed'>): BookedState {
  const { bankTransactions, insteadOf = [] } = fact
  // Exchanged transactions have the same sum.
  const added = order.backed === true ? 0 : signOf(kind) * (order.paid ?? 0)
  const others = order.claimed.filter((id) => !insteadOf.includes(id))
  return {
    ...order,
    backed: true,
    claimed: [...others, ...bankTransactions],
    claimedSum: order.claimedSum + added,
  }
}

// A wrong match frees the order's transactions. Returned money keeps them, and claims the transactions of the return.
function afterWayBack(
  kind: OrderType,
  { claimed, claimedSum, keptSum, paid }: BookedState,
  { because, freed = [], bankTransactions = [], fee = 0 }: Fact<'reversed' | 'returned'>,
): Partial<BookedState> {
  if (because !== 'money_returned') {
    return { claimed: claimed.filter((id) => !freed.includes(id)), claimedSum: keptSum }
  }
  const back = bankTransactions.length === 0 ? 0 : signOf(kind) * (paid ?? 0) + fee
  const rest = claimedSum - back
  return { claimed: [...claimed, ...bankTransactions], claimedSum: rest, keptSum: rest }
}
