/** Turns full-width digits, commas and points, as an input method writes them, into ASCII. */
export function plainDigits(text: string): string {
  return text.replace(/[０-９，．]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
}

/**
 * Splits an account number for reading: runs of more than six digits into fours, other text unchanged. The joined parts
 * are the same text.
 */
export function readingGroups(accountNo: string): readonly string[] {
  const parts = accountNo.split(/(\d{7,})/).filter((part) => part !== '')
  return parts.flatMap((part) => (/^\d{7}/.test(part) ? (part.match(/\d{1,4}/g) ?? []) : [part]))
}

/** Removes blanks and dashes from an account number for banks' forms; one with other characters is unchanged. */
export function withoutSeparators(accountNo: string): string {
  const joined = plainDigits(accountNo).replace(/[\s\p{Pd}]/gu, '')
  return /^\d+$/.test(joined) ? joined : accountNo
}

/**
 * The digits of an account, in ASCII: all decimal digits of any script, without other characters (back office §6), or
 * "".
 */
export function accountDigits(accountNo: string): string {
  return isAscii.test(accountNo)
    ? accountNo.replace(/\D/g, '')
    : inAscii(accountNo).replace(/\D/g, '')
}

/**
 * Whether two texts name one account (back office §6): the digits of one contain the last ten of the other; with fewer
 * than ten they are equal. A text without digits names none.
 */
export function isSameAccount(one: string, other: string): boolean {
  const [left, right] = [accountDigits(one), accountDigits(other)]
  if (left.length < comparedDigits || right.length < comparedDigits) {
    return left !== '' && left === right
  }
  return left.includes(right.slice(-comparedDigits)) || right.includes(left.slice(-comparedDigits))
}

/**
 * The digit runs by which an account is looked up: every ten consecutive digits, and whether the account ends in them;
 * if it has fewer, all of them after blanks. Two texts name one account if they share a run in which one of them ends.
 */
export function digitRuns(accountNo: string): ReadonlyMap<string, boolean> {
  const digits = accountDigits(accountNo)
  const padded = digits.padStart(comparedDigits, ' ')
  const runs = new Map<string, boolean>()
  for (let end = comparedDigits; digits !== '' && end <= padded.length; end += 1) {
    runs.set(padded.slice(end - comparedDigits, end), end === padded.length)
  }
  return runs
}

/** The number of digits that identify an account. */
const comparedDigits = 10

/**
 * The last five digits of an account, as in orders and bank transactions (back office §3): those of its longest run of
 * digits, the last of equally long ones, ignoring blanks, points and dashes. "" if that run is shorter, or is followed
 * by masked text. A number masked in its middle ends with its last digits.
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

// Blanks, dashes, points, and invisible characters: marks on a digit, format and control characters.
const gaps = /[\s\p{Z}\p{Pd}\p{M}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}.·˗‧⁃−。・]+/gu

const numbers = /\d+(?:[\p{So}〇Xx*#?_×•※∗]+\d+)*/gu
// A mask character, a letter, or a number that is no digit, such as 〇.
const masked = /^[\p{L}\p{N}\p{So}*#?_×•※∗]/u

function inAscii(text: string): string {
  return text.normalize('NFKC').replace(/(?![0-9])\p{Nd}/gu, digitValue)
}

// The decimal digits of a script are ten consecutive characters from its zero, and rows of several scripts may touch.
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return String((code - first) % 10)
}
