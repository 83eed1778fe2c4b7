import { describe, expect, test } from 'vitest'
import { readJsonBody } from '../../../src/signing/parameters.ts'
import { parametersOf } from './parameters.ts'

const read = (json: string) => readJsonBody(new TextEncoder().encode(json))

test('every kind of value keeps the text it was sent as', () => {
  const json =
    ' {"t":"a\\u738b\\/\\n","e":"","n" : -1.50e+02,"z":0,"y":true,"f":false,"o":null,' +
    '"x":{ "b": [1, 2] },"a":[ ] } \r\n\t'
  expect(parametersOf(json)).toEqual([
    { name: 't', kind: 'text', text: 'a王/\n' },
    { name: 'e', kind: 'text', text: '' },
    { name: 'n', kind: 'number', source: '-1.50e+02' },
    { name: 'z', kind: 'number', source: '0' },
    { name: 'y', kind: 'boolean', value: true },
    { name: 'f', kind: 'boolean', value: false },
    { name: 'o', kind: 'null' },
    { name: 'x', kind: 'nested', source: '{ "b": [1, 2] }' },
    { name: 'a', kind: 'nested', source: '[ ]' },
  ])
})

test('an empty object has no parameters', () => {
  expect(parametersOf('{}')).toEqual([])
  expect(parametersOf(' { } ')).toEqual([])
})

test('a name is decoded, and __proto__ is a name like any other', () => {
  const names = parametersOf('{"\\u0075id":1,"__proto__":{"x":1},"":2,"constructor":3,"王":4}')
  expect(names.map(({ name }) => name)).toEqual(['uid', '__proto__', '', 'constructor', '王'])
  expect(Object.getPrototypeOf({})).toBe(Object.prototype)
})

test('a name that is a single escape is decoded, whatever name V8 has cached', () => {
  const json = '{"x":0,"\\u0075":1}'
  // V8 caches this name and may return it for the next name that is a single escape.
  JSON.parse('{"x":0,"\\\\":1}')
  parametersOf('{"x":0,"\\\\":1}')
  expect(parametersOf(json).map(({ name }) => name)).toEqual(['x', 'u'])
})

describe('a body that is not JSON by RFC 8259 is refused:', () => {
  test.each([
    ['nothing', ''],
    ['blanks only', ' \n'],
    ['a byte order mark', '\ufeff{}'],
    ['a blank that JSON does not know', '{\u00a0"a":1}'],
    ['a form feed as blank', '{\f"a":1}'],
    ['an open object', '{"a":1'],
    ['a lone brace', '{'],
    ['a closed array for an object', '{"a":1]'],
    ['an open array', '{"a":[1'],
    ['an array closed by a brace', '{"a":[1}}'],
    ['a second value', '{"a":1}{}'],
    ['trailing garbage', '{"a":1}x'],
    ['a trailing NUL', '{"a":1}\u0000'],
    ['a trailing comma in an object', '{"a":1,}'],
    ['a trailing comma in an array', '{"a":[1,]}'],
    ['a leading comma', '{,"a":1}'],
    ['two commas', '{"a":1,,"b":2}'],
    ['a missing comma', '{"a":1 "b":2}'],
    ['a missing comma in an array', '{"a":[1 2]}'],
    ['a missing colon', '{"a" 1}'],
    ['an equals sign', '{"a"=1}'],
    ['a missing value', '{"a":}'],
    ['a missing name', '{:1}'],
    ['a bare name', '{a:1}'],
    ['a number as name', '{1:1}'],
    ['single quotes', "{'a':1}"],
    ['an open string', '{"a":"b'],
    ['an open name', '{"a'],
    ['a string closed by an escaped quote', '{"a":"b\\"}'],
    ['a line feed in a string', '{"a":"\n"}'],
    ['a NUL in a string', '{"a":"\u0000"}'],
    ['the last control character in a string', '{"a":"\u001f"}'],
    ['a tab in a name', '{"\t":1}'],
    ['a control character deep inside', '{"a":[{"b":"\t"}]}'],
    ['an unknown escape', '{"a":"\\x41"}'],
    ['an upper-case escape', '{"a":"\\U0041"}'],
    ['a short unicode escape', '{"a":"\\u004"}'],
    ['a unicode escape that is not hexadecimal', '{"a":"\\u00g0"}'],
    ['a unicode escape with a sign', '{"a":"\\u+041"}'],
    ['a unicode escape with blanks', '{"a":"\\u 041"}'],
    ['a backslash at the end', '{"a":"\\'],
    ['a leading zero', '{"a":01}'],
    ['a leading zero after the minus', '{"a":-01}'],
    ['a plus sign', '{"a":+1}'],
    ['a minus alone', '{"a":-}'],
    ['a point without decimals', '{"a":1.}'],
    ['a point without an integer', '{"a":.5}'],
    ['an exponent without digits', '{"a":1e}'],
    ['an exponent sign without digits', '{"a":1e+}'],
    ['a fractional exponent', '{"a":1e1.5}'],
    ['hexadecimal', '{"a":0x10}'],
    ['NaN', '{"a":NaN}'],
    ['Infinity', '{"a":-Infinity}'],
    ['undefined', '{"a":undefined}'],
    ['an upper-case word', '{"a":True}'],
    ['a word cut short', '{"a":tru}'],
    ['a word gone on', '{"a":nullx}'],
    ['a word gone on at the top', 'truex'],
    ['a block comment', '{"a":/* */1}'],
    ['a line comment', '{"a":1}//'],
  ])('%s', (_, json) => expect(read(json)).toMatchObject({ ok: false, fault: 'not_json' }))
})

