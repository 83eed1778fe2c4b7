import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type LegacyGroup,
  legacyUnsigned,
  verifyLegacy,
} from '../../../src/signing/legacy-style.ts'
import { readFormBody } from '../../../src/signing/parameters.ts'
import { legacy_vectors as vectors } from '../../data/sign-vectors.json' with { type: 'json' }
import { aBody, canonicalSign, type Forms, type Member } from '../../support/canonical.ts'
import { growthOf, linearGrowthMax } from '../../support/cost.ts'
import { hashed } from '../../support/counted-md5.ts'
import { forAll } from '../../support/property.ts'
import {
  moneyNames,
  noSign,
  otherBodies,
  parametersOf,
  secret,
  someForms,
  withOneCharacterChanged,
} from './parameters.ts'

// Counts the outer hashes: one for each text that is tried.
vi.mock('../../../src/signing/md5.ts', () => import('../../support/counted-md5.ts'))

// What another file of this process has loaded is not mocked, and no later file is to have a mock.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('../../../src/signing/md5.ts')
  vi.resetModules()
})

beforeEach(() => {
  hashed.length = 0
})

const groups: readonly LegacyGroup[] = ['collection', 'payout']
const otherGroup = { collection: 'payout', payout: 'collection' } as const

// Copied by hand from decisions §2, "Legacy style".
const inCollections =
  'sign userName channelNo payeeName bankName appSecret returnUrl storeId storeType tradeCode'
const leftOut: Readonly<Record<LegacyGroup, readonly string[]>> = {
  collection: inCollections.split(' '),
  payout: ['sign', 'appSecret', 'bankBranch', 'memo'],
}
const optional: Readonly<Record<LegacyGroup, readonly string[]>> = {
  collection: ['userNo', 'discount', 'extra'],
  payout: ['mobile', 'reverseUrl', 'extra'],
}

const sha256 = (text: string) => createHash('sha256').update(Buffer.from(text)).digest('hex')
const legacySign = (text: string) => canonicalSign(sha256(text))

const verify = (json: string, sign: string, group: LegacyGroup, secrets = [secret]) =>
  verifyLegacy({ parameters: parametersOf(json), sign, secrets, group, moneyNames })

/** Whether the body is accepted with the sign of the text `joined`, as `name=value&…`. */
const accepts = (json: string, joined: string, group: LegacyGroup = 'collection') =>
  verify(json, legacySign(joined + secret), group) === 0

test.each(vectors)('vector $name: $note (§5.5 form)', (vector) => {
  const group = vector.group as LegacyGroup
  expect(legacySign(vector.string_to_sign)).toBe(vector.sign)
  expect(verify(vector.body, vector.sign, group, [vector.secret])).toBe(0)
  expect(verify(vector.body, vector.sign, group, ['KEY ', '', vector.secret])).toBe(2)
  expect(verify(vector.body, vector.sign, group, ['key', ''])).toBe(null)
})

test('the unsigned names are those of the decision (§5.5 form)', () => {
  for (const group of groups) {
    expect([...legacyUnsigned[group]].sort()).toEqual(leftOut[group].toSorted())
  }
})

describe('the text that is hashed first', () => {
  const expectFirst = (json: string, text: string) => {
    expect(verify(json, noSign, 'collection', ['K'])).toBe(null)
    expect(hashed[0]).toBe(sha256(text))
  }

  test('keeps null and empty text as nothing behind the name', () => {
    expectFirst(
      '{"b":null,"a":"","c":0,"d":false,"e":" ","f":{},"z":null}',
      'a=&b=&c=0&d=false&e= &f={}&z=K',
    )
  })

  test('has the names in order of code units, the secret right behind the last value', () => {
    expectFirst(
      '{"b":1,"a-":2,"a":3,"Z":4,"！":5,"😀":6,"__proto__":7}',
      'Z=4&__proto__=7&a=3&a-=2&b=1&😀=6&！=5K',
    )
  })

  test('leaves out the names of the list however they were spelled, and none that look alike', () => {
    expectFirst(
      '{"\\u0073ign":1,"bank\\u004eame":2,"Sign":3,"bankname":4,"bank_name":5}',
      'Sign=3&bank_name=5&bankname=4K',
    )
  })

  test('is the secret alone where nothing is signed', () => {
    expectFirst('{"sign":"x","appSecret":"y"}', 'K')
  })
})

