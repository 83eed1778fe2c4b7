/** A JSON text without its insignificant white space; nothing inside its strings changes. */
export function compact(source: string): string {
  let kept = ''
  let from = 0
  let inString = false
  for (let at = 0; at < source.length; at += 1) {
    const code = source.charCodeAt(at)
    if (inString && code === backslash) at += 1
    else if (code === quote) inString = !inString
    else if (!inString && isBlank(code)) {
      kept += source.slice(from, at)
      from = at + 1
    }
  }
  return from === 0 ? source : kept + source.slice(from)
}

/**
 * A JSON text with `\/` and those `\u` escapes written out that stand for U+0080 and above, surrogates
 * only in pairs (§5.3.3). Every other escape stays as sent, or two different values would share a
 * signature.
 */
export function unescaped(source: string): string {
  if (!source.includes('\\')) return source
  return source.replace(escapes, (sent: string, high?: string, low?: string, unit?: string) => {
    if (high !== undefined && low !== undefined) return character(high) + character(low)
    if (unit !== undefined) return isWrittenOut(unit) ? character(unit) : sent
    return sent === '\\/' ? '/' : sent
  })
}

const quote = 0x22
const backslash = 0x5c

// Each match takes a whole escape, from left to right: in `\\/` the second backslash opens nothing.
const escapes =
  /\\(?:u([Dd][89ABab][0-9A-Fa-f]{2})\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|.)/g

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

function isWrittenOut(unit: string): boolean {
  const code = Number.parseInt(unit, 16)
  return code >= 0x80 && (code < 0xd800 || code > 0xdfff)
}

function character(unit: string): string {
  return String.fromCharCode(Number.parseInt(unit, 16))
}