test.each(['[]', '[{"a":1}]', '"a"', '1', 'true', ' null '])(
  'JSON that is not an object is refused: %s',
  (json) => {
    expect(read(json)).toEqual({ ok: false, fault: 'not_an_object' })
  },
)

test.each([
  ['at the top', '{"a":1,"b":2,"a":3}', 'a'],
  ['with the same value', '{"a":1,"a":1}', 'a'],
  ['spelled with an escape', '{"uid":1,"\\u0075id":2}', 'uid'],
  ['spelled with another escape', '{"a/王":1,"a\\/\\u738b":2}', 'a/王'],
  ['in an object inside', '{"x":{"a":1,"a":2}}', 'a'],
  ['in an object in an array', '{"x":[1,[{"b":{},"b":2}]]}', 'b'],
  ['named __proto__', '{"__proto__":1,"__proto__":2}', '__proto__'],
  ['with an empty name', '{"":1,"":2}', ''],
])('a name repeated %s is refused and told', (_, json, name) => {
  expect(read(json)).toEqual({ ok: false, fault: 'duplicate_name', name })
})

test('a name that stands in two objects is no repetition', () => {
  expect(read('{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}').ok).toBe(true)
})

test('names that differ in case or in normal form are different names', () => {
  expect(read('{"a":1,"A":2,"\\u00e9":3,"e\\u0301":4}').ok).toBe(true)
})

test('eight levels are read and nine refused, objects and arrays alike', () => {
  const arrays = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  expect(read(arrays(7)).ok).toBe(true)
  expect(read(arrays(8))).toEqual({ ok: false, fault: 'too_deep' })
  expect(read(objects(8)).ok).toBe(true)
  expect(read(objects(9))).toEqual({ ok: false, fault: 'too_deep' })
  expect(read(`{"a":${arrays(6)}}`).ok).toBe(true)
  expect(read(`{"a":${arrays(7)}}`)).toEqual({ ok: false, fault: 'too_deep' })
  expect(read(`{"a":${'['.repeat(60_000)}`)).toEqual({ ok: false, fault: 'too_deep' })
})

test.each([
  ['a high one in a value', '{"a":"\\ud83d"}'],
  ['a high one before a letter', '{"a":"\\ud83dx"}'],
  ['a high one before another escape', '{"a":"\\ud83d\\n"}'],
  ['a high one before a unit that is no surrogate', '{"a":"\\ud83d\\u0041"}'],
  ['a high one before the first unit after the low ones', '{"a":"\\ud83d\\ue000"}'],
  ['a high one before the last high one', '{"a":"\\ud83d\\udbff"}'],
  ['two of the lowest low ones', '{"a":"\\udc00\\udc00"}'],
  ['two high ones', '{"a":"\\ud83d\\ud83d"}'],
  ['a high one before a raw pair', '{"a":"\\ud83d😀"}'],
  ['a low one', '{"a":"\\ude00"}'],
  ['a low one after a raw pair', '{"a":"😀\\ude00"}'],
  ['a low one after a pair', '{"a":"\\ud83d\\ude00\\ude00"}'],
  ['a pair in the wrong order', '{"a":"\\ude00\\ud83d"}'],
  ['the last low one', '{"a":"\\uDFFF"}'],
  ['one in a name', '{"\\ud83d":1}'],
  ['one deep inside', '{"a":[{"b":["\\udc00"]}]}'],
  ['one in a name deep inside', '{"a":[{"\\udbff":1}]}'],
])('a lone surrogate is refused: %s', (_, json) => {
  expect(read(json)).toEqual({ ok: false, fault: 'lone_surrogate' })
})

test('surrogates in pairs and their neighbours are read', () => {
  expect(
    parametersOf('{"a":"\\ud83d\\ude00\\uD800\\uDC00\\uDBFF\\uDFFF","b":"\\ud7ff\\ue000"}'),
  ).toEqual([
    { name: 'a', kind: 'text', text: '😀\u{10000}\u{10ffff}' },
    { name: 'b', kind: 'text', text: '\ud7ff\ue000' },
  ])
})

test.each([
  ['a stray continuation byte', [0x80]],
  ['a cut sequence', [0xe7, 0x8e]],
  ['an overlong slash', [0xc0, 0xaf]],
  ['an encoded surrogate', [0xed, 0xa0, 0x80]],
  ['a code point over U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
  ['Big5', [0xa4, 0xfd]],
])('bytes that are not UTF-8 are refused: %s', (_, bytes) => {
  const body = Uint8Array.from([...Buffer.from('{"a":"'), ...bytes, ...Buffer.from('"}')])
  expect(readJsonBody(body)).toEqual({ ok: false, fault: 'not_utf8' })
  expect(read('{"a":"王"}').ok).toBe(true)
})
