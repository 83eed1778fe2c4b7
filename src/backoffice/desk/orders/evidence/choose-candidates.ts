import { type Doubt, switchDoubts } from '../../../../contract/back-office/states.ts'
import { dollarSum } from '../../../../units/money.ts'
import { isOfAnother } from '../../../../units/plain-name.ts'
import type { Objection } from '../../browser/live-form.ts'
import {
  arrivedLabel,
  otherNameLabel,
  readyLabel,
  severalLabel,
  unsureLabel,
} from '../../labels/order-labels.ts'
import {
  type Candidates,
  type DepositList,
  isCollection,
  isOnFrozen,
  namesOf,
  needsOperator,
  type OrderDetail,
  type OrderPageData,
  type Rival,
} from '../order-details.ts'
import type { Arrival } from '../order-states.tsx'

/** A bank transaction that may pay an order, with the values that fit the order and those that differ. */
export type Candidate = NonNullable<Candidates>['items'][number]

/**
 * The id of the transaction to preselect, or "": the one that the address names, else the only one, if the API accepts
 * it without a tick. None if another order on its account is equal, because the tick would decide whose money it is. An
 * order that was settled without a transaction requires its sum alone (back office §4).
 */
export function preselectedId(data: OrderPageData<OrderDetail>, pick: string | undefined): string {
  const { order, candidates, rivals } = data
  if (isOnFrozen(data) || needsOperator(data)) return ''
  // One debit pays only one of several equal payouts.
  if (!isCollection(order) && pick === undefined && rivals.length > 0) return ''
  // Another payer name is no evidence against the order, but a person looks at it first, as in Ready.
  const isNamed = (one: Candidate) =>
    pick === undefined ? !isCollection(order) || !isByOther(order, one) : String(one.id) === pick
  const isBacking = order.backed === false && pick !== undefined
  const fitting = isBacking
    ? (candidates?.items ?? []).filter(isOfAmount)
    : fittingCandidates(order, candidates).filter(
        ({ doubts }) => !doubts?.some((doubt) => unticked.has(doubt)),
      )
  const [first, ...others] = fitting.filter(isNamed)
  return first === undefined || others.length > 0 ? '' : String(first.id)
}

// Reasons for which the settlement refuses, or asks whose the money is; a preselected tick would answer that.
const unticked: ReadonlySet<Doubt> = new Set<Doubt>(['twin', 'already_paid', 'two_orders'])

const partsMax = 8

/** The fewest deposits that differ in amount alone and make up the order's amount; empty if there are none. */
export function partsOf(order: OrderDetail, parts: readonly Candidate[]): readonly Candidate[] {
  const sound = parts.filter(
    (one) => !differsBeyondAmount(one) && one.fits_better === null && !wasFreed(order, one.id),
  )
  const subsets = sound
    .slice(0, partsMax)
    .reduce<readonly (readonly Candidate[])[]>(
      (all, one) => all.concat(all.map((subset) => [...subset, one])),
      [[]],
    )
  const sumOf = (subset: readonly Candidate[]) => dollarSum(subset.map(({ amount }) => amount))
  const found = subsets.filter((subset) => sumOf(subset) === order.amount)
  return found.toSorted((one, other) => one.length - other.length)[0] ?? []
}

/** Whether a transaction of the order's amount or payer may pay it. */
export function hasLikely(data: OrderPageData<OrderDetail>): boolean {
  const { order, candidates } = data
  const isLikely = (one: Candidate) =>
    !wasFreed(order, one.id) && (isOfAmount(one) || one.reasons.includes('last5'))
  return depositsElsewhere(data).length > 0 || candidates?.items.some(isLikely) === true
}

/** The deposits of its amount and payer on other accounts than its own. */
export function depositsElsewhere({
  order,
  payerDeposits,
}: OrderPageData<OrderDetail>): DepositList {
  return payerDeposits.filter((one) => one.bank_account !== order.bank_account)
}

/**
 * The deposits on other accounts by which an operator may settle a collection that waits on an account; none if several
 * orders fit its money, which needs the same check.
 */
export function settleableElsewhere(data: OrderPageData<OrderDetail>): DepositList {
  const { order } = data
  const waits = isCollection(order) && order.collection_status === 'matched'
  return waits && !needsOperator(data) ? depositsElsewhere(data) : []
}

// Of any payer.
function hasOfAmount({ candidates }: Pick<OrderPageData<OrderDetail>, 'candidates'>): boolean {
  return candidates?.items.some(isOfAmount) === true
}

export function isOfAmount({ differs }: Candidate): boolean {
  return !differs.includes('amount')
}

/** Whether anything but the amount differs: for another sum the pages have texts of their own. */
export function differsBeyondAmount({ differs }: Candidate): boolean {
  return differs.some((one) => one !== 'amount')
}

/** The objection to a candidate on the order's account; undefined if there is none. */
export function objectionTo(
  data: OrderPageData<OrderDetail>,
  one: Candidate,
): Objection | undefined {
  if (differsBeyondAmount(one)) return 'differs'
  return isFitting(data.order, one) && needsOperator(data) ? 'rival' : undefined
}

