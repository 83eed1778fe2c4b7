import type { Parameter } from '../../signing/parameters.ts'
import type { MistakeName } from './mistakes.ts'
import { type Deviation, type Pair, type Plan, sortedBy } from './plan.ts'

// What clients add after they have sorted the rest.
const times: readonly string[] = ['timestamp', 'time']
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
  arranging('order_pairs', (pairs) => sortedBy(pairs, ([name, value]) => `${name}=${value}`)),
  ...[false, true].flatMap((first) =>
    [late, late.toReversed()].map((names) =>
      arranging('order_late', (pairs) => {
        const added = names.flatMap((name) => pairs.filter(([one]) => one === name))
        const rest = sortedBy(
          pairs.filter(([name]) => !names.includes(name)),
          ([name]) => name,
        )
        return first ? [...added, ...rest] : [...rest, ...added]
      }),
    ),
  ),
]

/** The secret in another place, under another name, or not at all. */
export const keyDeviations: readonly Deviation[] = [
  sealing('key_bare', (joined, secret) => joined + secret),
  sealing('key_bare', (joined, secret) => `${joined}&${secret}`, '&…'),
  ...keyNames().map((name) =>
    sealing('key_other_name', (joined, secret) => `${joined}&${name}=${secret}`, `&${name}=`),
  ),
  ...['key', 'secret'].map((name): Deviation => {
    const arrange: Plan['arrange'] = (pairs, secret) =>
      sortedBy([...pairs, [name, secret]], ([one]) => one)
    const part = { arrange, seal: (joined: string) => joined }
    return { mistakes: ['key_sorted'], part, detail: name }
  }),
  sealing('key_none', (joined) => joined),
  sealing('key_none', (joined) => `${joined}&`),
  sealing('key_without_ampersand', (joined, secret) => `${joined}key=${secret}`),
  sealing('key_extra_ampersand', (joined, secret) => `${joined}&&key=${secret}`, '&&key='),
  sealing('key_extra_ampersand', (joined, secret) => `${joined}&key=${secret}&`),
  sealing('key_first', (joined, secret) => `key=${secret}&${joined}`),
  sealing('key_first', (joined, secret) => secret + joined),
  sealing('key_first', (joined, secret) => `${secret}&${joined}`),
  sealing('key_first', (joined, secret) => secret + joined + secret),
]

/** The pairs joined otherwise. */
export const joinDeviations: readonly Deviation[] = [
  ...['', ',', '|', ';', '\n', ' ', '?'].map((separator) =>
    joining('join_separator', (pairs) => joined(pairs, '=', separator), `"${separator}"`),
  ),
  joining('join_separator', (pairs) => `&${joined(pairs, '=', '&')}`, '&…'),
  joining('join_separator', (pairs) => `?${joined(pairs, '=', '&')}`, '?…'),
  ...['', '&', '|', ','].map((separator) =>
    joining('join_values', (pairs) => pairs.map(([, value]) => value).join(separator)),
  ),
  joining('join_equals', (pairs) => joined(pairs, '', '')),
  joining('join_equals', (pairs) => joined(pairs, '', '&')),
  joining('join_equals', (pairs) => joined(pairs, ':', '&')),
  joining('join_equals', (pairs) => joined(pairs, ':', ',')),
  joining('join_equals', (pairs) => joined(pairs, ' = ', '&')),
]

