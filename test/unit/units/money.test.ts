import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  moneyFromJsonNumber,
  moneyFromText,
  moneyMax,
  toAmount,
  wholeNumber,
} from '../../../src/units/money.ts'
import { aNumber, numberForms } from '../../support/canonical.ts'
import { growthOf, linearGrowthMax } from '../../support/cost.ts'
import { forAll } from '../../support/property.ts'
import { itemsOf, pairsOf, rowsOf } from '../../support/tables.ts'

describe('a numeric string is an amount when it has up to ten digits and up to two decimals:', () => {
  test.each(
    pairsOf(`
      0 → 0   0.0 → 0   0.01 → 1   0.1 → 10   1 → 100   00100 → 10000   100.5 → 10050
      100.50 → 10050   1.05 → 105   19.99 → 1999   0000000000.10 → 10   9999999999 → 999999999900
      9999999999.99 → 999999999999
    `),
  )('%s', (text, hundredths) => expect(moneyFromText(text)).toBe(Number(hundredths)))

  test.each(
    rowsOf({
      not_a_number: [
        '',
        ' ',
        ' 1',
        '1 ',
        '1\n',
        '$1',
        ...itemsOf(`
          +1 .5 1. 1,000 1_000 １００ ٣ 0x10 1e2 1E2 NaN Infinity 1.2.3 -0 00000000001
        `),
      ],
      negative: '-1 -0.01',
      too_many_decimals: '1.000 0.001 100.000000000000000001',
      too_large: '10000000000 10000000000.00 99999999999999999999',
    }),
  )('and %j is none', (text, problem) => expect(moneyFromText(text)).toBe(problem))
})

describe('a JSON number is an amount by its value:', () => {
  test.each([
    ...pairsOf(`
        0 → 0   -0 → 0   -0.00 → 0   -0e7 → 0   0e999999999999 → 0   100 → 10000   100.000 → 10000
        100.00000000000000000000 → 10000   1e2 → 10000   1E+2 → 10000   1e+02 → 10000   0.1e1 → 100
        1e-2 → 1   1.5E1 → 1500   12345.6e-1 → 123456   1000e-3 → 100
        99999999999900e-4 → 999999999999   9999999999.99 → 999999999999
        999999999999e-2 → 999999999999
      `),
    [`1${'0'.repeat(500)}e-500`, 100],
    [`0.${'0'.repeat(500)}1e501`, 100],
  ] as const)('%s', (source, hundredths) =>
    expect(moneyFromJsonNumber(source)).toBe(Number(hundredths)),
  )

  test.each(
    rowsOf({
      too_many_decimals: `
        0.001 1e-3 100.000000000000000001 0.010000000000000000000000001 1.005 1e-400 1e-999999999
        9999999999.995
      `,
      too_large: [`1e${'9'.repeat(400)}`, ...itemsOf('10000000000 1e10 1e400 1e999999999')],
      negative: '-1 -0.001 -1e400 -1e-400',
      not_a_number: ['', '1 ', ...itemsOf('NaN Infinity +1 .5 1. 1e 1e1.5')],
    }),
  )('and %s is none', (source, problem) => expect(moneyFromJsonNumber(source)).toBe(problem))

  test('property: every spelling gives the exact value, or the reason why it is no amount', () =>
    forAll([aNumber()], 5000, ({ source, parts }) => {
      const { shortest, cents } = numberForms(parts)
      const expected = () => {
        if (shortest.startsWith('-')) return 'negative'
        if (cents === null) return 'too_many_decimals'
        const hundredths = BigInt(cents.replace('.', ''))
        return hundredths > 999_999_999_999n ? 'too_large' : Number(hundredths)
      }
      expect(moneyFromJsonNumber(source)).toBe(expected())
    }))
})

const anAmount = () => fc.integer({ min: 0, max: 999_999_999_999 })

