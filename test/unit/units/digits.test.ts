import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readingGroups, withoutGaps } from '../../../src/units/digits.ts'
import { forAll } from '../../support/property.ts'

describe('an account number', () => {
  test.each([
    ['01234567890123', ['0123', '4567', '8901', '23']],
    ['004-123456789012', ['004-', '1234', '5678', '9012']],
    ['012-345-678901', ['012-345-678901']],
    ['123456', ['123456']],
    ['1234567', ['1234', '567']],
    ['TW 1234567', ['TW ', '1234', '567']],
    ['', []],
  ])('%j is read as %j', (accountNo, groups) => {
    expect(readingGroups(accountNo)).toEqual(groups)
  })

  test.each([
    ['012-345-678901', '012345678901'],
    [' 012 345\t678901 ', '012345678901'],
    ['０１２－３４５', '012345'],
    ['012–345—678', '012345678'],
    ['TW-12 34', 'TW-12 34'],
    ['-', '-'],
  ])('%j is copied as %j', (accountNo, copied) => {
    expect(withoutGaps(accountNo)).toBe(copied)
  })

  const accounts = fc.string({ unit: fc.constantFrom(...'0123456789- '), maxLength: 40 })
  test('property: grouping loses no character, copying no digit', () =>
    forAll([accounts], (accountNo) => {
      expect(readingGroups(accountNo).join('')).toBe(accountNo)
      if (/\d/.test(accountNo)) expect(withoutGaps(accountNo)).toBe(accountNo.replace(/\D/g, ''))
    }))
})
