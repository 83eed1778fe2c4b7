import { orderByBalances } from './day-trail.ts'
import { type BrokenBalance, openingOf, type StatementLine } from './statement-line.ts'

/** A day of a statement; its opening and closing balances are null if the file has none. */
export type StatementDay = {
  readonly day: number
  readonly opening: number | null
  readonly closing: number | null
  /** Whether it does not continue the day before, because lines of the file were left out between them. */
  readonly jumps: boolean
}

/** The lines of a statement, oldest first. */
type OrderedStatement = {
  readonly lines: readonly StatementLine[]
  readonly days: readonly StatementDay[]
  /** Whether the file has balances. */
  readonly hasBalances: boolean
  /** The first balance that is not the previous one plus the line's amount; null if there is none. */
  readonly broken: BrokenBalance | null
}

/**
 * Sorts the lines of a file by booking (back office §3). A file with balances counts as oldest first or newest first if
 * its balances continue that way. In any other order, it is split into days, and the balances give the order within
 * each day. Without balances, days and times decide. Balances may jump at a line that was left out.
 *
 * @param leftOut numbers of the lines that were left out
 * @param openings known balances before the file, or at its end
 */
export function sortLines(
  lines: readonly StatementLine[],
  leftOut: readonly number[],
  openings: readonly number[],
): OrderedStatement {
  const reversed = lines.toReversed()
  if (lines.some(({ balance }) => balance === null)) {
    return { ...ordered(byTime(descends(lines) ? reversed : lines), [], false), hasBalances: false }
  }
  const isLeftOut = leftOutBetween(leftOut)
  const orders = [lines, reversed, byTime(lines)].map((order) => chainOf(order, isLeftOut))
  const [asIs, turned] = orders
  const whole = orders.filter(({ isWhole }) => isWhole)
  const known = whole.find(({ lines: [first] }) => first && openings.includes(before(first)))
  const changes = lines.reduce((sum, { amount }) => sum + amount, 0) !== 0
  const trail = (starts: readonly number[]) => {
    return leftOut.length > 0 ? null : orderByBalances(byDay(lines), starts)
  }
  if (known !== undefined) return ordered(known.lines, known.jumps, true)
  if (changes && whole[0] !== undefined) return ordered(whole[0].lines, whole[0].jumps, true)
  const fromKnown = trail(changes ? [] : openings)
  if (fromKnown !== null) return ordered(fromKnown, [], true)
  const timed = whole.filter((one) => ascends(one.lines))
  const begins = new Set(timed.map(({ lines: [first] }) => first && before(first)))
  if (timed[0] !== undefined && begins.size === 1)
    return ordered(timed[0].lines, timed[0].jumps, true)
  // Lines that end with their opening balance may begin with any of their balances.
  const any = whole[0]?.lines ?? trail(lines.map(before))
  if (any !== null) return ordered(any, whole[0]?.jumps ?? [], false)
  const nearer = (asIs?.follows ?? 0) >= (turned?.follows ?? 0) ? asIs : turned
  return { ...ordered(byTime(lines), [], true), broken: nearer?.broken ?? null }
}

function ordered(
  lines: readonly StatementLine[],
  jumps: readonly StatementLine[],
  hasEnds: boolean,
): OrderedStatement {
  const jumped = new Set(jumps.map(({ day }) => day))
  const days = byDay(lines).map((inDay) => {
    const [first, last] = [inDay[0], inDay.at(-1)]
    const opening = hasEnds && first !== undefined ? openingOf(first) : null
    const closing = hasEnds ? (last?.balance ?? null) : null
    return { day: first?.day ?? 0, opening, closing, jumps: jumped.has(first?.day ?? 0) }
  })
  return { lines, days, hasBalances: true, broken: null }
}

function before(line: StatementLine): number {
  return openingOf(line) ?? 0
}

function ascends(lines: readonly StatementLine[]): boolean {
  return lines.every(({ day, time }, place) => {
    const earlier = lines[place - 1]
    return earlier === undefined || day > earlier.day || (time ?? 0) >= (earlier.time ?? 0)
  })
}

function byTime(lines: readonly StatementLine[]): readonly StatementLine[] {
  return lines.toSorted((one, other) => one.day - other.day || (one.time ?? 0) - (other.time ?? 0))
}

function descends(lines: readonly StatementLine[]): boolean {
  const [first, last] = [lines[0], lines.at(-1)]
  if (first === undefined || last === undefined) return false
  return first.day > last.day || (first.day === last.day && (first.time ?? 0) > (last.time ?? 0))
}

type LineChain = {
  readonly lines: readonly StatementLine[]
  readonly isWhole: boolean
  readonly follows: number
  readonly broken: BrokenBalance | null
  readonly jumps: readonly StatementLine[]
}

function chainOf(
  lines: readonly StatementLine[],
  isLeftOut: (one: number, other: number) => boolean,
): LineChain {
  let follows = 0
  let daysAscend = true
  let broken: BrokenBalance | null = null
  const jumps: StatementLine[] = []
  for (const [place, line] of lines.entries()) {
    const earlier = lines[place - 1]
    if (earlier === undefined) continue
    if (line.day < earlier.day) daysAscend = false
    if (openingOf(line) === earlier.balance) follows += 1
    else if (isLeftOut(earlier.line, line.line)) jumps.push(line)
    else broken ??= brokenAt(earlier, line)
  }
  return { lines, isWhole: daysAscend && broken === null, follows, broken, jumps }
}

function brokenAt(earlier: StatementLine, { line, amount, balance }: StatementLine): BrokenBalance {
  return { line, expected: (earlier.balance ?? 0) + amount, found: balance }
}

function leftOutBetween(leftOut: readonly number[]): (one: number, other: number) => boolean {
  const sorted = leftOut.toSorted((one, other) => one - other)
  return (one, other) => {
    const [from, to] = one < other ? [one, other] : [other, one]
    return (sorted[firstOver(sorted, from)] ?? to) < to
  }
}

// The index of the first number above a limit, in ascending numbers.
function firstOver(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) > limit) high = middle
    else low = middle + 1
  }
  return low
}

function byDay(lines: readonly StatementLine[]): readonly (readonly StatementLine[])[] {
  const days = [...Map.groupBy(lines, ({ day }) => day)]
  return days.sort(([one], [other]) => one - other).map(([, inDay]) => inDay)
}
