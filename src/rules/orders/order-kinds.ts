import type { EntryKind } from '../accounts/ledger.ts'
import { collectionTallyChanges, payoutTallyChanges, type TallyChange } from '../accounts/tally.ts'
import type { Credit } from '../settlement/withdrawable.ts'
import type { OrderType } from './order-identity.ts'
import { isResolved, isSettled, stateText } from './order-states.ts'
import type { Collection, Order, Payout } from './orders.ts'

/** The differences between collections and payouts, for the rules that serve both. */
export type OrderKind<O extends Order> = {
  readonly name: OrderType
  readonly entryKind: (order: O) => EntryKind
  /** Its state as the journal writes it. */
  readonly stateOf: (order: O) => string
  readonly isFinal: (order: O) => boolean
  /** Whether its money has moved and is confirmed. */
  readonly isPaid: (order: O) => boolean
  /** Its booked amount, in hundredths; negative for a payout. */
  readonly paidSum: (order: O) => number
  readonly tallyChanges: (before: O | null, after: O) => readonly TallyChange[]
  /** Its credit and the credit's day; null for none. */
  readonly creditOf: (order: O) => Credit | null
  /** Its payment link; null for none. */
  readonly linkId: (order: O) => number | null
  /** The member and the account on the other side; "" for an absent one. */
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
 * Whether an order is settled without a transaction, so that it can be backed (back office §4). Orders settled before
 * transactions were recorded have null for `backed`.
 */
export function isBackable<O extends Order>(kind: OrderKind<O>, order: O): boolean {
  return kind.isPaid(order) && order.backed !== true
}

/** Whether an order awaits its payment or can be backed: a transaction may then be its payment. */
export function isOpen<O extends Collection | Payout>(kind: OrderKind<O>, order: O): boolean {
  return order.status === 'pending' || isBackable(kind, order)
}
