import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mistakes } from '../../../../src/documentation/doctor/mistakes.ts'
import { often } from '../../../../src/documentation/doctor/search.ts'
import vectors from '../../../data/sign-vectors.json' with { type: 'json' }
import kept from '../../../data/signature-mistakes.json' with { type: 'json' }
import { forAll } from '../../../support/property.ts'
import { isAccepted } from './accepted.ts'
import { keptRequests, mistakesOf } from './kept-requests.ts'
import { wrongCallbacks } from './made-callbacks.ts'
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

describe('the kept list', () => {
  test.each(kept.requests)('$outcome $mistakes $notes, as in line %#', (line) => {
    const { outcome, mistakes: named, notes, body: at, signed, ...more } = line
    const { sign = '', secret: own = kept.secret, content_type = json.content_type } = more
    const { ownText = '', now = kept.now } = more
    const made = { body: kept.bodies[at] ?? '', secret: own, sign }
    const said = diagnosed({ content_type }, made, {
      ownText,
      now,
      knownSecrets: ['example-secret'],
    })
    const names = (all: typeof said.notes) => all.map(({ name }) => name).sort()
    expect([said.outcome, names(said.mistakes), names(said.notes)]).toEqual([outcome, named, notes])
    if (signed !== undefined) expect(said.yours).toBe(signed)
  })

  test('has every mistake that the documentation lists', () => {
    const listed = Object.values(mistakes).flatMap((kind) => Object.keys(kind.mistakes))
    const named = kept.requests.flatMap((line) => [...line.mistakes, ...line.notes])
    const ofHeaders = wrongCallbacks.flatMap(({ names }) => names)
    const all = new Set([...named, ...keptRequests.flatMap(mistakesOf), ...ofHeaders])
    expect([...all].sort()).toEqual(listed.sort())
    expect([...often].filter((name) => !listed.includes(name))).toEqual([])
  })
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
  expect(namesOf(md5(escaped)).sort()).toEqual(['escaped_slash', 'mistaken', 'number_one_decimal'])
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
    const right = diagnosed(json, { body: given, secret, sign: '' }).ours
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
