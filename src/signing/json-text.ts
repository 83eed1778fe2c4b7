/** Why a text is refused, besides its encoding (§5, decisions on ambiguous bodies). */
export type JsonFault = 'not_json' | 'duplicate_name' | 'too_deep' | 'lone_surrogate'

/**
 * A JSON text and the index of its next character. Every `pass…` function moves past what it names and returns true; at
 * the first fault it sets `fault` and returns false.
 */
export type JsonText = {
  readonly text: string
  at: number
  fault: { readonly fault: JsonFault; readonly name?: string } | null
}

/** Called for each member passed: its decoded name, and where its value starts and ends. */
export type OnMember = (name: string, start: number, end: number) => void

/** The deepest nesting of objects and arrays; the outermost is level 1. */
export const depthMax = 8

/**
 * Passes the object that begins here, at `depth` (1 for the outermost), and calls `onMember` for its own members, not
 * for nested ones. Names may not repeat, at any depth.
 */
export function passObject(json: JsonText, depth: number, onMember?: OnMember): boolean {
  if (depth > depthMax) return refuse(json, 'too_deep')
  json.at += 1
  passBlank(json)
  if (passIf(json, closeBrace)) return true
  const names = new Set<string>()
  for (;;) {
    const nameStart = json.at
    if (!passString(json)) return false
    const name = decoded(json.text, nameStart, json.at)
    if (names.has(name)) return refuse(json, 'duplicate_name', name)
    names.add(name)
    passBlank(json)
    if (!passIf(json, colon)) return refuse(json, 'not_json')
    passBlank(json)
    const start = json.at
    if (!passValue(json, depth)) return false
    onMember?.(name, start, json.at)
    passBlank(json)
    if (passIf(json, closeBrace)) return true
    if (!passIf(json, comma)) return refuse(json, 'not_json')
    passBlank(json)
  }
}

/** Passes the value that begins here, inside an object or array at `depth` (0: inside nothing). */
export function passValue(json: JsonText, depth: number): boolean {
  switch (json.text[json.at]) {
    case '"':
      return passString(json)
    case '{':
      return passObject(json, depth + 1)
    case '[':
      return passArray(json, depth + 1)
    case 't':
      return passWord(json, 'true')
    case 'f':
      return passWord(json, 'false')
    case 'n':
      return passWord(json, 'null')
    default:
      return passNumber(json)
  }
}

/** Passes the white space of RFC 8259, if any: blank, tab, line feed, carriage return. */
export function passBlank(json: JsonText): void {
  let code = json.text.charCodeAt(json.at)
  while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
    json.at += 1
    code = json.text.charCodeAt(json.at)
  }
}

/** Decodes a string that has been passed, from its opening quote to behind its closing one. */
export function decoded(json: string, start: number, end: number): string {
  const inside = json.slice(start + 1, end - 1)
  // Parsed as a value and not as a name: V8's cache of names can mistake one single escape for another.
  return inside.includes('\\') ? (JSON.parse(json.slice(start, end)) as string) : inside
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const closeBracket = 0x5d
const backslash = 0x5c
const closeBrace = 0x7d
const numberHere = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const fourHexDigits = /^[0-9A-Fa-f]{4}$/

function refuse(json: JsonText, fault: JsonFault, name?: string): false {
  json.fault = name === undefined ? { fault } : { fault, name }
  return false
}

function passIf(json: JsonText, code: number): boolean {
  if (json.text.charCodeAt(json.at) !== code) return false
  json.at += 1
  return true
}

function passArray(json: JsonText, depth: number): boolean {
  if (depth > depthMax) return refuse(json, 'too_deep')
  json.at += 1
  passBlank(json)
  if (passIf(json, closeBracket)) return true
  for (;;) {
    if (!passValue(json, depth)) return false
    passBlank(json)
    if (passIf(json, closeBracket)) return true
    if (!passIf(json, comma)) return refuse(json, 'not_json')
    passBlank(json)
  }
}

function passWord(json: JsonText, word: string): boolean {
  if (!json.text.startsWith(word, json.at)) return refuse(json, 'not_json')
  json.at += word.length
  return true
}

function passNumber(json: JsonText): boolean {
  numberHere.lastIndex = json.at
  if (!numberHere.test(json.text)) return refuse(json, 'not_json')
  json.at = numberHere.lastIndex
  return true
}

function passString(json: JsonText): boolean {
  const { text } = json
  if (text.charCodeAt(json.at) !== quote) return refuse(json, 'not_json')
  for (let at = json.at + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      json.at = at + 1
      return true
    }
    if (code < 0x20) return refuse(json, 'not_json')
    if (code !== backslash) continue
    const length = escapeLength(text, at)
    if (typeof length !== 'number') return refuse(json, length)
    at += length - 1
  }
  return refuse(json, 'not_json')
}

// Only an escape can be a lone surrogate, because the text itself was decoded from valid UTF-8.
function escapeLength(text: string, at: number): number | JsonFault {
  const letter = text[at + 1]
  if (letter === undefined) return 'not_json'
  if ('"\\/bfnrt'.includes(letter)) return 2
  const unit = letter === 'u' ? codeUnit(text, at + 2) : null
  if (unit === null) return 'not_json'
  if (unit < 0xd800 || unit > 0xdfff) return 6
  if (unit > 0xdbff || !text.startsWith('\\u', at + 6)) return 'lone_surrogate'
  const low = codeUnit(text, at + 8)
  return low !== null && low >= 0xdc00 && low <= 0xdfff ? 12 : 'lone_surrogate'
}

function codeUnit(text: string, at: number): number | null {
  const digits = text.slice(at, at + 4)
  return fourHexDigits.test(digits) ? Number.parseInt(digits, 16) : null
}
