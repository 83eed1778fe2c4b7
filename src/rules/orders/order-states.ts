import type {
  CollectionStatus,
  MatchingStatus,
  PayoutStatus,
} from '../../contract/orders/order-statuses.ts'

/** The two state fields of a collection (§3.1). */
export type CollectionState = {
  readonly status: CollectionStatus
  readonly collectionStatus: MatchingStatus
}

const matchingMoves = {
  pending: ['matched', 'exception'],
  matched: ['exception'],
  exception: ['matched'],
} satisfies Record<MatchingStatus, readonly MatchingStatus[]>

/** Whether a payout is processed or cancelled. Of the two only processed is left again, by a reversal. */
export function isResolved({ status }: { readonly status: PayoutStatus }): boolean {
  return status !== 'pending'
}

/** Whether a collection is paid, or supplemented by the back office; a reversal undoes it. */
export function isSettled({ status }: Pick<CollectionState, 'status'>): boolean {
  return status !== 'pending'
}

/** Whether matching may move on to `next`; never once the collection is settled. */
export function mayMatch(state: CollectionState, next: MatchingStatus): boolean {
  const allowed: readonly MatchingStatus[] = matchingMoves[state.collectionStatus]
  return !isSettled(state) && allowed.includes(next)
}

/** The status after a settlement: an exception is always supplemented by hand (decisions §4). */
export function settledStatus(state: CollectionState, byHand: boolean): 'succeeded' | 'manual' {
  return byHand || state.collectionStatus === 'exception' ? 'manual' : 'succeeded'
}

/** A collection's state as the journal writes it, for example `pending/matched`. */
export function stateText(state: CollectionState): string {
  return `${state.status}/${state.collectionStatus}`
}
