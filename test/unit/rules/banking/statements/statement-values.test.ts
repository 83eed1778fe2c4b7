import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateFormats } from '../../../../../src/contract/back-office/banking/statement-format.ts'
import {
  parseAmount,
  parseDay,
  parseTime,
} from '../../../../../src/rules/banking/statements/statement-values.ts'
import { forAll } from '../../../../support/property.ts'

const dayOf = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000

describe('a date', () => {
  test.each([
    ['2026/11/21', 'YYYY/MM/DD'],
    ['2026/11/21', 'YYYY/MM/DD'],
    ['2026-11-21', 'YYYY-MM-DD'],
    ['20261121', 'YYYYMMDD'],
    ['115/11/21', 'ROC/MM/DD'],
    ['1151121', 'ROCMMDD'],
  ] as const)('%s as %s is 21 November 2026', (text, format) => {
    expect(parseDay(text, format)).toBe(dayOf('2026-11-21'))
  })

  test('has two or three digits of a ROC year, one or two of a month and a day', () => {
    expect(parseDay('99/1/5', 'ROC/MM/DD')).toBe(dayOf('2010-01-05'))
    expect(parseDay('990105', 'ROCMMDD')).toBe(dayOf('2010-01-05'))
    expect(parseDay('2026/1/5', 'YYYY/MM/DD')).toBe(dayOf('2026-01-05'))
  })

  test('is none in another format, and none that does not exist', () => {
    const wrong = ['', '2026', '2026/13/01', '2026/02/30', '115/02/30', '1150230', '2026-1/5', 'x']
    for (const text of wrong) {
      for (const format of dateFormats) expect(parseDay(text, format)).toBeNull()
    }
    expect(parseDay('2026-11-21', 'YYYY/MM/DD')).toBeNull()
    expect(parseDay('115/02/29', 'ROC/MM/DD')).toBeNull()
    expect(parseDay('117/02/29', 'ROC/MM/DD')).toBe(dayOf('2028-02-29'))
  })
})

test.each([
  ['10:30:05', 37_805],
  ['10:30', 37_800],
  ['9:00', 32_400],
  ['103005', 37_805],
  ['1030', 37_800],
  ['00:00:00', 0],
  ['24:00', null],
  ['10:60', null],
  ['10.30', null],
  ['103', null],
  ['', null],
])('the time %s is %s', (text, seconds) => {
  expect(parseTime(text)).toBe(seconds)
})

describe('an amount', () => {
  test('is read as it is written, with separators, signs and parentheses', () => {
    const cents = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 })
    forAll([cents, fc.boolean(), fc.boolean()], (amount, hasSeparators, hasParentheses) => {
      const size = (Math.abs(amount) / 100).toLocaleString('en-US', {
        minimumFractionDigits: 2,
        useGrouping: hasSeparators,
      })
      const text = amount >= 0 ? size : hasParentheses ? `(${size})` : `-${size}`
      expect(parseAmount(text)).toBe(amount)
    })
  })

  test.each([
    ['', '1,23', '1,2345', '1.234', '--1', '-(1)', '(1', '1-', '1e2', 'NT$1', '1 000', '.5', ',5'],
  ])('%s …', (...texts) => {
    for (const text of texts) expect(parseAmount(text)).toBeNull()
  })

  test('0 has no sign', () => {
    expect(Object.is(parseAmount('-0.00'), 0)).toBe(true)
    expect(parseAmount('+12')).toBe(1200)
  })
})
