import { decimalParts } from '../units/decimal-text.ts'

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

function plainDecimal(source: string): { integer: string; decimals: string } | null {
  const parts = decimalParts(source)
  if (parts === null) return null
  const { sign, digits, point } = parts
  const length = Math.max(point, digits.length) - Math.min(point, 0)
  if (length > source.length + writtenOutDigitsMax) return null
  return {
    integer: sign + (point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0'),
    decimals: point > 0 ? digits.slice(point) : '0'.repeat(-point) + digits,
  }
}
