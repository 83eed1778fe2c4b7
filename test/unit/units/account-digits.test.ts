import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accountDigits,
  digitRuns,
  isSameAccount,
  lastFive,
  readingGroups,
  withoutSeparators,
} from '../../../src/units/account-digits.ts'
import { anyCharacter, forAll } from '../../support/property.ts'

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
    expect(withoutSeparators(accountNo)).toBe(copied)
  })

  const accounts = fc.string({ unit: fc.constantFrom(...'0123456789- '), maxLength: 40 })
  test('property: grouping loses no character, copying no digit', () =>
    forAll([accounts], (accountNo) => {
      expect(readingGroups(accountNo).join('')).toBe(accountNo)
      if (/\d/.test(accountNo))
        expect(withoutSeparators(accountNo)).toBe(accountNo.replace(/\D/g, ''))
    }))
})

describe('the last five digits of an account', () => {
  test.each([
    ['0012345678', '45678'],
    ['67890', '67890'],
    ['001-2345-67 890', '67890'],
    ['001.2345·67890', '67890'],
    ['012–345—678−901', '78901'],
    ['００１２３４５６７', '34567'],
    ['0012\u200b345\u00ad6\ufe0f7\u20e38', '45678'],
    ['(004) 00123456789', '56789'],
    ['00123456789 (004)', '56789'],
    ['004/00123456789', '56789'],
    ['99999999999 (34479)', '99999'],
    ['34479 / 99999999999', '99999'],
    ['1234567/7654321', '54321'],
    ['末五碼 12345', '12345'],
    ['****67890', '67890'],
    ['0081234****56789', '56789'],
    ['0081234ＸＸＸＸ56789', '56789'],
    ['٠٠١٢٣٤٥٦٧٨', '45678'],
    ['००१२३४५६७८', '45678'],
    ['𑛁𑛂𑛃𑛄𑛅', '12345'],
    ['①②③④⑤', '12345'],
  ])('%j are %j', (account, last5) => {
    expect(lastFive(account)).toBe(last5)
  })

  test.each([
    '',
    'no digits',
    '1234',
    '12/34/56/78',
    '1234*****',
    '12345*****',
    '12345 *****',
    '12345○○○○○',
    '12345ＸＸＸＸＸ',
    '12345x',
    '0012345678A',
    '0012345678 王小明',
    '12345●',
    '123456＊＊＊＊＊ (34479)',
    '12345/67890*',
    '0081234****567',
    '12345-〇〇〇〇',
  ])('%j tells none', (account) => {
    expect(lastFive(account)).toBe('')
  })
})

describe('the digits of an account', () => {
  test.each([
    ['001-2345-67890', '001234567890'],
    ['(004) 00123', '00400123'],
    ['00123號', '00123'],
    ['12345*****', '12345'],
    ['no digits', ''],
  ])('%j are %j', (account, digits) => {
    expect(accountDigits(account)).toBe(digits)
  })

  test('are decimal digits of each script, by their value', () => {
    const codes = Array.from({ length: 0x110000 }, (_, code) => code)
    const digits = codes
      .map((code) => String.fromCodePoint(code))
      .filter((one) => /\p{Nd}/u.test(one))
    const values = digits.map((one) => accountDigits(one))
    expect(values.length).toBeGreaterThan(600)
    expect(values.join('')).toBe('0123456789'.repeat(values.length / 10))
  })

  // How a digit is written, and what stands between digits and counts as nothing.
  const scripts = [0x30, 0xff10, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0x1d7ce, 0x116da]
  const between = ['', '', '', ...' -.　\u00a0–−\u200b\u200d\u2060\ufeff\u00ad‧']
  const spelt = (digits: string, choices: readonly number[]) =>
    [...digits]
      .map((digit, at) => {
        const choice = choices[at % choices.length] ?? 0
        const zero = scripts[choice % scripts.length] ?? 0x30
        return String.fromCodePoint(zero + Number(digit)) + between[choice % between.length]
      })
      .join('')
  const numbers = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 5, maxLength: 20 })
  const choices = fc.array(fc.nat(9999), { minLength: 1, maxLength: 20 })

  test('property: are the same however they are written, and so are the last five', () =>
    forAll([numbers, choices], 500, (digits, chosen) => {
      expect(accountDigits(spelt(digits, chosen))).toBe(digits)
      expect(lastFive(spelt(digits, chosen))).toBe(digits.slice(-5))
    }))

  test('property: a shorter number beside them changes nothing of the last five', () => {
    const beside = fc.constantFrom('004/', '(012) ', '銀行808:', '#7,')
    forAll([numbers, beside], (digits, other) => {
      expect(lastFive(other + digits)).toBe(digits.slice(-5))
      expect(lastFive(`${digits} (${'1'.repeat(digits.length - 1)})`)).toBe(digits.slice(-5))
    })
  })

  test('property: a masked end tells no last five', () => {
    const masks = fc.constantFrom(...'*＊○◯●XＸx#•〇A號')
    const blanks = fc.constantFrom('', ' ', '-', '\u200b', '　')
    forAll([numbers, choices, masks, blanks], (digits, chosen, mask, blank) => {
      expect(lastFive(spelt(digits, chosen) + blank + mask)).toBe('')
      expect(lastFive(mask + spelt(digits, chosen))).toBe(digits.slice(-5))
    })
  })

  test('property: any text has five digits or none, and all digits of one in ASCII are its digits', () =>
    forAll([fc.string({ unit: anyCharacter(), maxLength: 120 })], (text) => {
      expect(lastFive(text)).toMatch(/^(\d{5})?$/)
      expect(accountDigits(text)).toMatch(/^\d*$/)
    }))
})

describe('two accounts', () => {
  test.each([
    ['001234567890', '００１-２３４-５６７８９０', true],
    ['001234567890', '(004) 001234567890A', true],
    ['001234567890', '1234567890', true],
    ['0012345678901', '001234567890', true],
    ['1234567890', '123456789', false],
    ['004123456789', '123456789', false],
    ['123456789', '123 456-789', true],
    ['001234567890', '001234567891', false],
    ['9001234567890', '8001234567891', false],
    ['', '', false],
    ['無', '無', false],
  ])('%j and %j are one: %j', (one, other, isOne) => {
    expect(isSameAccount(one, other)).toBe(isOne)
    expect(isSameAccount(other, one)).toBe(isOne)
  })

  test('property: are one where they share compared digits that one of them ends in', () => {
    // Few digits, so that many pairs share some.
    const accounts = fc.string({ unit: fc.constantFrom('0', '1', '-'), maxLength: 16 })
    let same = 0
    forAll([accounts, accounts, fc.boolean()], 2000, (one, drawn, isCut) => {
      const other = isCut ? one.slice(-11) : drawn
      const [left, right] = [digitRuns(one), digitRuns(other)]
      const shared = [...left].some(([run, isEnd]) => right.has(run) && (isEnd || right.get(run)))
      expect(shared).toBe(isSameAccount(one, other))
      if (shared) same += 1
    })
    expect(same).toBeGreaterThan(100)
  })
})
