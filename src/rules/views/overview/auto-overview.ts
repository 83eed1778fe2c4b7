import { type AutoCounts, settlingCount, settlingMinutes } from '../../banking/bank-account.ts'

/** What the service settled today on an account, and what of its settlements is in doubt there. */
export type AutoFigures = {
  readonly accountId: number
  /** Of today; empty where it settled nothing. */
  readonly counts: AutoCounts
  readonly unproven: number
  /** The order whose money statements lack; null where there is none. */
  readonly contradicted: string | null
}

/** What the overview says of matching by itself, of all accounts together (matching §6). */
export function autoOverview(figures: readonly AutoFigures[]) {
  const sum = (of: (one: AutoFigures) => number | undefined) =>
    figures.reduce((total, one) => total + (of(one) ?? 0), 0)
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
