import type { DateFormat } from '../../../contract/back-office/banking/statement-format.ts'
import { moneyFromText } from '../../../units/money.ts'
import { taipeiDay, taipeiToSeconds } from '../../../units/taipei-time.ts'

/** A date in a bank's format, as days since 1970 (Asia/Taipei); null if it is none. */
export function parseDay(text: string, format: DateFormat): number | null {
  const [, year = '', month = '', day = ''] = datePatterns[format].exec(text) ?? []
  const isRoc = format.startsWith('ROC')
  const common = String(Number(year) + (isRoc ? rocYearZero : 0)).padStart(4, '0')
  const at = taipeiToSeconds(`${common}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  return at === null ? null : taipeiDay(at)
}

const rocYearZero = 1911

const datePatterns = {
  'YYYY/MM/DD': /^(\d{4})\/(\d{1,2})\/(\d{1,2})$/,
  'YYYY-MM-DD': /^(\d{4})-(\d{1,2})-(\d{1,2})$/,
  YYYYMMDD: /^(\d{4})(\d{2})(\d{2})$/,
  'ROC/MM/DD': /^(\d{2,3})\/(\d{1,2})\/(\d{1,2})$/,
  ROCMMDD: /^(\d{2,3})(\d{2})(\d{2})$/,
} as const satisfies Record<DateFormat, RegExp>

/** A time of day (`10:30:00`, `10:30`, `103000`, `1030`) in seconds since midnight; null if it is none. */
export function parseTime(text: string): number | null {
  const [, hour, minute, second = '0'] = withColons.exec(text) ?? withoutColons.exec(text) ?? []
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) {
    return null
  }
  return Number(hour) * 3600 + Number(minute) * 60 + Number(second)
}

const withColons = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/
const withoutColons = /^(\d{2})(\d{2})(\d{2})?$/

/**
 * An amount in a bank's format (`1,234.50`, `-5`, `(5)`), in hundredths; null if it is none. Thousands separators are
 * before every group of three digits or absent.
 */
export function parseAmount(text: string): number | null {
  const [, inside] = inParentheses.exec(text) ?? []
  const isNegative = inside !== undefined || text.startsWith('-')
  const size = inside ?? text.replace(/^[+-]/, '')
  if (!plainNumber.test(size) && !withSeparators.test(size)) return null
  const read = moneyFromText(size.replaceAll(',', ''))
  if (typeof read !== 'number') return null
  return isNegative && read !== 0 ? -read : read
}

const inParentheses = /^\(([^()]*)\)$/
const plainNumber = /^\d+(?:\.\d+)?$/
const withSeparators = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
