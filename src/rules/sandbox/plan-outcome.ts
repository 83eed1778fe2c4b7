import type { SandboxOutcome } from '../../contract/sandbox/outcomes.ts'
import type { Meaning } from '../../units/language.ts'
import type { EventFact } from '../orders/order-events.ts'
import { isSettled } from '../orders/order-states.ts'
import type { Collection, Payout } from '../orders/orders.ts'
import {
  type CollectionStanding,
  collectionLabels,
  notPossible,
  type PayoutStanding,
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
export function standingOfCollection(
  collection: Pick<Collection, 'status' | 'collectionStatus' | 'confirmation' | 'expired'>,
  [newest]: readonly EventFact[],
): CollectionStanding {
  if (collection.confirmation === 'awaiting') return 'declared'
  if (isSettled(collection)) return collection.expired ? 'settled_late' : 'settled'
  if (collection.collectionStatus !== 'exception') {
    return collection.collectionStatus === 'matched' ? 'matched' : 'waiting'
  }
  if (newest?.name === 'rejected' || newest?.name === 'reversed') return newest.name
  return collection.expired ? 'expired' : 'put_aside'
}

/** The state of a payout. */
export function standingOfPayout(
  { status }: Pick<Payout, 'status'>,
  [newest]: readonly EventFact[],
): PayoutStanding {
  if (status === 'pending') return 'waiting'
  if (status === 'processed') return 'processed'
  return newest?.name === 'returned' ? 'returned' : 'cancelled'
}

type PaidCollection = Pick<Collection, 'amount' | 'paidAmount' | 'confirmation'>

/** The plan for a collection's outcome. */
export function planCollection(
  collection: PaidCollection,
  standing: CollectionStanding,
  wish: OutcomeInput,
): OutcomePlan {
  const { outcome } = wish
  const { paidAmount } = collection
  const isDeclaredZero = standing === 'declared' && paidAmount === 0
  const message = notPossible({
    state: collectionLabels[standing],
    paid: paidAmount,
    outcome,
    instead: hints[standing].filter((one) => one !== 'paid' || !isDeclaredZero),
  })
  const refused: OutcomePlan = { kind: 'refused', message }
  const isWaiting = waits(standing)
  switch (outcome) {
    case 'paid':
    case 'less':
    case 'late':
      return planPayment(collection, standing, wish) ?? refused
    case 'expired':
      return holdsOr(standing === 'expired', isWaiting, 'expire') ?? refused
    case 'exception':
      return holdsOr(standing === 'put_aside', isWaiting, 'put_aside') ?? refused
    case 'matched':
      return holdsOr(standing === 'matched', isUnpaid(standing), 'match') ?? refused
    case 'cancelled':
      return holdsOr(standing === 'rejected', standing === 'declared', 'reject') ?? refused
    case 'reversed': {
      const isPaid = standing === 'settled' || standing === 'settled_late'
      return holdsOr(standing === 'reversed', isPaid, 'reverse') ?? refused
    }
  }
}

/** The plan for a payout's outcome. A withdrawal is paid out in its own amount only (fees §3). */
export function planPayout(
  payout: Pick<Payout, 'kind' | 'amount' | 'actualAmount'>,
  standing: PayoutStanding,
  wish: OutcomeInput,
): OutcomePlan {
  const { outcome } = wish
  const { kind, actualAmount } = payout
  const message = notPossible({
    state: payoutLabels[standing],
    paid: actualAmount,
    outcome,
    instead: payoutHints[standing].filter((one) => kind === null || one !== 'less'),
  })
  const refused: OutcomePlan = { kind: 'refused', message }
  const isWaiting = standing === 'waiting'
  switch (outcome) {
    case 'paid':
    case 'less': {
      const wanted = wantedSum(payout.amount, wish)
      if (typeof wanted !== 'number') return wanted
      const isPayable = kind === null || wanted === payout.amount
      if (isWaiting && isPayable) return byMoves({ kind: 'process', paid: wanted })
      if (standing !== 'processed') return refused
      return holdsSum(payout.amount, payout.actualAmount, wish) ? nothing : refused
    }
    case 'cancelled':
      return holdsOr(standing === 'cancelled', isWaiting, 'cancel') ?? refused
    case 'reversed':
      return holdsOr(standing === 'returned', standing === 'processed', 'return') ?? refused
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

const waits = (standing: CollectionStanding) => standing === 'waiting' || standing === 'matched'
const isUnpaid = (standing: CollectionStanding) =>
  !['declared', 'settled', 'settled_late'].includes(standing)

function planPayment(
  collection: PaidCollection,
  standing: CollectionStanding,
  wish: OutcomeInput,
): OutcomePlan | null {
  const { amount, paidAmount, confirmation } = collection
  const { outcome } = wish
  if (standing === 'declared') return planDeclared(collection, wish)
  const sum = wantedSum(amount, wish)
  if (typeof sum !== 'number') return sum
  const settle = { kind: 'settle', paid: sum } as const
  if (outcome === 'late') {
    if (waits(standing)) return byMoves({ kind: 'expire' }, settle)
    if (standing === 'expired') return byMoves(settle)
    return standing === 'settled_late' && paidAmount === sum ? nothing : null
  }
  if (isUnpaid(standing)) return byMoves(settle)
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

// The possible outcomes by state.
const hints: Readonly<Record<CollectionStanding, readonly SandboxOutcome[]>> = {
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

const payoutHints: Readonly<Record<PayoutStanding, readonly SandboxOutcome[]>> = {
  waiting: ['paid', 'less', 'cancelled'],
  processed: ['reversed'],
  cancelled: [],
  returned: [],
}
