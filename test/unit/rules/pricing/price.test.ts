import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FeeRate, feeOf, freePricing } from '../../../../src/rules/pricing/price.ts'
import { forAll } from '../../../support/property.ts'

const exact = Decimal.clone({ precision: 60 })

/** The same by another's decimal arithmetic (fees §2, "Figure"). */
function feeByDecimals(base: number, { ratePpm, fixed, min, max }: FeeRate): number {
  const share = new exact(base).times(ratePpm).plus(500_000).dividedToIntegerBy(1_000_000)
  const charged = exact.max(share.plus(fixed), min)
  return exact.min(charged, max ?? base, base).toNumber()
}

const largest = 999_999_999_999
const anAmount = fc.oneof(
  fc.integer({ min: 0, max: largest }),
  fc.integer({ min: 0, max: 2_000 }),
  fc.constantFrom(0, 1, largest - 1, largest),
)
const aRate: fc.Arbitrary<FeeRate> = fc
  .record({
    ratePpm: fc.oneof(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.constantFrom(0, 1, 15_000, 999_999, 1_000_000),
    ),
    fixed: fc.oneof(fc.constant(0), anAmount),
    min: fc.oneof(fc.constant(0), anAmount),
    max: fc.oneof(fc.constant(null), anAmount),
  })
  .map((rate) => ({ ...rate, min: Math.min(rate.min, rate.max ?? rate.min) }))

const cases = Number(process.env.FEE_CASES ?? 10_000)

describe('a fee', () => {
  test.each([
    ['1.5 % of NT$1,000', 100_000, { ratePpm: 15_000 }, 1_500],
    ['and NT$3', 100_000, { ratePpm: 15_000, fixed: 300 }, 1_800],
    ['at least NT$5', 10_000, { ratePpm: 15_000, min: 500 }, 500],
    ['at most NT$10', 100_000, { ratePpm: 15_000, max: 1_000 }, 1_000],
    ['a half is rounded up', 50, { ratePpm: 10_000 }, 1],
    ['less than a half is nothing', 49, { ratePpm: 10_000 }, 0],
    ['no more than the base', 300, { fixed: 500 }, 300],
    ['of nothing', 0, { fixed: 500, min: 500 }, 0],
    ['of the largest amount, all of it', largest, { ratePpm: 1_000_000 }, largest],
  ])('%s', (_, base, rate, fee) => {
    expect(feeOf(base, { ...freePricing.collection, ...rate })).toBe(fee)
  })

  test(`property: is what a decimal library says, and between nothing and the base`, () =>
    forAll([anAmount, aRate], cases, (base, rate) => {
      const fee = feeOf(base, rate)
      expect(fee).toBe(feeByDecimals(base, rate))
      expect(fee >= 0 && fee <= base).toBe(true)
    }))
})
