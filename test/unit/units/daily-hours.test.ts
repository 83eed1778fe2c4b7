import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWithin, readDailyHours } from '../../../src/units/daily-hours.ts'
import { forAll } from '../../support/property.ts'

const two = (n: number) => String(n).padStart(2, '0')
const clock = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
const minuteOfDay = fc.integer({ min: 0, max: 1_439 })

test.each([
  ['23:00-07:00', 22 * 60 + 59, false],
  ['23:00-07:00', 23 * 60, true],
  ['23:00-07:00', 0, true],
  ['23:00-07:00', 6 * 60 + 59, true],
  ['23:00-07:00', 7 * 60, false],
  ['12:00-13:30', 12 * 60, true],
  ['12:00-13:30', 13 * 60 + 30, false],
])('%s at minute %d of the day in Taipei: %j', (hours, minute, inside) => {
  const read = readDailyHours(hours)
  // Midnight in Taipei, on a day when clocks go forward and back elsewhere.
  for (const day of [Date.UTC(2026, 2, 28, 16), Date.UTC(2026, 9, 24, 16)]) {
    expect(read !== null && isWithin(read, day / 1000 + minute * 60)).toBe(inside)
  }
})

test('a time is within some hours, or within the others of the day', () => {
  forAll([minuteOfDay, minuteOfDay, fc.integer({ min: 0, max: 4e9 })], (from, until, at) => {
    const hours = readDailyHours(`${clock(from)}-${clock(until)}`)
    const others = readDailyHours(`${clock(until)}-${clock(from)}`)
    expect(hours === null).toBe(from === until)
    if (hours === null || others === null) return
    expect(isWithin(hours, at)).toBe(!isWithin(others, at))
  })
})

test.each(['', '7:00-8:00', '23:00', '24:00-07:00', '23:60-07:00', '23:00 - 07:00', '09:00-09:00'])(
  '%j is no hours',
  (text) => {
    expect(readDailyHours(text)).toBeNull()
  },
)
