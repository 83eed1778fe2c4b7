import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compact, unescapeText } from '../../../src/signing/nested-text.ts'

test.each([
  ['{ "b": [1, 2],\n\t"a" :\r\n{ } }', '{"b":[1,2],"a":{}}'],
  ['{"a b":" c  d "}', '{"a b":" c  d "}'],
  ['{"a": "say \\" x \\" : y" }', '{"a":"say \\" x \\" : y"}'],
  ['{"a":"ends in \\\\" , "b": 1}', '{"a":"ends in \\\\","b":1}'],
  ['[ "\u00a0\u3000", "\u2028" ]', '["\u00a0\u3000","\u2028"]'],
  ['[1.50, 1e2 , true , null]', '[1.50,1e2,true,null]'],
  ['{}', '{}'],
  ['[ ]', '[]'],
])('without insignificant white space %j is %j', (source, expected) => {
  expect(compact(source)).toBe(expected)
})

test.each([
  ['a slash', '["https:\\/\\/a.example\\/"]', '["https://a.example/"]'],
  ['U+0080 and above, in either case', '["\\u738b\\u00E9\\u0080\\uFFFF"]', '["王é\u0080\uffff"]'],
  ['what Go makes of < > &', '["\\u003cb\\u003E \\u0026"]', '["<b> &"]'],
  ["what Gson makes of = and '", '["a\\u003db \\u0027c\\u0027"]', '["a=b \'c\'"]'],
  ['every other character from U+0020 on', '["\\u0020\\u0041\\u002f\\u007f"]', '[" A/\u007f"]'],
  ['what stands next to the surrogates', '["\\ud7ff\\ue000"]', '["\ud7ff\ue000"]'],
  ['names too', '{"\\u7532\\/":{"\\u4e59":1}}', '{"甲/":{"乙":1}}'],
  ['a pair of surrogates', '["\\ud83d\\ude00\\uDBFF\\uDFFF"]', '["😀\u{10ffff}"]'],
  ['a slash and a letter after an escaped backslash', '["\\\\\\/\\\\\\u738b"]', '["\\\\/\\\\王"]'],
])('written out: %s', (_, source, expected) => expect(unescapeText(source)).toBe(expected))

test.each([
  ['a backslash before a slash', '["\\\\/"]'],
  ['a backslash before what looks like an escape', '["\\\\u738b"]'],
  ['two backslashes before what looks like an escape', '["\\\\\\\\u738b"]'],
  ['an escaped quote', '["\\u0022"]'],
  ['an escaped backslash', '["\\u005c"]'],
  ['an escaped backslash in capitals', '["\\u005C\\u005C"]'],
  ['control characters', '["\\u0000\\u001f"]'],
  ['a backslash before what Go makes of <', '["\\\\u003c"]'],
  ['an escaped backslash before what Go makes of <', '["\\u005cu003c"]'],
  ['the short escapes', '["\\"\\\\\\b\\f\\n\\r\\t"]'],
  ['lone high surrogates', '["\\ud800","\\udbff","\\ud83dx"]'],
  ['lone low surrogates', '["\\udc00","\\udfff","\\ude00x"]'],
  ['a pair in the wrong order', '["\\ude00\\ud83d"]'],
  ['a high surrogate before another character', '["\\ud83d\\\\ude00"]'],
  ['white space', '[ "a" ]'],
])('left as sent: %s', (_, source) => expect(unescapeText(source)).toBe(source))

test('of two high surrogates only the one with a partner is written out', () => {
  expect(unescapeText('["\\ud83d\\ud83d\\ude00"]')).toBe('["\\ud83d😀"]')
})

// Pieces that are read wrong most easily, in every order: escapes of all kinds, what is left of one, and plain text.
const aText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\\\\',
        '\\"',
        '\\/',
        '\\n',
        'u',
        '/',
        '<',
        '003c',
        '王',
        '\\ud83d\\ude00',
        ' ',
      ),
      fc.nat(0xd7ff).map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`),
      fc.constantFrom('\\u003c', '\\u0022', '\\u005c', '\\u005C', '\\u0000', '\\u001f', '\\u0020'),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => `"${pieces.join('')}"`)
const aSource = fc.dictionary(fc.constantFrom('a', 'b'), aText).map((members) => {
  return `{ ${Object.entries(members)
    .map(([name, text]) => `"${name}" : ${text}`)
    .join(' , ')} }`
})
const formsOf = (source: string) =>
  [source, compact(source), unescapeText(source), compact(unescapeText(source))] as const

test('no two different values share a sign: every form is JSON of the value that was sent', () => {
  fc.assert(
    fc.property(aSource, (source) => {
      for (const form of formsOf(source)) expect(JSON.parse(form)).toEqual(JSON.parse(source))
    }),
    { numRuns: 2_000 },
  )
})
