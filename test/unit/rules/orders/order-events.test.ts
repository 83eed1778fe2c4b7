import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moneyChanges } from '../../../../src/rules/accounts/ledger.ts'
import { type EventFact, entriesFor } from '../../../../src/rules/orders/order-events.ts'
import { forAll } from '../../../support/property.ts'

const paid = { paidAmount: 500 } as const
const nothing = { available: 0, frozen: 0, unconfirmed: 0, fees: 0 } as const

/** What happens to a collection, and between which buckets it moves what was paid. */
const facts: readonly (readonly [what: string, EventFact, from: string, to: string])[] = [
  ['a creation that credits nothing', created('none'), '', ''],
  ['a creation by a trusted merchant', created('available'), 'outside', 'available'],
  ['a creation by any other merchant', created('unconfirmed'), 'outside', 'unconfirmed'],
  ['a match', { name: 'matched', agent: 'amy' }, '', ''],
  ['an exception', { name: 'exception', reason: 'wrong sum' }, '', ''],
  ['a settlement', { name: 'settled', ...paid, override: false }, 'outside', 'available'],
  ['one with override', { name: 'settled', ...paid, override: true }, 'outside', 'available'],
  ['a confirmation', { name: 'confirmed', ...paid, reason: '' }, 'unconfirmed', 'available'],
  ['a rejection', { name: 'rejected', ...paid, reason: 'no' }, 'unconfirmed', 'outside'],
]

function created(credit: 'none' | 'available' | 'unconfirmed'): EventFact {
  return { name: 'created', ...paid, credit }
}

test.each(facts)('%s moves its paid amount where decisions §4 says', (_, fact, from, to) => {
  expect(entriesFor(fact)).toEqual(from === '' ? [] : [{ from, to, amount: 500, fee: 0 }])
})

test.each(facts)('%s of nothing paid moves nothing', (_, fact) => {
  if ('paidAmount' in fact) expect(entriesFor({ ...fact, paidAmount: 0 })).toEqual([])
})

describe('a payout', () => {
  const requested = (effect: 'freeze' | 'debit' | 'none', amount: number) =>
    ({ name: 'requested', effect, amount }) as const
  const processed = (amount: number, actualAmount: number) =>
    ({ name: 'processed', amount, actualAmount, override: false }) as const
  const booked = (...facts: readonly EventFact[]) => moneyChanges(facts.flatMap(entriesFor))

  test('freezes its amount when it waits', () => {
    expect(booked(requested('freeze', 500))).toEqual({
      available: -500,
      frozen: 500,
      unconfirmed: 0,
      fees: 0,
    })
  })

  test('debits at once when it was created processed, and nothing when created cancelled', () => {
    expect(booked(requested('debit', 500))).toEqual({ ...nothing, available: -500 })
    expect(entriesFor(requested('none', 500))).toEqual([])
  })

  test('moves nothing by being taken and released', () => {
    expect(entriesFor({ name: 'taken', agent: 'amy' })).toEqual([])
    expect(entriesFor({ name: 'released', agent: 'amy' })).toEqual([])
  })

  const anAmount = fc.integer({ min: 1, max: 999_999_999_999 })

  const aFee = fc.integer({ min: 0, max: 1_000 })

  test('property: that is processed debits what was paid out, with its fee, and leaves nothing frozen', () =>
    forAll(
      [anAmount, fc.oneof(fc.constant(0), anAmount), aFee, aFee],
      (amount, actual, one, other) => {
        const frozenFee = Math.min(amount, Math.max(one, other))
        const charged = Math.min(actual, frozenFee, one, other)
        const facts = [
          { ...requested('freeze', amount), frozenFee },
          { ...processed(amount, actual), frozenFee, charged },
        ]
        const available = 0 - actual - charged
        expect(booked(...facts)).toEqual({ ...nothing, available, fees: charged })
        for (const entry of facts.flatMap(entriesFor)) expect(entry.amount).toBeGreaterThan(0)
      },
    ))

  test('of which less was paid out than frozen gets the rest back into available', () => {
    expect(entriesFor(processed(500, 480))).toEqual([
      { from: 'frozen', to: 'outside', amount: 480, fee: 0 },
      { from: 'frozen', to: 'available', amount: 20, fee: 0 },
    ])
  })

  test('of which more was paid out than frozen takes the difference from available', () => {
    expect(entriesFor(processed(500, 530))).toEqual([
      { from: 'frozen', to: 'outside', amount: 500, fee: 0 },
      { from: 'available', to: 'outside', amount: 30, fee: 0 },
    ])
  })

  test('property: that is cancelled leaves the books as they were', () =>
    forAll([anAmount, aFee], (amount, frozenFee) => {
      const facts = [
        { ...requested('freeze', amount), frozenFee },
        { name: 'cancelled', amount, frozenFee, reason: '' } as const,
      ]
      expect(booked(...facts)).toEqual(nothing)
    }))
})
