import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountChanges } from '../../../../src/rules/banking/account-changes.ts'
import type { Collection } from '../../../../src/rules/orders/orders.ts'
import { forAll } from '../../../support/property.ts'
import { aCollection } from '../examples.ts'

// What a step changes on bank accounts (back office §2).

const on = { bankAccountId: 5, bankAccountDay: 20_000 }
const matched = aCollection({ ...on, collectionStatus: 'matched' })
const [count, amount] = [1, 10_050]

describe('a step', () => {
  test('of a collection on no account changes nothing', () => {
    const none = { waiting: [], handedOut: [] }
    const settled = aCollection({ status: 'succeeded', collectionStatus: 'matched' })
    expect(accountChanges(aCollection(), settled)).toEqual(none)
    expect(accountChanges(matched, { ...matched })).toEqual(none)
  })

  test.each<[string, Partial<Collection>, Partial<Collection>, number, number]>([
    ['a match', { bankAccountId: null, bankAccountDay: null }, matched, 1, 1],
    ['a settlement', matched, { ...matched, status: 'succeeded' }, -1, 0],
    ['an exception', matched, { ...matched, collectionStatus: 'exception' }, -1, -1],
    [
      'an exception that is settled after all',
      { ...matched, collectionStatus: 'exception' },
      { ...matched, collectionStatus: 'exception', status: 'manual' },
      0,
      1,
    ],
    [
      'a reversal',
      { ...matched, status: 'succeeded' },
      { ...matched, collectionStatus: 'exception' },
      0,
      -1,
    ],
  ])('that is %s', (_name, before, after, waits, counts) => {
    const changes = accountChanges(aCollection(before), aCollection(after))
    expect(changes).toEqual({
      waiting: waits === 0 ? [] : [{ bankAccountId: 5, count: waits, amount: waits * amount }],
      handedOut: counts === 0 ? [] : [{ bankAccountId: 5, day: 20_000, amount: counts * amount }],
    })
  })

  test('to another account leaves the one and comes to the other', () => {
    const after = { ...matched, bankAccountId: 6, bankAccountDay: 20_001 }
    expect(accountChanges(matched, after)).toEqual({
      waiting: [
        { bankAccountId: 5, count: -count, amount: -amount },
        { bankAccountId: 6, count, amount },
      ],
      handedOut: [
        { bankAccountId: 5, day: 20_000, amount: -amount },
        { bankAccountId: 6, day: 20_001, amount },
      ],
    })
  })
})

test('the changes of any walk sum up to what its last state alone says', () => {
  const state = fc.record({
    status: fc.constantFrom('pending' as const, 'succeeded' as const, 'manual' as const),
    collectionStatus: fc.constantFrom('pending' as const, 'matched' as const, 'exception' as const),
    place: fc.constantFrom(
      { bankAccountId: null, bankAccountDay: null },
      { bankAccountId: 1, bankAccountDay: 10 },
      { bankAccountId: 1, bankAccountDay: 11 },
      { bankAccountId: 2, bankAccountDay: 10 },
    ),
  })
  const nowhere = aCollection()
  forAll([fc.array(state, { minLength: 1, maxLength: 12 })], 500, (states) => {
    const orders = states.map(({ place, ...one }) => aCollection({ ...one, ...place }))
    const last = orders.at(-1) ?? nowhere
    const steps = orders.map((order, n) => accountChanges(orders[n - 1] ?? nowhere, order))
    expect(sums(steps)).toEqual(sums([accountChanges(nowhere, last)]))
  })
})

function sums(steps: readonly ReturnType<typeof accountChanges>[]): Record<string, number> {
  const found: Record<string, number> = {}
  const add = (key: string, value: number) => {
    found[key] = (found[key] ?? 0) + value
  }
  for (const { waiting, handedOut } of steps) {
    for (const one of waiting) {
      add(`count of ${one.bankAccountId}`, one.count)
      add(`waiting on ${one.bankAccountId}`, one.amount)
    }
    for (const one of handedOut) add(`day ${one.day} of ${one.bankAccountId}`, one.amount)
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== 0))
}
