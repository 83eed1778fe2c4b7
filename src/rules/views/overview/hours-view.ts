import { toAmount } from '../../../units/money.ts'
import {
  dayToTaipei,
  firstOfMonth,
  secondsToTaipei,
  taipeiDayStart,
} from '../../../units/taipei-time.ts'

/** The sums of one database at the end of an hour (in hours since 1970), and the outcome of its collections. */
export type HourFigures = Sums & {
  readonly hour: number
  /** The hour's collections that were followed up, and the settled ones among them; null before that. */
  readonly followed: number | null
  readonly followedSettled: number | null
} & Readonly<
    Record<'accountMedian' | 'accountWorst' | 'settlementMedian' | 'settlementWorst', number | null>
  >

const sumNames = [
  'collections',
  'settled',
  'settledAmount',
  'payouts',
  'paid',
  'paidAmount',
  'cancelled',
  'fees',
] as const

/** Counts and earnings of orders since the first one; amounts in hundredths. */
type Sums = Readonly<Record<(typeof sumNames)[number], number>>

function sumsOf(sumOf: (name: keyof Sums) => number): Sums {
  return Object.fromEntries(sumNames.map((name) => [name, sumOf(name)])) as Sums
}

export const hourSeconds = 3_600

/** The hour of a time (UTC seconds), in hours since 1970. */
export function hourOf(seconds: number): number {
  return Math.floor(seconds / hourSeconds)
}

/** The last hour before a day in Asia/Taipei (in days since 1970). */
export function lastHourBefore(day: number): number {
  return hourOf(taipeiDayStart(day)) - 1
}

/** A span of hours: after the end of `after`, to the end of `to`. */
type Span = { readonly after: number; readonly to: number }

type DayName = 'today' | 'yesterday' | 'week_ago'

const daysBack: Readonly<Record<DayName, number>> = { today: 0, yesterday: 1, week_ago: 7 }

const hoursShown = 24

/** The hours whose figures the view of `today` (Asia/Taipei, in days since 1970) needs in the hour `now`. */
export function hoursNeeded(now: number, today: number): readonly number[] {
  const spans = Object.values(daysBack).flatMap((back) => Object.values(spansOf(now, today, back)))
  const hours = Array.from({ length: hoursShown + 1 }, (_, n) => now - n)
  const ends = spans.flatMap(({ after, to }) => [after, to])
  return [...new Set([...hours, ...ends, lastHourBefore(firstOfMonth(today))])]
}

function spansOf(now: number, today: number, back: number): Record<'soFar' | 'whole', Span> {
  const after = lastHourBefore(today - back)
  return { soFar: { after, to: now - back * 24 }, whole: { after, to: after + 24 } }
}

/**
 * The figures of the last 24 hours and today, beside yesterday and a week ago, and the earnings of this month, over all
 * databases. A figure is null if the minute's job did not run in an hour that it needs.
 */
export function hoursView(found: readonly (readonly HourFigures[])[], now: number, today: number) {
  const databases = found.map((rows) => new Map(rows.map((row) => [row.hour, row])))
  const between = (span: Span) => addUp(databases.map((rows) => differenceOf(rows, span)))
  const hours = Array.from({ length: hoursShown }, (_, n) => {
    const hour = now - hoursShown + 1 + n
    return {
      from: secondsToTaipei(hour * hourSeconds),
      happened: happenedIn(between({ after: hour - 1, to: hour })),
      followed: followedView(databases.map((rows) => rows.get(hour))),
    }
  })
  const dayOf = (name: DayName) => {
    const { soFar, whole } = spansOf(now, today, daysBack[name])
    return {
      day: dayToTaipei(today - daysBack[name]),
      so_far: happenedIn(between(soFar)),
      whole: name === 'today' ? null : happenedIn(between(whole)),
    }
  }
  const month = firstOfMonth(today)
  const ofMonth = happenedIn(between({ after: lastHourBefore(month), to: now }))
  return {
    so_far_until: secondsToTaipei((now + 1) * hourSeconds),
    month: { from: dayToTaipei(month), income: ofMonth?.income ?? null },
    today: dayOf('today'),
    yesterday: dayOf('yesterday'),
    week_ago: dayOf('week_ago'),
    hours,
  }
}

function differenceOf(rows: ReadonlyMap<number, HourFigures>, { after, to }: Span): Sums | null {
  const [first, last] = [rows.get(after), rows.get(to)]
  if (first === undefined || last === undefined) return null
  return sumsOf((name) => last[name] - first[name])
}

function addUp(all: readonly (Sums | null)[]): Sums | null {
  const known = all.filter((one) => one !== null)
  if (known.length < all.length) return null
  return sumsOf((name) => known.reduce((total, one) => total + one[name], 0))
}

function happenedIn(sums: Sums | null) {
  if (sums === null) return null
  const { collections, settled, settledAmount, payouts, paid, paidAmount, cancelled, fees } = sums
  return {
    collections: { created: collections, settled, settled_amount: toAmount(settledAmount) },
    payouts: { created: payouts, paid, paid_amount: toAmount(paidAmount), cancelled },
    income: toAmount(fees),
  }
}

// Medians do not add up: shows that of the database with the most collections.
function followedView(all: readonly (HourFigures | undefined)[]) {
  const rows = all.flatMap((row) => (row === undefined || row.followed === null ? [] : [row]))
  if (rows.length === 0 || rows.length < all.length) return null
  const most = rows.reduce((one, other) => (count(other) > count(one) ? other : one))
  const worst = (name: 'accountWorst' | 'settlementWorst') => {
    const known = rows.flatMap((row) => row[name] ?? [])
    return known.length === 0 ? null : Math.max(...known)
  }
  return {
    created: rows.reduce((total, row) => total + count(row), 0),
    settled: rows.reduce((total, row) => total + (row.followedSettled ?? 0), 0),
    seconds_to_account: { median: most.accountMedian, longest: worst('accountWorst') },
    seconds_to_settlement: { median: most.settlementMedian, longest: worst('settlementWorst') },
  }
}

function count({ followed }: HourFigures): number {
  return followed ?? 0
}
