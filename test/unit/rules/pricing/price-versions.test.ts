import { describe, expect, test } from 'vitest'
import { freePricing } from '../../../../src/rules/pricing/price.ts'
import {
  mayBeginAt,
  nextVersion,
  type PriceVersion,
  pricingOf,
  versionAt,
} from '../../../../src/rules/pricing/price-versions.ts'

const version = (number: number, validFrom: number, isWithdrawn = false): PriceVersion => ({
  version: number,
  pricing: { ...freePricing, settleAfterDays: number },
  validFrom,
  setAt: 0,
  setBy: 'olga@back.example',
  approvedBy: null,
  withdrawn: isWithdrawn ? { at: 1, by: 'olga@back.example' } : null,
})

const versions = [version(1, 100), version(2, 200, true), version(3, 300)]

describe('of a merchant’s prices', () => {
  test.each([
    [99, 0, 1],
    [100, 1, 3],
    [200, 1, 3],
    [299, 1, 3],
    [300, 3, undefined],
  ])('at %i version %i holds, and the next is %s', (at, holds, next) => {
    expect(versionAt(versions, at)).toBe(holds)
    expect(nextVersion(versions, at)?.version).toBe(next)
  })

  test('a number stands for its pricing, and 0 for none', () => {
    expect(pricingOf(versions, 3).settleAfterDays).toBe(3)
    expect(pricingOf(versions, 0)).toEqual(freePricing)
  })

  test.each([
    [300, 250, false],
    [301, 250, true],
    [310, 311, false],
    [311, 311, true],
  ])('one that begins at %i may be set at %i: %s', (validFrom, now, may) => {
    expect(mayBeginAt(versions, validFrom, now)).toBe(may)
  })

  test('a withdrawn price keeps no other from being set', () => {
    expect(mayBeginAt([version(1, 100), version(2, 200, true)], 150, 150)).toBe(true)
  })
})
