import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currentStyleText, signCurrent, verifyCurrent } from '../../../src/signing/current-style.ts'
import { type Parameter, readFormBody } from '../../../src/signing/parameters.ts'
import { aBody, canonicalSign, canonicalText } from '../../support/canonical.ts'
import { forAll } from '../../support/property.ts'
import {
  asSent,
  moneyNames,
  otherBodies,
  parametersOf,
  secret,
  someForms,
  textIn,
  withOneCharacterChanged,
} from './parameters.ts'

const textOf = (json: string) => currentStyleText(parametersOf(json), 'K')

/** Which of the secrets has signed the parameters; null where none has. */
const verified = (parameters: readonly Parameter[], sign: string, secrets = [secret]) =>
  verifyCurrent({ parameters, sign, secrets, moneyNames })

/** Whether the body is accepted with the sign of the text `joined`, as `name=value&…`. */
function accepts(json: string, joined: string): boolean {
  const sign = canonicalSign(`${joined}&key=${secret}`)
  return verified(parametersOf(json), sign) === 0
}

describe('the text that is hashed', () => {
  test('has the names in order of code units, so a surrogate comes before U+FF01 (§5.3.4)', () => {
    expect(textOf('{"b":1,"a":2,"Z":3,"_":4,"1":5,"10":6,"！":7,"😀":8,"é":9,"aa":0}')).toBe(
      '1=5&10=6&Z=3&_=4&a=2&aa=0&b=1&é=9&😀=8&！=7&key=K',
    )
  })

  test('is ordered by names only, not by what follows them (§5.3.4)', () => {
    expect(textOf('{"a-":1,"a":2,"a=":3}')).toBe('a=2&a-=1&a==3&key=K')
  })

  test('leaves out null and empty text only (§5.3.2)', () => {
    expect(textOf('{"a":null,"b":"","c":0,"d":"0","e":false,"f":" ","g":{},"h":[]}')).toBe(
      'c=0&d=0&e=false&f= &g={}&h=[]&key=K',
    )
  })

  test('leaves out sign, however it was spelled, and nothing that only looks like it (§5.3.1)', () => {
    expect(textOf('{"\\u0073ign":"x","Sign":1,"signs":2}')).toBe('Sign=1&signs=2&key=K')
  })

  test('has __proto__ and unknown names in it (§5.3.1)', () => {
    expect(textOf('{"__proto__":{"a":1},"whatever":"x"}')).toBe(
      '__proto__={"a":1}&whatever=x&key=K',
    )
  })

  test('has text decoded and everything else as sent (§5.3.3)', () => {
    expect(textOf('{"a":"\\u738b\\/","n":1.50E+1,"x":{ "b":"\\u738b\\/" }}')).toBe(
      'a=王/&n=1.50E+1&x={ "b":"\\u738b\\/" }&key=K',
    )
  })

  test('does not escape what it joins (§5.3.5)', () => {
    expect(textOf('{"a":"1&b=2"}')).toBe('a=1&b=2&key=K')
  })
})

describe('a value is accepted in each of its forms (§5.3.3):', () => {
  test.each([
    ['a number in shortest form', '{"amount":100.00,"n":1e2}', 'amount=100&n=100'],
    [
      'money with two decimals',
      '{"amount":100,"paid_amount":1.5,"n":7}',
      'amount=100.00&n=7&paid_amount=1.50',
    ],
    ['two decimals beside another number as sent', '{"amount":1,"n":7.0}', 'amount=1.00&n=7.0'],
    ['compact', '{"x":{ "a": 1 },"y":[ 1 ]}', 'x={"a":1}&y=[1]'],
    ['unescaped', '{"x":{ "a": "\\u738b\\/" }}', 'x={ "a": "王/" }'],
    ['compact and unescaped', '{"x":{ "a": "\\u738b\\/" }}', 'x={"a":"王/"}'],
    ["unescaped from Go's json.Marshal", '{"x":{"a":"\\u003cb\\u003e\\u0026"}}', 'x={"a":"<b>&"}'],
    ['unescaped from Gson', '{"x":{"a":"\\u003d\\u0027"}}', 'x={"a":"=\'"}'],
    ['booleans as PHP writes them', '{"t":true,"f":false}', 't=1'],
    ['each kind in its own form', '{"amount":1,"f":false,"x":[ 1 ]}', 'amount=1.00&x=[1]'],
  ])('%s', (_, json, joined) => expect(accepts(json, joined)).toBe(true))
})

