import { describe, expect, test } from 'vitest'
import {
  isResolved,
  isSettled,
  mayMatch,
  settledStatus,
  stateText,
} from '../../../../src/rules/orders/order-states.ts'

// Copied by hand from decisions §4, "Collection moves".

test.each([
  ['pending', false],
  ['succeeded', true],
  ['manual', true],
] as const)('a collection that is %s is settled: %s', (status, settled) => {
  expect(isSettled({ status })).toBe(settled)
})

test.each([
  ['pending', false],
  ['processed', true],
  ['cancelled', true],
] as const)('a payout that is %s is final: %s', (status, final) => {
  expect(isResolved({ status })).toBe(final)
})

describe('matching moves', () => {
  test.each([
    ['pending', 'pending', false],
    ['pending', 'matched', true],
    ['pending', 'exception', true],
    ['matched', 'pending', false],
    ['matched', 'matched', false],
    ['matched', 'exception', true],
    ['exception', 'pending', false],
    ['exception', 'matched', true],
    ['exception', 'exception', false],
  ] as const)(
    'from %s to %s while unpaid: %s; never once paid (§3.1 transitions)',
    (collectionStatus, next, may) => {
      expect(mayMatch({ status: 'pending', collectionStatus }, next)).toBe(may)
      expect(mayMatch({ status: 'succeeded', collectionStatus }, next)).toBe(false)
      expect(mayMatch({ status: 'manual', collectionStatus }, next)).toBe(false)
    },
  )
})

test.each([
  ['pending', false, 'succeeded'],
  ['pending', true, 'manual'],
  ['matched', false, 'succeeded'],
  ['matched', true, 'manual'],
  ['exception', false, 'manual'],
  ['exception', true, 'manual'],
] as const)(
  'settling one that is %s, by hand: %s, gives %s',
  (collectionStatus, byHand, status) => {
    expect(settledStatus({ status: 'pending', collectionStatus }, byHand)).toBe(status)
  },
)

test('an event’s state has both statuses', () => {
  const state = { status: 'manual', collectionStatus: 'exception' } as const
  expect(stateText(state)).toBe('manual/exception')
})
