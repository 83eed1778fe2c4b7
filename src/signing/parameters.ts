import { type JsonMistake, mistakeAt } from './json-mistake.ts'
import { decodeString, type JsonText, skipBlank, skipObject, skipValue } from './json-text.ts'

/** A value with its text as sent, because the signature covers that text (§5.3). */
type SentValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly source: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'nested'; readonly source: string }

/** One parameter of a body. The name is decoded; `__proto__` is a name like any other. */
export type Parameter = SentValue & { readonly name: string }

/** Why a body is refused; `name` is the repeated name, `mistake` the place where it stops being JSON. */
export type BodyFault =
  | { readonly fault: 'not_json'; readonly mistake: JsonMistake }
  | { readonly fault: 'duplicate_name'; readonly name: string }
  | { readonly fault: OtherBodyFault }

/** A fault without further details. */
export type OtherBodyFault =
  | 'too_deep'
  | 'lone_surrogate'
  | 'not_utf8'
  | 'not_an_object'
  | 'malformed_form'

/** The parameters in the order they were sent, or the first fault. */
export type ReadBody =
  | { readonly ok: true; readonly parameters: readonly Parameter[] }
  | ({ readonly ok: false } & BodyFault)

/**
 * Reads a JSON body strictly by RFC 8259, in one pass and linear time, keeping the source text of numbers, objects and
 * arrays (§5.3.3). Refuses what is not one JSON object in UTF-8, names that repeat at any depth (compared decoded),
 * depth over 8, lone surrogates and a byte order mark.
 */
export function readJsonBody(bytes: Uint8Array): ReadBody {
  const body = utf8Text(bytes)
  if (body === null) return { ok: false, fault: 'not_utf8' }
  const json: JsonText = { text: body, at: 0, fault: null }
  const parameters: Parameter[] = []

  skipBlank(json)
  const isObject = body.charCodeAt(json.at) === openBrace
  const passed = isObject
    ? skipObject(json, 1, (name, start, end) => parameters.push(sent({ body, name, start, end })))
    : skipValue(json, 0)
  if (passed) skipBlank(json)
  if (!passed || json.at !== body.length) return { ok: false, ...faultOf(json) }
  return isObject ? { ok: true, parameters } : { ok: false, fault: 'not_an_object' }
}

/**
 * Reads an `application/x-www-form-urlencoded` body (§1.6): `+` and `%20` are spaces, every value is text, an empty
 * body has no parameters. A piece without `=` is a name with an empty value; an empty piece is skipped. Refuses a `%`
 * without two hexadecimal digits, bytes that are not UTF-8 (raw or as `%XX`), and repeated names (compared decoded).
 */
export function readFormBody(bytes: Uint8Array): ReadBody {
  const body = utf8Text(bytes)
  if (body === null) return { ok: false, fault: 'not_utf8' }
  if (strayPercent.test(body)) return { ok: false, fault: 'malformed_form' }
  const parameters: Parameter[] = []
  const names = new Set<string>()

  for (const piece of body.split('&')) {
    if (piece === '') continue
    const equals = piece.indexOf('=')
    const name = formText(equals < 0 ? piece : piece.slice(0, equals))
    const value = formText(equals < 0 ? '' : piece.slice(equals + 1))
    if (name === null || value === null) return { ok: false, fault: 'not_utf8' }
    if (names.has(name)) return { ok: false, fault: 'duplicate_name', name }
    names.add(name)
    parameters.push({ name, kind: 'text', text: value })
  }
  return { ok: true, parameters }
}

const openBrace = 0x7b
const strayPercent = /%(?![0-9A-Fa-f]{2})/

function faultOf({ text, at, fault }: JsonText): BodyFault {
  if (fault !== null && fault.fault !== 'not_json') return fault
  const stop = fault?.stop ?? { at, expected: 'nothing' }
  return { fault: 'not_json', mistake: mistakeAt(text, stop) }
}

// ignoreBOM keeps a byte order mark in the text, where the grammar refuses it.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function utf8Text(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

// The grammar has been checked, so the first character decides the kind.
function sent({
  body,
  name,
  start,
  end,
}: {
  readonly body: string
  readonly name: string
  readonly start: number
  readonly end: number
}): Parameter {
  switch (body[start]) {
    case '"':
      return { name, kind: 'text', text: decodeString(body, start, end) }
    case '{':
    case '[':
      return { name, kind: 'nested', source: body.slice(start, end) }
    case 't':
      return { name, kind: 'boolean', value: true }
    case 'f':
      return { name, kind: 'boolean', value: false }
    case 'n':
      return { name, kind: 'null' }
    default:
      return { name, kind: 'number', source: body.slice(start, end) }
  }
}

function formText(piece: string): string | null {
  const spaced = piece.includes('+') ? piece.replaceAll('+', ' ') : piece
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return null
  }
}
