import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  fitsPlainName,
  isOtherName,
  nameContains,
  plainText,
} from '../../../src/units/plain-name.ts'

test.each([
  ['王小明', '王小明'],
  ['王○明', '王小明'],
  ['王Ｏ明', '王小明'],
  ['王＊明', '王小明'],
  ['王*明', '王小明'],
  ['王○○', '王＊明'],
  ['　王 小 明 ', '王小明'],
  ['王\u200b小\ufeff明', '王小明'],
  ['ＷＡＮＧ　Hsiao', 'wang HSIAO'],
  ['ＴＯＭ', 'Tim'],
  ['𠮷田', '○田'],
  ['', '王小明'],
  ['\u3000', '王小明'],
])('%j and %j may be one name', (one, other) => {
  expect(fitsPlainName(one, other)).toBe(true)
  expect(fitsPlainName(other, one)).toBe(true)
})

test.each([
  ['王小明', '王大明'],
  ['王○明', '王明'],
  ['王O明', '王小明'],
  ['王○明', '李小明'],
  ['王小明', '王小明明'],
  ['tom', 'tim'],
])('%j and %j are two names', (one, other) => {
  expect(fitsPlainName(one, other)).toBe(false)
  expect(fitsPlainName(other, one)).toBe(false)
})

test.each([
  ['黃先生', '許文彬', true],
  ['黃先生', '黃文彬', false],
  ['黃○○', '許文彬', true],
  ['黃○○', '黃文彬', false],
  ['黃先生', '黃文彬先生', false],
  ['黃先生', '林小姐', true],
  ['先生', '林美', false],
  ['黃文彬', '', false],
])('%j and %j are two people’s: %s', (one, other, isOther) => {
  expect([isOtherName(one, other), isOtherName(other, one)]).toEqual([isOther, isOther])
})

test.each([
  ['王小明', '王', true],
  ['王小明', '小明', true],
  ['王○明', '王小明', true],
  ['王小明', '王*', true],
  ['Wang Hsiao-Ming', 'hsiao', true],
  ['王 小 明', '王小', true],
  ['王小明', '王明', false],
  ['王', '王小明', false],
  ['王○明', '趙', false],
  ['王○明', '趙明', true],
  ['', '王', false],
])('%j has %j in it: %s', (name, part, is) => {
  expect(nameContains(name, part)).toBe(is)
})

test('a plain text is its own plain text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(plainText(plainText(text))).toBe(plainText(text))
    }),
  )
  expect(plainText(' ｔｘ-０１\u200b')).toBe('TX-01')
})

test('a name fits itself with any of its characters masked', () => {
  const name = fc.array(fc.constantFrom(...'王小明陳ABcd'), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(name, fc.infiniteStream(fc.option(fc.constantFrom(...'○Ｏ＊*'))), (all, masks) => {
      const masked = all.map((one) => masks.next().value ?? one)
      expect(fitsPlainName(all.join(''), masked.join(' '))).toBe(true)
    }),
  )
})
