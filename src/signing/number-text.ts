import { significantDigits } from '../units/account-digits.ts'

/**
 * A JSON number in its shortest plain decimal form, exact on the text: `1e2` is 100, `1.50` is 1.5, `-0` is 0. A number
 * whose plain form is over 32 digits longer than its text stays as it is.
 */
export function shortest(source: string): string {
  if (plainInteger.test(source)) return source
  const plain = plainDecimal(source)
  if (plain === null) return source
  return plain.decimals === '' ? plain.integer : `${plain.integer}.${plain.decimals}`
}

/** A JSON number with exactly two decimals, or as it is when it has more: nothing is rounded. */
export function twoDecimals(source: string): string {
  const plain = plainDecimal(source)
  if (plain === null || plain.decimals.length > 2) return source
  return `${plain.integer}.${plain.decimals.padEnd(2, '0')}`
}

const writtenOutDigitsMax = 32
const plainInteger = /^(?:0|-?[1-9][0-9]*)$/
const numberParts = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/

// Works on the text, because a double would lose digits of `123456789012345678901` and cents of large amounts.
function plainDecimal(source: string): { integer: string; decimals: string } | null {
  const parts = numberParts.exec(source)
  if (parts === null) return null
  const [, minus = '', whole = '', fraction = '', exponent = '0'] = parts

  const digits = whole + fraction
  const [start, end] = significantDigits(digits)
  if (start === end) return { integer: '0', decimals: '' }
  const point = whole.length + Number(exponent)
  const length = Math.max(point, end) - Math.min(point, start)
  if (length > source.length + writtenOutDigitsMax) return null

  const before = digits.slice(start, Math.max(start, Math.min(point, end)))
  const after = digits.slice(Math.min(end, Math.max(start, point)), end)
  return {
    integer: minus + (point > start ? before.padEnd(point - start, '0') : '0'),
    decimals: end > point ? after.padStart(end - point, '0') : '',
  }
}
