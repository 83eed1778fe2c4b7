import { expect, test } from 'vitest'
import { shortest, twoDecimals } from '../../../src/signing/number-text.ts'
import { aNumber, numberForms } from '../../support/canonical.ts'
import { forAll } from '../../support/property.ts'
import { pairsOf } from '../../support/tables.ts'

test.each(
  pairsOf(`
    0 → 0   -0 → 0   0.000 → 0   -0.0e5 → 0   0e999999999 → 0   7 → 7   -7 → -7   10 → 10
    100.00 → 100   -100.00 → -100   1.50 → 1.5   -1.50 → -1.5   0.50 → 0.5   0.05 → 0.05   1e2 → 100
    1E+2 → 100   1e002 → 100   1.5e1 → 15   1.50e1 → 15   1.55e1 → 15.5   100e-2 → 1   123e-2 → 1.23
    5e-3 → 0.005   120e-4 → 0.012   123456789012345678901 → 123456789012345678901
    123456789012345678901.0 → 123456789012345678901
    0.1234567890123456789010 → 0.123456789012345678901   9007199254740993 → 9007199254740993
  `),
)('the shortest plain decimal of %s is %s', (source, plain) => expect(shortest(source)).toBe(plain))

test.each(
  pairsOf(`
    100 → 100.00   100.5 → 100.50   100.50 → 100.50   100.500 → 100.50   1e2 → 100.00   0 → 0.00
    -0 → 0.00   -1.5 → -1.50   0.05 → 0.05   5e-2 → 0.05   9999999999.99 → 9999999999.99
  `),
)('%s with two decimals is %s', (source, plain) => expect(twoDecimals(source)).toBe(plain))

test.each(['1.234', '0.001', '1.999', '1e-3', '-0.005', '100.0001'])(
  '%s has no form of two decimals: nothing is rounded',
  (source) => {
    expect(twoDecimals(source)).toBe(source)
  },
)

test.each([
  '1e999999999',
  '-1e999999999',
  '1e-999999999',
  '1.5e99999999999999999999999999',
  `1e-${'9'.repeat(60_000)}`,
  '1e64',
])('an exponent does not explode: %.40s stays as it is', (source) => {
  expect(shortest(source)).toBe(source)
  expect(twoDecimals(source)).toBe(source)
})

test('an exponent may write out 32 digits more than the number has characters', () => {
  expect(shortest('1e35')).toBe(`1${'0'.repeat(35)}`)
  expect(shortest('1e36')).toBe('1e36')
  expect(shortest('1e-37')).toBe(`0.${'0'.repeat(36)}1`)
  expect(shortest('1e-38')).toBe('1e-38')
})

test('a long number that was written out keeps all its digits', () => {
  const digits = `1${'0'.repeat(30_000)}1`
  expect(shortest(digits)).toBe(digits)
  expect(shortest(`${digits}.${digits}00`)).toBe(`${digits}.${digits}`)
  expect(shortest(`0.${'0'.repeat(30_000)}10`)).toBe(`0.${'0'.repeat(30_000)}1`)
})

test('property: both forms are those of exact arithmetic', () =>
  forAll([aNumber()], 2000, ({ source, parts }) => {
    const exact = numberForms(parts)
    expect(shortest(source)).toBe(exact.shortest)
    expect(twoDecimals(source)).toBe(exact.cents ?? source)
  }))
