import { createHash } from 'node:crypto'
import { describedEndpoints } from '../../../../src/documentation/described-endpoints.ts'
import type { Case } from '../../../../src/documentation/doctor/case.ts'
import { diagnose } from '../../../../src/documentation/doctor/diagnose.ts'
import {
  type MistakeKind,
  type MistakeName,
  mistakes,
} from '../../../../src/documentation/doctor/mistakes.ts'
import vectors from '../../../data/sign-vectors.json' with { type: 'json' }

/** A vector of test/data/sign-vectors.json. */
export type Vector = (typeof vectors.vectors)[number]

export type MadeRequest = Pick<Case, 'body' | 'secret' | 'sign'>

/** One way to go wrong; it makes the request that a merchant would make of a vector. */
type Way = { readonly name: string; readonly make: (vector: Vector) => MadeRequest }

export const vectorTime = 1_760_000_000

/** The names that the page tells of the endpoints' requests. */
export const knownNames: readonly string[] = [
  ...new Set(
    describedEndpoints().flatMap(({ fields, earlierNames }) => [
      ...fields.map(({ name }) => name),
      ...earlierNames.map(([earlier]) => earlier),
    ]),
  ),
]

/** What the doctor says of a request. */
export function diagnosed(
  vector: Pick<Vector, 'content_type'>,
  made: MadeRequest,
  more: Partial<Case> = {},
) {
  return diagnose({
    format: vector.content_type === 'application/json' ? 'json' : 'form',
    ownText: '',
    now: vectorTime,
    toleranceSeconds: 300,
    knownSecrets: [],
    knownNames: [],
    ...made,
    ...more,
  })
}

/** What the mistakes that the doctor names are about. */
export function kindsOf(said: ReturnType<typeof diagnose>): readonly MistakeKind[] {
  return [...new Set(said.mistakes.map(({ name }) => kindOf(name)))]
}

/** What a mistake is about. */
export function kindOf(name: MistakeName): MistakeKind {
  const kinds = Object.keys(mistakes) as MistakeKind[]
  const [kind] = kinds.filter((one) => name in mistakes[one].mistakes)
  if (kind === undefined) throw new Error(`${name} is of no kind`)
  return kind
}

/** MD5 as 32 upper-case hexadecimal characters, by the platform. */
export function md5(text: string | Uint8Array): string {
  return createHash('md5').update(text).digest('hex').toUpperCase()
}

type Pair = readonly [name: string, value: string]

/** The pairs that a vector signs, cut out of its text. */
function pairsOf({ body, content_type, string_to_sign, secret }: Vector): readonly Pair[] {
  const joined = string_to_sign.slice(0, -`&key=${secret}`.length)
  const names = namesIn({ body, content_type }).map((name) => name.replaceAll('.', '\\.'))
  return joined.split(new RegExp(`&(?=(?:${names.join('|')})=)`)).map((piece) => {
    const at = piece.indexOf('=')
    return [piece.slice(0, at), piece.slice(at + 1)]
  })
}

/** The names in a body, in the order sent. */
function namesIn({ body, content_type }: Pick<Vector, 'body' | 'content_type'>) {
  if (content_type !== 'application/json') return [...new URLSearchParams(body).keys()]
  return Object.keys(JSON.parse(body) as object)
}

function signed(vector: Vector, text: string): MadeRequest {
  return { body: vector.body, secret: vector.secret, sign: md5(text) }
}

function joined(pairs: readonly Pair[], separator = '&'): string {
  return pairs.map(([name, value]) => `${name}=${value}`).join(separator)
}

function ofPairs(
  name: string,
  change: (pairs: readonly Pair[], vector: Vector) => readonly Pair[],
) {
  const make = (vector: Vector) => {
    return signed(vector, `${joined(change(pairsOf(vector), vector))}&key=${vector.secret}`)
  }
  return { name, make }
}

function ofValues(name: string, change: (value: string, of: string) => string): Way {
  return ofPairs(name, (pairs) => pairs.map(([of, value]) => [of, change(value, of)]))
}

function ofKey(
  name: string,
  text: (joined: string, secret: string, pairs: readonly Pair[]) => string,
) {
  const make = (vector: Vector) => {
    const pairs = pairsOf(vector)
    return signed(vector, text(joined(pairs), vector.secret, pairs))
  }
  return { name, make }
}

const ascending = ([one]: Pair, [other]: Pair) => (one < other ? -1 : 1)