describe('accepted:', () => {
  test.each([
    ['a number in shortest form', '{"amount":100.00,"n":1e2}', 'amount=100&n=100'],
    ['money with two decimals', '{"amount":1.5,"n":7}', 'amount=1.50&n=7'],
    ['compact and unescaped', '{"x":{ "a": "\\u738b\\/" }}', 'x={"a":"王/"}'],
    ['booleans as PHP writes them, false kept as empty', '{"f":false,"t":true}', 'f=&t=1'],
    ['a form and the optional names', '{"a":1.0}', 'a=1&discount=&extra=&userNo='],
    ['no optional name where one is sent', '{"a":1,"userNo":""}', 'a=1&userNo='],
    ['the others beside one that is sent', '{"userNo":"7"}', 'discount=&extra=&userNo=7'],
    ['a null counts as sent', '{"extra":null}', 'discount=&extra=&userNo='],
  ])('%s', (_, json, joined) => expect(accepts(json, joined)).toBe(true))

  test('the optional names of payouts', () => {
    expect(accepts('{"n":"x"}', 'extra=&mobile=&n=x&reverseUrl=', 'payout')).toBe(true)
    expect(accepts('{"n":"x"}', 'extra=&mobile=&n=x&reverseUrl=', 'collection')).toBe(false)
    expect(accepts('{"n":"x"}', 'discount=&extra=&n=x&userNo=', 'payout')).toBe(false)
  })
})

describe('nothing else is tolerated (§5.5 form):', () => {
  test.each([
    ['empty values dropped', '{"a":"","b":null,"c":1}', 'c=1'],
    ['null as text', '{"a":null}', 'a=null'],
    ['some of the optional names', '{"a":1}', 'a=1&extra='],
    ['an optional name twice', '{"extra":""}', 'discount=&extra=&extra=&userNo='],
    ['an optional name emptied', '{"a":1,"extra":"x"}', 'a=1&discount=&extra=&userNo='],
    ['an optional name left out', '{"a":1,"extra":"x"}', 'a=1'],
    ['an unsigned name as empty', '{"a":1}', 'a=1&bankName='],
    ['an unknown name left out', '{"a":1,"zzz":2}', 'a=1'],
    ['names in the order sent', '{"b":1,"a":2}', 'b=1&a=2'],
    ['money rounded', '{"amount":1.005}', 'amount=1.01'],
    ['two decimals on what is not money', '{"n":7}', 'n=7.00'],
    ['a numeric text in another form', '{"amount":"100.00"}', 'amount=100'],
    ['one form for one number only', '{"a":1.0,"b":2.0}', 'a=1&b=2.0'],
    ['nested names sorted', '{"x":{"b":1,"a":2}}', 'x={"a":2,"b":1}'],
    ['an ampersand before the secret', '{"a":1}', 'a=1&'],
    ['the secret as a key', '{"a":1}', 'a=1&key='],
  ])('%s', (_, json, joined) => expect(accepts(json, joined)).toBe(false))

  test.each([
    ['SHA-256 in upper case', canonicalSign(sha256('a=1K').toUpperCase())],
    ['MD5 alone', canonicalSign('a=1K')],
    ['the current style', canonicalSign('a=1&key=K')],
    ['MD5 first', sha256(canonicalSign('a=1K').toLowerCase()).slice(0, 32)],
    ['SHA-256 cut', sha256('a=1K').slice(0, 32)],
    ['the secret in front', legacySign('Ka=1')],
    ['a sign with a blank', `${legacySign('a=1K')} `],
    ['no sign', ''],
  ])('%s', (_, sign) => {
    expect(verify('{"a":1}', legacySign('a=1K'), 'collection', ['K'])).toBe(0)
    expect(verify('{"a":1}', sign, 'collection', ['K'])).toBe(null)
  })

  test('every character of sign counts, its case does not', () => {
    const sign = legacySign('a=1K')
    expect(verify('{"a":1}', sign.toLowerCase(), 'collection', ['K'])).toBe(0)
    for (const wrong of withOneCharacterChanged(sign)) {
      expect(verify('{"a":1}', wrong, 'collection', ['K'])).toBe(null)
    }
  })
})

