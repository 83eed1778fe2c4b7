import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moneyChanges } from '../../../../src/rules/accounts/ledger.ts'
import {
  areBucketsEqual,
  type Buckets,
  type OwnEntry,
  ownLedgerPage,
  reasonForMerchant,
} from '../../../../src/rules/accounts/own-ledger.ts'
import type { EventFact } from '../../../../src/rules/orders/order-events.ts'
import { forAll } from '../../../support/property.ts'

const nothing: Buckets = { available: 0, frozen: 0, unconfirmed: 0 }

function anEntry(at: number, amount: number): OwnEntry {
  const fact: EventFact = { name: 'settled', paidAmount: amount, override: false }
  const key = { at, orderId: 32, seq: 2, number: 1 }
  return {
    ...key,
    from: 'outside',
    to: 'available',
    amount,
    fee: 0,
    channel: 'other',
    ...rest(fact),
  }
}

function rest(fact: EventFact, state = 'succeeded/pending') {
  const numbers = { number: 'o', tradeNo: 't', merchantOrderNo: 'm', reason: 'of the order' }
  return { fact, state, order: { type: 'collection', ...numbers } } as const
}

describe('the pages of a ledger', () => {
  test('property: together have each entry once, and end with what stands', () => {
    const times = fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 40 })
    const limits = fc.integer({ min: 1, max: 12 })
    forAll([times, limits, fc.integer({ min: 0, max: 110 })], 300, (ats, limit, unsettled) => {
      const all = ats.toSorted((a, b) => a - b).map((at, n) => anEntry(at, n + 1))
      const given: OwnEntry[] = []
      let balances = nothing
      for (let isLast = false; !isLast; ) {
        const found = all.slice(given.length, given.length + limit + 1)
        const page = ownLedgerPage({ found, before: balances, limit, unsettledFrom: unsettled })
        given.push(...page.entries)
        balances = page.balances
        isLast = page.next === null
        expect(isLast).toBe(given.length === all.length)
        expect(page.next?.entry).toBe(isLast ? undefined : given.at(-1))
      }
      expect(given).toEqual(all)
      expect({ ...balances, fees: 0 }).toEqual(moneyChanges(all))
    })
  })

  test('end before unsettled entries, unless the page has no other or is the last', () => {
    const entries = [1, 2, 8, 9].map((at) => anEntry(at, 1))
    const timesOf = (limit: number, unsettled: number) =>
      ownLedgerPage({
        found: entries.slice(0, limit + 1),
        before: nothing,
        limit,
        unsettledFrom: unsettled,
      }).entries.map(({ at }) => at)
    expect(timesOf(3, 8)).toEqual([1, 2])
    expect(timesOf(3, 10)).toEqual([1, 2, 8])
    expect(timesOf(3, 1)).toEqual([1, 2, 8])
    expect(timesOf(4, 8)).toEqual([1, 2, 8, 9])
  })
})

test('two stands are the same when each bucket is', () => {
  expect(areBucketsEqual(nothing, { ...nothing })).toBe(true)
  for (const bucket of ['available', 'frozen', 'unconfirmed']) {
    expect(areBucketsEqual(nothing, { ...nothing, [bucket]: 1 })).toBe(false)
  }
})

describe('the reason that a merchant may read', () => {
  const because = 'wrong_match'
  const facts: readonly (readonly [EventFact, string, string])[] = [
    [{ name: 'reversed', paidAmount: 1, because, reason: 'x' }, 'pending/exception', 'x'],
    [{ name: 'returned', actualAmount: 1, because, reason: 'x' }, 'cancelled', 'x'],
    [{ name: 'rejected', paidAmount: 1, reason: 'x' }, 'pending/exception', 'x'],
    [{ name: 'cancelled', amount: 1, reason: 'internal' }, 'cancelled', 'of the order'],
    [
      { name: 'adjusted', bucket: 'available', amount: 1, reason: 'x', tradeNo: '' },
      'adjusted',
      'x',
    ],
    [{ name: 'settled', paidAmount: 1, override: true, reason: 'internal' }, 'manual/pending', ''],
    [
      { name: 'processed', amount: 1, actualAmount: 1, override: true, reason: 'internal' },
      'processed',
      '',
    ],
    [{ name: 'confirmed', paidAmount: 1, reason: 'internal' }, 'succeeded/pending', ''],
  ]

  test.each(facts)('of %j, after %s, is %j', (fact, state, reason) => {
    expect(reasonForMerchant({ ...anEntry(1, 1), ...rest(fact, state) })).toBe(reason)
  })
})
