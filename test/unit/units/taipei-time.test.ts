import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  secondsToTaipei,
  taipeiDay,
  taipeiDayStart,
  taipeiToSeconds,
} from '../../../src/units/taipei-time.ts'
import { forAll } from '../../support/property.ts'

describe('a date-time is read, in Taipei unless it says otherwise:', () => {
  test.each([
    ['2026-01-31 15:04:05', '2026-01-31T07:04:05Z'],
    ['2026-01-31', '2026-01-30T16:00:00Z'],
    ['2026-01-31 00:00:00', '2026-01-30T16:00:00Z'],
    ['2025-12-31 23:59:59', '2025-12-31T15:59:59Z'],
    ['1970-01-01 08:00:00', '1970-01-01T00:00:00Z'],
    ['2999-12-31 23:59:59', '2999-12-31T15:59:59Z'],
    ['2026-01-31T15:04:05+08:00', '2026-01-31T07:04:05Z'],
    ['2026-01-31T15:04:05+0800', '2026-01-31T07:04:05Z'],
    ['2026-01-31T15:04:05+08', '2026-01-31T07:04:05Z'],
    ['2026-01-31T07:04:05Z', '2026-01-31T07:04:05Z'],
    ['2026-01-31T07:04:05+00:00', '2026-01-31T07:04:05Z'],
    ['2026-01-31T07:04Z', '2026-01-31T07:04:00Z'],
    ['2026-01-30T23:04:05-08:00', '2026-01-31T07:04:05Z'],
    ['2026-01-31T12:34:05+05:30', '2026-01-31T07:04:05Z'],
    ['2026-01-31T03:34:05-03:30', '2026-01-31T07:04:05Z'],
    ['2026-01-31T21:04:05+14:00', '2026-01-31T07:04:05Z'],
    ['2026-01-31T07:04:05.9Z', '2026-01-31T07:04:05Z'],
    ['2026-01-31T07:04:05.999999999Z', '2026-01-31T07:04:05Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z'],
  ])('%s is %s', (text, utc) => expect(taipeiToSeconds(text)).toBe(Date.parse(utc) / 1000))
})

describe('nothing is read from', () => {
  test.each([
    ['a day that the month has not', ['2026-02-29', '2026-04-31', '2026-06-31 10:00:00']],
    ['a day that no month has', ['2026-01-32', '2026-01-00', '2026-13-01', '2026-00-10']],
    ['an impossible day with an offset', ['2026-02-30T10:00:00Z', '2026-02-29T10:00:00+08:00']],
    ['an hour too many', ['2026-01-31 24:00:00', '2026-01-31T24:00:00Z', '2026-01-31 99:00:00']],
    ['a minute too many', ['2026-01-31 10:60:00', '2026-01-31 23:60:00', '2026-01-31T10:60Z']],
    ['a second too many', ['2026-01-31 10:00:60', '2026-01-31 23:59:61', '2026-01-31T10:00:60Z']],
    ['a leap second', ['2026-06-30 23:59:60', '2026-06-30T23:59:60Z']],
    ['ISO 8601 without an offset', ['2026-01-31T15:04:05', '2026-01-31T15:04']],
    ['half of a time', ['2026-01-31 15:04', '2026-01-31 15', '2026-01-31 ', '2026-01-31T']],
    ['a date with an offset alone', ['2026-01-31Z', '2026-01-31+08:00']],
    ['offsets that no clock has', ['2026-01-31T15:04:05+15:00', '2026-01-31T15:04:05+08:60']],
    [
      'half an offset',
      ['2026-01-31T15:04:05+8', '2026-01-31T15:04:05+08:', '2026-01-31T15:04:05+'],
    ],
    ['years out of range', ['1969-12-31', '3000-01-01', '0000-01-01', '9999-12-31']],
    ['moments before 1970', ['1970-01-01', '1970-01-01 07:59:59', '1970-01-01T00:00:00+00:01']],
    ['other orders and separators', ['31/01/2026', '01/31/2026', '2026/01/31', '20260131']],
    ['missing zeros', ['2026-1-31', '2026-01-31 5:04:05', '26-01-31']],
    ['more than it asks for', [' 2026-01-31', '2026-01-31 ', '2026-01-31\n', 'x2026-01-31']],
    ['two blanks, tabs, small letters', ['2026-01-31  15:04:05', '2026-01-31\t15:04:05']],
    ['small letters', ['2026-01-31t15:04:05z', '2026-01-31T15:04:05z']],
    ['digits of another script', ['２０２６-01-31', '2026-01-3１']],
    ['a UNIX time, words, nothing', ['1769843045', 'now', 'tomorrow', '', 'null', '2026']],
    ['signs and long years', ['-2026-01-31', '+002026-01-31', '12026-01-31']],
  ])('%s', (_, texts) => {
    expect(texts.map((text) => [text, taipeiToSeconds(text)])).toEqual(
      texts.map((text) => [text, null]),
    )
  })
})