describe('a name that one list alone leaves out, signed by the other list, is refused:', () => {
  const differing = groups.flatMap((group) =>
    leftOut[group]
      .filter((name) => !leftOut[otherGroup[group]].includes(name))
      .map((name) => ({ name, group })),
  )

  test.each(differing)('$name, unsigned in a $group', ({ name, group }) => {
    const json = `{"amount":5,"merchantNo":"M1","${name}":"x"}`
    const without = 'amount=5&merchantNo=M1'
    const inside = ['amount=5', 'merchantNo=M1', `${name}=x`].sort().join('&')
    expect(accepts(json, without, group)).toBe(true)
    expect(accepts(json, without, otherGroup[group])).toBe(false)
    expect(accepts(json, inside, otherGroup[group])).toBe(true)
    expect(accepts(json, inside, group)).toBe(false)
  })

  test('there are ten of them', () => expect(differing).toHaveLength(10))
})

test.each([
  ['as sent', 'a={ }&amount=100.00&payerName=王 小&userNo=', 0],
  ['in the second try', 'a={ }&amount=100.00&discount=&extra=&payerName=王 小&userNo=', 0],
  ['not in shortest form', 'a={ }&amount=100&payerName=王 小&userNo=', null],
  ['not compact', 'a={}&amount=100.00&payerName=王 小&userNo=', null],
  ['not as it was encoded', 'a={ }&amount=100.00&payerName=王+小&userNo=', null],
])('a form is signed over its decoded values: %s', (_, joined, expected) => {
  const form = 'amount=100.00&userName=%E7%8E%8B&payerName=%E7%8E%8B+%E5%B0%8F&userNo=&a=%7B+%7D'
  const parameters = parametersOf(form, readFormBody)
  const sign = legacySign(joined + secret)
  expect(
    verifyLegacy({ parameters, sign, secrets: [secret], group: 'collection', moneyNames }),
  ).toBe(expected)
})

const everyForm = '"amount":1.0,"n":2.0,"b":true,"x":{ "a":"\\u738b" },"y":[1, 2],"z":"\\u738b"'
const firstText = 'amount=1.0&b=true&n=2.0&x={ "a":"\\u738b" }&y=[1, 2]&z=王'
const secondText =
  'amount=1.0&b=true&discount=&extra=&n=2.0&userNo=&x={ "a":"\\u738b" }&y=[1, 2]&z=王'

test('each of both tries costs at most 24 hashes a secret, and starts with the values as sent', () => {
  verify(`{${everyForm}}`, noSign, 'collection', ['K', 'L'])
  expect(hashed).toHaveLength(96)
  expect(new Set(hashed).size).toBe(96)
  expect(hashed.slice(0, 2)).toEqual([sha256(`${firstText}K`), sha256(`${firstText}L`)])
  expect(hashed.slice(48, 50)).toEqual([sha256(`${secondText}K`), sha256(`${secondText}L`)])
})

test.each([
  [
    'no second try where nothing is absent',
    `{${everyForm},"extra":null,"userNo":"","discount":0}`,
    24,
  ],
  ['one form, two tries', '{"a":"x"}', 2],
  ['an unsigned value in many forms', '{"a":"x","bankName":1.0,"returnUrl":{ }}', 2],
])('only what gives another text is hashed: %s', (_, json, count) => {
  expect(verify(json, noSign, 'collection')).toBe(null)
  expect(hashed).toHaveLength(count)
})

test('the first match ends the search, and a malformed sign is never hashed', () => {
  verify('{"a":"x"}', 'not a sign', 'payout')
  expect(hashed).toHaveLength(0)
  verify('{"a":"x"}', legacySign(`a=x${secret}`), 'payout')
  expect(hashed).toHaveLength(1)
})

type SignedAs = Pick<Member, 'name' | 'signed'>

/** Any body, with some of the names that the style knows put in front. */
function aLegacyBody(): fc.Arbitrary<{ json: string; members: readonly SignedAs[] }> {
  const known = [...new Set(groups.flatMap((group) => [...leftOut[group], ...optional[group]]))]
  const some = fc.subarray(known.filter((name) => name !== 'sign'))
  const values = { '""': '', null: '', '"王"': '王', '" "': ' ', '7': '7', '"a=1&b"': 'a=1&b' }
  const value = fc.constantFrom(...Object.entries(values))
  return fc
    .record({ body: aBody(), some, values: fc.array(value, { minLength: 20, maxLength: 20 }) })
    .map(({ body, some, values }) => {
      const added = some.map((name, at) => ({ name, value: values[at] ?? (['""', ''] as const) }))
      const written = added.map(({ name, value }) => `"${name}":${value[0]}`)
      const rest = body.members.length === 0 ? '' : ','
      const put = written.length === 0 ? '{' : `{${written.join(',')}${rest}`
      const members = added.map(({ name, value }) => ({ name, signed: () => value[1] }))
      return { json: body.json.replace('{', () => put), members: [...members, ...body.members] }
    })
}

