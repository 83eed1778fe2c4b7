import { dayToTaipei, taipeiDay, taipeiToSeconds } from '../../../../units/taipei-time.ts'

/** The day after one: a list's `to` is the first moment that is not in it. */
export function dayAfter(day: string): string {
  return dayToTaipei(taipeiDay(taipeiToSeconds(day) ?? 0) + 1)
}
