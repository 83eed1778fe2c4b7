/** A number as its text states it: `digits` without zeros at either end ("" for 0), the first `point` of them whole. */
type DecimalParts = { readonly sign: string; readonly digits: string; readonly point: number }

const numberForm = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/**
 * The parts of a JSON number's text, leading zeros allowed; null for any other text. Exact, because a double would lose
 * digits. Two texts of one value have the same parts.
 */
export function decimalParts(text: string): DecimalParts | null {
  const match = numberForm.exec(text)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const all = whole + fraction
  // In linear time: a pattern such as /0+$/ takes quadratic time.
  let start = 0
  let end = all.length
  while (start < end && all[start] === '0') start += 1
  while (end > start && all[end - 1] === '0') end -= 1
  if (start === end) return { sign: '', digits: '', point: 0 }
  return { sign, digits: all.slice(start, end), point: whole.length + Number(exponent) - start }
}
