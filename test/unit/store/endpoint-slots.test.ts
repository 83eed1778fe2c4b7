import { expect, test } from 'vitest'
import { endpointSlots } from '../../../src/store/endpoint-slots.ts'

const shop = '7 https://shop.example'

test('an endpoint with fifty attempts under way is crowded until one of them is over', () => {
  const slots = endpointSlots()
  for (let n = 0; n < 49; n += 1) slots.enter(shop)
  expect(slots.crowded()).toEqual([])
  slots.enter(shop)
  slots.enter('8 https://shop.example')
  expect(slots.crowded()).toEqual([shop])
  slots.leave(shop)
  expect(slots.crowded()).toEqual([])
})

test('whoever leaves learns that others may have been kept away, until nobody waits', () => {
  const slots = endpointSlots()
  for (let n = 0; n < 49; n += 1) slots.enter(shop)
  expect(slots.leave(shop)).toBe(false)
  slots.enter(shop)
  slots.enter(shop)
  expect(slots.leave(shop)).toBe(true)
  expect(slots.leave(shop)).toBe(true)
  slots.calm(shop)
  expect(slots.leave(shop)).toBe(false)
})

test('that somebody was kept away is remembered when nothing is under way any more', () => {
  const slots = endpointSlots()
  for (let n = 0; n < 50; n += 1) slots.enter(shop)
  for (let n = 0; n < 50; n += 1) expect(slots.leave(shop)).toBe(true)
  slots.enter(shop)
  expect(slots.leave(shop)).toBe(true)
  slots.calm(shop)
  slots.enter(shop)
  expect(slots.leave(shop)).toBe(false)
})

test('no more than forty crowded endpoints are named', () => {
  const slots = endpointSlots()
  for (let endpoint = 0; endpoint < 60; endpoint += 1) {
    for (let n = 0; n < 50; n += 1) slots.enter(`${endpoint} https://shop.example`)
  }
  expect(slots.crowded()).toHaveLength(40)
})
