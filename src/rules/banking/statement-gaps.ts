/** Days (Asia/Taipei, in days since 1970), both included. */
export type DayRange = { readonly from: number; readonly to: number }

/** The days that are missing in between, of days in their order. */
export function gapsBetween(days: readonly number[]): readonly DayRange[] {
  return days.flatMap((day, place) => {
    const before = days[place - 1]
    return before === undefined || day - before <= 1 ? [] : [{ from: before + 1, to: day - 1 }]
  })
}