/** The candidates in which nothing differs and that the order was not reversed from. */
export function fittingCandidates(
  order: OrderDetail,
  candidates: Candidates,
): readonly Candidate[] {
  return (candidates?.items ?? []).filter((one) => isFitting(order, one))
}

/** The only one of them, or null. */
export function onlyFitting(order: OrderDetail, candidates: Candidates): Candidate | null {
  const good = fittingCandidates(order, candidates)
  return good.length === 1 ? (good[0] ?? null) : null
}

/** The mark of a waiting order whose money has come; null before. */
export function arrivalOf({ order, candidates, rivals }: OrderPageData<OrderDetail>): Arrival {
  const good = order.status === 'pending' ? fittingCandidates(order, candidates) : []
  const [first] = good
  if (first === undefined) return null
  // Money on the collection's account is its own, whatever order waits on another account.
  const isRivalled = isCollection(order) ? needsOperator({ rivals }) : rivals.length > 0
  if (isRivalled || good.some(isDoubted)) return { tone: 'care', label: unsureLabel }
  if (isCollection(order) && good.some((one) => isByOther(order, one)))
    return { tone: 'care', label: otherNameLabel }
  if (good.length > 1) return { tone: 'care', label: severalLabel }
  const isAside = isCollection(order) && order.collection_status === 'exception'
  return { tone: 'done', label: isAside ? arrivedLabel : readyLabel }
}

/** Whether the service is in doubt whose a transaction is: switches alone are no doubt. */
export function isDoubted({ doubts }: Pick<Candidate, 'doubts'>): boolean {
  return doubts?.some((doubt) => doubt !== 'no_order' && !isOfSwitch(doubt)) === true
}

/** Doubts without `two_orders`, for a page that names those orders. */
export function withoutOrders(doubts: Candidate['doubts']): Candidate['doubts'] {
  return doubts?.filter((doubt) => doubt !== 'two_orders') ?? null
}

const isOfSwitch = (doubt: Doubt) => switchDoubts.some((one) => one === doubt)

/** Whether nothing of the transaction differs from the order. */
export function isFitting(order: OrderDetail, { id, differs, reasons }: Candidate): boolean {
  return differs.length === 0 && reasons.includes('amount') && !wasFreed(order, id)
}

/** Whether the order was reversed from that transaction. */
export function wasFreed({ events }: OrderDetail, id: number): boolean {
  return events.some(({ freed = [] }) => freed.includes(id))
}

/** Debits to a waiting payout's payee that exceed its amount by at most a bank's fee. */
export function debitsWithFee({
  order,
  candidates,
  accounts,
}: Pick<OrderPageData<OrderDetail>, 'order' | 'candidates' | 'accounts'>): readonly Candidate[] {
  if (isCollection(order) || order.status !== 'pending') return []
  return (candidates?.items ?? []).filter((one) => {
    const fee = feeIn(order, one)
    const account = accounts?.find(({ id }) => id === one.bank_account)
    const isOfPayee = one.reasons.includes('last5') && !differsBeyondAmount(one)
    return isOfPayee && fee > 0 && fee <= (account?.fee_max ?? 0)
  })
}

/** Debits that differ from a payout in nothing, or in a bank's fee alone. */
export function ownDebits(
  one: Pick<OrderPageData<OrderDetail>, 'order' | 'candidates' | 'accounts'>,
): readonly Candidate[] {
  return [...fittingCandidates(one.order, one.candidates), ...debitsWithFee(one)]
}

/** Whether the bank has reported a debit that may pay a payout. */
export function isDebited(data: OrderPageData<OrderDetail>): boolean {
  return hasOfAmount(data) || debitsWithFee(data).length > 0
}

/** Whether the bank names somebody else: no evidence against the order, but a person has to look at it. */
export function isByOther(order: OrderDetail, { counterparty_name: name }: Candidate): boolean {
  return isOfAnother(
    namesOf(order).map((one) => one.name),
    name,
  )
}

/** The deposits that pay a collection, alone or together, and that another person has sent. */
export function depositsByOthers(data: OrderPageData<OrderDetail>): readonly Candidate[] {
  const { order, candidates } = data
  const items = isCollection(order) ? (candidates?.items ?? []) : []
  const ofPayer = items.filter(({ reasons }) => reasons.includes('last5'))
  const whole = ofPayer.filter(isOfAmount)
  const parts = ofPayer.filter((one) => !isOfAmount(one))
  return [...whole, ...partsOf(order, parts)].filter((one) => isByOther(order, one))
}

/** Equal payouts that a debit may pay as well as this one, if there are fewer debits than payouts. */
export function payoutsSharing(data: OrderPageData<OrderDetail>): readonly Rival[] {
  const { order, candidates, rivals } = data
  const debits = fittingCandidates(order, candidates).length
  const sharing = isCollection(order) ? [] : rivals.filter(({ shares }) => shares > 0)
  return debits > 0 && debits <= sharing.length ? sharing : []
}

/** The bank's fee beside the amount, in dollars. */
export function feeIn({ amount }: OrderDetail, candidate: Candidate): number {
  return dollarSum([-candidate.amount, -amount])
}
