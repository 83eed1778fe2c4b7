import { fitsPlainName } from '../../../units/plain-name.ts'
import { taipeiDay } from '../../../units/taipei-time.ts'

/** What somebody tells of money that moved on an account. Amounts in hundredths, times in UTC seconds. */
export type StatedMoney = {
  /** The beginning of its day where only the day is told. */
  readonly bookedAt: number
  readonly dayOnly: boolean
  readonly amount: number
  readonly balance: number | null
  /** "" where it is not told; so is the name. */
  readonly last5: string
  readonly name: string
}

/** How far apart the times of one deposit may be, as two tell it. */
export const pairingSeconds = 600

/**
 * How much of what two tell of their money is equal: the balance, the last five digits, the name (back office §3).
 * Null where it cannot be the same money: another amount, another time, or a part of it differs.
 */
export function agreements(one: StatedMoney, other: StatedMoney): number | null {
  const isNear =
    one.dayOnly || other.dayOnly
      ? taipeiDay(one.bookedAt) === taipeiDay(other.bookedAt)
      : secondsApart(one, other) <= pairingSeconds
  return isNear && one.amount === other.amount ? agreeing(one, other) : null
}

/** How far apart they were booked; nothing where one of them tells only the day. */
export function secondsApart(
  one: Pick<StatedMoney, 'bookedAt' | 'dayOnly'>,
  other: Pick<StatedMoney, 'bookedAt' | 'dayOnly'>,
): number {
  return one.dayOnly || other.dayOnly ? 0 : Math.abs(one.bookedAt - other.bookedAt)
}

/** The same without time and amount. */
export function agreeing(
  one: Pick<StatedMoney, 'balance' | 'last5' | 'name'>,
  other: Pick<StatedMoney, 'balance' | 'last5' | 'name'>,
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
