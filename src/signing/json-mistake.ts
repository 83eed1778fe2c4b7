import type { JsonStop } from './json-text.ts'

/** Why a text is no JSON: the usual mistakes of people and programs, else the expected character. */
export type JsonMistakeKind =
  | 'empty'
  | 'byte_order_mark'
  | 'cut_off'
  | 'string_not_closed'
  | 'line_break_in_string'
  | 'escape'
  | 'comment'
  | 'other_quotes'
  | 'comma_too_many'
  | 'name_without_quotes'
  | 'word'
  | 'text_without_quotes'
  | 'number'
  | 'second_value'
  | 'no_name'
  | 'no_colon'
  | 'no_comma'
  | 'no_value'

/** A mistake and its place: line and character count from 1, a character is a code point. */
export type JsonMistake = {
  readonly kind: JsonMistakeKind
  readonly line: number
  readonly column: number
  /**
   * The character found: one character, its code point (`U+0009`) if invisible, a word of other languages that JSON
   * lacks, or "" at the end. Never more of the text, which may contain secrets.
   */
  readonly found: string
}

/** The mistake at the place where a text stops being JSON. */
export function mistakeAt(text: string, stop: JsonStop): JsonMistake {
  const offset = partOfNumber(text, stop.at)
  const at = stop.at + offset
  const kind = kindOf(text, offset > 0 ? { at, expected: 'digit' } : stop)
  const found = kind === 'word' ? wordAt(text, at) : characterAt(text, at)
  return { kind, ...placeOf(text, at), found }
}

function kindOf(text: string, { at, expected }: JsonStop): JsonMistakeKind {
  if (/^[ \t\r\n]*$/.test(text)) return 'empty'
  if (text.startsWith('\ufeff') && at === 0) return 'byte_order_mark'
  if (expected === 'closing_quote') return 'string_not_closed'
  if (at >= text.length) return 'cut_off'
  if (expected === 'string_character') return 'line_break_in_string'
  if (expected === 'escape') return 'escape'
  if (text.startsWith('//', at) || text.startsWith('/*', at)) return 'comment'
  if (expected === 'nothing') return 'second_value'
  if (expected === 'digit' || isInNumber(text, at)) return wordAt(text, at) ? 'word' : 'number'
  if (expected === 'colon') return 'no_colon'
  if (expected === 'comma_or_brace' || expected === 'comma_or_bracket') return 'no_comma'
  return kindOfStart(text, at, expected !== 'value' && expected !== 'word')
}

// The mistake at the beginning of a name or a value.
function kindOfStart(text: string, at: number, isName: boolean): JsonMistakeKind {
  if (isAfterComma(text, at) && /[,}\]]/.test(text[at] ?? '')) return 'comma_too_many'
  if (/['`‘’“”「」]/.test(text[at] ?? '')) return 'other_quotes'
  if (isName) return letter.test(text[at] ?? '') ? 'name_without_quotes' : 'no_name'
  if (wordAt(text, at)) return 'word'
  if (/[+.\d]/.test(text[at] ?? '')) return 'number'
  return letter.test(text[at] ?? '') ? 'text_without_quotes' : 'no_value'
}

const letter = /[\p{L}_$]/u
const otherWords = /^-?(?:NaN|Infinity|undefined|None|True|False|TRUE|FALSE|NULL|Null|nil|nan)\b/

// The word of other languages at the place, or begun before it: `-Infinity`, `nan`.
function wordAt(text: string, at: number): string {
  const start = at - (/[-n]*$/.exec(text.slice(Math.max(0, at - 2), at))?.[0].length ?? 0)
  return otherWords.exec(text.slice(start, start + 12))?.[0] ?? ''
}

function isAfterComma(text: string, at: number): boolean {
  return /,[ \t\r\n]*$/.test(text.slice(0, at))
}

// `1.` and `1e+` begin a number, so the mistake is the character after it.
function partOfNumber(text: string, at: number): number {
  const before = numberBefore(text, at)
  if (/^-?\d+$/.test(before) && text[at] === '.') return 1
  if (!/^-?\d+(?:\.\d+)?$/.test(before)) return 0
  return /^[eE][+-]?/.exec(text.slice(at, at + 2))?.[0].length ?? 0
}

function isInNumber(text: string, at: number): boolean {
  return /[\d.xX]/.test(text[at] ?? '') && numberBefore(text, at) !== ''
}

function numberBefore(text: string, at: number): string {
  let start = at
  while (/[-+.\deE]/.test(text[start - 1] ?? '')) start -= 1
  return text.slice(start, at)
}

function placeOf(text: string, at: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, at).split(/\r\n|\r|\n/)
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 }
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at)
  if (code === undefined) return ''
  const character = String.fromCodePoint(code)
  if (!/[\p{C}\p{Z}\p{M}]/u.test(character)) return character
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
