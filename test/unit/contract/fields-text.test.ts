import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  customData,
  type Field,
  identifier,
  type Kind,
  optional,
  required,
  text,
  url,
} from '../../../src/contract/fields.ts'
import { forAll } from '../../support/property.ts'
import { notText, reading, refuses, sent } from './field-reading.ts'

const needed = <T>(kind: Kind<T>): Field<T> => required(kind, '名稱', 'Name')

describe('text', () => {
  const limits = [
    ['ASCII', 'a'],
    ['Chinese', '王'],
    ['emoji', '😀'],
    ['characters beyond the first plane', '𠮷'],
    ['combining marks', '\u0301'],
  ] as const

  test.each(limits)('counts code points of %s, up to its limit', (_, character) => {
    for (const kind of [text(5), identifier(5)]) {
      const field = needed(kind)
      const longest = character.repeat(5)
      expect(reading(field, sent.text(longest))).toEqual({ value: longest })
      expect(reading(field, sent.text(longest + character))).toEqual({
        problem: '長度不可超過 5 個字元',
      })
    }
  })

  test.each(['0', '7', '10', '20261122000000000001'])(
    'takes the whole number %s as its digits, within its limit',
    (source) => {
      for (const kind of [text, identifier]) {
        expect(reading(needed(kind(20)), sent.number(source))).toEqual({ value: source })
        expect(refuses(needed(kind(source.length - 1)), sent.number(source))).toBe(true)
      }
    },
  )

  test('is refused when it is neither a JSON string nor a whole number in digits', () => {
    for (const parameter of notText) {
      expect(reading(needed(text(99)), parameter)).toEqual({ problem: '必須是字串或非負整數' })
      expect(reading(needed(identifier(99)), parameter)).toEqual({
        problem: '必須是字串或非負整數',
      })
    }
  })

  test('property: is kept as it was sent, nothing trimmed, folded or normalised', () =>
    forAll([fc.string({ unit: 'binary', minLength: 1 })], (value) => {
      const length = Array.from(value).length
      expect(reading(needed(text(length)), sent.text(value))).toEqual({ value })
      expect(refuses(needed(text(length - 1)), sent.text(value))).toBe(true)
    }))

  test.each('\u0000\u0007\t\n\r\u001f\u007f\u0080\u0085\u009f'.split(''))(
    'may have the control character %j in it, an identifier may not',
    (control) => {
      for (const value of [control, `a${control}`, `${control}a`, `a${control}b`]) {
        expect(reading(needed(text(9)), sent.text(value))).toEqual({ value })
        expect(reading(needed(identifier(9)), sent.text(value))).toEqual({
          problem: '不可包含控制字元（換行、定位等）',
        })
      }
    },
  )

  test.each([' ', 'A-1_b/2.#', '訂單 1', '\u00a0', '\u3000'])(
    'as an identifier may be %j',
    (value) => {
      expect(reading(needed(identifier(9)), sent.text(value))).toEqual({ value })
    },
  )
})

describe('an address', () => {
  test('is kept as it was sent', () => {
    const value = 'HTTPS://Shop.Example:443/通知?a=1'
    expect(reading(needed(url), sent.text(value))).toEqual({ value })
  })

  test('has at most 255 code points', () => {
    const base = 'https://shop.example/'
    const longest = base + '😀'.repeat(255 - base.length)
    expect(reading(needed(url), sent.text(longest))).toEqual({ value: longest })
    expect(reading(needed(url), sent.text(`${longest}a`))).toEqual({
      problem: '長度不可超過 255 個字元',
    })
  })

  test.each([
    ['ftp://shop.example', '必須是完整的 http 或 https 網址，不可包含空白'],
    ['shop.example', '必須是完整的 http 或 https 網址，不可包含空白'],
    ['https://shop.example/a b', '必須是完整的 http 或 https 網址，不可包含空白'],
    ['https://user:pass@shop.example', '網址不可包含帳號或密碼'],
    ['https://shop.example/\n', '不可包含控制字元（換行、定位等）'],
  ])('%j is refused: %s', (address, problem) => {
    expect(reading(needed(url), sent.text(address))).toEqual({ problem })
  })

  test('is no number', () => {
    expect(reading(needed(url), sent.number('1'))).toEqual({
      problem: '必須是完整的 http 或 https 網址，不可包含空白',
    })
  })
})

describe('custom data', () => {
  test('is an object as sent', () => {
    const value = '{ "b": 1.50, "a": "\\u738b" }'
    expect(reading(needed(customData), sent.nested(value))).toEqual({ value })
  })

  test('is a string, kept as JSON text', () => {
    expect(reading(needed(customData), sent.text('a "b"\n王'))).toEqual({
      value: '"a \\"b\\"\\n王"',
    })
  })

  test.each(['[]', '[ ]', '[\t\r\n]'])('is absent as %j, an empty array of PHP', (source) => {
    expect(
      reading(
        optional({ kind: customData, absent: '', zh: '資料', en: 'Data' }),
        sent.nested(source),
      ),
    ).toEqual({ value: '' })
  })

  test.each([sent.nested('[1]'), sent.nested('[[]]'), sent.number('1'), sent.boolean(true)])(
    'is not %j',
    (parameter) => {
      expect(reading(needed(customData), parameter)).toEqual({ problem: '必須是 JSON 物件或字串' })
    },
  )
})
