import { toAmount } from '../../../units/money.ts'
import { secondsToTaipei } from '../../../units/taipei-time.ts'

/** The overview's figures of bank transactions of one database; times are UTC seconds. */
export type BankingFigures = {
  readonly unclaimed: number
  /** Null without unclaimed transactions. */
  readonly oldestUnclaimedAt: number | null
  /** Lines of feeds and people left unconfirmed for a day. */
  readonly unconfirmed: number
  /** Days of accounts with missing lines before them. */
  readonly gaps: number
  /** Active accounts for collections with a daily cap; those that have reached it; the room under all caps. */
  readonly cappedAccounts: number
  readonly fullAccounts: number
  /** In hundredths. */
  readonly room: number
}

/** The overview of bank transactions over all databases (back office §4). */
export function bankingOverview(figures: readonly BankingFigures[]) {
  const sum = (name: Exclude<keyof BankingFigures, 'oldestUnclaimedAt'>) =>
    figures.reduce((total, one) => total + one[name], 0)
  const oldest = figures.flatMap(({ oldestUnclaimedAt }) => oldestUnclaimedAt ?? [])
  return {
    unclaimed_transactions: sum('unclaimed'),
    oldest_unclaimed_at: secondsToTaipei(oldest.length === 0 ? null : Math.min(...oldest)),
    unconfirmed_lines: sum('unconfirmed'),
    gaps: sum('gaps'),
    caps: {
      accounts: sum('cappedAccounts'),
      reached: sum('fullAccounts'),
      room: toAmount(sum('room')),
    },
  }
}
