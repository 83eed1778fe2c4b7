import type { Case } from './case.ts'
import { flattened, gathered } from './flattened.ts'
import type { MistakeName } from './mistakes.ts'
import { secretDeviations } from './secret-deviations.ts'
import {
  type Deviation,
  deviationsBy,
  type Field,
  joinedWith,
  type Steps,
  sortedBy,
  type Ways,
} from './steps.ts'
import { formEncoded, valueDeviations } from './value-deviations.ts'

/** Every possible mistake in a text of these fields, in each way in which it is made, the likeliest first. */
export function deviationsOf(sent: readonly Field[], request: Case): readonly Deviation[] {
  return [
    ...orders(sent),
    ...empties,
    ...valueDeviations(),
    ...flattened,
    ...sealed(seals),
    ...['key', 'secret'].map(keySorted),
    ...secretDeviations(request),
    ...times(sent),
    ...fields(sent),
    ...gathered(sent),
    ...neverSent(sent, request),
    ...joins,
    ...bodies(request.body),
    ...urls(sent),
  ]
}

/** The numerous deviations: every set of unsigned fields, every order, and each millisecond of the sent second. */
export function seldomDeviations(sent: readonly Field[]): readonly Deviation[] {
  const names = sent.map(({ name }) => name).filter((name) => name !== 'sign')
  const subsets = names.length > subsetsOfMax ? [] : numbers(2 ** names.length - 2)
  return [
    ...timed(sent, 10, (time) => ({
      signed_milliseconds: numbers(999).flatMap((n) => [time * 1000 + n, time + n / 1000]),
    })),
    ...subsets.map((bits) => leftOut(names.filter((_, at) => (bits & (1 << at)) !== 0))),
    ...permuted(sent.filter(({ name, text }) => name !== 'sign' && text !== '').length),
  ]
}

const subsetsOfMax = 10
const permutedMax = 7

// Every order of this many fields, as Go's maps or a class may produce it.
function permuted(count: number): readonly Deviation[] {
  if (count > permutedMax) return []
  const orders = numbers(count).reduce((most, n) => most * n, 1)
  return numbers(orders).map((n) => ({ name: 'order_unsorted', order: (all) => nth(all, n - 1) }))
}

function nth(fields: readonly Field[], n: number): readonly Field[] {
  const remaining = [...fields]
  let rest = n
  return fields.flatMap(() => {
    const at = rest % remaining.length
    rest = Math.floor(rest / remaining.length)
    return remaining.splice(at, 1)
  })
}

// The order in which Java's HashMap keeps names in a table of that size.
function hashed(size: number): Deviation {
  const order = (all: readonly Field[]) => sortedBy(all, ({ name }) => slotOf(name, size))
  return { name: 'order_unsorted', order, detail: 'HashMap' }
}

function slotOf(name: string, size: number): number {
  const code = [...name].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) | 0, 0)
  return (code ^ (code >>> 16)) & (size - 1)
}

function leftOut(names: readonly string[]): Deviation {
  const signed: Steps['fields'] = (all) => all.filter(({ name }) => !names.includes(name))
  return { name: 'left_out', fields: signed, detail: names.join(', ') }
}

const byName = ({ name }: Field) => name

function orders(sent: readonly Field[]): readonly Deviation[] {
  return [
    { name: 'order_sent', order: (all) => all },
    { name: 'order_any_case', order: sorted(({ name }) => name.toLowerCase()) },
    { name: 'order_any_case', order: sorted(({ name }) => name.toUpperCase()) },
    {
      name: 'order_locale',
      order: (all) => all.toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
    },
    ...[16, 32, 64].map(hashed),
    { name: 'order_down', order: (all) => sortedBy(all, byName).toReversed() },
    { name: 'order_other', order: sorted(({ name, text }) => `${name}=${text}`), detail: '=' },
    { name: 'order_other', order: sorted(({ name, text }) => `${text}\0${name}`), detail: 'value' },
    { name: 'order_other', order: sorted(({ name }) => name.length), detail: 'length' },
    ...[late, late.toReversed(), ...sent.map(({ name }) => [name])].flatMap(putAside),
  ]
}

// Fields that clients append after sorting the others.
const late: readonly string[] = ['uid', 'merchantNo', 'timestamp', 'time']

// Puts some names before or after the others.
function putAside(names: readonly string[]): readonly Deviation[] {
  return [1, -1].map((side) => {
    const order = sorted(({ name }) => (names.indexOf(name) + 1) * side)
    return { name: 'order_late', order, detail: names.join(', ') }
  })
}

// Fields with the same key stay in the order of their names.
function sorted(key: (field: Field) => string | number): Steps['order'] {
  return (all) => sortedBy(sortedBy(all, byName), key)
}

