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

// Decisions §4, "Collection moves": nothing leaves succeeded or manual.
const collectionMoves = {
  pending: ['succeeded', 'manual'],
  succeeded: [],
  manual: [],
} satisfies Record<CollectionStatus, readonly CollectionStatus[]>

const matchingMoves = {
  pending: ['matched', 'exception'],
  matched: ['exception'],
  exception: ['matched'],
} satisfies Record<MatchingStatus, readonly MatchingStatus[]>

// Decisions §4, "Payout moves": nothing leaves processed or cancelled.
const payoutMoves = {
  pending: ['processed', 'cancelled'],
  processed: [],
  cancelled: [],
} satisfies Record<PayoutStatus, readonly PayoutStatus[]>

/** Whether a payout is final: processed or cancelled. */
export function isResolved({ status }: { readonly status: PayoutStatus }): boolean {
  return payoutMoves[status].length === 0
}

/** Whether a collection's payment state is final: paid, or supplemented by the back office. */
export function isSettled(state: Pick<CollectionState, 'status'>): boolean {
  return collectionMoves[state.status].length === 0
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
