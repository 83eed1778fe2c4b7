import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomSample, roundRobin } from '../../../../src/rules/callbacks/fair-order.ts'
import { forAll } from '../../../support/property.ts'

test('owners take turns, each with its own things in the order they came', () => {
  const things = ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']
  const inTurn = roundRobin(things, (thing) => thing.charCodeAt(0))
  expect(inTurn).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
})

test('property: some by chance are as many as asked for, of the things, and none twice', () => {
  const things = fc.uniqueArray(fc.integer())
  const draws = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }))
  forAll([things, fc.nat(10), draws], (all, count, random) => {
    const some = randomSample(all, count, () => random.next().value)
    expect(some).toHaveLength(Math.min(count, all.length))
    expect(new Set(some).size).toBe(some.length)
    expect(all).toEqual(expect.arrayContaining([...some]))
  })
})