const empties: readonly Deviation[] = [
  { name: 'empties_kept', keep: () => true },
  { name: 'empty_texts_kept', keep: (text, { kind }) => text !== '' || kind !== 'null' },
  { name: 'null_kept', keep: (text, { kind }) => text !== '' || kind === 'null' },
  ...['null', 'None', 'NULL', 'nil', '<nil>', 'undefined'].flatMap((detail): Deviation[] => {
    const value: Steps['value'] = (text, { kind }) => (kind === 'null' ? detail : text)
    return [
      { name: 'null_as_word', value, detail },
      { name: 'null_as_word', value, keep: () => true, detail },
    ]
  }),
  {
    name: 'boolean_text',
    value: (text, { kind }) => (kind === 'boolean' && text === 'false' ? '' : text),
    keep: (text, { kind }) => text !== '' || kind === 'boolean',
  },
  { name: 'zero_dropped', keep: (text) => text !== '' && !isZero(text) },
  { name: 'false_dropped', keep: (text) => text !== '' && text !== 'false' },
  {
    name: 'php_empty_dropped',
    keep: (text) => !['', 'false', '[]', '{}'].includes(text) && !isZero(text),
  },
  { name: 'blank_dropped', keep: (text) => text.trim() !== '' },
]

function isZero(text: string): boolean {
  return /^-?0+(?:\.0+)?$/.test(text)
}

const keyNames: readonly string[] = (
  'secret= Key= KEY= apikey= api_key= apiKey= api_secret= apiSecret= appSecret= app_secret= ' +
  'secret_key= secretKey= merchantKey= token= sign= key: key'
).split(' ')

// Whole texts: … stands for the joined fields.
const seals: Ways<string> = {
  key_bare: ['…SECRET', '…&SECRET'],
  key_other_name: keyNames.map((name) => `…&${name}SECRET`),
  key_none: ['…', '…&'],
  key_without_ampersand: ['', '?', ',', '\n', '|', ' '].map((mark) => `…${mark}key=SECRET`),
  key_extra: ['…&&key=SECRET', '…&key=SECRET&', '…&key=SECRET&key=SECRET'],
  key_first: ['key=SECRET&…', 'SECRET…', 'SECRET&…', 'SECRET…SECRET'],
  join_separator: ['&…&key=SECRET', '?…&key=SECRET'],
  charset_other: ['\uFEFF…&key=SECRET'],
  digest_of_nothing: [''],
}

function sealed(templates: Ways<string>, whole?: string): readonly Deviation[] {
  return deviationsBy(templates, (detail) => ({
    seal: (joined, secret) =>
      detail.replace(/…|SECRET/g, (one) => (one === '…' ? (whole ?? joined) : secret)),
    detail,
  }))
}

function keySorted(name: string): Deviation {
  const order: Steps['order'] = (all, text) =>
    sortedBy([...all, { name, kind: 'text', text }], byName)
  return { name: 'key_sorted', order, seal: (joined) => joined, detail: name }
}

// Signs the whole body, as sent or without its sign.
function bodies(body: string): readonly Deviation[] {
  const unsigned = body.replace(/,\s*"sign"\s*:\s*"[^"]*"|"sign"\s*:\s*"[^"]*"\s*,?\s*/, '')
  const templates = { body_digest: ['…', '…SECRET', '…&key=SECRET', '…key=SECRET', 'SECRET…'] }
  return [body, unsigned.replace(/&sign=[^&]*|^sign=[^&]*&?/, '')].flatMap((whole) =>
    sealed(templates, whole),
  )
}

// The key is joined like the fields, appended alone, or joined correctly.
const joins: readonly Deviation[] = [
  ...['', ',', '|', ';', '\n', ' ', '?'].flatMap((separator) => joined('=', separator)),
  ...['', '&', '|', ','].map((separator): Deviation => {
    return { name: 'join_values', join: (all) => all.map(({ text }) => text).join(separator) }
  }),
  ...['', ':', ' = '].flatMap((equals) => joined(equals, '&')),
  ...joined('', ''),
  ...joined(':', ','),
]

function joined(equals: string, separator: string): readonly Deviation[] {
  const name = equals === '=' ? 'join_separator' : 'join_equals'
  const detail = JSON.stringify(equals === '=' ? separator : equals)
  const join = joinedWith(equals, separator)
  return [
    { name, join, detail },
    ...[`${separator}key${equals}`, ''].map((key): Deviation => {
      return { name, join, seal: (text, secret) => text + key + secret, detail }
    }),
  ]
}

