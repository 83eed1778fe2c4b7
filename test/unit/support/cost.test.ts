import { expect, test } from 'vitest'
import { costRatio, growthOf, linearGrowthMax } from '../../support/cost.ts'

test('quadratic growth is distinguished from linear growth', () => {
  expect(growthOf(100_000, numbers, (all) => all.map(String))).toBeLessThan(linearGrowthMax)
  expect(growthOf(1_500, numbers, comparedInPairs)).toBeGreaterThan(linearGrowthMax)
})

test('a cost is given as a multiple of another', () => {
  const all = numbers(100_000)
  const twenty = () => {
    for (let n = 0; n < 20; n += 1) all.map(String)
  }
  expect(costRatio(twenty, () => all.map(String))).toBeGreaterThan(5)
})

function numbers(size: number): readonly number[] {
  return Array.from({ length: size }, (_, n) => n)
}

function comparedInPairs(all: readonly number[]): number {
  return all.reduce((count, one) => count + all.filter((other) => other > one).length, 0)
}
