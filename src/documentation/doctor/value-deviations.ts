import { compact } from '../../signing/nested-text.ts'
import { shortest, twoDecimals } from '../../signing/number-text.ts'
import { moneyNames } from '../../signing/value-forms.ts'
import { base64, utf8 } from './digests.ts'
import type { MistakeName } from './mistakes.ts'
import { type Deviation, deviationsBy, type Field, type Ways } from './steps.ts'

type Rewrite = (text: string, field: Field) => string
type Scope = (field: Field) => boolean

/** Values signed in other texts than were sent. Of two combined deviations the earlier one is applied first. */
export function valueDeviations(): readonly Deviation[] {
  return [
    ...[isMoney, isNumber, isTime].flatMap((scope) => rewriting(scope, numberTexts)),
    ...rewriting(({ kind }) => kind === 'boolean', booleanTexts),
    ...rewriting(isNested, objectTexts),
    ...[isAny, isText, isNested].flatMap((scope) => rewriting(scope, escapes)),
    // Python's json.dumps and Go's json.Marshal print objects like this.
    ...together('escaped_unicode', { json_spaced: [(json) => ascii(spaced(json))] }),
    ...together('escaped_html', { nested_order: [(json) => withoutHtml(sorted(json))] }),
    ...rewriting(isNested, foreignTexts),
    ...rewriting(isText, textTexts),
    ...rewriting(isAny, encodings),
  ]
}

function rewriting(isIn: Scope, rewrites: Ways<Rewrite>): readonly Deviation[] {
  return deviationsBy(rewrites, (rewrite) => ({
    value: (text, field) => (isIn(field) ? rewrite(text, field) : text),
  }))
}

function together(also: MistakeName, rewrites: Ways<Rewrite>): readonly Deviation[] {
  return rewriting(isNested, rewrites).map((one) => ({ ...one, also }))
}

const isAny: Scope = () => true
const isText: Scope = ({ kind }) => kind === 'text'
const isNested: Scope = ({ kind }) => kind === 'nested'
const isNumeric: Scope = ({ kind, text }) => kind === 'number' || /^-?\d+(?:\.\d+)?$/.test(text)
const isMoney: Scope = (field) => moneyNames.has(field.name) && isNumeric(field)
const isNumber: Scope = (field) => field.kind === 'number' || isMoney(field)
const isTime: Scope = (field) => field.name.startsWith('time') && isNumeric(field)

// How programs print a number that they have read.
const numberTexts: Ways<Rewrite> = {
  number_shortest: [shortest],
  number_one_decimal: [asFloat, asPythonFloat],
  // PHP prints 14 digits of a float, where its json_encode sends 17.
  number_rounded: [(text) => String(Number(Number(text).toPrecision(14))), asJsNumber],
  number_exponent: [
    asJavaDouble,
    asGoFloat,
    ...['e+', 'E', 'e', 'E+'].map(
      (mark): Rewrite =>
        (text) =>
          withExponent(text, mark),
    ),
  ],
  number_whole: [(text) => String(Math.trunc(Number(text)))],
  number_decimals: [
    twoDecimals,
    ...[6, 4, 3, 2, 1, 0].map(
      (digits): Rewrite =>
        (text) =>
          Number(text).toFixed(digits),
    ),
  ],
  number_cents: [(text) => String(Math.round(Number(text) * 100))],
  number_marks: [
    ...['', 'NT$', 'TWD ', '$'].flatMap((currency) =>
      [String, shortest, twoDecimals].flatMap((write): Rewrite[] => [
        (text) => currency + write(text),
        (text) => currency + write(text).replace('.', ','),
        (text) => currency + write(text).replace(/\B(?=(\d{3})+(?:\.|$))/g, ','),
      ]),
    ),
    ...['int', 'float64'].map(
      (type): Rewrite =>
        (text) =>
          `%!s(${type}=${text})`,
    ),
  ],
}

function asJsNumber(text: string): string {
  return String(Number(text))
}

function asFloat(text: string): string {
  return asJsNumber(text).replace(/^-?\d+$/, '$&.0')
}

// Whole numbers stay whole.
function asPythonFloat(text: string): string {
  return /[.eE]/.test(text) ? asFloat(text) : text
}

function asJavaDouble(text: string): string {
  return Number(text) < 1e7 ? asFloat(text) : withExponent(text, 'E').replace(/^\d(?=E)/, '$&.0')
}

function asGoFloat(text: string): string {
  return Number(text) < 1e6 ? asJsNumber(text) : withExponent(text, 'e+')
}

