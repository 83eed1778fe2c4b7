import type { DateFormat } from '../../../contract/back-office/banking/statement-format.ts'
import type { StatementProblem } from '../../../contract/back-office/states.ts'
import type { LineProblem } from '../../../contract/refusals.ts'
import { taipeiDayStart } from '../../../units/taipei-time.ts'
import { parseAmount, parseDay, parseTime } from './statement-values.ts'

/** A line of a statement; null for a value that the file lacks. Amounts are in hundredths. */
export type StatementLine = {
  /** Its number in the file, from 1. */
  readonly line: number
  /** Days since 1970 (Asia/Taipei). */
  readonly day: number
  /** Seconds since midnight. */
  readonly time: number | null
  readonly amount: number
  readonly balance: number | null
  readonly memo: string | null
  readonly counterparty: string | null
  readonly name: string | null
}

/** The cell of a part of the format; null if the format lacks the part. */
export type Cells = (part: string) => string | null

/** The booking of a line in UTC seconds; the beginning of the day if it has no time. */
export function bookedAt({ day, time }: Pick<StatementLine, 'day' | 'time'>): number {
  return taipeiDayStart(day) + (time ?? 0)
}

/** A line whose balance does not continue the one before: the expected balance, and the one in the file. */
export type BrokenBalance = {
  readonly line: number
  readonly expected: number | null
  readonly found: number | null
}

/** The balance before a line; null if the file has no balances. */
export function openingOf({ balance, amount }: StatementLine): number | null {
  return balance === null ? null : balance - amount
}

/** The problem of a line, without the line's number. */
export type CellProblem = Omit<LineProblem, 'line'>

/** Parses the cells of a line, or returns the problem of the first unreadable cell. */
export function parseLine(
  line: number,
  at: Cells,
  dateFormat: DateFormat,
): StatementLine | CellProblem {
  const day = parseDay(at('date') ?? '', dateFormat)
  if (day === null) {
    return { ...unreadText('date_not_understood', at('date')), date_format: dateFormat }
  }
  const timeText = at('time') ?? ''
  const time = timeText === '' ? null : parseTime(timeText)
  if (time === null && timeText !== '') return unreadText('time_not_understood', timeText)
  const amount = signedAmount(at)
  if (amount === null || amount === 0) {
    return unreadText('amount_not_understood', at('amount') ?? `${at('in')} ${at('out')}`.trim())
  }
  const balanceText = at('balance')
  const balance = balanceText === null ? null : parseAmount(balanceText)
  if (balance === null && balanceText !== null) {
    return unreadText('balance_not_understood', balanceText)
  }
  const [memo, counterparty, name] = [at('memo'), at('counterparty'), at('name')]
  for (const [text, lengthMax] of [
    [memo, 500],
    [counterparty, 100],
    [name, 120],
  ] as const) {
    if ((text?.length ?? 0) > lengthMax) return { problem: 'text_too_long' }
    if (/\p{Cc}/u.test(text ?? '')) return { problem: 'control_character' }
  }
  return { line, day, time, amount, balance, memo, counterparty, name }
}

// The text comes from the bank, and is cut if it is long.
function unreadText(problem: StatementProblem, text: string | null): CellProblem {
  return { problem, text: (text ?? '').slice(0, textMax) }
}

const textMax = 40

function signedAmount(at: Cells): number | null {
  const text = at('amount')
  if (text === null) return betweenColumns(at('in') ?? '', at('out') ?? '')
  const amount = parseAmount(text)
  const sign = at('sign')
  if (amount === null || sign === null) return amount
  if (amount < 0 || (sign !== '+' && sign !== '-')) return null
  return sign === '-' ? -amount : amount
}

// One of the two columns has an amount, the other is empty or 0.
function betweenColumns(inText: string, outText: string): number | null {
  const incoming = inText === '' ? 0 : parseAmount(inText)
  const outgoing = outText === '' ? 0 : parseAmount(outText)
  if (incoming === null || outgoing === null || incoming < 0 || outgoing < 0) return null
  return incoming !== 0 && outgoing !== 0 ? null : incoming - outgoing
}
