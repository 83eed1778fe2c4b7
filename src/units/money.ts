import { decimalParts } from './decimal-text.ts'

/** The largest amount of money, in hundredths: 9,999,999,999.99 TWD. */
export const moneyMax = 999_999_999_999

/** Why a text is no amount of money. */
export type MoneyProblem = 'not_a_number' | 'too_many_decimals' | 'too_large' | 'negative'

const wholeDigitsMax = 10
const plainForm = /^\d{1,10}(\.\d{1,2})?$/
const moreDecimals = /^\d+\.\d{3,}$/
/** A larger number is beyond 2⁵³. */
const safeDigitsMax = 16

/**
 * Reads an amount from a numeric string (`"100.5"`), to integer hundredths of a dollar.
 * More decimals than two are a problem, never rounded.
 */
export function moneyFromText(text: string): number | MoneyProblem {
  if (moreDecimals.test(text)) return 'too_many_decimals'
  const amount = moneyFromJsonNumber(text)
  return typeof amount !== 'number' || plainForm.test(text) ? amount : 'not_a_number'
}

/** Reads an amount from a JSON number's text by its value (`100.000` and `1e2` are 100), to integer hundredths. */
export function moneyFromJsonNumber(source: string): number | MoneyProblem {
  const parts = decimalParts(source)
  if (parts === null) return 'not_a_number'
  const { sign, digits, point } = parts
  if (sign === '-') return 'negative'
  if (digits.length > point + 2) return 'too_many_decimals'
  return point > wholeDigitsMax ? 'too_large' : Number(digits.padEnd(point + 2, '0'))
}

/** Hundredths of a dollar as the decimal number that answers carry: 10050 is 100.5. */
export function toAmount(hundredths: number): number {
  return hundredths / 100
}

/** A sum of amounts in dollars, added up in hundredths. */
export function dollarSum(all: readonly number[]): number {
  return toAmount(all.reduce((sum, dollars) => sum + Math.round(dollars * 100), 0))
}

/** An amount in TWD as people read it, with two decimals unless it is whole: `NT$1,234.50`, `−NT$200`. */
export function moneyText(dollars: number): string {
  const size = Math.abs(dollars)
  const format = Number.isInteger(size) ? whole : withCents
  return `${dollars < 0 ? '−' : ''}NT$${format.format(size)}`
}

// Made once: `toLocaleString` makes a format at each call, which takes longer than the rest of a wait page.
const whole = new Intl.NumberFormat('en-US')
const withCents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })

/** Reads a whole number in any spelling (`"17"`, `17.0`, `1.7e1`); null when it is none or beyond 2⁵³. */
export function wholeNumber(text: string): number | null {
  const parts = decimalParts(text)
  if (parts === null) return null
  const { sign, digits, point } = parts
  if (digits.length > point || point > safeDigitsMax) return null
  const value = Number(sign + digits.padEnd(point, '0'))
  return Number.isSafeInteger(value) ? value : null
}