/** Other parameters than those sent, or under other names. */
export function fieldDeviations(parameters: readonly Parameter[]): readonly Deviation[] {
  const names = parameters.map(({ name }) => name).filter((name) => name !== 'sign')
  const renamed = (mistake: MistakeName, rename: (name: string) => string): Deviation => {
    const pick: Plan['pick'] = (all) =>
      withoutSign(all).map((one) => ({ ...one, name: rename(one.name) }))
    return { mistakes: [mistake], part: { pick } }
  }
  return [
    {
      mistakes: ['sign_empty'],
      part: {
        pick: (all) => [...withoutSign(all), { name: 'sign', kind: 'text', text: '' }],
        keep: ({ name }, value) => value !== '' || name === 'sign',
      },
    },
    { mistakes: ['sign_value'], part: { pick: (all) => all } },
    ...names.map((name): Deviation => {
      const pick: Plan['pick'] = (all) => withoutSign(all).filter((one) => one.name !== name)
      return { mistakes: ['left_out'], part: { pick }, detail: name }
    }),
    ...notSent.map(([name, text]): Deviation => {
      const pick: Plan['pick'] = (all) => [...withoutSign(all), { name, kind: 'text', text }]
      return { mistakes: ['not_sent'], part: { pick }, detail: `${name}=${text}` }
    }),
    renamed('names_earlier', (name) => earlierNames[name] ?? name),
    renamed('names_earlier', (name) => laterNames[name] ?? name),
    renamed('names_camel', (name) =>
      name.replace(/_([a-z])/g, (_, one: string) => one.toUpperCase()),
    ),
    renamed('names_snake', (name) => name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`)),
    renamed('names_case', (name) => name.toLowerCase()),
    renamed('names_case', (name) => name.toUpperCase()),
  ]
}

/** The time signed in another unit than it was sent, or taken twice. */
export function timeDeviations(parameters: readonly Parameter[]): readonly Deviation[] {
  const stamp = parameters.find(({ name }) => times.includes(name))
  const text = stamp?.kind === 'number' ? stamp.source : stamp?.kind === 'text' ? stamp.text : ''
  if (stamp === undefined || !/^\d{10,13}$/.test(text)) return []
  const signing = (mistake: MistakeName, signed: string): Deviation => {
    const pick: Plan['pick'] = (all) =>
      withoutSign(all).map((one) =>
        one.name === stamp.name ? { name: one.name, kind: 'text', text: signed } : one,
      )
    return { mistakes: [mistake], part: { pick }, detail: `${stamp.name}=${signed}` }
  }
  const value = Number(text)
  const [unit, near] = text.length === 13 ? [1000, 5000] : [1, 30]
  const other =
    text.length === 13
      ? [0, 1].map((more) => signing('signed_seconds', String(Math.floor(value / 1000) + more)))
      : [signing('signed_milliseconds', `${value}000`)]
  const shifts = Array.from({ length: near / unit }, (_, n) => (n + 1) * unit)
  const twice = shifts.flatMap((shift) => [value - shift, value + shift])
  return [...other, ...twice.map((one) => signing('time_twice', String(one)))]
}

/** Milliseconds that were signed where whole seconds were sent: 999 values, tried last. */
export function millisecondDeviations(parameters: readonly Parameter[]): readonly Deviation[] {
  const [first] = timeDeviations(parameters)
  if (first?.mistakes[0] !== 'signed_milliseconds') return []
  const { part, detail = '' } = first
  const pick = part.pick
  if (pick === undefined) return []
  return Array.from({ length: 999 }, (_, n): Deviation => {
    const ending = String(n + 1).padStart(3, '0')
    const signed = detail.slice(detail.indexOf('=') + 1, -3) + ending
    const changed: Plan['pick'] = (all) =>
      pick(all).map((one) =>
        times.includes(one.name) ? { name: one.name, kind: 'text', text: signed } : one,
      )
    return { mistakes: ['signed_milliseconds'], part: { pick: changed }, detail: signed }
  })
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

function withoutSign(all: readonly Parameter[]): readonly Parameter[] {
  return all.filter(({ name }) => name !== 'sign')
}

function joined(pairs: readonly Pair[], equals: string, separator: string): string {
  return pairs.map(([name, value]) => name + equals + value).join(separator)
}

function arranging(mistake: MistakeName, arrange: Plan['arrange']): Deviation {
  return { mistakes: [mistake], part: { arrange } }
}

function joining(mistake: MistakeName, join: Plan['join'], detail?: string): Deviation {
  return { mistakes: [mistake], part: { join }, ...(detail !== undefined && { detail }) }
}

function sealing(mistake: MistakeName, seal: Plan['seal'], detail?: string): Deviation {
  return { mistakes: [mistake], part: { seal }, ...(detail !== undefined && { detail }) }
}