describe('February has 29 days', () => {
  test.each([
    [2024, true],
    [2028, true],
    [2000, true],
    [2400, true],
    [2026, false],
    [2100, false],
    [2200, false],
  ])('in %i: %s', (year, isLeap) => {
    expect(taipeiToSeconds(`${year}-02-29`) !== null).toBe(isLeap)
    expect(taipeiToSeconds(`${year}-02-29T12:00:00Z`) !== null).toBe(isLeap)
  })
})

describe('UTC seconds are shown', () => {
  test.each([
    [0, '1970-01-01 08:00:00'],
    [1_769_843_045, '2026-01-31 15:04:05'],
    [1_767_196_799, '2025-12-31 23:59:59'],
    [1_767_196_800, '2026-01-01 00:00:00'],
  ])('%i as %s', (seconds, shown) => expect(secondsToTaipei(seconds)).toBe(shown))

  test('as null when there are none', () => expect(secondsToTaipei(null)).toBeNull())

  // Taiwan had summer time until 1979; here Taipei is UTC+8 at all times.
  test('property: as the clocks in Taipei show them', () => {
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Asia/Taipei',
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    forAll([aMoment(Date.UTC(1980, 0, 1) / 1000)], 2000, (seconds) => {
      expect(secondsToTaipei(seconds)).toBe(clock.format(seconds * 1000))
    })
  })

  test('property: and the text is read back', () =>
    forAll([aMoment(0)], 2000, (seconds) => {
      expect(taipeiToSeconds(secondsToTaipei(seconds))).toBe(seconds)
    }))
})

test('property: the same moment is read from every offset', () => {
  const anOffset = fc.integer({ min: -14 * 60, max: 14 * 60 })
  const aTime = fc.integer({ min: 14 * 3600, max: Date.UTC(2999, 11, 31) / 1000 })
  forAll([aTime, anOffset, fc.constantFrom(':', '')], 2000, (seconds, minutes, colon) => {
    const local = new Date((seconds + minutes * 60) * 1000).toISOString().slice(0, 19)
    const whole = Math.abs(minutes)
    const hh = String(Math.floor(whole / 60)).padStart(2, '0')
    const mm = String(whole % 60).padStart(2, '0')
    const text = `${local}${minutes < 0 ? '-' : '+'}${hh}${colon}${mm}`
    expect(taipeiToSeconds(text)).toBe(seconds)
  })
})

test('property: a day is read exactly when the calendar has it', () => {
  const aNumberUpTo = (max: number) => fc.integer({ min: 0, max })
  const aYear = fc.integer({ min: 1971, max: 2999 })
  forAll([aYear, aNumberUpTo(13), aNumberUpTo(32)], 3000, (year, month, day) => {
    const text = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
    const exists = month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month)
    expect(taipeiToSeconds(text) !== null).toBe(exists)
  })
})

test('property: no text makes reading throw', () => {
  const piece = fc.constantFrom(...'0123456789-:T Z+.', '2026', '-02-29', '23:59:59')
  forAll([fc.array(piece)], 2000, (pieces) => {
    expect(taipeiToSeconds(pieces.join('')) ?? 0).toSatisfy(Number.isSafeInteger)
  })
})

/** UTC seconds from `min` to the end of 2999 in Taipei. */
function aMoment(min: number): fc.Arbitrary<number> {
  return fc.integer({ min, max: Date.UTC(2999, 11, 31, 15, 59, 59) / 1000 })
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
}

test('property: a day begins with its first second in Taipei', () => {
  forAll([fc.integer({ min: 0, max: 376_000 })], 300, (day) => {
    const start = taipeiDayStart(day)
    expect([taipeiDay(start - 1), taipeiDay(start)]).toEqual([day - 1, day])
    expect(secondsToTaipei(start)).toMatch(/ 00:00:00$/)
  })
})
