import type { EntryKind, LedgerEntry } from '../accounts/ledger.ts'

/** The sums of a statement, in the order in which it has them: each changes all buckets together (fees §4). */
export const statementSums = [
  'collections',
  'payouts',
  'returned',
  'withdrawn',
  'corrections',
  'fees',
] as const

/** The sums, signed, in hundredths. */
export type StatementSums = Readonly<Record<(typeof statementSums)[number], number>>

/** Nothing that moved. */
export const noSums: StatementSums = {
  collections: 0,
  payouts: 0,
  returned: 0,
  withdrawn: 0,
  corrections: 0,
  fees: 0,
}

/** What entries count for in their statement. */
export function sumsOf(entries: readonly LedgerEntry[], kind: EntryKind): StatementSums {
  return entries.reduce((sums, entry) => addSums(sums, sumsOfEntry(entry, kind)), noSums)
}

/**
 * What an entry counts for. What it moves from bucket to bucket counts for nothing; its fee is apart from its amount,
 * which is gross.
 */
export function sumsOfEntry(entry: LedgerEntry, kind: EntryKind): StatementSums {
  const { from, to, amount, fee } = entry
  const moved = (isOfMerchant(to) ? amount : 0) - (isOfMerchant(from) ? amount : 0)
  return { ...noSums, [sumOf(kind, moved)]: moved, fees: 0 - fee }
}

function sumOf(kind: EntryKind, moved: number): Exclude<keyof StatementSums, 'fees'> {
  if (kind === 'collection') return 'collections'
  if (kind === 'correction') return 'corrections'
  if (moved > 0) return 'returned'
  return kind === 'payout' ? 'payouts' : 'withdrawn'
}

const isOfMerchant = (place: LedgerEntry['from']) => place !== 'outside' && place !== 'fees'

/** Both together. */
export function addSums(one: StatementSums, other: StatementSums): StatementSums {
  return combined(one, other, 1)
}

/** What `one` has more than the other. */
export function subtractSums(one: StatementSums, other: StatementSums): StatementSums {
  return combined(one, other, -1)
}

function combined(one: StatementSums, other: StatementSums, sign: 1 | -1): StatementSums {
  return {
    collections: one.collections + sign * other.collections,
    payouts: one.payouts + sign * other.payouts,
    returned: one.returned + sign * other.returned,
    withdrawn: one.withdrawn + sign * other.withdrawn,
    corrections: one.corrections + sign * other.corrections,
    fees: one.fees + sign * other.fees,
  }
}
