import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textLines } from '../../../../../src/rules/banking/statements/statement-text.ts'
import { forAll } from '../../../../support/property.ts'

const textsOf = (bytes: Uint8Array, encoding: 'utf-8' | 'big5') =>
  [...textLines(bytes, encoding)].map(({ text }) => text)
const big5 = (...bytes: number[]) => textsOf(Uint8Array.from(bytes), 'big5')
const utf8 = (text: string) => textsOf(new TextEncoder().encode(text), 'utf-8')

// The characters of cp950 that are no user-defined ones; the eudc areas are 8140–A0FE, C6A1–C8FE and FA40–FEFE.
const standard = [
  ...codes(0xa1, 0xa3).filter((code) => code <= 0xa3bf || code === 0xa3e1),
  ...codes(0xa4, 0xc6).filter((code) => code <= 0xc67e),
  ...codes(0xc9, 0xf9),
]

function codes(firstLead: number, lastLead: number): number[] {
  const trails = [...range(0x40, 0x7e), ...range(0xa1, 0xfe)]
  return range(firstLead, lastLead).flatMap((lead) => trails.map((trail) => lead * 256 + trail))
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, place) => first + place)
}

describe('Big5', () => {
  test('has the 13,503 characters of cp950, each one character of its own but two', () => {
    const read = standard.map((code) => big5(code >> 8, code & 0xff)[0])
    expect(standard).toHaveLength(13_503)
    expect(read.every((text) => text !== null && [...(text ?? '')].length === 1)).toBe(true)
    // 兀 and 嗀 stand there twice, under one code point or two; double lines and the numerals ten and thirty too.
    expect(new Set(read).size).toBeGreaterThan(13_490)
    expect(read.some((text) => /[\p{Co}\ufffd]/u.test(text ?? ''))).toBe(false)
  })

  test.each([
    ['A4A4 A4E5', [0xa4, 0xa4, 0xa4, 0xe5], '中文'],
    ['trails that are ASCII: 許功蓋', [0xb3, 0x5c, 0xa5, 0x5c, 0xbb, 0x5c], '許功蓋'],
    ['the euro', [0xa3, 0xe1], '€'],
    ['碁銹裏墻恒粧嫺', [0xf9, 0xd6, 0xf9, 0xd7, 0xf9, 0xdc], '碁銹嫺'],
    ['F9FE', [0xf9, 0xfe], '▓'],
    ['ASCII', [0x41, 0x2c, 0x31], 'A,1'],
  ])('%s', (_name, bytes, text) => {
    expect(big5(...bytes)).toEqual([text])
  })

  test('has no other two bytes: all of them are tried', () => {
    const known = new Set(standard)
    const taken: string[] = []
    for (const lead of range(0x80, 0xff)) {
      for (const trail of range(0x00, 0xff)) {
        if (trail === 0x0a || known.has(lead * 256 + trail)) continue
        if (big5(lead, trail)[0] !== null) taken.push((lead * 256 + trail).toString(16))
      }
    }
    expect(taken).toEqual([])
  })

  test('a byte that is cut off spoils its own line only', () => {
    expect(big5(0xa4, 0xa4, 0x0a, 0xa4, 0x0a, 0x41)).toEqual(['中', null, 'A'])
    expect(big5(0xa4)).toEqual([null])
  })
})

describe('UTF-8', () => {
  test('bytes that are none spoil their own line only', () => {
    const bytes = Uint8Array.of(0x41, 0x0a, 0xe4, 0xb8, 0x0a, 0xff, 0x0a, 0x42)
    expect(textsOf(bytes, 'utf-8')).toEqual(['A', null, null, 'B'])
  })

  test('a mark at the beginning is left out, and nowhere else', () => {
    expect(utf8('\ufeffA\n\ufeffB')).toEqual(['A', '\ufeffB'])
    expect(utf8('')).toEqual([])
  })

  test('lines are those of the text, with or without a last line end', () => {
    forAll(
      [fc.array(fc.string({ unit: 'binary', maxLength: 9 }), { maxLength: 9 }), fc.boolean()],
      (given, isEnded) => {
        const texts = given.map((text) => text.replaceAll(/[\r\n\ufeff]/g, '')).filter((one) => one)
        const expected = texts.map((text) => text.toWellFormed())
        const file = expected.join('\r\n') + (isEnded && texts.length > 0 ? '\r\n' : '')
        expect(utf8(file)).toEqual(expected)
      },
    )
  })
})
