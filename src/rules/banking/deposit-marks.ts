import type { CandidateReason } from '../../contract/back-office/states.ts'
import { isOfAnother } from '../../units/plain-name.ts'
import { isCandidate } from './candidates.ts'
import { type Deposit, type DuePayment, reasonsFor } from './evidence.ts'

/** The number of unclaimed transactions that may pay an order: with exact evidence for an agent, or by the amount. */
type AmountMarks = { readonly exact: MatchCount; readonly possible: MatchCount }

/**
 * The marks of a collection. `other`: the payer's transactions in time with other amounts; `sum`: some of them add up
 * to the amount; `unsure`: a person must decide on an exact one; `other_name`: the exact one has another name.
 */
export type DepositMarks = AmountMarks & {
  readonly other: MatchCount
  readonly sum: boolean
  readonly unsure: boolean
  readonly other_name: boolean
}

/** The marks of a payout. `fee`: a debit to its payee exceeds the amount by the fee of its bank. */
export type DebitMarks = AmountMarks & { readonly fee: boolean }

type MatchCount = 0 | 1 | 'more'

/** An unclaimed transaction that may pay an order. */
export type UnclaimedDeposit = {
  readonly deposit: Deposit
  /** Another order of this payer that waits on the account for this amount, or null. */
  readonly fitsBetter: string | null
  /** Whether it paid this order before it was freed: a wrong match is not certain again. */
  readonly wasItsMoney: boolean
  /** Whether a person must decide whose money it is. */
  readonly isUnsure: boolean
  /** Whether another order may fit it as well. */
  readonly isContested: boolean
}

/**
 * The marks of a collection: unclaimed transactions of its account (back office §8).
 *
 * @param proves whether the evidence of a contested one lets an agent settle by it
 */
export function depositMarks(
  expected: DuePayment,
  deposits: readonly UnclaimedDeposit[],
  proves: (deposit: Deposit) => boolean,
): DepositMarks {
  const parts = deposits
    .filter(({ deposit, fitsBetter, wasItsMoney }) => {
      if (deposit.amount === expected.amount || fitsBetter !== null || wasItsMoney) return false
      return isCandidate({ expected, deposit }) && hasAll(partReasons, expected, deposit)
    })
    .map(({ deposit }) => deposit.amount)
  const exact = exactDeposits(expected, deposits)
  const unsure =
    exact.some(({ deposit, isContested }) => isContested && !proves(deposit)) ||
    deposits.some(({ deposit, isUnsure }) => isUnsure && hasAll(exactReasons, expected, deposit))
  return {
    ...amountMarks(
      expected,
      deposits.filter(({ deposit }) => deposit.amount === expected.amount),
      exact,
    ),
    other: counted(parts),
    sum: sumsOf(parts).includes(expected.amount),
    unsure,
    other_name: exact.some(({ deposit }) => isOfAnother(expected.names, deposit.counterpartyName)),
  }
}

/** The transactions with exact evidence for a collection. */
export function exactDeposits(
  expected: DuePayment,
  deposits: readonly UnclaimedDeposit[],
): readonly UnclaimedDeposit[] {
  return exactAmong(expected, deposits, exactReasons)
}

/**
 * The marks of a payout: unclaimed debits of the accounts that may pay it.
 *
 * @param debits those of its amount, and to its payee of no more beside it than the fee of their bank
 */
export function debitMarks(expected: DuePayment, debits: readonly UnclaimedDeposit[]): DebitMarks {
  return {
    ...amountMarks(expected, debits, exactAmong(expected, debits, exactReasonsOfPayout)),
    fee: debits.some(({ deposit }) => deposit.amount !== expected.amount),
  }
}

function exactAmong(
  expected: DuePayment,
  deposits: readonly UnclaimedDeposit[],
  needs: readonly CandidateReason[],
): readonly UnclaimedDeposit[] {
  return deposits.filter(
    ({ deposit, wasItsMoney }) =>
      !wasItsMoney && isCandidate({ expected, deposit }) && hasAll(needs, expected, deposit),
  )
}

function amountMarks(
  expected: DuePayment,
  deposits: readonly UnclaimedDeposit[],
  exact: readonly UnclaimedDeposit[],
): AmountMarks {
  // A transaction that fits another order better is no mark of this one; a person may still choose it.
  const possible = deposits.filter(
    (one) =>
      isCandidate({ expected, deposit: one.deposit }) &&
      !exact.includes(one) &&
      one.fitsBetter === null,
  )
  return { exact: counted(exact), possible: counted(possible) }
}

// The sums of all subsets.
function sumsOf(amounts: readonly number[]): readonly number[] {
  return amounts.reduce<readonly number[]>(
    (sums, amount) => sums.concat(sums.map((sum) => sum + amount)),
    [0],
  )
}

function hasAll(
  needs: readonly CandidateReason[],
  expected: DuePayment,
  deposit: Deposit,
): boolean {
  const reasons = reasonsFor(expected, deposit)
  return needs.every((one) => reasons.includes(one))
}

const partReasons = ['last5', 'account', 'in_time'] as const
const exactReasons = ['amount', ...partReasons] as const
// An unpaid payout has no account.
const exactReasonsOfPayout = ['amount', 'last5', 'in_time'] as const

const counted = ({ length }: readonly unknown[]): MatchCount =>
  length > 1 ? 'more' : length === 1 ? 1 : 0
