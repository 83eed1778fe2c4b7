import type { Parameter } from '../../signing/parameters.ts'
import type { MistakeName } from './mistakes.ts'
import { textOf } from './notes.ts'
import { asFloat, asGoFloat, asJavaDouble } from './number-forms.ts'
import {
  type Deviation,
  deviation,
  isNumeric,
  type Likelihoods,
  type Pair,
  type Plan,
  signedAs,
  sortedBy,
  withoutSign,
} from './plan.ts'

const times: readonly string[] = ['timestamp', 'time']
// What clients add after they have sorted the rest.
const late: readonly string[] = ['uid', 'merchantNo', ...times]

/** The names put in another order. */
export const orderDeviations: readonly Deviation[] = [
  arranging('order_sent', (pairs) => pairs),
  arranging('order_any_case', (pairs) => sortedBy(pairs, ([name]) => name.toLowerCase())),
  arranging('order_any_case', (pairs) => sortedBy(pairs, ([name]) => name.toUpperCase())),
  arranging('order_locale', (pairs) =>
    pairs.toSorted(([one], [other]) => one.localeCompare(other, 'en')),
  ),
  arranging('order_down', (pairs) => sortedBy(pairs, ([name]) => name).toReversed()),
  arranging('order_other', (pairs) => sortedBy(pairs, (pair) => pair.join('=')), 'name=value'),
  arranging(
    'order_other',
    (pairs) => sortedBy(pairs, ([name, value]) => `${value}\0${name}`),
    'value',
  ),
  arranging(
    'order_other',
    (pairs) => pairs.toSorted(([, one], [, other]) => byNumber(one, other)),
    'value',
  ),
  ...[late, late.toReversed()].flatMap((names) => putAside(names)),
  arranging(
    'order_other',
    (pairs) =>
      sortedBy(pairs, ([name]) => name).toSorted(([one], [other]) => one.length - other.length),
    'length',
  ),
]

/** One name behind or before the others. */
export function loneOrders(parameters: readonly Parameter[]): readonly Deviation[] {
  return parameters.flatMap(({ name }) => putAside([name], name))
}

// Some names behind or before the others.
function putAside(names: readonly string[], detail?: string): readonly Deviation[] {
  return [1, -1].map((side) => {
    const place = (name: string) => (names.indexOf(name) + 1) * side
    const arrange: Plan['arrange'] = (pairs) =>
      sortedBy(pairs, ([name]) => name).toSorted(([one], [other]) => place(one) - place(other))
    return arranging('order_late', arrange, detail)
  })
}

/** The secret in another place, under another name, or not at all. */
export const keyDeviations: readonly Deviation[] = [
  sealing('key_bare', (joined, secret) => joined + secret),
  sealing('key_bare', (joined, secret) => `${joined}&${secret}`, '&…'),
  ...[...keyNames().map((name) => `${name}=`), 'key:', 'key'].map((name) =>
    sealing('key_other_name', (joined, secret) => `${joined}&${name}${secret}`, `&${name}`),
  ),
  ...['key', 'secret'].map((name): Deviation => {
    const arrange: Plan['arrange'] = (pairs, secret) =>
      sortedBy([...pairs, [name, secret]], ([one]) => one)
    const part = { arrange, seal: (joined: string) => joined }
    return deviation('key_sorted', part, name)
  }),
  sealing('key_none', (joined) => joined),
  sealing('key_none', (joined) => `${joined}&`),
  ...['', '?', ',', '\n', '|', ' '].map((mark) =>
    sealing('key_without_ampersand', (joined, secret) => `${joined}${mark}key=${secret}`),
  ),
  sealing('key_extra', (joined, secret) => `${joined}&&key=${secret}`, '&&key='),
  sealing('key_extra', (joined, secret) => `${joined}&key=${secret}&`),
  sealing('key_extra', (joined, secret) => `${joined}&key=${secret}&key=${secret}`),
  sealing('key_first', (joined, secret) => `key=${secret}&${joined}`),
  sealing('key_first', (joined, secret) => secret + joined),
  sealing('key_first', (joined, secret) => `${secret}&${joined}`),
  sealing('key_first', (joined, secret) => secret + joined + secret),
]

