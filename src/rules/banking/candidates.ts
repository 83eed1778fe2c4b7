import type { CandidateReason } from '../../contract/back-office/states.ts'
import { monthSeconds } from '../../units/clock.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import {
  clockDifferenceSeconds,
  type Deposit,
  type DuePayment,
  reasonsFor,
  unmetReasons,
} from './evidence.ts'

// Which order a transaction may pay, and which transaction may pay an order (back office §4). A person chooses.

/** An order and a transaction that may pay it. `item` is the one that is searched for. */
export type CandidatePair<Item> = {
  readonly item: Item
  readonly expected: DuePayment
  readonly deposit: Deposit
}

/** A candidate, the evidence for it, and the differences. */
export type Candidate<Item> = {
  readonly item: Item
  readonly reasons: readonly CandidateReason[]
  readonly differs: readonly CandidateReason[]
  /** Whether it ranks first, and no other ranks equal. */
  readonly best: boolean
}

/** Candidates, the best first, and the number of those that rank equal to the first, itself included. */
type Candidates<Item> = { readonly items: readonly Candidate<Item>[]; readonly equal: number }

/**
 * The candidates among pairs, at most 20. First come equal amount, equal last five digits, and in time; then the
 * earlier match, so that later orders do not push out an honest payer; then an equal name, then the earlier booking.
 */
export function candidatesAmong<Item>(pairs: readonly CandidatePair<Item>[]): Candidates<Item> {
  const judged = pairs.filter(isCandidate).map((pair) => {
    const reasons = reasonsFor(pair.expected, pair.deposit)
    return {
      ...pair,
      reasons,
      rank: ranking.findIndex((needs) => needs.every((reason) => reasons.includes(reason))),
      since: sinceOf(pair),
    }
  })
  const ranked = judged.sort(
    (one, other) =>
      one.rank - other.rank ||
      one.since - other.since ||
      Number(isOfName(other)) - Number(isOfName(one)) ||
      one.deposit.bookedAt - other.deposit.bookedAt ||
      one.deposit.id - other.deposit.id,
  )
  const equal = ranked.filter(({ rank }) => rank === ranked[0]?.rank).length
  const isOnly = ranked.length === 1
  const items = ranked.slice(0, candidatesMax).map(({ item, expected, reasons }, place) => ({
    item,
    reasons: isOnly ? [...reasons, 'only_candidate' as const] : reasons,
    differs: unmetReasons(comparedOf(expected), reasons),
    best: place === 0 && equal === 1,
  }))
  return { items, equal }
}

const isOfName = ({ reasons }: { readonly reasons: readonly CandidateReason[] }) =>
  reasons.includes('name')

/** Whether a transaction may pay an order that is unpaid, or settled without a transaction. */
export function isCandidate({ expected, deposit }: Omit<CandidatePair<unknown>, 'item'>): boolean {
  const { amount, bankAccountId, periods, createdAt } = expected
  const isAnywhere = amount < 0 && bankAccountId === null
  const wasOnAccount = periods.some((period) => period.bankAccountId === deposit.bankAccountId)
  return (
    (isAnywhere || bankAccountId === deposit.bankAccountId || wasOnAccount) &&
    Math.sign(amount) === Math.sign(deposit.amount) &&
    isBookedAfter(createdAt - clockDifferenceSeconds, deposit) &&
    deposit.bookedAt - createdAt <= candidateSeconds
  )
}

// Compares days where the bank reports only the day.
function isBookedAfter(moment: number, { bookedAt, dayOnly }: Deposit): boolean {
  return dayOnly ? taipeiDay(bookedAt) >= taipeiDay(moment) : bookedAt >= moment
}

function sinceOf({ expected, deposit }: Omit<CandidatePair<unknown>, 'item'>): number {
  const period = expected.periods.find((one) => one.bankAccountId === deposit.bankAccountId)
  return period?.since ?? expected.createdAt * 1000
}

/** How long after its creation an order is a candidate, in seconds. */
export const candidateSeconds = monthSeconds

const candidatesMax = 20

// From the best match to no match: each reason outweighs all that follow.
const ranking: readonly (readonly CandidateReason[])[] = [
  ['amount', 'last5', 'in_time'],
  ['amount', 'last5'],
  ['amount', 'in_time'],
  ['amount'],
  ['last5', 'in_time'],
  ['last5'],
  ['in_time'],
  [],
]

// An unpaid payout has no account yet.
function comparedOf({ bankAccountId }: DuePayment): readonly CandidateReason[] {
  const compared = ['amount', 'last5', 'in_time'] as const
  return bankAccountId === null ? compared : [...compared, 'account']
}
