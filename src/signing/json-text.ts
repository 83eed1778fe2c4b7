/** The possible characters where a text stops being JSON. */
type ExpectedCharacter =
  | 'value'
  | 'name'
  | 'name_or_brace'
  | 'colon'
  | 'comma_or_brace'
  | 'comma_or_bracket'
  | 'word'
  | 'digit'
  | 'string_character'
  | 'closing_quote'
  | 'escape'
  | 'nothing'

/** The first character that cannot continue the JSON text before it, or the string that is never closed. */
export type JsonStop = { readonly at: number; readonly expected: ExpectedCharacter }

/** The first fault of a text, with the repeated name or the place where it stops being JSON. */
type JsonFault =
  | { readonly fault: 'not_json'; readonly stop: JsonStop }
  | { readonly fault: 'duplicate_name'; readonly name: string }
  | { readonly fault: 'too_deep' | 'lone_surrogate' }

/**
 * A JSON text and the index of its next character. Every `skip…` function moves past its part and returns
 * true; at the first fault it sets `fault` and returns false.
 */
export type JsonText = { readonly text: string; at: number; fault: JsonFault | null }

/** Called for each member passed: its decoded name, and where its value starts and ends. */
type MemberCallback = (name: string, start: number, end: number) => void

/** The deepest nesting of objects and arrays; the outermost is level 1. */
const depthMax = 8

/**
 * Skips the object that begins here, at `depth` (1 for the outermost), and calls `onMember` for its own members, not
 * for nested ones. Names may not repeat, at any depth.
 */
export function skipObject(json: JsonText, depth: number, onMember?: MemberCallback): boolean {
  if (depth > depthMax) return refuse(json, { fault: 'too_deep' })
  json.at += 1
  skipBlank(json)
  if (skipIf(json, closeBrace)) return true
  const names = new Set<string>()
  for (;;) {
    const nameStart = json.at
    if (json.text.charCodeAt(nameStart) !== quote) {
      return stop(json, names.size === 0 ? 'name_or_brace' : 'name')
    }
    if (!skipString(json)) return false
    const name = decodeString(json.text, nameStart, json.at)
    if (names.has(name)) return refuse(json, { fault: 'duplicate_name', name })
    names.add(name)
    skipBlank(json)
    if (!skipIf(json, colon)) return stop(json, 'colon')
    skipBlank(json)
    const start = json.at
    if (!skipValue(json, depth)) return false
    onMember?.(name, start, json.at)
    skipBlank(json)
    if (skipIf(json, closeBrace)) return true
    if (!skipIf(json, comma)) return stop(json, 'comma_or_brace')
    skipBlank(json)
  }
}

/** Skips the value that begins here, inside an object or array at `depth` (0 outside of any). */
export function skipValue(json: JsonText, depth: number): boolean {
  switch (json.text[json.at]) {
    case '"':
      return skipString(json)
    case '{':
      return skipObject(json, depth + 1)
    case '[':
      return skipArray(json, depth + 1)
    case 't':
      return skipWord(json, 'true')
    case 'f':
      return skipWord(json, 'false')
    case 'n':
      return skipWord(json, 'null')
    default:
      return skipNumber(json)
  }
}

/** Skips the white space of RFC 8259, if any: blank, tab, line feed, carriage return. */
export function skipBlank(json: JsonText): void {
  let code = json.text.charCodeAt(json.at)
  while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
    json.at += 1
    code = json.text.charCodeAt(json.at)
  }
}

/** Decodes a skipped string, from its opening quote to after its closing one. */
export function decodeString(json: string, start: number, end: number): string {
  const inside = json.slice(start + 1, end - 1)
  // Parsed as a value and not as a name: V8's cache of names can mistake one single escape for another.
  return inside.includes('\\') ? (JSON.parse(json.slice(start, end)) as string) : inside
}

const quote = 0x22
const comma = 0x2c
const minus = 0x2d
const colon = 0x3a
const closeBracket = 0x5d
const backslash = 0x5c
const closeBrace = 0x7d
const fourHexDigits = /^[0-9A-Fa-f]{4}$/
const numberHere = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y

function refuse(json: JsonText, fault: JsonFault): false {
  json.fault = fault
  return false
}

function stop(json: JsonText, expected: ExpectedCharacter, at = json.at): false {
  return refuse(json, { fault: 'not_json', stop: { at, expected } })
}

function skipIf(json: JsonText, code: number): boolean {
  if (json.text.charCodeAt(json.at) !== code) return false
  json.at += 1
  return true
}

function skipArray(json: JsonText, depth: number): boolean {
  if (depth > depthMax) return refuse(json, { fault: 'too_deep' })
  json.at += 1
  skipBlank(json)
  if (skipIf(json, closeBracket)) return true
  for (;;) {
    if (!skipValue(json, depth)) return false
    skipBlank(json)
    if (skipIf(json, closeBracket)) return true
    if (!skipIf(json, comma)) return stop(json, 'comma_or_bracket')
    skipBlank(json)
  }
}

function skipWord(json: JsonText, word: string): boolean {
  if (json.text.startsWith(word, json.at)) {
    json.at += word.length
    return true
  }
  let at = json.at
  while (json.text[at] === word[at - json.at]) at += 1
  return stop(json, 'word', at)
}

function skipNumber(json: JsonText): boolean {
  numberHere.lastIndex = json.at
  if (!numberHere.test(json.text)) {
    const isSigned = json.text.charCodeAt(json.at) === minus
    return isSigned ? stop(json, 'digit', json.at + 1) : stop(json, 'value')
  }
  json.at = numberHere.lastIndex
  return true
}

function skipString(json: JsonText): boolean {
  const { text } = json
  for (let at = json.at + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      json.at = at + 1
      return true
    }
    if (code < 0x20) return stop(json, 'string_character', at)
    if (code !== backslash) continue
    const escaped = skipEscape(json, at)
    if (escaped === 0) return false
    at += escaped - 1
  }
  return stop(json, 'closing_quote')
}

// The length of the escape at `at`; 0 if it is invalid. Only an escape can be a lone surrogate, because the text itself
// was decoded from valid UTF-8.
function skipEscape(json: JsonText, at: number): number {
  const { text } = json
  const letter = text[at + 1]
  if (letter !== undefined && '"\\/bfnrt'.includes(letter)) return 2
  const unit = letter === 'u' ? codeUnit(text, at + 2) : null
  if (unit === null) {
    stop(json, 'escape', letter === 'u' ? endOfHex(text, at + 2) : at + 1)
    return 0
  }
  if (unit < 0xd800 || unit > 0xdfff) return 6
  const low = unit <= 0xdbff && text.startsWith('\\u', at + 6) ? codeUnit(text, at + 8) : null
  if (low !== null && low >= 0xdc00 && low <= 0xdfff) return 12
  refuse(json, { fault: 'lone_surrogate' })
  return 0
}

function codeUnit(text: string, at: number): number | null {
  const digits = text.slice(at, at + 4)
  return fourHexDigits.test(digits) ? Number.parseInt(digits, 16) : null
}

function endOfHex(text: string, start: number): number {
  let at = start
  while (/[0-9A-Fa-f]/.test(text[at] ?? '')) at += 1
  return at
}