/** The text that must be hashed, the secret excepted; `added` are the names of the second try. */
function canonical(
  members: readonly SignedAs[],
  group: LegacyGroup,
  forms: Forms,
  added: readonly string[],
): string {
  const values = new Map(added.map((name) => [name, '']))
  for (const { name, signed } of members) values.set(name, signed(forms, name))
  for (const name of leftOut[group]) values.delete(name)
  const names = [...values.keys()].sort()
  return names.map((name) => `${name}=${values.get(name)}`).join('&')
}

test('property: text and sign are those of an independent canonical form, in every form (§5.5 form)', () => {
  // `K#` separates value and key: without it, `1.0` and the key `0K` would join like `1.00` and `K`.
  const keys = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 3 })
  const choice = fc.record({ nth: fc.nat(2), forms: someForms, second: fc.boolean() })
  const group = fc.constantFrom(...groups)
  forAll([aLegacyBody(), group, keys, choice], 1000, ({ json, members }, group, keys, choice) => {
    const secrets = keys.map((key) => `K#${key}`)
    const index = choice.nth % secrets.length
    const signedWith = secrets[index] ?? ''
    const { forms, second } = choice
    const text = canonical(members, group, forms, second ? optional[group] : []) + signedWith
    const sign = legacySign(text)
    expect(verify(json, sign, group, secrets)).toBe(index)
    expect(verify(json, sign.toLowerCase(), group, secrets)).toBe(index)
    expect(verify(json, sign, group, ['some other secret'])).toBe(null)
  })
})

describe('every single character of a signed body counts, except inside an unsigned value:', () => {
  const unsigned = (group: LegacyGroup) => leftOut[group].map((name) => `"${name}":"v9"`).join()
  const bodies = [
    ...vectors.map(({ body, group }) => ({ json: body, group: group as LegacyGroup })),
    ...groups.map((group) => ({
      json: `{"amount":100.50,"merchantNo":"M1","bankAccount":"01","is_delayed":true,"n":null,
        "extra":{ "a":"\\u7532","n":[1, 2] },${unsigned(group)}}`,
      group,
    })),
  ]

  // The values that the signature covers, by name; null counts as empty text.
  const covered = (json: string, group: LegacyGroup) =>
    Object.entries(JSON.parse(json) as Record<string, unknown>)
      .filter(([name]) => !leftOut[group].includes(name))
      .map(([name, value]) => [name, value ?? ''])
      .sort()

  test.each(bodies)('$group $json', ({ json, group }) => {
    verify(json, noSign, group)
    const sign = canonicalSign(hashed[0] ?? '')
    const counts = { refused: 0, accepted: 0 }
    for (const { mutated, parameters } of otherBodies(json, '09xX "\\\t&=，王')) {
      const expected = isDeepStrictEqual(covered(mutated, group), covered(json, group)) ? 0 : null
      const found = verifyLegacy({ parameters, sign, secrets: [secret], group, moneyNames })
      expect({ mutated, found }).toEqual({ mutated, found: expected })
      counts[expected === 0 ? 'accepted' : 'refused'] += 1
    }
    expect(counts.refused).toBeGreaterThan(700)
    expect(counts.accepted > 0).toBe(/sign"|appSecret/.test(json))
  })

  test.each(groups)('whatever an unsigned name of a %s holds changes nothing', (group) => {
    const sign = legacySign(`amount=5&merchantNo=M1${secret}`)
    for (const name of leftOut[group]) {
      for (const value of ['"x"', '""', 'null', 'true', '1.50', '{ "a": "\\u738b" }']) {
        expect(verify(`{"merchantNo":"M1","amount":5,"${name}":${value}}`, sign, group)).toBe(0)
      }
    }
  })
})

test('64 KiB of values in every form are refused in linear time', () => {
  const values = ['1.0', 'true', '[ "\\u738b\\/" ]', '""', '"王小明"']
  const bodyOf = (count: number) => {
    const many = Array.from({ length: count }, (_, n) => `"m${n}":${values[n % values.length]}`)
    return `{${many.join()}}`
  }
  expect(Buffer.byteLength(bodyOf(4_000))).toBeGreaterThan(60_000)
  const growth = growthOf(4_000, bodyOf, (json) => {
    expect(verify(json, noSign, 'payout')).toBe(null)
  })
  expect(growth).toBeLessThan(linearGrowthMax)
})
