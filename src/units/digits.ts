/** Turns full-width digits, commas and points, as an input method writes them, into ASCII. */
export function plainDigits(text: string): string {
  return text.replace(/[０-９，．]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
}

/** The range between leading and trailing zeros, in linear time: a pattern such as /0+$/ takes quadratic time. */
export function significantDigits(digits: string): [start: number, end: number] {
  let start = 0
  let end = digits.length
  while (start < end && digits[start] === '0') start += 1
  while (end > start && digits[end - 1] === '0') end -= 1
  return [start, end]
}
