import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountChanges } from '../../../../src/rules/banking/account-changes.ts'
import type { Collection } from '../../../../src/rules/orders/orders.ts'
import { forAll } from '../../../support/property.ts'
import { aCollection } from '../examples.ts'

// What a step changes on bank accounts (back office §2).

const on = { bankAccountId: 5, bankAccountDay: 20_000 }
const matched = aCollection({ ...on, collectionStatus: 'matched' })
const amount = 10_050

const change = (bankAccountId: number, day: number, waits: number, counts: number) => ({
  bankAccountId,
  day,
  waitingCount: waits,
  waitingAmount: waits * amount,
  handedOut: counts * amount,
})

describe('a step', () => {
  test('of a collection on no account changes nothing', () => {
    const settled = aCollection({ status: 'succeeded', collectionStatus: 'matched' })
    expect(accountChanges(aCollection(), settled)).toEqual([])
    expect(accountChanges(matched, { ...matched })).toEqual([])
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
    expect(changes).toEqual([change(5, 20_000, waits, counts)])
  })

  test('to another account leaves the one and comes to the other', () => {
    const after = { ...matched, bankAccountId: 6, bankAccountDay: 20_001 }
    expect(accountChanges(matched, after)).toEqual([
      change(5, 20_000, -1, -1),
      change(6, 20_001, 1, 1),
    ])
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
  for (const one of steps.flat()) {
    add(`count of ${one.bankAccountId}`, one.waitingCount)
    add(`waiting on ${one.bankAccountId}`, one.waitingAmount)
    add(`day ${one.day} of ${one.bankAccountId}`, one.handedOut)
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== 0))
}
