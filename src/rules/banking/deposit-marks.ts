import type { CandidateReason } from '../../contract/back-office/states.ts'
import { isCandidate } from './candidates.ts'
import { type Deposit, type DuePayment, reasonsFor } from './evidence.ts'

/** The number of unclaimed transactions that may pay an order: with exact evidence for an agent, or by the amount. */
export type AmountMarks = { readonly exact: Counted; readonly possible: Counted }

/**
 * The marks of a collection. `other`: the payer's transactions in time with other amounts; `sum`: some of them add up
 * to the amount; `unsure`: a transaction of the amount that a person must decide on.
 */
export type DepositMarks = AmountMarks & {
  readonly other: Counted
  readonly sum: boolean
  readonly unsure: boolean
}

type Counted = 0 | 1 | 'more'

/** An unclaimed transaction that may pay an order. */
export type UnclaimedDeposit = {
  readonly deposit: Deposit
  /** Another order of this payer that waits on the account for this amount, or null. */
  readonly fitsBetter: string | null
  /** Whether it paid this order before it was freed: a wrong match is not certain again. */
  readonly wasItsMoney: boolean
  /** Whether a person must decide whose money it is. */
  readonly isUnsure: boolean
}

/** The marks of a collection: unclaimed transactions of its account (back office §8). */
export function depositMarks(
  expected: DuePayment,
  deposits: readonly UnclaimedDeposit[],
): DepositMarks {
  const parts = deposits
    .filter(({ deposit, fitsBetter, wasItsMoney }) => {
      if (deposit.amount === expected.amount || fitsBetter !== null || wasItsMoney) return false
      return isCandidate({ expected, deposit }) && hasAll(partReasons, expected, deposit)
    })
    .map(({ deposit }) => deposit.amount)
  const marks = amountMarks(expected, deposits, exactReasons)
  const unsure = deposits.some(
    ({ deposit, isUnsure }) =>
      isUnsure && deposit.amount === expected.amount && hasAll(exactReasons, expected, deposit),
  )
  return { ...marks, other: counted(parts), sum: sumsOf(parts).includes(expected.amount), unsure }
}

/** The marks of a payout: unclaimed debits of the accounts that may pay it. */
export function debitMarks(expected: DuePayment, debits: readonly UnclaimedDeposit[]): AmountMarks {
  return amountMarks(expected, debits, exactReasonsOfPayout)
}

function amountMarks(
  expected: DuePayment,
  deposits: readonly UnclaimedDeposit[],
  asked: readonly CandidateReason[],
): AmountMarks {
  const candidates = deposits.filter(
    ({ deposit }) => deposit.amount === expected.amount && isCandidate({ expected, deposit }),
  )
  const exact = candidates.filter(
    ({ deposit, wasItsMoney }) => !wasItsMoney && hasAll(asked, expected, deposit),
  )
  return {
    exact: counted(exact),
    // A transaction that fits another order better is no mark of this one; a person may still choose it.
    possible: counted(candidates.filter((one) => !exact.includes(one) && one.fitsBetter === null)),
  }
}

// The sums of all subsets.
function sumsOf(amounts: readonly number[]): readonly number[] {
  return amounts.reduce<readonly number[]>(
    (sums, amount) => sums.concat(sums.map((sum) => sum + amount)),
    [0],
  )
}

function hasAll(
  asked: readonly CandidateReason[],
  expected: DuePayment,
  deposit: Deposit,
): boolean {
  const reasons = reasonsFor(expected, deposit)
  return asked.every((one) => reasons.includes(one))
}

const partReasons = ['last5', 'account', 'in_time'] as const
const exactReasons = ['amount', ...partReasons] as const
// An unpaid payout has no account.
const exactReasonsOfPayout = ['amount', 'last5', 'in_time'] as const

const counted = ({ length }: readonly unknown[]): Counted =>
  length > 1 ? 'more' : length === 1 ? 1 : 0
