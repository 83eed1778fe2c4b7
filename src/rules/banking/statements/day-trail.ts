import { openingOf, type StatementLine } from './statement-line.ts'

/**
 * Orders the lines of some days, given in ascending days, so that each line begins with the balance after the one
 * before; null if impossible. Within a day only balances decide the order.
 *
 * @param starts possible opening balances, used where the lines do not determine one
 */
export function orderByBalances(
  days: readonly (readonly StatementLine[])[],
  starts: readonly number[],
): readonly StatementLine[] | null {
  const known = startOf(days)
  for (const start of known === undefined ? new Set(starts.slice(0, startsMax)) : [known]) {
    const trail = trailFrom(days, start)
    if (trail !== null) return trail
  }
  return null
}

const startsMax = 20

// Days that end with their opening balance do not determine it; they take the one of the first other day.
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

// A path over the balances that uses each line once (Hierholzer's algorithm).
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

// The balance at which one more line begins than ends; undefined if there is none, as on a day without a change.
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
