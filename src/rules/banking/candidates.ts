import type { CandidateReason } from '../../contract/back-office/states.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import {
  clockDifferenceSeconds,
  type Deposit,
  differing,
  type Expected,
  reasonsFor,
} from './evidence.ts'

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
  /** Whether it is the first, and none ranks like it. */
  readonly best: boolean
}

/** Candidates, the best first, and how many rank like the first, itself included. */
export type Candidates<Item> = {
  readonly items: readonly Candidate<Item>[]
  readonly equal: number
}

/**
 * The candidates among pairs, no more than 20: equal amount, equal last five, in time come first; then the order that
 * was matched earlier, for later ones push no honest payer out; then an equal name, and the earlier booking.
 */
export function candidatesAmong<Item>(pairs: readonly Pair<Item>[]): Candidates<Item> {
  const judged = pairs.filter(isPossible).map((pair) => {
    const reasons = reasonsFor(pair.expected, pair.deposit)
    return {
      ...pair,
      reasons,
      rank: ranking.findIndex((asked) => asked.every((reason) => reasons.includes(reason))),
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
    differs: differing(comparedOf(expected), reasons),
    best: place === 0 && equal === 1,
  }))
  return { items, equal }
}

const isOfName = ({ reasons }: { readonly reasons: readonly CandidateReason[] }) =>
  reasons.includes('name')

/** Whether a transaction may be the money of an order that waits for some, or is settled without. */
export function isPossible({ expected, deposit }: Omit<Pair<unknown>, 'item'>): boolean {
  const { amount, bankAccountId, stays, createdAt } = expected
  const isAnywhere = amount < 0 && bankAccountId === null
  const wasOnAccount = stays.some((stay) => stay.bankAccountId === deposit.bankAccountId)
  return (
    (isAnywhere || bankAccountId === deposit.bankAccountId || wasOnAccount) &&
    Math.sign(amount) === Math.sign(deposit.amount) &&
    isBookedAfter(createdAt - clockDifferenceSeconds, deposit) &&
    deposit.bookedAt - createdAt <= candidateSeconds
  )
}

// Where the bank tells the day alone, days are compared.
function isBookedAfter(moment: number, { bookedAt, dayOnly }: Deposit): boolean {
  return dayOnly ? taipeiDay(bookedAt) >= taipeiDay(moment) : bookedAt >= moment
}

function sinceOf({ expected, deposit }: Omit<Pair<unknown>, 'item'>): number {
  const stay = expected.stays.find((one) => one.bankAccountId === deposit.bankAccountId)
  return stay?.since ?? expected.createdAt * 1000
}

/** How long after its creation an order is a candidate, in seconds. */
export const candidateSeconds = 30 * 86_400

const candidatesMax = 20

// From what fits best to what fits in nothing: the first reason counts more than all after it.
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

// A payout that nobody has paid is on no account yet.
function comparedOf({ bankAccountId }: Expected): readonly CandidateReason[] {
  const compared = ['amount', 'last5', 'in_time'] as const
  return bankAccountId === null ? compared : [...compared, 'account']
}
