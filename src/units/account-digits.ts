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
export function withoutSeparators(accountNo: string): string {
  const joined = plainDigits(accountNo).replace(/[\s\p{Pd}]/gu, '')
  return /^\d+$/.test(joined) ? joined : accountNo
}

/**
 * The digits of an account, in ASCII: all decimal digits of any script, whatever stands between them (back office §6).
 * "" where there are none.
 */
export function accountDigits(accountNo: string): string {
  return isAscii.test(accountNo)
    ? accountNo.replace(/\D/g, '')
    : inAscii(accountNo).replace(/\D/g, '')
}

/**
 * Whether two texts name one account (back office §6): the digits of one contain the last ten of the other; with fewer
 * than ten they are the same. Without digits a text names none.
 */
export function isSameAccount(one: string, other: string): boolean {
  const [left, right] = [accountDigits(one), accountDigits(other)]
  if (left.length < comparedDigits || right.length < comparedDigits) {
    return left !== '' && left === right
  }
  return left.includes(right.slice(-comparedDigits)) || right.includes(left.slice(-comparedDigits))
}

/**
 * By which digits an account is looked up: every ten in a row, with whether it ends in them; where it has fewer, all of
 * them behind blanks. Two texts name one account where they share such digits and one of the two ends in these.
 */
export function lookupRuns(accountNo: string): ReadonlyMap<string, boolean> {
  const digits = accountDigits(accountNo)
  const padded = digits.padStart(comparedDigits, ' ')
  const runs = new Map<string, boolean>()
  for (let end = comparedDigits; digits !== '' && end <= padded.length; end += 1) {
    runs.set(padded.slice(end - comparedDigits, end), end === padded.length)
  }
  return runs
}

/** How many digits tell one account from others. */
const comparedDigits = 10

/**
 * The last five digits of an account, as orders and bank transactions tell them (back office §3): those of its longest
 * run of digits, the last one of equally long ones, where blanks, points and dashes do not count. "" where that run has
 * fewer, or what follows it is masked. A number that is masked in its middle ends where its last digits do.
 */
export function lastFive(accountNo: string): string {
  if (isPlainRun.test(accountNo)) return accountNo.slice(-5)
  const text = inAscii(accountNo).replace(gaps, '')
  let longest = { length: 0, last5: '' }
  for (const { 0: number, index } of text.matchAll(numbers)) {
    const length = Math.max(...number.split(/\D+/).map((run) => run.length))
    if (length < longest.length) continue
    const [end = ''] = /\d+$/.exec(number) ?? []
    const isStated = end.length >= 5 && !masked.test(text.slice(index + number.length))
    longest = { length, last5: isStated ? end.slice(-5) : '' }
  }
  return longest.last5
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
const isAscii = /^[\x00-\x7f]*$/
const isPlainRun = /^\d{5,}$/

// Blanks, dashes, points, and what is not seen: marks on a digit, format and control characters.
const gaps = /[\s\p{Z}\p{Pd}\p{M}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}.·˗‧⁃−。・]+/gu

// Digits, with what stands for digits in between.
const numbers = /\d+(?:[\p{So}〇Xx*#?_×•※∗]+\d+)*/gu
// A sign that stands for a digit, a letter, or a number that is no digit, such as 〇.
const masked = /^[\p{L}\p{N}\p{So}*#?_×•※∗]/u

function inAscii(text: string): string {
  return text.normalize('NFKC').replace(/(?![0-9])\p{Nd}/gu, digitValue)
}

// The decimal digits of a script are ten characters in a row from its zero, and rows of several scripts may touch.
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return String((code - first) % 10)
}
