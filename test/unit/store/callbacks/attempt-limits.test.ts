import { expect, test } from 'vitest'
import {
  type AttemptLimits,
  attemptLimits,
  merchantLimit,
} from '../../../../src/store/callbacks/attempt-limits.ts'

const receiver = '7 https://shop.example'
const shop = { database: 0, receiver }

test('a receiver with fifty attempts under way is at its limit until one of them is over', () => {
  const limits = attemptLimits()
  acquire(limits, 49)
  expect(atLimit(limits, 0, 1).receivers).toEqual([])
  acquire(limits, 1)
  limits.acquire({ database: 0, receiver: '8 https://shop.example' }, 0)
  expect(atLimit(limits, 0, 1).receivers).toEqual([receiver])
  limits.release(shop)
  expect(atLimit(limits, 0, 1).receivers).toEqual([])
})

test('a receiver’s name stands for two receivers in two databases', () => {
  const limits = attemptLimits()
  acquire(limits, 50)
  expect(atLimit(limits, 1, 1).receivers).toEqual([])
  limits.release({ database: 1, receiver })
  expect(atLimit(limits, 0, 1).receivers).toEqual([receiver])
})

test('an attempt that is never released, because its invocation was ended, counts for a minute', () => {
  const limits = attemptLimits()
  acquire(limits, 50)
  expect(atLimit(limits, 0, 59_999).receivers).toEqual([receiver])
  expect(atLimit(limits, 0, 60_000).receivers).toEqual([])
})

test('a release tells that callbacks may have been kept back, until none of them waits', () => {
  const limits = attemptLimits()
  acquire(limits, 49)
  expect(limits.release(shop)).toBe(false)
  acquire(limits, 2)
  expect(limits.release(shop)).toBe(true)
  expect(limits.release(shop)).toBe(true)
  limits.forgetReached(shop)
  expect(limits.release(shop)).toBe(false)
})

test('that callbacks were kept back is remembered when no attempt is under way', () => {
  const limits = attemptLimits()
  acquire(limits, 50)
  for (let n = 0; n < 50; n += 1) expect(limits.release(shop)).toBe(true)
  acquire(limits, 1)
  expect(limits.release(shop)).toBe(true)
  limits.forgetReached(shop)
  acquire(limits, 1)
  expect(limits.release(shop)).toBe(false)
})

test('no more than forty receivers at their limit are named', () => {
  const limits = attemptLimits()
  for (let id = 0; id < 60; id += 1) {
    for (let n = 0; n < 50; n += 1) limits.acquire({ database: 0, receiver: `${id} x` }, 0)
  }
  expect(atLimit(limits, 0, 1).receivers).toHaveLength(40)
})

function acquire(limits: AttemptLimits, count: number): void {
  for (let n = 0; n < count; n += 1) limits.acquire(shop, 0)
}

/** What must not be claimed together with a callback, beside no other claim. */
function atLimit(limits: AttemptLimits, database: number, nowMs: number) {
  const reservation = limits.reserve(database, 1, nowMs)
  reservation.release()
  return reservation.atLimit
}

function acquireMany(limits: AttemptLimits, count: number): void {
  for (let n = 0; n < count; n += 1) {
    limits.acquire({ database: 0, receiver: `7 https://${n}.example` }, 0)
  }
}

test('a merchant with all attempts under way that it may have is at its limit, on whichever receivers', () => {
  const limits = attemptLimits()
  acquireMany(limits, merchantLimit - 1)
  expect(atLimit(limits, 0, 1).merchants).toEqual([])
  limits.acquire(shop, 0)
  limits.acquire({ database: 0, receiver: '70 https://shop.example' }, 0)
  expect(atLimit(limits, 0, 1)).toEqual({ receivers: [], merchants: [7] })
  expect(atLimit(limits, 1, 1).merchants).toEqual([])
  expect(limits.release(shop)).toBe(true)
  expect(atLimit(limits, 0, 1).merchants).toEqual([])
})

test('claims that are under way count against every merchant, until they are released or a minute is over', () => {
  const limits = attemptLimits()
  acquireMany(limits, merchantLimit - 10)
  const reservation = limits.reserve(0, 5, 0)
  expect(limits.reserve(0, 5, 0).atLimit.merchants).toEqual([])
  expect(limits.reserve(0, 1, 0).atLimit.merchants).toEqual([7])
  reservation.release()
  expect(atLimit(limits, 0, 0).merchants).toEqual([])
  expect(limits.reserve(0, 9, 0).atLimit.merchants).toEqual([7])
  acquireMany(limits, 1)
  expect(atLimit(limits, 0, 59_999).merchants).toEqual([7])
  expect(atLimit(limits, 0, 60_000).merchants).toEqual([])
})
