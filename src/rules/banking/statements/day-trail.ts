import { openingOf, type StatementLine } from './statement-line.ts'

/**
 * Puts the lines of some days, in ascending order of the days, into an order in which each begins with the balance that
 * the one before has left; null when there is none. The order within a day is told by its balances alone.
 *
 * @param starts balances that it may begin with, where the lines themselves do not tell
 */
export function trailOf(
  days: readonly (readonly StatementLine[])[],
  starts: readonly number[],
): readonly StatementLine[] | null {
  const told = startOf(days)
  for (const start of told === undefined ? new Set(starts.slice(0, startsMax)) : [told]) {
    const trail = trailFrom(days, start)
    if (trail !== null) return trail
  }
  return null
}

const startsMax = 20

// Days that end as they began tell no beginning: that of the first other day is theirs too.
function startOf(days: readonly (readonly StatementLine[])[]): number | undefined {
  for (const lines of days) {
    const start = uniqueStart(lines)
    if (start !== undefined) return start
  }
  return undefined
}

function trailFrom(
  days: readonly (readonly StatementLine[])[],
  start: number,
): readonly StatementLine[] | null {
  const found: StatementLine[] = []
  let balance = start
  for (const lines of days) {
    const trail = dayTrail(lines, balance)
    if (trail === null) return null
    for (const line of trail) found.push(line)
    balance = trail.at(-1)?.balance ?? balance
  }
  return found
}

// A trail over the balances that takes each line once (Hierholzer's algorithm).
function dayTrail(lines: readonly StatementLine[], start: number): readonly StatementLine[] | null {
  const waiting = Map.groupBy(lines.toReversed(), (line) => openingOf(line) ?? 0)
  const path: (StatementLine | null)[] = [null]
  const backwards: StatementLine[] = []
  while (path.length > 0) {
    const last = path.at(-1) ?? null
    const onward = waiting.get(last === null ? start : (last.balance ?? 0))?.pop()
    if (onward !== undefined) path.push(onward)
    else if (path.pop() !== null && last !== null) backwards.push(last)
  }
  const trail = backwards.reverse()
  const begins = trail[0] !== undefined && openingOf(trail[0]) === start
  return trail.length === lines.length && begins && follows(trail) ? trail : null
}

function follows(trail: readonly StatementLine[]): boolean {
  return trail.every((line, place) => {
    return place === 0 || openingOf(line) === trail[place - 1]?.balance
  })
}

// The balance that one more line begins with than ends with; undefined where there is none, as on a day without change.
function uniqueStart(lines: readonly StatementLine[]): number | undefined {
  const surplus = new Map<number, number>()
  const count = (balance: number, by: number) =>
    surplus.set(balance, (surplus.get(balance) ?? 0) + by)
  for (const line of lines) {
    count(openingOf(line) ?? 0, 1)
    count(line.balance ?? 0, -1)
  }
  return [...surplus].find(([, more]) => more === 1)?.[0]
}
