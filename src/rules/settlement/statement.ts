import type { Buckets } from '../accounts/own-ledger.ts'
import { noSums, type StatementSums, subtractSums } from './statement-sums.ts'

/** The state when a statement is closed, over all channels, in hundredths: the sums since the first statement. */
export type StatementEnd = {
  readonly number: number
  /** UTC seconds; null for the open one. */
  readonly closedAt: number | null
  /** The serial number of the withdrawal that closed it. */
  readonly withdrawal: string | null
  readonly balances: Buckets
  readonly sums: StatementSums
}

/** A statement (fees §4). Its opening plus its sums are its closing, over all buckets together; in hundredths. */
export type SettlementStatement = Omit<StatementEnd, 'balances'> & {
  readonly openedAt: number
  readonly opening: Buckets
  readonly closing: Buckets
}

/** Consecutive ends, newest first, and the creation of their merchant (UTC seconds). */
export type StatementEnds = { readonly ends: readonly StatementEnd[]; readonly createdAt: number }

/**
 * The statements between ends, newest first: each begins with the end of the one before, number 1 with zero unless
 * older entries exist.
 */
export function statementsBetween(records: StatementEnds): readonly SettlementStatement[] {
  const { ends, createdAt } = records
  return ends.flatMap((end, place) => {
    if (end.number === 0) return []
    const next = ends[place + 1]
    const before = end.number === 1 ? (next ?? beginningAt(createdAt)) : next
    if (before === undefined) return []
    if (before.number !== end.number - 1) throw new Error(`no statement ${end.number - 1}`)
    const { number, closedAt, withdrawal, balances: closing } = end
    const sums = subtractSums(end.sums, before.sums)
    const openedAt = before.closedAt ?? 0
    return [{ number, openedAt, closedAt, withdrawal, opening: before.balances, closing, sums }]
  })
}

function beginningAt(createdAt: number): StatementEnd {
  const balances = { available: 0, frozen: 0, unconfirmed: 0 }
  return { number: 0, closedAt: createdAt, withdrawal: null, balances, sums: noSums }
}
