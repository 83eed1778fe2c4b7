import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FeeRate, feeOf } from '../../../../src/rules/pricing/price.ts'
import { largestWhole } from '../../../../src/rules/settlement/withdrawal.ts'
import { moneyMax } from '../../../../src/units/money.ts'

const aRate: fc.Arbitrary<FeeRate> = fc
  .record({
    ratePpm: fc.oneof(fc.integer({ min: 0, max: 1_000_000 }), fc.constantFrom(0, 1, 1_000_000)),
    fixed: fc.oneof(fc.constant(0), fc.nat(5_000)),
    min: fc.oneof(fc.constant(0), fc.nat(5_000)),
    max: fc.oneof(fc.constant(null), fc.nat(9_000)),
  })
  .map((rate) => ({ ...rate, min: Math.min(rate.min, rate.max ?? rate.min) }))

test('property: all is the largest whole amount that is covered with its fee, by trying each', () => {
  fc.assert(
    fc.property(fc.nat(40_000), aRate, (covered, rate) => {
      const amounts = Array.from({ length: Math.floor(covered / 100) + 1 }, (_, n) => n * 100)
      const fitting = amounts.filter((amount) => amount + feeOf(amount, rate) <= covered)
      expect(largestWhole(covered, rate)).toBe(fitting.at(-1))
    }),
    { numRuns: 2_000 },
  )
})

test('a withdrawal is at most the largest amount that there is', () => {
  const free = { ratePpm: 0, fixed: 0, min: 0, max: null }
  expect(largestWhole(moneyMax * 3, free)).toBe(999_999_999_900)
})
