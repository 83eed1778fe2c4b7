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

/** A day of a file, and whether one of its lines could not be read: what it says may be missing. */
export type FileDay = StatementDay & { readonly isUnread: boolean }

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
 * gap if days are missing between them, else a break. A day with an unread line is not stored: it is missing.
 *
 * @param stored the stored days of the file's range, and the nearest before and after it
 */
export function joinDays(
  all: readonly FileDay[],
  lines: readonly StatementLine[],
  stored: readonly StoredDay[],
): DayJoin {
  const days = all.filter(({ isUnread }) => !isUnread)
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) {
    return { broken: null, gaps: false, changed: [] }
  }
  const unreadDays = all.filter(({ isUnread }) => isUnread).map(({ day }) => day)
  let place = 0
  // Callers ask for ascending days.
  const hasUnread = (from: number, to: number): boolean => {
    while ((unreadDays[place] ?? to) <= from) place += 1
    return (unreadDays[place] ?? to) < to
  }
  const before = stored.findLast(({ day }) => day < first.day)
  const after = stored.find(({ day }) => day > last.day)
  const wanted = days.map(({ day, opening, closing, jumps }, at) => {
    const earlier = days[at - 1] ?? before
    const isMet = at > 0 || meet(before?.closing ?? null, opening)
    const gap = jumps || !isMet || (earlier !== undefined && hasUnread(earlier.day, day))
    return { day, opening, closing, gap }
  })
  const isMetAfter = after === undefined || meet(last.closing, after.opening)
  const gapAfter = after !== undefined && (!isMetAfter || hasUnread(last.day, after.day))
  const brokenBefore = before?.day === first.day - 1 && !meet(before.closing, first.opening)
  const brokenAfter = after?.day === last.day + 1 && !isMetAfter
  if (after !== undefined) wanted.push({ ...after, gap: gapAfter })
  const known = new Map(stored.map((one) => [one.day, one]))
  const line = lines.find(({ day }) => day === first.day)
  const lastLine = lines.findLast(({ day }) => day === last.day)
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
