import type { EntryKind } from '../accounts/ledger.ts'
import { collectionTallyChanges, payoutTallyChanges, type TallyChange } from '../accounts/tally.ts'
import type { Credit } from '../settlement/withdrawable.ts'
import type { OrderType } from './order-identity.ts'
import { isResolved, isSettled, stateText } from './order-states.ts'
import type { Collection, Order, Payout } from './orders.ts'

/** What the rules that serve collections and payouts alike need to know of one of the two. */
export type OrderKind<O extends Order> = {
  readonly name: OrderType
  /** What its ledger entries are of. */
  readonly entryKind: (order: O) => EntryKind
  /** Its state as the journal writes it. */
  readonly stateOf: (order: O) => string
  readonly isFinal: (order: O) => boolean
  /** Whether money has moved for it, and is confirmed. */
  readonly isPaid: (order: O) => boolean
  /** What is booked for it, in hundredths, and which way it went: negative for a payout. */
  readonly paidSum: (order: O) => number
  readonly tallyChanges: (before: O | null, after: O) => readonly TallyChange[]
  /** What it has credited, and the day that has it; null where it has credited nothing. */
  readonly creditOf: (order: O) => Credit | null
  /** The payment link that it pays; null where it pays none. */
  readonly linkId: (order: O) => number | null
  /** Whose money it is: a member of the merchant, and the account on the other side; "" where it names none. */
  readonly party: (order: O) => OrderParty
}

/** A member of a merchant, and an account as it is written. */
export type OrderParty = { readonly userId: string; readonly accountNo: string }

export const collectionKind: OrderKind<Collection> = {
  name: 'collection',
  entryKind: () => 'collection',
  stateOf: stateText,
  isFinal: isSettled,
  isPaid: (order) => isSettled(order) && ['none', 'accepted'].includes(order.confirmation),
  paidSum: ({ paidAmount }) => paidAmount,
  tallyChanges: collectionTallyChanges,
  creditOf: ({ creditedDay: day, paidAmount, fee }) =>
    day === null ? null : { day, amount: paidAmount - (fee ?? 0) },
  linkId: ({ linkId }) => linkId,
  party: ({ userId, counterpartyAccount }) => ({ userId, accountNo: counterpartyAccount }),
}

export const payoutKind: OrderKind<Payout> = {
  name: 'payout',
  entryKind: ({ kind }) => kind ?? 'payout',
  stateOf: ({ status }) => status,
  isFinal: isResolved,
  isPaid: ({ status }) => status === 'processed',
  paidSum: ({ actualAmount }) => -actualAmount,
  tallyChanges: payoutTallyChanges,
  creditOf: () => null,
  linkId: () => null,
  party: ({ payeeAccount }) => ({ userId: '', accountNo: payeeAccount }),
}

/**
 * Whether an order is settled and no transaction is named that paid it: such an order can be backed (back office §4).
 * One that was settled before transactions were kept has null for `backed`.
 */
export function isBackable<O extends Order>(kind: OrderKind<O>, order: O): boolean {
  return kind.isPaid(order) && order.backed !== true
}

/** Whether an order waits for its money, or is settled and can be backed: then a transaction may be its money. */
export function isOpen<O extends Collection | Payout>(kind: OrderKind<O>, order: O): boolean {
  return order.status === 'pending' || isBackable(kind, order)
}
