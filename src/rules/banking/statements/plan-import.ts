import type { Chain } from '../../../contract/back-office/states.ts'
import type { LineProblem } from '../../../contract/refusals.ts'
import { taipeiDay } from '../../../units/taipei-time.ts'
import { type FileDay, joinDays, type StoredDay } from './join-days.ts'
import { compareLines, dayOfKey, type KeyedLine, withKeys } from './line-identity.ts'
import { type MissingLines, missingMax, type NeededLines } from './needed-lines.ts'
import { moneyOf, pairLines } from './pair-lines.ts'
import type { ReadStatement } from './read-statement.ts'
import type { BrokenBalance, StatementLine } from './statement-line.ts'
import { type StatementDay, sortLines } from './statement-order.ts'

/** The stored lines and days of an account in a file's range, and the neighbouring days. */
export type StoredStatement = NeededLines & { readonly days: readonly StoredDay[] }

/** A line to write: a new one, or one that confirms an earlier report. */
export type PlannedLine = {
  readonly line: StatementLine
  readonly key: string
  /** The line of a feed that it confirms; null for a new one. */
  readonly confirms: number | null
  /** Whether an earlier report already has the payer's last five digits, so that the file helps to find no order. */
  readonly isPayerKnown: boolean
}

export type ImportPlan = {
  /** The accepted lines, oldest first. */
  readonly lines: readonly StatementLine[]
  readonly problems: readonly LineProblem[]
  readonly chain: Chain
  /** The first line whose balance does not continue the one before. */
  readonly broken: BrokenBalance | null
  /** First and last day, in days since 1970; null without lines. */
  readonly from: number | null
  readonly to: number | null
  /** The lines to write, oldest first. */
  readonly planned: readonly PlannedLine[]
  /** Lines that other imports have written. */
  readonly known: number
  /** The days to store, as far as they differ from the stored ones. */
  readonly days: readonly StoredDay[]
  /** Reports of feeds and people, booked on its days, that no statement has confirmed and the file lacks. */
  readonly missing: MissingLines
  /** The lines that could not be read, each with the day that it leaves uncovered. */
  readonly unread: readonly UnreadLine[]
  /** All covered days of the accepted lines, as in the file. */
  readonly statedDays: readonly StatementDay[]
}

/**
 * Decides the writes of an import (back office §3). Lines with problems are left out. A day whose stored lines are not
 * all in the file is a problem and is left out as a whole. A day of which a line could not be read is not covered.
 * Yields between its steps, so that the caller can let others work.
 *
 * @param importId the import that continues; null before there is one
 */
export function* planImport(
  read: ReadStatement,
  stored: StoredStatement,
  importId: number | null,
): Generator<void, ImportPlan> {
  const all = withKeys(read.lines)
  yield
  const { known, missing } = compareLines(all, stored.lines)
  yield
  const partialDays = new Set([...stored.partialDays, ...missing.map(({ key }) => dayOfKey(key))])
  const isTaken = ({ line }: KeyedLine) => !partialDays.has(line.day)
  const leftOut = all.filter((one) => !isTaken(one))
  const problems = [...read.problems, ...notWhole(partialDays, read.lines)]
  const leftOutLines = [
    ...read.problems.map(({ line }) => line),
    ...leftOut.map(({ line }) => line.line),
  ]
  const usable = all.filter(isTaken)
  const { lines, days, hasBalances, ...order } = sortLines(
    usable.map(({ line }) => line),
    leftOutLines,
    openingsOf(usable, stored.days),
  )
  yield
  const unread = unreadLines(read, stored.days)
  const unreadDays = new Set(unread.map(({ day }) => day))
  const fileDays = days.map((one): FileDay => ({ ...one, isUnread: unreadDays.has(one.day) }))
  const join = joinDays(fileDays, lines, stored.days)
  const hasJump = fileDays.some(({ isUnread, jumps }) => isUnread && jumps)
  const fresh = usable.filter(({ line }) => !known.has(line.line))
  const pairs = pairLines(fresh, stored.unconfirmed)
  yield
  const byLine = new Map(fresh.map((one) => [one.line, one]))
  const planned = lines.flatMap((line) => {
    const one = byLine.get(line)
    if (one === undefined) return []
    const earlier = pairs.get(one)
    const isPayerKnown =
      earlier !== undefined && (earlier.last5 !== '' || moneyOf(line).last5 === '')
    return [{ line, key: one.key, confirms: earlier?.id ?? null, isPayerKnown }]
  })
  const own = new Set(stored.lines.filter((one) => one.importId === importId).map(({ id }) => id))
  const ownKnown = [...known.values()].filter(({ id }) => importId !== null && own.has(id)).length
  const broken = order.broken ?? join.broken
  return {
    lines,
    problems: problems.toSorted((one, other) => one.line - other.line),
    chain: chainOf(hasBalances && lines.length > 0, broken, join.gaps || hasJump),
    broken,
    ...endsOf(days),
    planned,
    known: usable.length - fresh.length - ownKnown,
    days: broken === null ? join.changed : [],
    missing: missingOf(read.lines, stored, new Set([...pairs.values()].map(({ id }) => id))),
    unread,
    statedDays: broken === null ? fileDays.filter(({ isUnread }) => !isUnread) : [],
  }
}

