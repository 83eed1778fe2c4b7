import type { CandidateReason, Doubt } from '../../contract/back-office/states.ts'
import type { Collection } from '../orders/orders.ts'
import type { EvidenceDeposit, Rival, Rivals } from './claim.ts'
import { type DuePayment, reasonsFor, type timingOf } from './evidence.ts'
import { isExact } from './order-claims.ts'

/** A pending collection with a transaction's amount and payer, on its account now or formerly. */
export type FittingCollection = Rival & {
  readonly member: Collection
  /** Whether it is on another account now, and whether the transaction is in time. */
  readonly hasLeft: boolean
  readonly timing: ReturnType<typeof timingOf>
  /** Whether the transaction paid it before it was freed. */
  readonly wasItsMoney: boolean
}

/** The other collections that the transaction may pay, among those that match it. */
export function rivalsOf(
  order: Collection,
  fitting: readonly FittingCollection[],
  isWhole: boolean,
): Rivals {
  const orders = fitting.filter(({ member }) => member.id !== order.id)
  return { orders, isWhole, member: order, since: order.accountSince ?? order.createdAt * 1000 }
}

/** Whether a collection may be settled with the transaction, apart from the transaction's own state. */
export function isLikely(fitting: FittingCollection): boolean {
  return !fitting.hasLeft && unlikelyAs(fitting) === null
}

/** Why a person must judge a transaction, by the collections that fit it and are likely not to be paid by it. */
export function doubtOf(unlikely: readonly FittingCollection[]): Doubt {
  const [only, ...others] = unlikely
  if (only === undefined) return 'no_order'
  return others.length > 0 ? 'two_orders' : (unlikelyAs(only) ?? 'two_orders')
}

function unlikelyAs({ member, timing, wasItsMoney }: FittingCollection) {
  if (wasItsMoney) return 'reversed'
  if (timing !== 'in_time') return timing
  return isAwaited(member) ? null : 'state'
}

/** A collection and its transaction for an agent's settlement. */
export type ExactPair = {
  readonly order: Collection
  readonly line: EvidenceDeposit
  readonly reasons: readonly CandidateReason[]
}

/**
 * The one-to-one pairs that an agent may settle by evidence (back office §8), the longest waiting first. A collection
 * is in doubt if a person has put it aside, if two transactions match it, or if the transaction paid it before a
 * reversal.
 */
export function exactPairs(
  deposits: readonly EvidenceDeposit[],
  fitting: readonly FittingCollection[],
  isWhole: boolean,
): readonly ExactPair[] {
  const pairs = deposits.flatMap((line) => {
    const { deposit } = line
    const ofDeposit = fitting.filter(({ depositId }) => depositId === deposit.id)
    return ofDeposit.filter(isLikely).flatMap(({ member: order, expected }) => {
      if (!isProof({ order, expected, line }, ofDeposit, isWhole)) return []
      return [{ order, line, reasons: reasonsFor(expected, deposit) }]
    })
  })
  return pairs
    .filter(({ order }) => pairs.filter((other) => other.order.id === order.id).length === 1)
    .sort((one, other) => one.order.id - other.order.id)
}

/**
 * Whether an agent may settle the collection with the transaction by its evidence.
 *
 * @param ofDeposit the collections that match the transaction; `isWhole`: all of them
 */
export function isProof(
  { order, expected, line }: Omit<ExactPair, 'reasons'> & { readonly expected: DuePayment },
  ofDeposit: readonly FittingCollection[],
  isWhole: boolean,
): boolean {
  return isExact({ deposits: [line], expected, rivals: rivalsOf(order, ofDeposit, isWhole) })
}

// A payment in time may be reported after the link's end.
function isAwaited({ collectionStatus, expired }: Collection): boolean {
  return collectionStatus === 'matched' || expired
}
