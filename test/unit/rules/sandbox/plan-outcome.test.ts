import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outcomes } from '../../../../src/contract/sandbox/outcomes.ts'
import type { EventFact } from '../../../../src/rules/orders/order-events.ts'
import { collectionWords, payoutWords } from '../../../../src/rules/sandbox/outcome-words.ts'
import {
  type CollectionStanding,
  type PayoutStanding,
  type Plan,
  planCollection,
  planPayout,
  standingOfCollection,
  standingOfPayout,
} from '../../../../src/rules/sandbox/plan-outcome.ts'
import { forAll } from '../../../support/property.ts'

const collectionStandings = Object.keys(collectionWords) as CollectionStanding[]
const payoutStandings = Object.keys(payoutWords) as PayoutStanding[]
const amount = fc.integer({ min: 2, max: 1_000_000_000_000 })
const paidAmount = fc.option(fc.integer({ min: 1, max: 1_000_000_000_000 }))
const outcome = fc.constantFrom(...outcomes)

const kindsOf = (plan: Plan) => ('moves' in plan ? plan.moves.map(({ kind }) => kind) : null)
const offered = (plan: Plan): string[] =>
  'refused' in plan ? (/目前可用：(.*)$/.exec(plan.refused)?.[1]?.split('、') ?? []) : []

describe('property: every outcome of every state is reached, holds, or is refused with what can follow', () => {
  test('of a collection', () => {
    forAll(
      [fc.constantFrom(...collectionStandings), outcome, amount, amount, paidAmount],
      (standing, wanted, ordered, paid, asked) => {
        const collection = { amount: ordered, paidAmount: paid }
        const plan = planCollection(collection, standing, { outcome: wanted, paidAmount: asked })
        for (const other of offered(plan)) {
          const wish = { outcome: other as typeof wanted, paidAmount: null }
          expect(kindsOf(planCollection(collection, standing, wish))).not.toBeNull()
        }
      },
    )
  })

  test('of a payout', () => {
    forAll(
      [fc.constantFrom(...payoutStandings), outcome, amount, amount, paidAmount],
      (standing, wanted, ordered, paid, asked) => {
        const payout = { amount: ordered, actualAmount: paid }
        const plan = planPayout(payout, standing, { outcome: wanted, paidAmount: asked })
        for (const other of offered(plan)) {
          const wish = { outcome: other as typeof wanted, paidAmount: null }
          expect(kindsOf(planPayout(payout, standing, wish))).not.toBeNull()
        }
      },
    )
  })
})

test('late is an expiry and a settlement; what has expired is only settled', () => {
  const collection = { amount: 100, paidAmount: 0 }
  const wish = { outcome: 'late', paidAmount: null } as const
  expect(planCollection(collection, 'waiting', wish)).toEqual({
    moves: [{ kind: 'expire' }, { kind: 'settle', paid: 100 }],
  })
  expect(kindsOf(planCollection(collection, 'expired', wish))).toEqual(['settle'])
})

test('less is half, rounded down to hundredths, and never nothing or all', () => {
  const less = (ordered: number, asked: number | null) =>
    planPayout({ amount: ordered, actualAmount: 0 }, 'waiting', {
      ...{ outcome: 'less', paidAmount: asked },
    })
  expect(less(9_999, null)).toEqual({ moves: [{ kind: 'process', paid: 4_999 }] })
  expect(less(100, 99)).toEqual({ moves: [{ kind: 'process', paid: 99 }] })
  for (const plan of [less(1, null), less(100, 100), less(100, 101)]) {
    expect(kindsOf(plan)).toBeNull()
  }
})

test('what has become of an order is read from its state and the newest events that decided it', () => {
  const expiry: EventFact = { name: 'exception', reason: 'expired' }
  const settled: EventFact = { name: 'settled', paidAmount: 1, override: false }
  const returned: EventFact = {
    ...({ name: 'returned', actualAmount: 1, because: 'money_returned', reason: '' } as const),
  }
  const put = { status: 'pending', collectionStatus: 'exception', confirmation: 'none' } as const
  const paid = { ...put, status: 'manual' } as const
  expect(standingOfCollection(put, [expiry])).toBe('expired')
  expect(standingOfCollection(put, [{ name: 'exception', reason: 'x' }])).toBe('put_aside')
  expect(standingOfCollection(paid, [settled, expiry])).toBe('settled_late')
  expect(standingOfCollection(paid, [settled])).toBe('settled')
  expect(standingOfPayout({ status: 'cancelled' }, [returned])).toBe('returned')
  expect(standingOfPayout({ status: 'cancelled' }, [])).toBe('cancelled')
})
