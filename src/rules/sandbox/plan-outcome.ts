import type { SandboxOutcome } from '../../contract/sandbox/outcomes.ts'
import type { Meaning } from '../../units/language.ts'
import type { EventFact } from '../orders/order-events.ts'
import { isSettled } from '../orders/order-states.ts'
import type { Collection, Payout } from '../orders/orders.ts'
import {
  type CollectionState,
  collectionLabels,
  notPossible,
  type PayoutState,
  payoutLabels,
  sumLabels,
} from './outcome-labels.ts'

// How a test merchant's order reaches an outcome (decisions §7, "Sandbox"): by moves of the back office, the expiry and
// their callbacks, one after the other.

/** The outcome that a test merchant requests; `paidAmount` in hundredths, null if absent. */
export type OutcomeInput = { readonly outcome: SandboxOutcome; readonly paidAmount: number | null }

/** A move on the way to an outcome; `paid` in hundredths. */
export type SandboxMove =
  | { readonly kind: 'settle' | 'confirm' | 'process'; readonly paid: number }
  | { readonly kind: PlainMove; readonly paid?: undefined }

type PlainMove = 'reject' | 'expire' | 'put_aside' | 'match' | 'reverse' | 'cancel' | 'return'

/** The moves to an outcome, empty if it is reached; or why it is impossible. */
export type OutcomePlan =
  | { readonly kind: 'possible'; readonly moves: readonly SandboxMove[] }
  | { readonly kind: 'refused'; readonly message: Meaning }

/** The state of a collection; the fact is that of its last deciding event. */
export function stateOfCollection(
  collection: Pick<Collection, 'status' | 'collectionStatus' | 'confirmation' | 'expired'>,
  [newest]: readonly EventFact[],
): CollectionState {
  if (collection.confirmation === 'awaiting') return 'declared'
  if (isSettled(collection)) return collection.expired ? 'settled_late' : 'settled'
  if (collection.collectionStatus !== 'exception') {
    return collection.collectionStatus === 'matched' ? 'matched' : 'waiting'
  }
  if (newest?.name === 'rejected' || newest?.name === 'reversed') return newest.name
  return collection.expired ? 'expired' : 'put_aside'
}

export function stateOfPayout(
  { status }: Pick<Payout, 'status'>,
  [newest]: readonly EventFact[],
): PayoutState {
  if (status === 'pending') return 'waiting'
  if (status === 'processed') return 'processed'
  return newest?.name === 'returned' ? 'returned' : 'cancelled'
}

type PaidCollection = Pick<Collection, 'amount' | 'paidAmount' | 'confirmation'>

export function planCollection(
  collection: PaidCollection,
  state: CollectionState,
  wish: OutcomeInput,
): OutcomePlan {
  const { outcome } = wish
  const { paidAmount } = collection
  const isDeclaredZero = state === 'declared' && paidAmount === 0
  const message = notPossible({
    state: collectionLabels[state],
    paid: paidAmount,
    outcome,
    instead: hints[state].filter((one) => one !== 'paid' || !isDeclaredZero),
  })
  const refused: OutcomePlan = { kind: 'refused', message }
  const isWaiting = waits(state)
  switch (outcome) {
    case 'paid':
    case 'less':
    case 'late':
      return planPayment(collection, state, wish) ?? refused
    case 'expired':
      return holdsOr(state === 'expired', isWaiting, 'expire') ?? refused
    case 'exception':
      return holdsOr(state === 'put_aside', isWaiting, 'put_aside') ?? refused
    case 'matched':
      return holdsOr(state === 'matched', isUnpaid(state), 'match') ?? refused
    case 'cancelled':
      return holdsOr(state === 'rejected', state === 'declared', 'reject') ?? refused
    case 'reversed': {
      const isPaid = state === 'settled' || state === 'settled_late'
      return holdsOr(state === 'reversed', isPaid, 'reverse') ?? refused
    }
  }
}

