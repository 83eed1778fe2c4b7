import { significantDigits } from './account-digits.ts'

/** The largest amount of money, in hundredths: 9,999,999,999.99 TWD. */
export const moneyMax = 999_999_999_999

/** Why a text is no amount of money. */
export type MoneyProblem = 'not_a_number' | 'too_many_decimals' | 'too_large' | 'negative'

const moneyForm = /^\d{1,10}(\.\d{1,2})?$/
const moneyWithMoreDecimals = /^\d+\.\d{3,}$/
const jsonNumber = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
/** A number with more digits before the point, or zeros right after it, is not written out. */
const placesMax = 400

/**
 * Reads an amount from a numeric string (`"100.5"`), to integer hundredths of a dollar.
 * More decimals than two are a problem, never rounded.
 */
export function moneyFromText(text: string): number | MoneyProblem {
  if (moneyForm.test(text)) return hundredths(text)
  if (moneyWithMoreDecimals.test(text)) return 'too_many_decimals'
  const decimal = plainDecimal(text)
  return decimal === null ? 'not_a_number' : problemOf(decimal)
}

/** Reads an amount from a JSON number's text by its value (`100.000` and `1e2` are 100), to integer hundredths. */
export function moneyFromJsonNumber(source: string): number | MoneyProblem {
  const decimal = plainDecimal(source)
  if (decimal === null) return 'not_a_number'
  return moneyForm.test(decimal) ? hundredths(decimal) : problemOf(decimal)
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
  const decimal = plainDecimal(text)
  if (decimal === null || decimal.includes('.')) return null
  const value = Number(decimal)
  return Number.isSafeInteger(value) ? value : null
}

/**
 * The shortest plain decimal of a number's text, exact: `1e2` is `100`, `1.50` is `1.5`, `-0` is `0`.
 * Null when the text is no number. A value of absurd size becomes a text that no rule accepts.
 */
function plainDecimal(text: string): string | null {
  const match = jsonNumber.exec(text)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const all = whole + fraction
  const [start, end] = significantDigits(all)
  if (start === end) return '0'
  const digits = all.slice(start, end)
  // The position of the point among the digits. Zeros fill the gap where it lies outside of them.
  const point = whole.length + Number(exponent) - start
  if (point > placesMax) return `${sign}9e${placesMax}`
  if (point < -placesMax) return `${sign}0.001`
  const wholeDigits = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0'
  const right = point > 0 ? digits.slice(point) : '0'.repeat(-point) + digits
  return right === '' ? `${sign}${wholeDigits}` : `${sign}${wholeDigits}.${right}`
}

function hundredths(plain: string): number {
  const [whole = '0', fraction = ''] = plain.split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

function problemOf(decimal: string): MoneyProblem {
  if (decimal.startsWith('-')) return 'negative'
  if (decimal.includes('e')) return 'too_large'
  const [whole = '', fraction = ''] = decimal.split('.')
  if (fraction.length > 2) return 'too_many_decimals'
  return whole.length > 10 ? 'too_large' : 'not_a_number'
}
