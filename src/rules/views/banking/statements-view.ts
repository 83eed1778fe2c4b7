import type { DayCoverage } from '../../../contract/back-office/states.ts'
import { toAmount } from '../../../units/money.ts'
import { dayToTaipei } from '../../../units/taipei-time.ts'
import type { DayRange, StoredDay } from '../../banking/statements/join-days.ts'

/** An account's statements, and later reports. Amounts in hundredths, days since 1970. */
type StatementsRecord = {
  /** The days of the shown weeks, and the nearest covered ones around them. */
  readonly days: readonly StoredDay[]
  readonly gaps: readonly DayRange[]
  readonly later: {
    readonly count: number
    readonly amount: number
    readonly more: boolean
    /** Whether statements have lines of days that they do not cover. */
    readonly isStated: boolean
  }
}

/** The first Monday of the last six weeks. */
export function firstVisibleDay(today: number): number {
  // 1970 began on a Thursday.
  return today - ((today + 3) % 7) - 7 * (weeks - 1)
}

const weeks = 6

/** The last covered day; undefined without one. */
export function lastCovered(days: readonly StoredDay[]): StoredDay | undefined {
  return days.at(-1)
}

/** An account's statements as the back office sees them. */
export function statementsView(
  { days, gaps, later: { isStated, ...later } }: StatementsRecord,
  today: number,
) {
  const last = lastCovered(days)
  const balance = last?.closing ?? null
  const from = firstVisibleDay(today)
  const visibleDays = Array.from({ length: today - from + 1 }, (_, place) => from + place)
  return {
    covered_to: last === undefined ? null : dayToTaipei(last.day),
    balance: balance === null ? null : toAmount(balance),
    later: { ...later, amount: toAmount(later.amount) },
    expected: balance === null || isStated ? null : toAmount(balance + later.amount),
    days: visibleDays.map((day) => ({ day: dayToTaipei(day), state: coverageOf(day, days, gaps) })),
  }
}

/** The statements of an account in a list; null without one. */
export function listedStatementsView(
  last: Pick<StoredDay, 'day' | 'closing'> | undefined,
  later: StatementsRecord['later'] | undefined,
) {
  if (last === undefined) return null
  const { day, closing } = last
  const isKnown = closing !== null && later !== undefined && !later.more && !later.isStated
  return {
    covered_to: dayToTaipei(day),
    balance: closing === null ? null : toAmount(closing),
    expected: isKnown ? toAmount(closing + later.amount) : null,
  }
}

function coverageOf(
  day: number,
  days: readonly StoredDay[],
  gaps: readonly DayRange[],
): DayCoverage {
  const [first, last] = [days[0], lastCovered(days)]
  if (gaps.some(({ from, to }) => day >= from && day <= to)) return 'missing'
  if (days.some((one) => one.day === day)) return 'covered'
  return first === undefined || last === undefined || day < first.day || day > last.day
    ? 'open'
    : 'quiet'
}
