import type { CandidateReason } from '../../contract/back-office/banking-values.ts'
import { type Deposit, differing, type Expected, reasonsFor, timingOf } from './evidence.ts'

// Which order a transaction may pay, and which transaction may pay an order (back office §4). Here people choose; a
// service that matches by itself would decide from the same candidates.

/** An order and a transaction that may be its money; `item` is the one of the two that is looked for. */
export type Pair<Item> = {
  readonly item: Item
  readonly expected: Expected
  readonly deposit: Deposit
}

/** A candidate, with what speaks for it and what does not hold. */
export type Candidate<Item> = {
  readonly item: Item
  readonly reasons: readonly CandidateReason[]
  readonly differs: readonly CandidateReason[]
}

/** The candidates among pairs, the best first, no more than 20: equal amount, equal last five, in time, nearest. */
export function candidatesAmong<Item>(pairs: readonly Pair<Item>[]): readonly Candidate<Item>[] {
  const judged = pairs.filter(isPossible).map(({ item, expected, deposit }) => {
    const reasons = reasonsFor(expected, deposit)
    return {
      ...{ item, reasons, differs: differing(comparedOf(expected), reasons) },
      distance: Math.abs(deposit.bookedAt - expected.createdAt),
    }
  })
  const ranked = judged.sort((one, other) => {
    const rank = ranking.find(
      (reason) => one.reasons.includes(reason) !== other.reasons.includes(reason),
    )
    if (rank === undefined) return one.distance - other.distance
    return one.reasons.includes(rank) ? -1 : 1
  })
  const isOnly = ranked.length === 1
  return ranked.slice(0, candidatesMax).map(({ item, reasons, differs }) => {
    return { item, reasons: isOnly ? [...reasons, 'only_candidate'] : reasons, differs }
  })
}

/** Whether a transaction may be the money of an order that waits for some, or is settled without. */
export function isPossible({ expected, deposit }: Omit<Pair<unknown>, 'item'>): boolean {
  const { amount, bankAccountId, createdAt } = expected
  const isOnAccount =
    amount < 0 && bankAccountId === null ? true : bankAccountId === deposit.bankAccountId
  return (
    isOnAccount &&
    Math.sign(amount) === Math.sign(deposit.amount) &&
    timingOf(expected, deposit) !== 'early' &&
    deposit.bookedAt - createdAt <= candidateSeconds
  )
}

/** How long after its creation an order is a candidate, in seconds. */
export const candidateSeconds = 30 * 86_400

const candidatesMax = 20

const ranking = ['amount', 'last5', 'in_time'] as const

// A payout that nobody has paid is on no account yet.
function comparedOf({ bankAccountId }: Expected): readonly CandidateReason[] {
  const compared = ['amount', 'last5', 'in_time'] as const
  return bankAccountId === null ? compared : [...compared, 'account']
}