function withExponent(text: string, mark: string): string {
  const [digits = '', exponent = ''] = Number(text).toExponential().split(/e\+?/)
  return digits + mark + (mark === 'e+' ? exponent.padStart(2, '0') : exponent)
}

const booleanTexts: Ways<Rewrite> = {
  boolean_text: ['True,False', 'TRUE,FALSE', '1,0', 'Y,N', '1,'].map((labels): Rewrite => {
    const [yes = '', no = ''] = labels.split(',')
    return (text) => (text === 'true' ? yes : no)
  }),
}

const pythonMark = marks({ ',': ', ', ':': ': ', true: 'True', false: 'False', null: 'None' })
const javaMark = marks({ ',': ', ', ':': '=' })
const goMark = marks({ ',': ' ', '{': 'map[', '}': ']', null: '<nil>' })
const spaced = (json: string) => tokensOf(compact(json), { mark: marks({ ',': ', ', ':': ': ' }) })

const objectTexts: Ways<Rewrite> = {
  nested_rewritten: [(json) => reprinted(json)],
  nested_order: [sorted],
  nested_numbers: [asJsNumber, asFloat].map((number): Rewrite => {
    return (json) => tokensOf(reprinted(json), { number })
  }),
  json_spaced: [
    spaced,
    (json) => reprinted(json, 2),
    (json) => reprinted(json, 4),
    (json) => `${json}\n`,
  ],
}

const dictionary = 'System.Collections.Generic.Dictionary`2[System.String,System'
const objectWords = [
  'Array',
  '[object Object]',
  'Object',
  `${dictionary}.String]`,
  `${dictionary}.Object]`,
]

const foreignTexts: Ways<Rewrite> = {
  nested_not_json: [
    ...[String, asPythonFloat, asFloat].flatMap((number): Rewrite[] => [
      (json) =>
        tokensOf(json, { number, mark: pythonMark, string: (one) => `'${JSON.parse(one)}'` }),
      (json) => tokensOf(json, { number, mark: javaMark, string: JSON.parse }),
    ]),
    (json) => tokensOf(sorted(json), { number: asGoFloat, mark: goMark, string: JSON.parse }),
    (json) => base64(utf8(json)),
    ...objectWords.map((word) => () => word),
  ],
  nested_dropped: [() => ''],
  quoted: [(json) => JSON.stringify(json)],
}

type Tokens = { readonly [Kind in 'string' | 'number' | 'mark']?: (token: string) => string }

// Rewrites a JSON text: its strings (in quotation marks), its numbers, and everything else, each by a function.
function tokensOf(json: string, { string = String, number = String, mark = String }: Tokens) {
  return json.replace(/"(?:[^"\\]|\\.)*"|[-\d][-+.\deE]*|\w+|[^\s"]/g, (token) =>
    token.startsWith('"') ? string(token) : /^[-\d]/.test(token) ? number(token) : mark(token),
  )
}

// Prints a JSON text again; numbers keep their digits, because they are parsed as strings.
function reprinted(json: string, indent = 0, change = (value: unknown) => value): string {
  const marked = tokensOf(json, { number: (number) => JSON.stringify(`\0${number}`) })
  const printed = JSON.stringify(JSON.parse(marked), (_, value) => change(value), indent)
  return printed.replace(/"\\u0000([^"]*)"/g, '$1')
}

/** The forms in which programs print the JSON of an object again; none for any other text. */
export function objectsIn(json: string): readonly string[] {
  return decodedBy(['', ''], () => {
    const plain = reprinted(json)
    const php = ascii(plain).replaceAll('/', '\\/')
    return [
      plain,
      spaced(plain),
      ascii(spaced(plain)),
      ascii(plain),
      withoutHtml(sorted(plain)),
      php,
    ]
  }).filter((one) => one !== '' && one !== json)
}