describe('nothing else is tolerated (§5.3.1–4, §5.4, §7 signature):', () => {
  test.each([
    ['money rounded', '{"amount":1.005}', 'amount=1.01'],
    ['money cut', '{"amount":1.239}', 'amount=1.23'],
    ['two decimals on what is not money', '{"n":7}', 'n=7.00'],
    ['one number in one form and one in another', '{"a":1.0,"b":2.0}', 'a=1&b=2.0'],
    ['a numeric text in another form', '{"amount":"100.00"}', 'amount=100'],
    ['a text without its blanks', '{"a":" x "}', 'a=x'],
    ['a text in lower case', '{"a":"X"}', 'a=x'],
    ['nested names sorted', '{"x":{"b":1,"a":2}}', 'x={"a":2,"b":1}'],
    ['nested numbers shortened', '{"x":[1.0]}', 'x=[1]'],
    ['a nested quotation mark written out', '{"x":["\\u0022,\\u0022"]}', 'x=["",""]'],
    ['a nested backslash written out', '{"x":["\\u005cn"]}', 'x=["\\n"]'],
    ['one nested value compact and one not', '{"x":[ 1 ],"y":[ 2 ]}', 'x=[1]&y=[ 2 ]'],
    ['booleans half as PHP', '{"a":true,"b":true}', 'a=1&b=true'],
    ['false as 0', '{"f":false}', 'f=0'],
    ['null as text', '{"a":null,"b":1}', 'a=null&b=1'],
    ['empty values kept', '{"a":"","b":1}', 'a=&b=1'],
    ['an unknown name left out', '{"b":1,"zzz":2}', 'b=1'],
    ['names in the order sent', '{"b":1,"a":2}', 'b=1&a=2'],
    ['sign in the text', '{"a":1,"sign":"x"}', 'a=1&sign=x'],
  ])('%s', (_, json, joined) => expect(accepts(json, joined)).toBe(false))
})

test('the values of a form have one form only', () => {
  const parameters = parametersOf('amount=100.00&extra=%7B%22a%22%3A+1%7D', readFormBody)
  const verify = (joined: string) => verified(parameters, canonicalSign(`${joined}&key=${secret}`))
  expect(verify('amount=100.00&extra={"a": 1}')).toBe(0)
  expect(verify('amount=100&extra={"a": 1}')).toBe(null)
  expect(verify('amount=100.00&extra={"a":1}')).toBe(null)
})

test('the case of sign does not matter, but its grammar does (§5.3.7)', () => {
  const parameters = parametersOf('{"uid":"M1"}')
  const sign = signCurrent({ uid: 'M1' }, secret)
  const verify = (sign: string) => verified(parameters, sign)
  expect(sign).toMatch(/^[0-9A-F]{32}$/)
  expect(verify(sign)).toBe(0)
  expect(verify(sign.toLowerCase())).toBe(0)
  for (const wrong of ['', `${sign} `, `${sign}\n`, sign.slice(1), `${sign.slice(1)}g`]) {
    expect(verify(wrong)).toBe(null)
  }
})

test('a sign that becomes right only by Unicode upper case is refused', () => {
  // U+FB00 is one character whose upper case is the two letters FF.
  const withTwoFs = Array.from({ length: 1000 }, (_, n) => String(n)).find((uid) =>
    signCurrent({ uid }, secret).includes('FF'),
  )
  const uid = withTwoFs ?? ''
  const sign = signCurrent({ uid }, secret).replace('FF', '\ufb00')
  expect(sign.toUpperCase()).toBe(signCurrent({ uid }, secret))
  expect(verified(parametersOf(`{"uid":"${uid}"}`), sign)).toBe(null)
})

test('every character of sign counts (§5.6 sign)', () => {
  for (const wrong of withOneCharacterChanged(signCurrent({ uid: 'M1' }, secret))) {
    expect(verified(parametersOf('{"uid":"M1"}'), wrong)).toBe(null)
  }
})

