import { type AutoCounts, settlingCount, settlingMinutes } from '../../banking/bank-account.ts'

/** Today's automatic settlements on an account, and its doubtful ones. */
export type AutoFigures = {
  readonly accountId: number
  /** Today's counts; empty without settlements. */
  readonly counts: AutoCounts
  readonly unproven: number
  /** The order whose money statements do not contain, or null. */
  readonly contradicted: string | null
}

/** The overview of automatic matching over all accounts (matching §6). */
export function autoOverview(figures: readonly AutoFigures[]) {
  const sum = (countOf: (one: AutoFigures) => number | undefined) =>
    figures.reduce((total, one) => total + (countOf(one) ?? 0), 0)
  const settled = sum(({ counts }) => counts.settled)
  let within = 0
  const median = settlingMinutes.find((minutes) => {
    within += sum(({ counts }) => counts[settlingCount(minutes * 60 - 1)])
    return within * 2 >= settled
  })
  return {
    auto: {
      settled_today: settled,
      median_minutes: settled === 0 ? null : (median ?? null),
      unproven: sum(({ unproven }) => unproven),
      contradicted: figures.flatMap(({ accountId, contradicted }) =>
        contradicted === null ? [] : [{ trade_no: contradicted, bank_account: accountId }],
      ),
    },
  }
}