function sorted(json: string): string {
  return reprinted(json, 0, (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
}

function marks(other: Readonly<Record<string, string>>) {
  return (mark: string) => other[mark] ?? mark
}

const escapes: Ways<Rewrite> = {
  escaped_slash: [inJson((json) => json.replaceAll('/', '\\/'))],
  escaped_unicode: [inJson(ascii)],
  escaped_php: [inJson((json) => ascii(json).replaceAll('/', '\\/'))],
  escaped_html: [
    inJson(withoutHtml),
    inJson((json) => json.replace(/[<>&=']/g, escapedUnit)),
    // .NET writes the digits in upper case.
    inJson((json) =>
      json.replace(/[<>&'+`\u0080-\uffff]/g, (unit) => `\\u${codeOf(unit, 4).toUpperCase()}`),
    ),
  ],
}

// A text is escaped as in JSON, without its quotation marks.
function inJson(rewrite: (json: string) => string): Rewrite {
  return (text, { kind }) =>
    kind === 'nested' ? rewrite(text) : rewrite(JSON.stringify(text)).slice(1, -1)
}

function withoutHtml(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, escapedUnit)
}

function ascii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, escapedUnit)
}

function escapedUnit(unit: string): string {
  return `\\u${codeOf(unit, 4)}`
}

function codeOf(unit: string, digits: number): string {
  return unit.charCodeAt(0).toString(16).padStart(digits, '0')
}

// What programs print of a date that was sent as in JSON: c and h are clocks with twelve hours. .NET on Linux has
// neither 上午 nor 下午 in Taiwan's form, and a narrow space in the American one.
const datesByDay = 'm/d/Y C|M/D/Y C|m/d/Y c p|m/d/Y h p|m/d/Y h\u202fp'
const datesByYear = 'Y-M-D C|Y-M-DTC|Y/M/D C|Y/M/D 午 c|Y/m/d 午 c|Y/m/d h|Y/m/d C'
const dateForms = `${datesByYear}|${datesByDay}`.split('|')

function dateIn(text: string, form: string): string {
  const date = /^(\d{4})-(\d\d)-(\d\d)[ T]((\d\d)(:\d\d:\d\d))\S*$/.exec(text)
  if (date === null) return text
  const [, year = '', month = '', day = '', clock = '', hours = '', rest = ''] = date
  const hour = Number(hours)
  const parts: Readonly<Record<string, string>> = {
    Y: year,
    M: month,
    D: day,
    C: clock,
    m: `${Number(month)}`,
    d: `${Number(day)}`,
    c: String(hour % 12 || 12).padStart(2, '0') + rest,
    h: `${hour % 12 || 12}${rest}`,
    p: hour < 12 ? 'AM' : 'PM',
    午: hour < 12 ? '上午' : '下午',
  }
  return form.replace(/[YMDCmdchp午]/g, (one) => parts[one] ?? one)
}

const textTexts: Ways<Rewrite> = {
  quoted: [(text) => JSON.stringify(text)],
  trimmed: [(text) => text.trim()],
  line_breaks: ['\n', '\r\n', ' ', ''].map((mark): Rewrite => {
    return (text) => text.replace(/\r\n?|\n/g, mark)
  }),
  date_text: dateForms.map(
    (form): Rewrite =>
      (text) =>
        dateIn(text, form),
  ),
  escaped_quotes: [addSlashes],
}

const encodings: Ways<Rewrite> = {
  url_encoded: [
    encodeURIComponent,
    // RFC 3986, quote of Python, PathEscape of Go.
    ...['', '/', '$&+=:@'].map((plain): Rewrite => {
      return (text) => [...text].map((one) => (plain.includes(one) ? one : percent(one))).join('')
    }),
    encodeURI,
    (text) => lowerPercent(encodeURIComponent(text)),
  ],
  url_encoded_plus: [
    formEncoded,
    (text) => lowerPercent(formEncoded(text)),
    (text) => text.replaceAll(' ', '+'),
  ],
  url_decoded: [urlDecoded, (text) => urlDecoded(text.replaceAll('+', ' '))],
  escaped_entities:
    "&quot; &#039;,&quot; ',\" ',&quot; &#39;,&#34; &#39;,&quot; &#x27;,&quot; &apos;"
      .split(',')
      .map((quotes) => (text) => entities(text, quotes.split(' '))),
  escaped_quotes: [addSlashes],
}

/** A text as URLs are encoded, by RFC 3986. */
export function percent(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${codeOf(mark, 2)}`.toUpperCase())
}

function lowerPercent(text: string): string {
  return text.replace(/%../g, (code) => code.toLowerCase())
}

/** A text as forms are encoded. */
export function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1)
}

/** A text decoded as URLs are. */
export function urlDecoded(text: string): string {
  return decodedBy(text, () => decodeURIComponent(text))
}

/** The decoded text, or the text itself if it cannot be decoded. */
export function decodedBy<Text>(text: Text, decode: () => Text): Text {
  try {
    return decode()
  } catch {
    return text
  }
}

function entities(text: string, [double = '', single = '']: readonly string[]): string {
  const marks = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return marks.replaceAll('"', double).replaceAll("'", single)
}

function addSlashes(text: string): string {
  return text.replace(/["'\\]/g, '\\$&')
}
