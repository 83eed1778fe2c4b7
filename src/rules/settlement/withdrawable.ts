import { taipeiDay } from '../../units/taipei-time.ts'
import type { FeePayer } from '../pricing/charge.ts'
import { pricingOf, versionAt } from '../pricing/price-versions.ts'

/** What a collection has credited, less its fee, in hundredths, and the day (Asia/Taipei, since 1970) that has it. */
export type Credit = { readonly day: number; readonly amount: number }

/** What collections have credited on each of the last days, in hundredths, by the day's number. */
export type CreditsByDay = Readonly<Record<string, number>>

/**
 * By how much a step changes the credits of a day: a settlement adds, a reversal takes its own off the day of the
 * settlement (fees §3). No step does both.
 */
export function creditChange(before: Credit | null, after: Credit | null): Credit | null {
  if (before === null) return after
  if (after === null) return { day: before.day, amount: before.amount === 0 ? 0 : -before.amount }
  if (before.day !== after.day) throw new Error('a step moves a credit to another day')
  return { day: after.day, amount: after.amount - before.amount }
}

/** The first of the days whose credits a merchant cannot withdraw yet at a time (UTC seconds); today is the last. */
export function firstUnsettledDayOf({ prices }: FeePayer, now: number): number {
  const { settleAfterDays } = pricingOf(prices, versionAt(prices, now))
  return taipeiDay(now) - settleAfterDays + 1
}
