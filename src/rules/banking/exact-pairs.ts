import type { CandidateReason } from '../../contract/back-office/states.ts'
import type { Collection } from '../orders/orders.ts'
import type { NamedDeposit, Rival, Rivals } from './claim.ts'
import { reasonsFor } from './evidence.ts'
import { isExact } from './order-claims.ts'

/** A pending collection of a transaction's amount and payer, on its account or on it before. */
export type FittingCollection = Rival & {
  readonly member: Collection
  /** Whether it is on another account now, and whether the transaction is in time for it. */
  readonly hasLeft: boolean
  readonly isInTime: boolean
  /** Whether the transaction paid it before it was freed. */
  readonly wasItsMoney: boolean
}

/** What may be the money's order in place of that one, among what fits its transactions. */
export function rivalsOf(
  order: Collection,
  fitting: readonly FittingCollection[],
  isWhole: boolean,
): Rivals {
  const found = fitting.filter(({ member }) => member.id !== order.id)
  return { found, isWhole, member: order, since: order.accountSince ?? order.createdAt * 1000 }
}

/** Whether a collection may be settled with the transaction, before the transaction itself is looked at. */
export function isLikely(fitting: FittingCollection): boolean {
  const { member, hasLeft, isInTime, wasItsMoney } = fitting
  return !hasLeft && isInTime && !wasItsMoney && isAwaited(member)
}

/** A collection and the transaction that an agent settles it with. */
export type ExactPair = {
  readonly order: Collection
  readonly named: NamedDeposit
  readonly reasons: readonly CandidateReason[]
}

/**
 * The pairs, one to one, that an agent may settle by its evidence (back office §8), the longest waiting first. A
 * collection that a person has put aside is in doubt, and so is one that two transactions would pay, or one by what has
 * paid it before it was reversed.
 */
export function exactPairs(
  deposits: readonly NamedDeposit[],
  fitting: readonly FittingCollection[],
  isWhole: boolean,
): readonly ExactPair[] {
  const pairs = deposits.flatMap((named) => {
    const { deposit } = named
    const ofDeposit = fitting.filter(({ depositId }) => depositId === deposit.id)
    return ofDeposit.filter(isLikely).flatMap(({ member: order, expected }) => {
      const rivals = rivalsOf(order, ofDeposit, isWhole)
      if (!isExact({ named: [named], expected, rivals })) return []
      return [{ order, named, reasons: reasonsFor(expected, deposit) }]
    })
  })
  return pairs
    .filter(({ order }) => pairs.filter((other) => other.order.id === order.id).length === 1)
    .sort((one, other) => one.order.id - other.order.id)
}

// Money that came in time may be told after the link has ended.
function isAwaited({ collectionStatus, expired }: Collection): boolean {
  return collectionStatus === 'matched' || expired
}