/** The pairs joined otherwise. */
export const joinDeviations: readonly Deviation[] = [
  ...['', ',', '|', ';', '\n', ' ', '?'].flatMap((separator) => joinedBy('=', separator)),
  joining('join_separator', (pairs) => `&${joined(pairs, '=', '&')}`, '&…'),
  joining('join_separator', (pairs) => `?${joined(pairs, '=', '&')}`, '?…'),
  ...['', '&', '|', ','].map((separator) =>
    joining('join_values', (pairs) => pairs.map(([, value]) => value).join(separator)),
  ),
  ...['', ':', ' = '].flatMap((equals) => joinedBy(equals, '&')),
  ...joinedBy('', ''),
  ...joinedBy(':', ','),
  sealing('charset_other', (joined, secret) => `\uFEFF${joined}&key=${secret}`, 'BOM'),
]

// The pairs alone joined so, and the key with them.
function joinedBy(equals: string, separator: string): readonly Deviation[] {
  const mistake = equals === '=' ? 'join_separator' : 'join_equals'
  const join: Plan['join'] = (pairs) => joined(pairs, equals, separator)
  const seal: Plan['seal'] = (text, secret) => `${text}${separator}key${equals}${secret}`
  const detail = JSON.stringify(equals === '=' ? separator : equals)
  return [{ join }, { join, seal }].map((part) => deviation(mistake, part, detail))
}