/** A line of a file that could not be read, and the day that it may be of. */
type UnreadLine = { readonly line: number; readonly day: number }

// A line whose day is not understood may be of the day of the line before it or after it. What an earlier file has
// covered stays covered.
function unreadLines(
  { lines, problems, problemDays }: ReadStatement,
  stored: readonly StoredDay[],
): readonly UnreadLine[] {
  const known = new Set(stored.map(({ day }) => day))
  let next = 0
  return problems.flatMap(({ line }) => {
    while ((lines[next]?.line ?? Number.POSITIVE_INFINITY) < line) next += 1
    const own = problemDays.get(line)
    const days = own === undefined ? [lines[next - 1]?.day, lines[next]?.day] : [own]
    return [...new Set(days)].flatMap((day) =>
      day === undefined || known.has(day) ? [] : [{ line, day }],
    )
  })
}

function missingOf(
  lines: readonly StatementLine[],
  { unconfirmed, unneeded }: StoredStatement,
  confirmed: ReadonlySet<number>,
): MissingLines {
  const from = lines.reduce((least, { day }) => Math.min(least, day), Number.POSITIVE_INFINITY)
  const to = lines.reduce((most, { day }) => Math.max(most, day), Number.NEGATIVE_INFINITY)
  const missing = unconfirmed.filter(({ id, bookedAt }) => {
    const day = taipeiDay(bookedAt)
    return day >= from && day <= to && !confirmed.has(id)
  })
  const first = [...unneeded.first, ...missing].toSorted(
    (one, other) => one.bookedAt - other.bookedAt || one.id - other.id,
  )
  return { count: unneeded.count + missing.length, first: first.slice(0, missingMax) }
}

// The stored balances before the lines and, where the lines change nothing, after them. A more distant day does not
// count, because days between may be missing.
function openingsOf(lines: readonly KeyedLine[], stored: readonly StoredDay[]): readonly number[] {
  const days = lines.map(({ line }) => line.day).toSorted((one, other) => one - other)
  const [first = 0, last = 0] = [days[0], days.at(-1)]
  const storedOn = (wanted: number) => stored.find(({ day }) => day === wanted)
  const around = [
    storedOn(first - 1)?.closing,
    storedOn(first)?.opening,
    storedOn(last + 1)?.opening,
  ]
  return around.filter((balance) => typeof balance === 'number')
}

function chainOf(hasBalances: boolean, broken: BrokenBalance | null, gaps: boolean): Chain {
  if (!hasBalances) return 'unknown'
  if (broken !== null) return 'broken'
  return gaps ? 'gap' : 'whole'
}

function endsOf(days: readonly StatementDay[]): Pick<ImportPlan, 'from' | 'to'> {
  return { from: days[0]?.day ?? null, to: days.at(-1)?.day ?? null }
}

// Reported at the first line of the day or of the next later day; at the last line if there is none.
function notWhole(
  partialDays: ReadonlySet<number>,
  lines: readonly StatementLine[],
): readonly LineProblem[] {
  return [...partialDays].map((day) => {
    const after = lines.filter((line) => line.day >= day)
    const nearest = after.toSorted((one, other) => one.day - other.day || one.line - other.line)
    const line = nearest[0]?.line ?? lines.at(-1)?.line ?? 0
    return { line, problem: 'day_not_whole' }
  })
}
