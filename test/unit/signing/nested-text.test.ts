import { expect, test } from 'vitest'
import { compact, unescaped } from '../../../src/signing/nested-text.ts'

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
  ['what stands next to the surrogates', '["\\ud7ff\\ue000"]', '["\ud7ff\ue000"]'],
  ['names too', '{"\\u7532\\/":{"\\u4e59":1}}', '{"甲/":{"乙":1}}'],
  ['a pair of surrogates', '["\\ud83d\\ude00\\uDBFF\\uDFFF"]', '["😀\u{10ffff}"]'],
  ['a slash and a letter after an escaped backslash', '["\\\\\\/\\\\\\u738b"]', '["\\\\/\\\\王"]'],
])('written out: %s', (_, source, expected) => expect(unescaped(source)).toBe(expected))

test.each([
  ['a backslash before a slash', '["\\\\/"]'],
  ['a backslash before what looks like an escape', '["\\\\u738b"]'],
  ['two backslashes before what looks like an escape', '["\\\\\\\\u738b"]'],
  ['an escaped quote', '["\\u0022"]'],
  ['an escaped backslash', '["\\u005c"]'],
  ['an escaped backslash in capitals', '["\\u005C\\u005C"]'],
  ['control characters', '["\\u0000\\u001f\\u007f"]'],
  ['ASCII letters and the slash by number', '["\\u0041\\u002f"]'],
  ['the short escapes', '["\\"\\\\\\b\\f\\n\\r\\t"]'],
  ['lone high surrogates', '["\\ud800","\\udbff","\\ud83dx"]'],
  ['lone low surrogates', '["\\udc00","\\udfff","\\ude00x"]'],
  ['a pair in the wrong order', '["\\ude00\\ud83d"]'],
  ['a high surrogate before another character', '["\\ud83d\\\\ude00"]'],
  ['white space', '[ "a" ]'],
])('left as sent: %s', (_, source) => expect(unescaped(source)).toBe(source))

test('of two high surrogates only the one with a partner is written out', () => {
  expect(unescaped('["\\ud83d\\ud83d\\ude00"]')).toBe('["\\ud83d😀"]')
})
