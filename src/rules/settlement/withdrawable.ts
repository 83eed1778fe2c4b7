import { taipeiDay } from '../../units/taipei-time.ts'
import type { FeePayer } from '../pricing/charge.ts'
import { pricingOf, versionAt } from '../pricing/price-versions.ts'

/** A collection's credit less its fee, in hundredths, and its day (Asia/Taipei, since 1970). */
export type Credit = { readonly day: number; readonly amount: number }

/** The credits of collections on each of the last days, in hundredths, by the day's number. */
export type CreditsByDay = Readonly<Record<string, number>>

/**
 * A step's change of a day's credits: a settlement adds to its day, a reversal subtracts from the settlement's day
 * (fees §3). No step does both.
 */
export function creditChange(before: Credit | null, after: Credit | null): Credit | null {
  if (before === null) return after
  if (after === null) return { day: before.day, amount: before.amount === 0 ? 0 : -before.amount }
  if (before.day !== after.day) throw new Error('a step moves a credit to another day')
  return { day: after.day, amount: after.amount - before.amount }
}

/** The first day whose credits a merchant cannot withdraw yet at a time (UTC seconds): tomorrow at the latest. */
export function firstUnsettledDayOf({ prices }: FeePayer, now: number): number {
  const { settleAfterDays } = pricingOf(prices, versionAt(prices, now))
  return taipeiDay(now) - settleAfterDays + 1
}
