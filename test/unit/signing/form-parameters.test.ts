import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFormBody } from '../../../src/signing/parameters.ts'
import { forAll } from '../../support/property.ts'

const read = (form: string) => readFormBody(new TextEncoder().encode(form))

/** What a form of these names and values is read as. */
const texts = (...pairs: readonly [name: string, text: string][]) => {
  return { ok: true, parameters: pairs.map(([name, text]) => ({ name, kind: 'text', text })) }
}

test('plus and %20 are blanks, and %2B is a plus', () => {
  expect(read('user+name=a+b%20c%2Bd')).toEqual(texts(['user name', 'a b c+d']))
})

test('every value is text, and an empty one is there', () => {
  const expected = texts(['amount', '100.00'], ['channel', ''], ['flag', 'true'], ['none', 'null'])
  expect(read('amount=100.00&channel=&flag=true&none=null')).toEqual(expected)
})

test('only the first equals sign parts name and value', () => {
  expect(read('sign=YQ==&=nameless')).toEqual(texts(['sign', 'YQ=='], ['', 'nameless']))
})

test('encoded separators belong to the value', () => {
  expect(read('a=1%262%3D3&b%3Dc=4')).toEqual(texts(['a', '1&2=3'], ['b=c', '4']))
})

test('UTF-8 may be sent encoded or raw', () => {
  expect(read('%E7%8E%8B=%e5%b0%8f&raw=王')).toEqual(texts(['王', '小'], ['raw', '王']))
})

test('__proto__ is a name like any other', () => {
  expect(read('__proto__=1&constructor=2')).toEqual(texts(['__proto__', '1'], ['constructor', '2']))
})

test('an empty body has no parameters, and nothing between two ampersands is nothing', () => {
  expect(read('')).toEqual(texts())
  expect(read('&a=1&&b&')).toEqual(texts(['a', '1'], ['b', '']))
})

test.each('a=% a=%2 a=%2&b=1 a=%zz a=%2g %=1 a=100% a=%%20 a=%u738b a=%+1'.split(' '))(
  'a malformed percent sequence is refused: %s',
  (form) => {
    expect(read(form)).toEqual({ ok: false, fault: 'malformed_form' })
  },
)

test.each('a=%80 a=%E7%8E %C0%AF=1 a=%ED%A0%80 a=%F4%90%80%80 a=%E7x%8E%8B a=%A4%FD'.split(' '))(
  'percent sequences that are not UTF-8 are refused: %s',
  (form) => {
    expect(read(form)).toEqual({ ok: false, fault: 'not_utf8' })
  },
)

test('raw bytes that are not UTF-8 are refused', () => {
  const raw = Uint8Array.of(0x61, 0x3d, 0xa4, 0xfd)
  expect(readFormBody(raw)).toEqual({ ok: false, fault: 'not_utf8' })
})

test.each([
  ['plainly', 'a=1&b=2&a=1', 'a'],
  ['encoded', 'uid=1&%75id=2', 'uid'],
  ['with a plus for a blank', 'a+b=1&a%20b=2', 'a b'],
  ['without a value', 'a&a', 'a'],
])('a name repeated %s is refused and told', (_, form, name) => {
  expect(read(form)).toEqual({ ok: false, fault: 'duplicate_name', name })
})

test('property: what URLSearchParams writes is read back', () => {
  const string = fc.string({ unit: 'binary' })
  const pairs = fc.uniqueArray(fc.tuple(string, string), { selector: ([name]) => name })
  forAll([pairs], 500, (pairs) => {
    expect(read(new URLSearchParams(pairs).toString())).toEqual(texts(...pairs))
  })
})