/** Other parameters than those sent, or under other names. */
export function fieldDeviations(parameters: readonly Parameter[]): readonly Deviation[] {
  const names = parameters.map(({ name }) => name).filter((name) => name !== 'sign')
  const renamed = (mistake: MistakeName, rename: (name: string) => string): Deviation => {
    const pick: Plan['pick'] = (all) =>
      withoutSign(all).map((one) => ({ ...one, name: rename(one.name) }))
    return deviation(mistake, { pick })
  }
  return [
    deviation('sign_empty', {
      pick: (all) => [...withoutSign(all), { name: 'sign', kind: 'text', text: '' }],
      keep: ({ name }, value) => value !== '' || name === 'sign',
    }),
    deviation('sign_value', { pick: (all) => all }),
    ...names.map((name): Deviation => {
      const pick: Plan['pick'] = (all) => withoutSign(all).filter((one) => one.name !== name)
      return deviation('left_out', { pick }, name)
    }),
    ...notSent.map(([name, text]): Deviation => {
      const pick: Plan['pick'] = (all) => [...withoutSign(all), { name, kind: 'text', text }]
      return deviation('not_sent', { pick }, `${name}=${text}`)
    }),
    renamed('names_earlier', (name) => earlierNames[name] ?? name),
    renamed('names_earlier', (name) => laterNames[name] ?? name),
    renamed('names_style', (name) =>
      name.replace(/_([a-z])/g, (_, one: string) => one.toUpperCase()),
    ),
    renamed('names_style', (name) => name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`)),
    renamed('names_style', (name) => name.toLowerCase()),
    renamed('names_style', (name) => name.toUpperCase()),
  ]
}

/** The time signed in another unit or form than it was sent, or taken twice; what is rare by itself. */
export function timeDeviations(parameters: readonly Parameter[]): Likelihoods {
  const stamp = parameters.find(({ name }) => times.includes(name))
  const text = textOf(stamp)
  if (stamp === undefined || !/^\d{10,13}$/.test(text)) return { likely: [], rare: [] }
  const { name } = stamp
  const all = (mistake: MistakeName, texts: readonly (string | number)[]) =>
    texts.map((one) => signedAs(mistake, name, `${one}`, `${name}=${one}`))
  const value = Number(text)
  const isFine = text.length === 13
  const seconds = Math.floor(value / 1000)
  const unit = isFine ? 1000 : 1
  const twice = numbersTo(isFine ? 5 : 30).flatMap((n) => [value - n * unit, value + n * unit])
  const endings = isFine ? [] : numbersTo(999).map((n) => String(n).padStart(3, '0'))
  return {
    likely: [
      ...all('signed_seconds', isFine ? [seconds, seconds + 1, value / 1000] : []),
      ...all('signed_milliseconds', isFine ? [] : [`${value}000`]),
      ...all('number_one_decimal', [asFloat(text)]),
      ...all('number_exponent', [asJavaDouble(text), asGoFloat(text)]),
      ...all('time_twice', twice.slice(0, 6)),
    ],
    rare: [
      ...all('time_twice', twice.slice(6)),
      ...all(
        'signed_date',
        [0, 8].flatMap((zone) => datesOf((value / unit + zone * 3600) * 1000)),
      ),
      ...all(
        'signed_milliseconds',
        endings.map((ending) => text + ending),
      ),
    ],
  }
}

function numbersTo(most: number): readonly number[] {
  return Array.from({ length: most }, (_, n) => n + 1)
}

// A time as dates are written, in UTC.
function datesOf(milliseconds: number): readonly string[] {
  const whole = new Date(milliseconds).toISOString()
  const seconds = whole.slice(0, 19)
  return [seconds.replace('T', ' '), whole, `${seconds}Z`, seconds, seconds.replace(/\D/g, '')]
}

/** The body hashed as it is, with and without the secret. */
export function bodyDeviations(body: string): readonly Deviation[] {
  const unsigned = body
    .replace(/,\s*"sign"\s*:\s*"[^"]*"/, '')
    .replace(/"sign"\s*:\s*"[^"]*"\s*,?\s*/, '')
    .replace(/&sign=[^&]*|^sign=[^&]*&?/, '')
  const wholes = [...new Set([body, unsigned])].flatMap((text) => [
    sealing('body_digest', () => text),
    sealing('body_digest', (_, secret) => text + secret),
    sealing('body_digest', (_, secret) => `${text}&key=${secret}`),
    sealing('body_digest', (_, secret) => `${text}key=${secret}`),
    sealing('body_digest', (_, secret) => secret + text),
  ])
  return [...wholes, sealing('digest_of_nothing', () => '')]
}

// What clients of other protocols sign, and defaults that the Worker fills in.
const notSent = [
  ['currency', 'TWD'],
  ['sign_type', 'MD5'],
  ['signType', 'MD5'],
  ['type', 'collection'],
  ['type', 'payout'],
  ['status', 'pending'],
  ['gateway_code', 'gateway_c'],
  ['extra', '{}'],
  ['extra', '[]'],
] as const

const earlierNames: Readonly<Record<string, string>> = {
  uid: 'merchantNo',
  timestamp: 'time',
  orderid: 'orderNo',
  serial_no: 'orderNo',
  notify_url: 'notifyUrl',
  return_url: 'returnUrl',
  reverse_url: 'reverseUrl',
  user_id: 'userNo',
  user_name: 'userName',
}

const laterNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(earlierNames).map(([one, other]) => [other, one])),
  orderNo: 'orderid',
}

function keyNames(): readonly string[] {
  return [
    ...['secret', 'Key', 'KEY', 'apikey', 'api_key', 'apiKey', 'api_secret', 'apiSecret'],
    ...['appSecret', 'app_secret', 'secret_key', 'secretKey', 'merchantKey', 'token', 'sign'],
  ]
}

function joined(pairs: readonly Pair[], equals: string, separator: string): string {
  return pairs.map(([name, value]) => name + equals + value).join(separator)
}

// As PHP compares values that may be numbers.
function byNumber(one: string, other: string): number {
  if (isNumeric(one) && isNumeric(other)) return Number(one) - Number(other)
  return one < other ? -1 : one > other ? 1 : 0
}

function arranging(mistake: MistakeName, arrange: Plan['arrange'], detail?: string): Deviation {
  return deviation(mistake, { arrange }, detail)
}

function joining(mistake: MistakeName, join: Plan['join'], detail?: string): Deviation {
  return deviation(mistake, { join }, detail)
}

function sealing(mistake: MistakeName, seal: Plan['seal'], detail?: string): Deviation {
  return deviation(mistake, { seal }, detail)
}
