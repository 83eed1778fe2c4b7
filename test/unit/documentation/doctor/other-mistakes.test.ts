import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '../../../data/sign-vectors.json' with { type: 'json' }
import { forAll } from '../../../support/property.ts'
import { isAccepted } from './accepted.ts'
import { diagnosed, kindsOf, md5, vectorTime, ways } from './made-mistakes.ts'

const json = { content_type: 'application/json' }
const secret = 'k3y-0123456789'
const body =
  '{"uid":"M10001","timestamp":1760000000,"orderid":"A-1","amount":100,"channel":"",' +
  '"user_name":"王小明","extra":{"b":2,"a":"x/y"}}'
const text =
  'amount=100&extra={"b":2,"a":"x/y"}&orderid=A-1&timestamp=1760000000&uid=M10001&user_name=王小明' +
  `&key=${secret}`

function namesOf(sign: string, more: Parameters<typeof diagnosed>[2] = {}) {
  const said = diagnosed(json, { body, secret, sign }, more)
  return [said.outcome, ...said.mistakes.map(({ name }) => name)]
}

test('the right sign of the example is right', () => {
  expect(namesOf(md5(text))).toEqual(['right'])
})

const sha256 = createHash('sha256').update(text)
const big5 = Buffer.concat([
  Buffer.from(text.slice(0, text.indexOf('王'))),
  Buffer.from('a4fda470a9fa', 'hex'),
  Buffer.from(`&key=${secret}`),
])

test.each([
  ['digest_sha256', sha256.copy().digest('hex')],
  ['digest_sha1', createHash('sha1').update(text).digest('hex')],
  ['digest_sha512', createHash('sha512').update(text).digest('hex')],
  ['digest_base64', createHash('md5').update(text).digest('base64')],
  ['digest_short', md5(text).slice(8, 24)],
  ['digest_twice', md5(md5(text).toLowerCase())],
  ['digest_dashes', md5(text).replace(/(..)(?!$)/g, '$1-')],
  ['digest_dashes', `0x${md5(text)}`],
  ['text_case', md5(text.toUpperCase())],
  ['key_hmac', createHmac('md5', secret).update(text).digest('hex')],
  ['charset_other', md5(big5)],
  ['charset_other', md5(Buffer.from(text, 'binary'))],
  ['charset_other', md5(`\uFEFF${text}`)],
  ['body_digest', md5(`${body}&key=${secret}`)],
  ['nested_order', md5(text.replace('{"b":2,"a":"x/y"}', '{"a":"x/y","b":2}'))],
  ['json_spaced', md5(text.replace('{"b":2,"a":"x/y"}', '{"b": 2, "a": "x/y"}'))],
  ['nested_not_json', md5(text.replace('{"b":2,"a":"x/y"}', '[object Object]'))],
  ['left_out', md5(text.replace('&orderid=A-1', ''))],
  ['not_sent', md5(text.replace('&extra', '&currency=TWD&extra'))],
  ['sign_empty', md5(text.replace('&timestamp', '&sign=&timestamp'))],
  ['names_style', md5(text.replace('user_name', 'userName'))],
  ['time_twice', md5(text.replace('1760000000', '1760000001'))],
  ['join_values', md5(text.replace(/(^|&)(?!key)\w+=/g, '$1').replaceAll('&', '&'))],
  ['order_pairs', null],
])('%s is named', (name, sign) => {
  if (sign !== null) expect(namesOf(sign)).toEqual(['mistaken', name])
})

test('a float that was signed as PHP writes it, and sent with all its digits, is named', () => {
  const float = body.replace('"amount":100,', '"amount":0.30000000000000004,')
  const sign = md5(text.replace('amount=100', 'amount=0.3'))
  const said = diagnosed(json, { body: float, secret, sign })
  expect(said.mistakes.map(({ name }) => name)).toEqual(['number_rounded'])
})

test('two mistakes at once are both named', () => {
  const pairs = text.slice(0, text.lastIndexOf('&key')).split('&').reverse().join('&')
  expect(namesOf(md5(pairs + secret)).sort()).toEqual(['key_bare', 'mistaken', 'order_down'])
  const escaped = text.replace('x/y', 'x\\/y').replace('100', '100.0')
  expect(namesOf(md5(escaped)).sort()).toEqual([
    ...['escaped_slash', 'mistaken', 'number_one_decimal'],
  ])
})

