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

/**
 * Splits an account number for reading: runs of more than six digits into fours, anything else as it is written.
 * Joined, the parts are the same text.
 */
export function readingGroups(accountNo: string): readonly string[] {
  const parts = accountNo.split(/(\d{7,})/).filter((part) => part !== '')
  return parts.flatMap((part) => (/^\d{7}/.test(part) ? (part.match(/\d{1,4}/g) ?? []) : [part]))
}

/** Removes blanks and dashes from an account number, as banks' forms need it; one with other characters is kept. */
export function withoutGaps(accountNo: string): string {
  const joined = plainDigits(accountNo).replace(/[\s\p{Pd}]/gu, '')
  return /^\d+$/.test(joined) ? joined : accountNo
}