/** The decimal of hundredths by text alone, with exactly two decimals. */
function twoDecimals(hundredths: number): string {
  const digits = String(hundredths).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

describe('an amount', () => {
  test('is at most 9,999,999,999.99', () => expect(moneyMax).toBe(moneyFromText('9999999999.99')))

  test.each([
    [0, '0'],
    [1, '0.01'],
    [10, '0.1'],
    [29, '0.29'],
    [57, '0.57'],
    [100, '1'],
    [10_000, '100'],
    [10_050, '100.5'],
    [115, '1.15'],
    [999_999_999_999, '9999999999.99'],
    [-10_050, '-100.5'],
  ])('of %i hundredths is shown as %s', (hundredths, shown) => {
    expect(JSON.stringify(toAmount(hundredths))).toBe(shown)
  })

  test('property: comes back exactly from what answers show, as a number and as text', () =>
    forAll([anAmount()], 5000, (hundredths) => {
      const shown = JSON.stringify(toAmount(hundredths))
      expect(moneyFromJsonNumber(shown)).toBe(hundredths)
      expect(moneyFromText(shown)).toBe(hundredths)
      expect(moneyFromText(twoDecimals(hundredths))).toBe(hundredths)
    }))

  test('property: is shown in the shortest decimal form', () =>
    forAll([anAmount()], 5000, (hundredths) => {
      const shortest = twoDecimals(hundredths).replace(/\.?0{1,2}$/, '')
      expect(JSON.stringify(toAmount(hundredths))).toBe(shortest)
    }))

  test('property: sums are exact where sums of doubles are not', () => {
    const dime = moneyFromText('0.1')
    const two = moneyFromText('0.2')
    if (typeof dime === 'string' || typeof two === 'string') throw new Error('no amounts')
    expect(toAmount(dime + two)).toBe(0.3)
    expect(0.1 + 0.2).not.toBe(0.3)
    forAll([fc.array(anAmount(), { maxLength: 50 })], (all) => {
      const sum = all.reduce((total, one) => total + one, 0)
      const exact = all.reduce((total, one) => total + BigInt(one), 0n)
      expect(BigInt(sum)).toBe(exact)
    })
  })
})

describe('a whole number is read in any spelling:', () => {
  test.each(
    pairsOf(`
      17 → 17   17.0 → 17   1.7e1 → 17   1700E-2 → 17   017 → 17   -17 → -17   0 → 0   -0 → 0
      1700000000 → 1700000000   1.7e9 → 1700000000   9007199254740991 → 9007199254740991
      -9007199254740991 → -9007199254740991
    `),
  )('%s', (text, value) => expect(wholeNumber(text)).toBe(Number(value)))

  test.each([
    ['', '1.5', '17.000001', '1e-1', '1e-999', '9007199254740992', '1e16', '1e999', '-1e999'],
    [' 17', '17 ', '+17', '0x11', '1,7', '1_7', '１７', 'true', 'NaN', 'Infinity', '1n', '17\n'],
  ])('and none is in %j, …', (...texts) => {
    expect(texts.map((text) => wholeNumber(text))).toEqual(texts.map(() => null))
  })

  test('property: any safe integer comes back from any spelling of it', () =>
    forAll([fc.maxSafeInteger(), fc.nat(20)], (value, shift) => {
      expect(wholeNumber(String(value))).toBe(value)
      expect(wholeNumber(`${value}.${'0'.repeat(shift)}0`)).toBe(value)
      expect(wholeNumber(`${value}${'0'.repeat(shift)}e-${shift}`)).toBe(value)
    }))
})

describe('reading is safe:', () => {
  const readers = [moneyFromText, moneyFromJsonNumber, wholeNumber]

  test('property: no text makes it throw, and what it gives is within the limits', () => {
    const piece = fc.constantFrom(...'0019.-+eE ', '999999999', '\u0000', '元')
    const aText = fc.oneof(
      fc.string(),
      fc.array(piece).map((pieces) => pieces.join('')),
    )
    forAll([aText], 3000, (text) => {
      for (const read of [moneyFromText, moneyFromJsonNumber]) {
        const amount = read(text)
        if (typeof amount === 'number') {
          expect(amount).toSatisfy(Number.isSafeInteger)
          expect(amount).toBeGreaterThanOrEqual(0)
          expect(amount).toBeLessThanOrEqual(999_999_999_999)
        }
      }
      expect(wholeNumber(text) ?? 0).toSatisfy(Number.isSafeInteger)
    })
  })

  test.each([
    ['zeros between two digits', (size: number) => `1.${'0'.repeat(size)}1`],
    ['zeros before a digit', (size: number) => `0.${'0'.repeat(size)}1`],
    ['zeros before the point', (size: number) => `1${'0'.repeat(size)}.1`],
    ['leading zeros', (size: number) => `${'0'.repeat(size)}1x`],
    ['nines', (size: number) => `${'9'.repeat(size)}x`],
    ['decimals', (size: number) => `0.${'9'.repeat(size)}x`],
    ['an exponent', (size: number) => `1e${'9'.repeat(size)}x`],
    ['zeros, undone', (size: number) => `1${'0'.repeat(size)}e-${size}`],
  ])('a megabyte of %s is read in linear time', (_, write) => {
    const growth = growthOf(1_000_000, write, (text) => readers.map((read) => read(text)))
    expect(growth).toBeLessThan(linearGrowthMax)
  })
})
