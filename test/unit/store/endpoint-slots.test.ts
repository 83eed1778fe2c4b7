import { expect, test } from 'vitest'
import {
  type EndpointSlots,
  endpointSlots,
  merchantMax,
} from '../../../src/store/callbacks/attempt-limits.ts'

const endpoint = '7 https://shop.example'
const shop = { database: 0, endpoint }

test('an endpoint with fifty attempts under way is full until one of them is over', () => {
  const slots = endpointSlots()
  enter(slots, 49)
  expect(full(slots, 0, 1).endpoints).toEqual([])
  enter(slots, 1)
  slots.enter({ database: 0, endpoint: '8 https://shop.example' }, 0)
  expect(full(slots, 0, 1).endpoints).toEqual([endpoint])
  slots.leave(shop)
  expect(full(slots, 0, 1).endpoints).toEqual([])
})

test('what has the same name in another database is another endpoint', () => {
  const slots = endpointSlots()
  enter(slots, 50)
  expect(full(slots, 1, 1).endpoints).toEqual([])
  slots.leave({ database: 1, endpoint })
  expect(full(slots, 0, 1).endpoints).toEqual([endpoint])
})

test('an attempt that never leaves, because its invocation was ended, has its slot for a minute', () => {
  const slots = endpointSlots()
  enter(slots, 50)
  expect(full(slots, 0, 59_999).endpoints).toEqual([endpoint])
  expect(full(slots, 0, 60_000).endpoints).toEqual([])
})

test('whoever leaves learns that others may have been kept away, until nobody waits', () => {
  const slots = endpointSlots()
  enter(slots, 49)
  expect(slots.leave(shop)).toBe(false)
  enter(slots, 2)
  expect(slots.leave(shop)).toBe(true)
  expect(slots.leave(shop)).toBe(true)
  slots.calm(shop)
  expect(slots.leave(shop)).toBe(false)
})

test('that somebody was kept away is remembered when nothing is under way any more', () => {
  const slots = endpointSlots()
  enter(slots, 50)
  for (let n = 0; n < 50; n += 1) expect(slots.leave(shop)).toBe(true)
  enter(slots, 1)
  expect(slots.leave(shop)).toBe(true)
  slots.calm(shop)
  enter(slots, 1)
  expect(slots.leave(shop)).toBe(false)
})

test('no more than forty full endpoints are named', () => {
  const slots = endpointSlots()
  for (let id = 0; id < 60; id += 1) {
    for (let n = 0; n < 50; n += 1) slots.enter({ database: 0, endpoint: `${id} x` }, 0)
  }
  expect(full(slots, 0, 1).endpoints).toHaveLength(40)
})

function enter(slots: EndpointSlots, count: number): void {
  for (let n = 0; n < count; n += 1) slots.enter(shop, 0)
}

/** What must not be claimed together with a callback, beside no other claim. */
function full(slots: EndpointSlots, database: number, nowMs: number) {
  const claiming = slots.claim(database, 1, nowMs)
  claiming.end()
  return claiming.full
}

function enterMany(slots: EndpointSlots, count: number): void {
  for (let n = 0; n < count; n += 1) {
    slots.enter({ database: 0, endpoint: `7 https://${n}.example` }, 0)
  }
}

test('a merchant with all attempts under way that it may have is full, on whichever endpoints', () => {
  const slots = endpointSlots()
  enterMany(slots, merchantMax - 1)
  expect(full(slots, 0, 1).merchants).toEqual([])
  slots.enter(shop, 0)
  slots.enter({ database: 0, endpoint: '70 https://shop.example' }, 0)
  expect(full(slots, 0, 1)).toEqual({ endpoints: [], merchants: [7] })
  expect(full(slots, 1, 1).merchants).toEqual([])
  expect(slots.leave(shop)).toBe(true)
  expect(full(slots, 0, 1).merchants).toEqual([])
})

test('claims that are under way count against every merchant, until they end or a minute is over', () => {
  const slots = endpointSlots()
  enterMany(slots, merchantMax - 10)
  const claiming = slots.claim(0, 5, 0)
  expect(slots.claim(0, 5, 0).full.merchants).toEqual([])
  expect(slots.claim(0, 1, 0).full.merchants).toEqual([7])
  claiming.end()
  expect(full(slots, 0, 0).merchants).toEqual([])
  expect(slots.claim(0, 9, 0).full.merchants).toEqual([7])
  enterMany(slots, 1)
  expect(full(slots, 0, 59_999).merchants).toEqual([7])
  expect(full(slots, 0, 60_000).merchants).toEqual([])
})