function fields(sent: readonly Field[]): readonly Deviation[] {
  return [
    {
      name: 'sign_empty',
      fields: (signed) => [...signed, { name: 'sign', kind: 'text', text: '' }],
      keep: (text, { name }) => text !== '' || name === 'sign',
    },
    {
      name: 'sign_value',
      fields: (signed, all) => [...signed, ...all.filter(({ name }) => name === 'sign')],
    },
    ...sent.map(({ name }) => leftOut([name])),
    ...notSent.map((detail): Deviation => {
      const [name = '', text = ''] = detail.split('=')
      const more: Field = { name, kind: 'text', text }
      return { name: 'not_sent', fields: (signed) => [...signed, more], detail }
    }),
    renamed('names_earlier', (name) => earlierNames[name] ?? name),
    renamed('names_earlier', (name) => laterNames[name] ?? name),
    renamed('names_style', (name) => name.replace(/_[a-z]/g, ([, one = '']) => one.toUpperCase())),
    renamed('names_style', (name) => name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`)),
    ...[pascal, (name: string) => pascal(name).replace(/id$/, 'Id'), goName].map((style) =>
      renamed('names_style', style),
    ),
    renamed('names_style', (name) => name.toLowerCase()),
    renamed('names_style', (name) => name.toUpperCase()),
  ]
}

// Fields that clients of other protocols sign, and defaults that the Worker fills in.
const notSent: readonly string[] = (
  'currency=TWD sign_type=MD5 signType=MD5 type=collection type=payout status=pending ' +
  'gateway_code=gateway_c extra={} extra=[]'
).split(' ')

function pascal(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, one: string) => one.toUpperCase())
}

function goName(name: string): string {
  return pascal(name).replace(/(?:[Uu]r[Ll]|[Uu]?id)$/i, (one) => one.toUpperCase())
}

// A field that is not in the body, signed as the word that a language prints for null.
function neverSent(sent: readonly Field[], { knownNames }: Case): readonly Deviation[] {
  const names = knownNames.filter((name) => sent.every((field) => field.name !== name))
  return nothings.flatMap((text) =>
    names.map((name): Deviation => {
      const fields: Steps['fields'] = (signed) => [...signed, { name, kind: 'text', text }]
      const keep: Steps['keep'] = (value, field) => value !== '' || field.name === name
      return {
        name: 'not_sent',
        fields,
        ...(text === '' ? { keep } : {}),
        detail: `${name}=${text}`,
      }
    }),
  )
}

const nothings = ['undefined', '', 'null', 'None', '<nil>', 'nil', '0', 'false'] as const

function renamed(mistake: MistakeName, rename: (name: string) => string): Deviation {
  const as = (field: Field) => ({ ...field, name: rename(field.name) })
  return { name: mistake, fields: (signed) => signed.map(as) }
}

const earlierNames: Readonly<Record<string, string>> = {
  uid: 'merchantNo',
  timestamp: 'time',
  serial_no: 'orderNo',
  orderid: 'orderNo',
  notify_url: 'notifyUrl',
  return_url: 'returnUrl',
  reverse_url: 'reverseUrl',
  user_id: 'userNo',
  user_name: 'userName',
}

const laterNames = Object.fromEntries(
  Object.entries(earlierNames).map(([name, earlier]) => [earlier, name]),
)

// The time in another unit or form than sent, or read from the clock again.
function times(sent: readonly Field[]): readonly Deviation[] {
  return [
    ...timed(sent, 10, (time) => ({
      signed_milliseconds: [time * 1000],
      time_twice: numbers(30).flatMap((n) => [time - n, time + n]),
      signed_date: dates(time * 1000),
    })),
    ...timed(sent, 13, (time) => ({
      signed_seconds: [Math.floor(time / 1000), Math.ceil(time / 1000), time / 1000],
      time_twice: numbers(5).flatMap((n) => [time - n * 1000, time + n * 1000]),
      signed_date: dates(time),
    })),
  ]
}

// Other times than the sent one, if that has this many digits.
function timed(
  sent: readonly Field[],
  digits: number,
  others: (time: number) => Ways<string | number>,
): readonly Deviation[] {
  const isTime = ({ name, text }: Field) => /^time(?:stamp)?$/.test(name) && /^\d+$/.test(text)
  return sent
    .filter((field) => isTime(field) && field.text.length === digits)
    .flatMap(({ name, text }) =>
      deviationsBy(others(Number(text)), (time) => signedAs(name, `${time}`, `${name}=${time}`)),
    )
}

function numbers(most: number): readonly number[] {
  return Array.from({ length: most }, (_, n) => n + 1)
}

// A time as dates are written, in UTC and in Taipei.
function dates(milliseconds: number): readonly string[] {
  return [0, 8].flatMap((hours) => {
    const whole = new Date(milliseconds + hours * 3_600_000).toISOString()
    const seconds = whole.slice(0, 19)
    return [seconds.replace('T', ' '), whole, `${seconds}Z`, seconds, seconds.replace(/\D/g, '')]
  })
}

// Encodes one field, or the whole text, for URLs.
function urls(sent: readonly Field[]): readonly Deviation[] {
  return [encodeURIComponent, formEncoded].flatMap((encode): readonly Deviation[] => [
    ...sent.map((one): Deviation => {
      return { name: 'url_encoded', ...signedAs(one.name, encode(one.text), one.name) }
    }),
    { name: 'url_encoded', seal: (text, secret) => encode(`${text}&key=${secret}`) },
    { name: 'url_encoded', seal: (text, secret) => encode(`${text}&key=${secret}`).toLowerCase() },
    { name: 'url_encoded', seal: (text, secret) => `${encode(text)}&key=${secret}` },
  ])
}

// Signs another text for a field than was sent.
function signedAs(field: string, text: string, detail: string) {
  const value: Steps['value'] = (sent, { name }) => (name === field ? text : sent)
  return { value, detail }
}
