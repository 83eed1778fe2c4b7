import { isPossible } from './candidates.ts'
import { type Deposit, type Expected, reasonsFor } from './evidence.ts'

/** How many unclaimed transactions may pay a collection: by all that an agent's evidence is, or by the amount. */
export type DepositMarks = { readonly exact: Counted; readonly possible: Counted }

type Counted = 0 | 1 | 'more'

/** An unclaimed transaction that may pay a collection. */
export type UnclaimedDeposit = {
  readonly deposit: Deposit
  /** Another order that waits on the account for this amount of this payer; null where there is none. */
  readonly fitsBetter: string | null
  /** Whether it paid that collection before it was freed: what was wrong once is not certain again. */
  readonly wasItsMoney: boolean
}

/** The marks of a collection by unclaimed transactions of its account and amount (back office §8). */
export function depositMarks(
  expected: Expected,
  deposits: readonly UnclaimedDeposit[],
): DepositMarks {
  const candidates = deposits.filter(({ deposit }) => isPossible({ expected, deposit }))
  const exact = candidates.filter(({ deposit, wasItsMoney }) => {
    if (wasItsMoney) return false
    const reasons = reasonsFor(expected, deposit)
    return exactReasons.every((asked) => reasons.includes(asked))
  })
  return {
    exact: counted(exact),
    // What another order waits for is no mark of this one, though a person may choose it.
    possible: counted(candidates.filter((one) => !exact.includes(one) && one.fitsBetter === null)),
  }
}

const exactReasons = ['amount', 'last5', 'account', 'in_time'] as const

const counted = ({ length }: readonly unknown[]): Counted =>
  length > 1 ? 'more' : length === 1 ? 1 : 0
