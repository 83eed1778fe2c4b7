import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  acknowledges,
  outcomeOf,
  retryAfterSeconds,
} from '../../../../src/rules/callbacks/callback-schedule.ts'
import { forAll } from '../../../support/property.ts'
import { itemsOf } from '../../../support/tables.ts'

const nowMs = Date.UTC(2026, 0, 31, 7, 4, 5)

describe('an answer acknowledges', () => {
  test.each([
    [200, 'success'],
    [200, 'SUCCESS'],
    [200, 'Success'],
    [200, ' success'],
    [200, 'success\r\n'],
    [200, '\n\tsuccess \n'],
    [200, '\ufeffsuccess'],
    [201, 'success'],
    [202, 'success'],
    [299, 'success'],
  ])('with %i and %j (§6 success)', (status, body) => {
    expect(acknowledges(status, body)).toBe(true)
    expect(outcomeOf(status, body)).toBe('delivered')
  })

  const wrong = [
    ...itemsOf('ok OK "success" {"message":"success"} success! successful ｓｕｃｃｅｓｓ ſuccess'),
    '',
    '<p>success</p>',
    'success success',
    'suc cess',
    'not success',
    'success\u0000',
  ]

  test.each([
    ...wrong.map((body) => [200, body, 'wrong_answer'] as const),
    [204, '', 'wrong_answer'],
    [299, 'ok', 'wrong_answer'],
    [300, 'success', 'http_3xx'],
    [301, 'success', 'http_3xx'],
    [302, '', 'http_3xx'],
    [308, 'success', 'http_3xx'],
    [399, 'success', 'http_3xx'],
    [400, 'success', 'http_4xx'],
    [404, '', 'http_4xx'],
    [410, 'success', 'http_4xx'],
    [429, 'success', 'http_4xx'],
    [499, 'success', 'http_4xx'],
    [500, 'success', 'http_5xx'],
    [503, '', 'http_5xx'],
    [599, 'success', 'http_5xx'],
    [520, 'error code: 520', 'http_5xx'],
    [521, 'error code: 521', 'refused'],
    [522, 'error code: 522', 'timeout'],
    [523, 'error code: 523', 'network'],
    [524, 'error code: 524', 'timeout'],
    [525, 'error code: 525', 'tls'],
    [526, 'error code: 526', 'tls'],
    [527, 'error code: 527', 'http_5xx'],
    [530, 'error code: 1016', 'dns'],
    [530, 'error code: 1033', 'http_5xx'],
  ] as const)('not with %i and %j: %s (§6 any other answer)', (status, body, outcome) => {
    expect(acknowledges(status, body)).toBe(false)
    expect(outcomeOf(status, body)).toBe(outcome)
  })

  test('property: exactly when the outcome says delivered', () => {
    const status = fc.integer({ min: 200, max: 599 })
    const body = fc.oneof(fc.string(), fc.constantFrom('success', ' SUCCESS\n'))
    forAll([status, body], (httpStatus, text) => {
      expect(outcomeOf(httpStatus, text) === 'delivered').toBe(acknowledges(httpStatus, text))
    })
  })
})

describe('Retry-After asks to wait', () => {
  test.each([
    ['0', 0],
    ['1', 1],
    ['120', 120],
    [' 120 ', 120],
    ['007', 7],
    ['999999999999', 999_999_999_999],
    ['Sat, 31 Jan 2026 07:05:05 GMT', 60],
    ['Saturday, 31-Jan-26 07:05:05 GMT', 60],
    ['Sun, 01 Feb 2026 07:04:05 GMT', 86_400],
  ])('%j: %i seconds', (header, seconds) => expect(retryAfterSeconds(header, nowMs)).toBe(seconds))

  test('to the second after a date that lies between two', () => {
    expect(retryAfterSeconds('Sat, 31 Jan 2026 07:05:05 GMT', nowMs + 1)).toBe(60)
  })

  test('property: until any date that it names', () =>
    forAll([fc.integer({ min: 1, max: 1e9 })], (seconds) => {
      const header = new Date(nowMs + seconds * 1000).toUTCString()
      expect(retryAfterSeconds(header, nowMs)).toBe(seconds)
    }))

  test.each([
    null,
    '',
    ' ',
    '60 seconds',
    '60, 120',
    'in 2050',
    'Dec 2050',
    ...itemsOf('soon -5 +60 1.5 1e3 0x10 60s ６０'),
    'Sat, 31 Jan 2026 07:04:05 GMT',
    'Sat, 31 Jan 2026 07:04:04 GMT',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'Sat, 99 Jan 2026 07:05:05 GMT',
    'Sat, 31 Foo 2026 07:05:05 GMT',
    'Sat, 31 Jan 2026 27:05:05 GMT',
    'Sat, 31 Jan 2026 07:05:05',
  ])('for nothing in %j', (header) => expect(retryAfterSeconds(header, nowMs)).toBeNull())

  test('property: never for a negative time, and no header throws', () => {
    const aHeader = fc.oneof(fc.string(), fc.integer().map(String), fc.date().map(String))
    forAll([aHeader], (header) => {
      expect(retryAfterSeconds(header, nowMs) ?? 0).toBeGreaterThanOrEqual(0)
    })
  })
})
