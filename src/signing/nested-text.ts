/** A JSON text without its insignificant white space; nothing inside its strings changes. */
export function compact(source: string): string {
  let result = ''
  let from = 0
  let inString = false
  for (let at = 0; at < source.length; at += 1) {
    const code = source.charCodeAt(at)
    if (inString && code === backslash) at += 1
    else if (code === quote) inString = !inString
    else if (!inString && isBlank(code)) {
      result += source.slice(from, at)
      from = at + 1
    }
  }
  return from === 0 ? source : result + source.slice(from)
}

/**
 * A JSON text with `\/` and every `\uXXXX` decoded, surrogates only in pairs (§5.3.3). Quotation mark, backslash and
 * control characters below U+0020 stay as sent, because otherwise two different values would share a signature. Go's
 * `json.Marshal` and Gson escape `<`, `>`, `&`, `=` and `'`, which are the same values decoded.
 */
export function unescapeText(source: string): string {
  let plain = ''
  let from = 0
  for (let at = source.indexOf('\\'); at >= 0; ) {
    const unit = unitAt(source, at)
    const low = isHigh(unit) ? unitAt(source, at + 6) : notUnit
    let end = at + (unit === notUnit ? 2 : 6)
    let written = ''
    if (isLow(low)) {
      written = String.fromCharCode(unit, low)
      end += 6
    } else if (isWrittenOut(unit)) written = String.fromCharCode(unit)
    else if (source.charCodeAt(at + 1) === solidus) written = '/'
    if (written !== '') {
      plain += source.slice(from, at) + written
      from = end
    }
    // Escapes are skipped whole, from left to right: in `\\\\/` the second backslash starts no escape.
    at = source.indexOf('\\', end)
  }
  return from === 0 ? source : plain + source.slice(from)
}

const quote = 0x22
const solidus = 0x2f
const backslash = 0x5c
const letterU = 0x75
const firstPlain = 0x20
const notUnit = -1

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

function isWrittenOut(unit: number): boolean {
  if (unit < firstPlain || unit === quote || unit === backslash) return false
  return !isHigh(unit) && !isLow(unit)
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

// The code unit of the `\uXXXX` escape at that index. Computed and not parsed, because a body can hold ten thousand.
function unitAt(source: string, at: number): number {
  if (source.charCodeAt(at) !== backslash || source.charCodeAt(at + 1) !== letterU) return notUnit
  let unit = 0
  for (let digit = at + 2; digit < at + 6; digit += 1) {
    const value = hexValue(source.charCodeAt(digit))
    if (value === notUnit) return notUnit
    unit = unit * 16 + value
  }
  return unit
}

function hexValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : notUnit
}
