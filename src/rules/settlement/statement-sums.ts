import type { EntryKind, LedgerEntry } from '../accounts/ledger.ts'

/** The sums of a statement, in its order: each changes all buckets together (fees §4). */
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

export const noSums: StatementSums = {
  collections: 0,
  payouts: 0,
  returned: 0,
  withdrawn: 0,
  corrections: 0,
  fees: 0,
}

export function sumsOf(entries: readonly LedgerEntry[], kind: EntryKind): StatementSums {
  return entries.reduce((sums, entry) => addSums(sums, sumsOfEntry(entry, kind)), noSums)
}

/** The sums of an entry. A move between buckets counts as zero; the fee is separate from the amount, which is gross. */
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

function addSums(one: StatementSums, other: StatementSums): StatementSums {
  return combined(one, other, 1)
}

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