/** The plan for a payout's outcome. A withdrawal is paid out in its own amount only (fees §3). */
export function planPayout(
  payout: Pick<Payout, 'kind' | 'amount' | 'actualAmount'>,
  state: PayoutState,
  wish: OutcomeInput,
): OutcomePlan {
  const { outcome } = wish
  const { kind, actualAmount } = payout
  const message = notPossible({
    state: payoutLabels[state],
    paid: actualAmount,
    outcome,
    instead: payoutHints[state].filter((one) => kind === null || one !== 'less'),
  })
  const refused: OutcomePlan = { kind: 'refused', message }
  const isWaiting = state === 'waiting'
  switch (outcome) {
    case 'paid':
    case 'less': {
      const wanted = wantedSum(payout.amount, wish)
      if (typeof wanted !== 'number') return wanted
      const isPayable = kind === null || wanted === payout.amount
      if (isWaiting && isPayable) return byMoves({ kind: 'process', paid: wanted })
      if (state !== 'processed') return refused
      return holdsSum(payout.amount, payout.actualAmount, wish) ? nothing : refused
    }
    case 'cancelled':
      return holdsOr(state === 'cancelled', isWaiting, 'cancel') ?? refused
    case 'reversed':
      return holdsOr(state === 'returned', state === 'processed', 'return') ?? refused
    case 'late':
    case 'expired':
    case 'exception':
    case 'matched':
      return refused
  }
}

const nothing = byMoves()

function byMoves(...moves: readonly SandboxMove[]): OutcomePlan {
  return { kind: 'possible', moves }
}

function holdsOr(holds: boolean, isPossible: boolean, kind: PlainMove): OutcomePlan | null {
  if (holds) return nothing
  return isPossible ? byMoves({ kind }) : null
}

const waits = (state: CollectionState) => state === 'waiting' || state === 'matched'
const isUnpaid = (state: CollectionState) =>
  !['declared', 'settled', 'settled_late'].includes(state)

function planPayment(
  collection: PaidCollection,
  state: CollectionState,
  wish: OutcomeInput,
): OutcomePlan | null {
  const { amount, paidAmount, confirmation } = collection
  const { outcome } = wish
  if (state === 'declared') return planDeclared(collection, wish)
  const sum = wantedSum(amount, wish)
  if (typeof sum !== 'number') return sum
  const settle = { kind: 'settle', paid: sum } as const
  if (outcome === 'late') {
    if (waits(state)) return byMoves({ kind: 'expire' }, settle)
    if (state === 'expired') return byMoves(settle)
    return state === 'settled_late' && paidAmount === sum ? nothing : null
  }
  if (isUnpaid(state)) return byMoves(settle)
  // Declared money that is confirmed is paid, whatever its sum.
  const asked = confirmation === 'accepted' && outcome === 'paid' ? paidAmount : amount
  return holdsSum(asked, paidAmount, wish) ? nothing : null
}

// Declared money is confirmed as declared, or not at all.
function planDeclared(
  { amount, paidAmount }: Pick<Collection, 'amount' | 'paidAmount'>,
  wish: OutcomeInput,
): OutcomePlan | null {
  const isWanted = wish.paidAmount === null || wish.paidAmount === paidAmount
  const isLess = wish.outcome !== 'less' || paidAmount < amount
  const fits = wish.outcome !== 'late' && paidAmount > 0 && isWanted && isLess
  return fits ? byMoves({ kind: 'confirm', paid: paidAmount }) : null
}

// The amount to pay; less than the order's for `less`.
function wantedSum(amount: number, { outcome, paidAmount }: OutcomeInput): number | OutcomePlan {
  if (outcome !== 'less') return paidAmount ?? amount
  const sum = paidAmount ?? Math.floor(amount / 2)
  if (sum > 0 && sum < amount) return sum
  return { kind: 'refused', message: sumLabels }
}

function holdsSum(amount: number, paid: number, { outcome, paidAmount }: OutcomeInput): boolean {
  if (paidAmount !== null) return paid === paidAmount && (outcome !== 'less' || paid < amount)
  return outcome === 'less' ? paid < amount : paid === amount
}

const settleable = ['paid', 'less'] as const

const hints: Readonly<Record<CollectionState, readonly SandboxOutcome[]>> = {
  waiting: ['paid', 'less', 'late', 'expired', 'exception', 'matched'],
  matched: ['paid', 'less', 'late', 'expired', 'exception'],
  declared: ['paid', 'cancelled'],
  settled: ['reversed'],
  settled_late: ['reversed'],
  expired: [...settleable, 'late', 'matched'],
  put_aside: [...settleable, 'matched'],
  rejected: [...settleable, 'matched'],
  reversed: [...settleable, 'matched'],
}

const payoutHints: Readonly<Record<PayoutState, readonly SandboxOutcome[]>> = {
  waiting: ['paid', 'less', 'cancelled'],
  processed: ['reversed'],
  cancelled: [],
  returned: [],
}
