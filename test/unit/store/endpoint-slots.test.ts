import { expect, test } from 'vitest'
import { type EndpointSlots, endpointSlots } from '../../../src/store/endpoint-slots.ts'

const endpoint = '7 https://shop.example'
const shop = { database: 0, endpoint }

test('an endpoint with fifty attempts under way is crowded until one of them is over', () => {
  const slots = endpointSlots()
  enter(slots, 49)
  expect(slots.crowded(0, 1)).toEqual([])
  enter(slots, 1)
  slots.enter({ database: 0, endpoint: '8 https://shop.example' }, 0)
  expect(slots.crowded(0, 1)).toEqual([endpoint])
  slots.leave(shop)
  expect(slots.crowded(0, 1)).toEqual([])
})

test('what has the same name in another database is another endpoint', () => {
  const slots = endpointSlots()
  enter(slots, 50)
  expect(slots.crowded(1, 1)).toEqual([])
  slots.leave({ database: 1, endpoint })
  expect(slots.crowded(0, 1)).toEqual([endpoint])
})

test('an attempt that never leaves, because its invocation was ended, has its slot for a minute', () => {
  const slots = endpointSlots()
  enter(slots, 50)
  expect(slots.crowded(0, 59_999)).toEqual([endpoint])
  expect(slots.crowded(0, 60_000)).toEqual([])
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

test('no more than forty crowded endpoints are named', () => {
  const slots = endpointSlots()
  for (let id = 0; id < 60; id += 1) {
    for (let n = 0; n < 50; n += 1) slots.enter({ database: 0, endpoint: `${id} x` }, 0)
  }
  expect(slots.crowded(0, 1)).toHaveLength(40)
})

function enter(slots: EndpointSlots, count: number): void {
  for (let n = 0; n < count; n += 1) slots.enter(shop, 0)
}