function emptyPairs({ body, content_type }: Vector, word: string): readonly Pair[] {
  const entries =
    content_type === 'application/json'
      ? Object.entries(JSON.parse(body) as Record<string, unknown>)
      : [...new URLSearchParams(body)]
  return entries.flatMap(([name, value]): Pair[] =>
    value === null ? [[name, word]] : value === '' ? [[name, '']] : [],
  )
}

const isMoney = (name: string) => /amount$/.test(name)
const asciiJson = (value: string) =>
  value.replace(/[^\0-\x7f]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

// The time in the body and in the text, each given.
function timed(name: string, sent: string, signedText: string): Way {
  const make = (vector: Vector) => {
    const body = vector.body.replace(String(vectorTime), sent)
    const text = vector.string_to_sign.replace(String(vectorTime), signedText)
    return { body, secret: vector.secret, sign: md5(text) }
  }
  return { name, make }
}

type Print = Readonly<Record<'colon' | 'comma' | 'quote' | 'nothing', string>> & {
  readonly brackets: readonly [string, string]
}

// An object as the print of another language has it; Go sorts its names.
function printedIn(style: Print) {
  const { brackets, colon, comma, quote, nothing } = style
  const print = (value: unknown): string => {
    if (value === null) return nothing
    if (typeof value === 'string') return quote + value + quote
    if (typeof value !== 'object') return String(value)
    if (Array.isArray(value)) return `[${value.map(print).join(comma)}]`
    const entries = Object.entries(value)
    if (nothing === '<nil>') entries.sort(([one], [other]) => (one < other ? -1 : 1))
    const members = entries.map(([name, one]) => quote + name + quote + colon + print(one))
    return brackets.join(members.join(comma))
  }
  return (value: string) => (value.startsWith('{') ? print(JSON.parse(value)) : value)
}

/** Kinds of mistakes, each in the ways in which it is made. */
export const ways: Readonly<Record<string, readonly Way[]>> = {
  order: [
    ofPairs('the order of the body', (pairs, vector) => {
      const order = namesIn(vector)
      return pairs.toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    }),
    ofPairs('lower case', (pairs) =>
      pairs.toSorted(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    ),
    ofPairs('a locale', (pairs) => pairs.toSorted(([a], [b]) => a.localeCompare(b))),
    ofPairs('descending', (pairs) => pairs.toReversed()),
    ofPairs('by value', (pairs) => pairs.toSorted(([, a], [, b]) => Number(a > b) - Number(a < b))),
    ofPairs('by length', (pairs) => pairs.toSorted(([a], [b]) => a.length - b.length)),
    ofPairs('uid in front', (pairs) =>
      pairs.toSorted(([a], [b]) => Number(b === 'uid') - Number(a === 'uid')),
    ),
    ofPairs('timestamp behind', (pairs) =>
      pairs.toSorted(([a], [b]) => Number(a === 'timestamp') - Number(b === 'timestamp')),
    ),
  ],
  empties: [
    ofPairs('kept', (pairs, vector) => [...pairs, ...emptyPairs(vector, '')].sort(ascending)),
    ofPairs('null as a word', (pairs, vector) =>
      [...pairs, ...emptyPairs(vector, 'null').filter(([, word]) => word !== '')].sort(ascending),
    ),
    ofPairs('None and kept', (pairs, vector) =>
      [...pairs, ...emptyPairs(vector, 'None')].sort(ascending),
    ),
    ofPairs('0 dropped', (pairs) => pairs.filter(([, value]) => value !== '0')),
    ofPairs('blanks dropped', (pairs) => pairs.filter(([, value]) => value.trim() !== '')),
  ],
  number_text: [
    ofValues('100.0', (value, name) => (isMoney(name) ? Number(value).toFixed(1) : value)),
    ofValues('100.000000', (value, name) => (isMoney(name) ? Number(value).toFixed(6) : value)),
    ofValues('100.00', (value, name) => (isMoney(name) ? Number(value).toFixed(2) : value)),
    ofValues('1e+02', (value, name) =>
      isMoney(name)
        ? Number(value)
            .toExponential()
            .replace(/\+(\d)$/, '+0$1')
        : value,
    ),
    ofValues('cents', (value, name) => (isMoney(name) ? String(Number(value) * 100) : value)),
    ofValues('three decimals', (value, name) => (isMoney(name) ? Number(value).toFixed(3) : value)),
    ofValues('a whole number', (value, name) => (isMoney(name) ? Number(value).toFixed(0) : value)),
    ofValues('a decimal comma', (value, name) => (isMoney(name) ? value.replace('.', ',') : value)),
    ofValues('a currency', (value, name) => (isMoney(name) ? `NT$${value}` : value)),
    ofValues('the time as a float', (value, name) => (name === 'timestamp' ? `${value}.0` : value)),
  ],
  escaping: [
    ofValues('slashes', (value) => value.replaceAll('/', '\\/')),
    ofValues('unicode', asciiJson),
    ofValues('slashes and unicode', (value) => asciiJson(value).replaceAll('/', '\\/')),
    ofValues('Go', (value) =>
      value.replace(/[<>&]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
    ),
    ofValues('URL', encodeURIComponent),
    ofValues('form', (value) => new URLSearchParams([['', value]]).toString().slice(1)),
    ofValues('HTML', (value) =>
      ['&amp;', '<lt;', '>gt;', '"quot;'].reduce(
        (text, [mark = '', ...name]) => text.replaceAll(mark, `&${name.join('')}`),
        value,
      ),
    ),
    ofValues('spaced', (value) =>
      value.startsWith('{') ? value.replace(/([:,])(?! )(?!\/)/g, '$1 ') : value,
    ),
    ofValues('HTML of Go', (value) =>
      value.replace(/[&<>"']/g, (one) =>
        one === '"'
          ? '&#34;'
          : one === "'"
            ? '&#39;'
            : `&${{ '&': 'amp', '<': 'lt' }[one] ?? 'gt'};`,
      ),
    ),
    ofValues('URL of notify_url alone', (value, name) =>
      name === 'notify_url' ? encodeURIComponent(value) : value,
    ),
    ofValues('addslashes', (value) => value.replace(/['"\\]/g, '\\$&')),
    ofKey('URL of the whole text in lower case', (text, secret) =>
      new URLSearchParams([['', `${text}&key=${secret}`]]).toString().slice(1).toLowerCase(),
    ),
  ],
  digest_case: [
    { name: 'lower', make: (vector) => ({ ...vector, sign: vector.sign.toLowerCase() }) },
  ],
  key_missing: [
    ofKey('bare', (text, secret) => text + secret),
    ofKey('bare behind &', (text, secret) => `${text}&${secret}`),
    ofKey('&secret=', (text, secret) => `${text}&secret=${secret}`),
    ofKey('none', (text) => text),
    ofKey('in front', (text, secret) => `key=${secret}&${text}`),
    ofKey('&&', (text, secret) => `${text}&&key=${secret}`),
    ofKey('sorted', (_, secret, pairs) =>
      joined([...pairs, ['key', secret] as const].sort(ascending)),
    ),
    ofKey('&key:', (text, secret) => `${text}&key:${secret}`),
    ofKey('?key=', (text, secret) => `${text}?key=${secret}`),
    ofKey('twice', (text, secret) => `${text}&key=${secret}&key=${secret}`),
  ],
  joining: [
    ofKey('commas', (_, secret, pairs) => joined([...pairs, ['key', secret]], ',')),
    ofKey('line feeds', (_, secret, pairs) => joined([...pairs, ['key', secret]], '\n')),
    ofKey('nothing', (_, secret, pairs) => joined([...pairs, ['key', secret]], '')),
  ],
  nested: [
    ofValues(
      'Python',
      printedIn({ brackets: ['{', '}'], colon: ': ', comma: ', ', quote: "'", nothing: 'None' }),
    ),
    ofValues(
      'Java',
      printedIn({ brackets: ['{', '}'], colon: '=', comma: ', ', quote: '', nothing: 'null' }),
    ),
    ofValues(
      'Go',
      printedIn({ brackets: ['map[', ']'], colon: ':', comma: ' ', quote: '', nothing: '<nil>' }),
    ),
  ],
  wrong_secret: [
    ofKey('another', (text) => `${text}&key=another-merchants-secret`),
    ofKey('with a line feed', (text, secret) => `${text}&key=${secret}\n`),
    ofKey('undefined', (text) => `${text}&key=undefined`),
  ],
  time_unit: [
    timed('milliseconds signed, seconds sent', String(vectorTime), `${vectorTime}000`),
    timed('other milliseconds signed', String(vectorTime), `${vectorTime}417`),
    timed('seconds signed, milliseconds sent', `${vectorTime}417`, String(vectorTime)),
    timed('a date signed', String(vectorTime), '2025-10-09 16:53:20'),
    timed('milliseconds signed and sent', `${vectorTime}417`, `${vectorTime}417`),
  ],
}
