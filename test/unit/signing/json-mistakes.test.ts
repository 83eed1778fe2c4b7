import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonMistake } from '../../../src/signing/json-mistake.ts'
import { readJsonBody } from '../../../src/signing/parameters.ts'
import { aBody } from '../../support/canonical.ts'
import { forAll } from '../../support/property.ts'

function mistakeIn(json: string): JsonMistake | null {
  const read = readJsonBody(new TextEncoder().encode(json))
  return !read.ok && read.fault === 'not_json' ? read.mistake : null
}

// The mark ¦ stands before the place that is told.
test.each([
  ['', 'empty', ''],
  [' \n\t¦', 'empty', ''],
  ['¦\ufeff{}', 'byte_order_mark', 'U+FEFF'],
  ['{"a":1¦', 'cut_off', ''],
  ['{¦', 'cut_off', ''],
  ['{"a":[1, {"b":tru¦', 'cut_off', ''],
  ['{"a":1,\n "b":¦"open, c:2}', 'string_not_closed', '"'],
  ['{"a":"one¦\ntwo"}', 'line_break_in_string', 'U+000A'],
  ['{"a":"one¦\ttwo"}', 'line_break_in_string', 'U+0009'],
  ['{"a":"C:\\¦Users"}', 'escape', 'U'],
  ['{"a":"\\u00¦g0"}', 'escape', 'g'],
  ['{"a":1, ¦// why\n"b":2}', 'comment', '/'],
  ["{¦'a':1}", 'other_quotes', "'"],
  ['{"a":¦\'b\'}', 'other_quotes', "'"],
  ['¦\'{"a":1}\'', 'other_quotes', "'"],
  ['{¦“a”:1}', 'other_quotes', '“'],
  ['{"a":1,¦}', 'comma_too_many', '}'],
  ['{"a":[1, \n¦]}', 'comma_too_many', ']'],
  ['{"a":1,¦,"b":2}', 'comma_too_many', ','],
  ['{¦uid:"x"}', 'name_without_quotes', 'u'],
  ['{"a":1,¦b:2}', 'name_without_quotes', 'b'],
  ['{"a":¦NaN}', 'word', 'NaN'],
  ['{"a":-¦Infinity}', 'word', '-Infinity'],
  ['{"a":n¦an}', 'word', 'nan'],
  ['{"a":n¦il}', 'word', 'nil'],
  ['{"a":¦None}', 'word', 'None'],
  ['{"a":¦True}', 'word', 'True'],
  ['{"a":¦undefined}', 'word', 'undefined'],
  ['{"a":¦hello}', 'text_without_quotes', 'h'],
  ['{"a":t¦est}', 'text_without_quotes', 'e'],
  ['{"a":0¦07}', 'number', '0'],
  ['{"a":¦+5}', 'number', '+'],
  ['{"a":¦.5}', 'number', '.'],
  ['{"a":5.¦}', 'number', '}'],
  ['{"a":1e+¦,"b":2}', 'number', ','],
  ['{"a":0¦x1F}', 'number', 'x'],
  ['{"a":-¦}', 'number', '}'],
  ['{"a":1.2¦.3}', 'number', '.'],
  ['{"a":1}¦{"b":2}', 'second_value', '{'],
  ['{"a":1}¦}', 'second_value', '}'],
  ['{"王":"😀"}¦x', 'second_value', 'x'],
  ['{¦:1}', 'no_name', ':'],
  ['{"a" ¦1}', 'no_colon', '1'],
  ['{"a"¦=1}', 'no_colon', '='],
  ['{"a":1 ¦"b":2}', 'no_comma', '"'],
  ['{"a":[1 ¦2]}', 'no_comma', '2'],
  ['{"a":[1¦}', 'no_comma', '}'],
  ['{"a":¦}', 'no_value', '}'],
  ['{"a":\r\n\r\n  ¦:}', 'no_value', ':'],
] as const)('%j: %s, and %j is there', (marked, kind, found) => {
  const at = Math.max(0, marked.indexOf('¦'))
  const before = marked.slice(0, at).split(/\r\n|\r|\n/)
  expect(mistakeIn(marked.replace('¦', ''))).toEqual({
    kind,
    line: before.length,
    column: [...(before.at(-1) ?? '')].length + 1,
    found,
  })
})

// The index that a mistake's line and character name.
function indexOf(json: string, { line, column }: JsonMistake): number {
  const lines = json.split(/(?<=\r\n|\r(?!\n)|\n)/)
  const before = lines.slice(0, line - 1).join('')
  return before.length + [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length
}

const aCharacter = fc.constantFrom(...`"\\{}[],:'0.e-+xn/ \n\r\t\u0000\ufeff王😀\u00a0`)

test('property: one character more or less is placed where it was changed or after it, in the text', () => {
  let placed = 0
  const anEdit = fc.record({ where: fc.nat(), added: fc.option(aCharacter) })
  forAll([aBody(), anEdit], 1000, ({ json }, { where, added }) => {
    const characters = [...json]
    const nth = where % (characters.length + (added === null ? 0 : 1))
    const before = characters.slice(0, nth).join('')
    const after = characters.slice(added === null ? nth + 1 : nth).join('')
    const edited = before + (added ?? '') + after
    const mistake = mistakeIn(edited)
    if (mistake === null) return
    placed += 1
    const at = indexOf(edited, mistake)
    expect(at).toBeLessThanOrEqual(edited.length)
    // Only a string that is never closed is named by its beginning, which may stand before the change.
    if (mistake.kind === 'string_not_closed') expect(edited[at]).toBe('"')
    else expect({ edited, at: at >= before.length }).toEqual({ edited, at: true })
  })
  expect(placed).toBeGreaterThan(200)
})

test('property: of what is sent, a mistake repeats one character, or a word that is no secret', () => {
  const word = /^(?:-?(?:NaN|Infinity|undefined|None|True|False|TRUE|FALSE|NULL|Null|nil|nan))$/
  forAll([fc.string({ maxLength: 40, unit: fc.oneof(aCharacter, fc.string()) })], 2000, (text) => {
    const { found = '' } = mistakeIn(text) ?? {}
    expect(found).toMatch(new RegExp(`^.?$|^U\\+[0-9A-F]{4,6}$|${word.source}`, 'u'))
  })
})
