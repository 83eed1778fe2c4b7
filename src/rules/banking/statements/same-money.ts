import { fitsPlainName } from '../../../units/plain-name.ts'
import { taipeiDay } from '../../../units/taipei-time.ts'
import { bookedAt } from './statement-line.ts'

/** One report of money that moved on an account. Amounts in hundredths, times in UTC seconds. */
export type ReportedMoney = {
  /** The beginning of the day if only the day is reported. */
  readonly bookedAt: number
  readonly dayOnly: boolean
  readonly amount: number
  readonly balance: number | null
  /** "" if not reported, as is the name. */
  readonly last5: string
  readonly name: string
}

/** The largest difference between the times of one deposit in two reports. */
export const pairingSeconds = 600

/** The days, and the times between which other reports of their money may be. */
export function pairingSpan(fromDay: number, toDay: number) {
  const at = (day: number) => bookedAt({ day, time: null })
  return {
    fromDay,
    toDay,
    from: at(fromDay) - pairingSeconds,
    until: at(toDay + 1) + pairingSeconds,
  }
}

/**
 * The number of equal values of two reports among balance, last five digits and name (back office §3). Null if they
 * cannot be the same money: another amount, another time, or a different value.
 */
export function agreementOf(one: ReportedMoney, other: ReportedMoney): number | null {
  const isNear =
    one.dayOnly || other.dayOnly
      ? taipeiDay(one.bookedAt) === taipeiDay(other.bookedAt)
      : secondsApart(one, other) <= pairingSeconds
  return isNear && one.amount === other.amount ? equalValues(one, other) : null
}

/** The difference between two booking times; zero if one report has only the day. */
export function secondsApart(
  one: Pick<ReportedMoney, 'bookedAt' | 'dayOnly'>,
  other: Pick<ReportedMoney, 'bookedAt' | 'dayOnly'>,
): number {
  return one.dayOnly || other.dayOnly ? 0 : Math.abs(one.bookedAt - other.bookedAt)
}

/** The number of equal values, without time and amount. */
export function equalValues(
  one: Pick<ReportedMoney, 'balance' | 'last5' | 'name'>,
  other: Pick<ReportedMoney, 'balance' | 'last5' | 'name'>,
): number | null {
  let count = 0
  if (one.balance !== null && other.balance !== null) {
    if (one.balance !== other.balance) return null
    count += 1
  }
  if (one.last5 !== '' && other.last5 !== '') {
    if (one.last5 !== other.last5) return null
    count += 1
  }
  if (one.name !== '' && other.name !== '') {
    if (!fitsPlainName(one.name, other.name)) return null
    count += 1
  }
  return count
}