test('the index of the matching secret is returned, in any form of the values', () => {
  const parameters = parametersOf('{"amount":1.0,"t":true}')
  const sign = (joined: string, key: string) => canonicalSign(`${joined}&key=${key}`)
  const verify = (sign: string, secrets: string[]) => verified(parameters, sign, secrets)
  expect(verify(sign('amount=1.0&t=true', 'new'), ['new', 'old'])).toBe(0)
  expect(verify(sign('amount=1.0&t=true', 'old'), ['new', 'old'])).toBe(1)
  expect(verify(sign('amount=1&t=1', 'old'), ['new', 'old'])).toBe(1)
  expect(verify(sign('amount=1&t=1', 'other'), ['new', 'old'])).toBe(null)
  expect(verify(sign('amount=1&t=1', ''), [])).toBe(null)
})

test('property: text and sign are those of an independent canonical form, in every form (§5.3, §5.3.5–6, §9.3 current)', () => {
  const keys = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 })
  forAll([aBody(), keys, fc.nat(2), someForms], 1000, ({ json, members }, keys, nth, forms) => {
    const parameters = parametersOf(json)
    const index = nth % keys.length
    const expected = canonicalText(members, keys[index] ?? '', forms)
    expect(textIn(forms, parameters, keys[index] ?? '')).toBe(expected)
    const sent = canonicalText(members, keys[index] ?? '', asSent)
    expect(currentStyleText(parameters, keys[index] ?? '')).toBe(sent)
    const sign = canonicalSign(expected)
    expect(verified(parameters, sign, keys)).toBe(index)
    expect(verified(parameters, sign.toLowerCase(), keys)).toBe(index)
    expect(verified(parameters, sign, ['some other secret'])).toBe(null)
  })
})

test('property: a signed value with one character changed is refused', () => {
  let mutants = 0
  const character = fc.constantFrom(...'0189aZ &=/"\\{}[],: \n\t王')
  forAll([aBody(), fc.nat(), fc.nat(), character], 1000, ({ json, members }, which, where, to) => {
    const parameters = parametersOf(json)
    const sign = canonicalSign(canonicalText(members, secret, asSent))
    const at = which % Math.max(parameters.length, 1)
    const mutant = changed(parameters[at], where, to)
    if (mutant === null) return
    mutants += 1
    const mutated = parameters.with(at, mutant)
    expect(verified(mutated, sign)).toBe(null)
  })
  expect(mutants).toBeGreaterThan(200)
})

// Digits change into digits only: `0e00` for `0.00` would be the same value in another form.
function changed(parameter: Parameter | undefined, where: number, to: string): Parameter | null {
  if (parameter === undefined || parameter.name === 'sign') return null
  if (parameter.kind === 'boolean') return { ...parameter, value: !parameter.value }
  if (parameter.kind === 'null') return { name: parameter.name, kind: 'text', text: to }
  const value = parameter.kind === 'text' ? parameter.text : parameter.source
  const at = where % Math.max(value.length, 1)
  const isDigits = /[0-9]/.test(value[at] ?? '') && /[0-9]/.test(to)
  if (value === '' || value[at] === to) return null
  if (parameter.kind === 'number' && !isDigits) return null
  const other = value.slice(0, at) + to + value.slice(at + 1)
  return parameter.kind === 'text' ? { ...parameter, text: other } : { ...parameter, source: other }
}

test('every single character of a signed body counts, unless the values stay the same (§5.6 sign)', () => {
  const json =
    '{"uid":"M10001","amount":100.50,"user_name":"王小明","is_delayed":true,' +
    '"extra":{ "a":"\\u7532","n":[1, 2] }}'
  const signed = canonicalSign(currentStyleText(parametersOf(json), secret))
  let read = 0
  for (const { mutated, parameters } of otherBodies(json, '09x "\\\t')) {
    read += 1
    const found = verified(parameters, signed)
    expect({ mutated, found }).toEqual({ mutated, found: null })
  }
  expect(read).toBeGreaterThan(200)
})

test('what we emit is signed like what we receive (§5.3.7)', () => {
  const fields = { uid: 'M10001', timestamp: '1760000000', orderid: 'O-11', amount: '100.50' }
  expect(signCurrent(fields, secret)).toBe('F015952703F27F0F9FF87F906B3DB221')
  expect(signCurrent({ ...fields, sign: 'left out', note: '' }, secret)).toBe(
    'F015952703F27F0F9FF87F906B3DB221',
  )
})
