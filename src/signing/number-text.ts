/**
 * A JSON number in its shortest plain decimal form, exact on the text: `1e2` is 100, `1.50` is 1.5,
 * `-0` is 0. A number whose exponent would write out over 32 digits more than it has characters has
 * no plain form here and stays as it is.
 */
export function shortest(source: string): string {
  if (plainInteger.test(source)) return source
  const plain = plainDecimal(source)
  if (plain === null) return source
  return plain.decimals === '' ? plain.integer : `${plain.integer}.${plain.decimals}`
}

/** The same number with exactly two decimals, or as it is when it has more: nothing is rounded. */
export function twoDecimals(source: string): string {
  const plain = plainDecimal(source)
  if (plain === null || plain.decimals.length > 2) return source
  return `${plain.integer}.${plain.decimals.padEnd(2, '0')}`
}

const writtenOutDigitsMax = 32
const plainInteger = /^(?:0|-?[1-9][0-9]*)$/
const numberParts = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/

// Text only: a double would lose digits of `123456789012345678901` and cents of large amounts.
function plainDecimal(source: string): { integer: string; decimals: string } | null {
  const parts = numberParts.exec(source)
  if (parts === null) return null
  const [, minus = '', whole = '', fraction = '', exponent = '0'] = parts

  const digits = whole + fraction
  const [start, end] = significant(digits)
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

// From the first digit that is not 0 to behind the last one; a pattern like /0+$/ is not linear.
function significant(digits: string): [start: number, end: number] {
  let start = 0
  let end = digits.length
  while (start < end && digits[start] === '0') start += 1
  while (end > start && digits[end - 1] === '0') end -= 1
  return [start, end]
}