describe('with the string that was signed', () => {
  const foreign = text.replace(secret, 'another-secret')
  test.each([
    ['another secret', foreign, md5(foreign), ['mistaken', 'secret_other']],
    ['another digest', text, md5('something else'), ['mistaken', 'digest_of_other']],
    [
      'a changed value',
      text.replace('A-1', 'A-2'),
      md5(text.replace('A-1', 'A-2')),
      ['mistaken', 'changed'],
    ],
    ['no sign at all', text.replace('&orderid=A-1', ''), '', ['mistaken', 'left_out']],
  ])('%s is told for certain', (_, ownText, sign, said) => {
    expect(namesOf(sign, { ownText })).toEqual(said)
  })
})

test.each(vectors.legacy_vectors)(
  '$name: right in the earlier style, and mistakes in it are named',
  (vector) => {
    const time = { now: Number(/"time":"?(\d+)/.exec(vector.body)?.[1]) }
    expect(diagnosed(vector, vector, time)).toMatchObject({
      outcome: 'right',
      isLegacy: true,
      notes: [],
    })
    const digest = createHash('sha256').update(`${vector.string_to_sign}\n`).digest('hex')
    const wrong = diagnosed(vector, { ...vector, sign: md5(digest) }, time)
    expect([wrong.isLegacy, kindsOf(wrong)]).toEqual([true, ['wrong_secret']])
  },
)

test.each([
  ['uid_missing', '{"timestamp":1760000000}', vectorTime],
  ['timestamp_missing', '{"uid":"M"}', vectorTime],
  ['time_not_whole', '{"uid":"M","timestamp":1760000000.5}', vectorTime],
  ['sent_finer', '{"uid":"M","timestamp":1760000000000000}', vectorTime],
  ['sent_milliseconds', '{"uid":"M","timestamp":1760000000000}', vectorTime],
  ['clock_off', '{"uid":"M","timestamp":1760000000}', vectorTime + 1000],
  ['time_zone', '{"uid":"M","timestamp":1760000000}', vectorTime - 8 * 3600],
])('%s is noted beside a sign', (name, given, now) => {
  const { notes } = diagnosed(json, { body: given, secret, sign: '0'.repeat(32) }, { now })
  expect(notes.map((one) => one.name)).toEqual([name])
})

test.each([
  ['not_json', '{"uid":"M",}'],
  ['not_an_object', '[1]'],
  ['duplicate_name', '{"uid":"M","uid":"N"}'],
])('%s: a body that cannot be read is told', (name, given) => {
  const said = diagnosed(json, { body: given, secret, sign: '0'.repeat(32) })
  expect([said.outcome, said.mistakes[0]?.name]).toEqual(['unreadable', name])
})

const values = fc.oneof(
  fc.constantFrom('', '0', 'a b', 'x/y', '備註', '100.50', '<&>'),
  fc.constantFrom(0, 1, 100.5, true, false, null),
  fc.constant({ b: 1.5, a: ['甲/乙', null] }),
)
const names = fc.constantFrom('orderid', 'Zeta', '_x', 'note', 'extra', 'flag')
const amounts = fc.constantFrom<number | string>(0, 1, 100.5, '100.50')
const bodies = fc
  .tuple(fc.dictionary(names, values), amounts)
  .map(([fields, amount]) =>
    JSON.stringify({ uid: 'M10001', timestamp: vectorTime, ...fields, amount }),
  )

test('for any body: right where the Worker accepts the sign, else never right, and no kind is made up', () => {
  const kinds = Object.entries(ways).filter(([kind]) => kind !== 'time_unit')
  const made = kinds.flatMap(([kind, all]) => all.map((way) => [kind, way] as const))
  forAll([bodies, fc.constantFrom(...made)], 50, (given, [kind, way]) => {
    const right = diagnosed(json, { body: given, secret, sign: '0'.repeat(32) }).ours
    if (right === null) throw new Error('not readable')
    const vector = {
      ...json,
      name: '',
      note: '',
      body: given,
      secret,
      string_to_sign: right.text,
      sign: right.sign,
    }
    const request = way.make(vector)
    const said = diagnosed(json, request)
    expect(said.outcome === 'right').toBe(isAccepted(json, request))
    if (said.outcome !== 'right') expect(kindsOf(said)).toContain(kind)
  })
})
