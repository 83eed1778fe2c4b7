import type { BrokenBalance, StatementLine } from './statement-line.ts'
import type { StatementDay } from './statement-order.ts'

/** A stored day that statements cover. */
export type StoredDay = {
  readonly day: number
  readonly opening: number | null
  readonly closing: number | null
  /** Whether lines are missing between the previous covered day and this one. */
  readonly gap: boolean
}

/** Days (Asia/Taipei, in days since 1970), both included. */
export type DayRange = { readonly from: number; readonly to: number }

/** The result of joining a file's days to the stored ones. */
type DayJoin = {
  /** The balance at which a day does not continue its neighbour; null if all continue. */
  readonly broken: BrokenBalance | null
  readonly gaps: boolean
  /** The days to store, as far as they differ from the stored ones. */
  readonly changed: readonly StoredDay[]
}

/**
 * Joins the days of a file to the nearest stored days before and after them (back office §3). Unequal balances are a
 * gap if days are missing between them, else a break.
 *
 * @param stored the stored days of the file's range, and the nearest before and after it
 */
export function joinDays(
  days: readonly StatementDay[],
  lines: readonly StatementLine[],
  stored: readonly StoredDay[],
): DayJoin {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) {
    return { broken: null, gaps: false, changed: [] }
  }
  const before = stored.findLast(({ day }) => day < first.day)
  const after = stored.find(({ day }) => day > last.day)
  const gapBefore = before !== undefined && !meet(before.closing, first.opening)
  const gapAfter = after !== undefined && !meet(last.closing, after.opening)
  const brokenBefore = gapBefore && before.day === first.day - 1
  const brokenAfter = gapAfter && after.day === last.day + 1
  const wanted = days.map(({ day, opening, closing, jumps }) => {
    return { day, opening, closing, gap: jumps || (day === first.day && gapBefore) }
  })
  if (after !== undefined) wanted.push({ ...after, gap: gapAfter })
  const known = new Map(stored.map((one) => [one.day, one]))
  const [line, lastLine] = [lines[0], lines.at(-1)]
  const expected = line === undefined ? 0 : (before?.closing ?? 0) + line.amount
  const ends = brokenBefore
    ? line && { line: line.line, expected, found: line.balance }
    : brokenAfter
      ? lastLine && { line: lastLine.line, expected: after.opening, found: last.closing }
      : null
  return {
    broken: ends ?? null,
    gaps: gapAfter || wanted.some(({ gap }, place) => gap && place < days.length),
    changed: wanted.filter((one) => !isSame(one, known.get(one.day))),
  }
}

// A missing balance matches every balance.
function meet(closing: number | null, opening: number | null): boolean {
  return closing === null || opening === null || closing === opening
}

function isSame(one: StoredDay, other: StoredDay | undefined): boolean {
  return (
    other !== undefined &&
    one.opening === other.opening &&
    one.closing === other.closing &&
    one.gap === other.gap
  )
}
