import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AttemptResult,
  afterAttempt,
} from '../../../../src/rules/callbacks/callback-schedule.ts'
import { forAll } from '../../../support/property.ts'

// The waits after the first attempt in seconds, copied by hand from decisions §6, "Schedule".
const minutes = (count: number) => count * 60
const hours = (count: number) => count * 3600
const published = [
  15,
  15,
  30,
  ...[3, 10, 20, 30, 30, 30].map(minutes),
  ...[1, 3, 3, 3, 6, 6, 12, 12, 12, 12].map(hours),
]

const attemptsMax = 20
const waitMax = 43_200
const nowMs = 1_769_843_045_678

const failed: AttemptResult = { outcome: 'http_5xx', httpStatus: 500, retryAfterSeconds: null }
const timedOut: AttemptResult = { outcome: 'timeout', httpStatus: null, retryAfterSeconds: null }
const overloaded: AttemptResult = { outcome: 'http_4xx', httpStatus: 429, retryAfterSeconds: null }

const anAttempt = () => fc.integer({ min: 1, max: attemptsMax - 1 })
const aRandom = () =>
  fc.oneof(
    fc.constantFrom(0, 1 - Number.EPSILON / 2),
    fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  )
const aMoment = () => fc.integer({ min: nowMs, max: nowMs + 1e9 })

/** The wait in seconds from the end of an attempt to the next one; null when there is none. */
function waitAfter(
  attempts: number,
  result: AttemptResult,
  random: number,
  endMs = nowMs,
): number | null {
  const next = afterAttempt({ attempts, result, nowMs: endMs, random })
  return next.state === 'due' ? (next.nextAt * 1000 - endMs) / 1000 : null
}

function dueWait(...call: Parameters<typeof waitAfter>): number {
  const wait = waitAfter(...call)
  if (wait === null) throw new Error('no further attempt')
  return wait
}

describe('the schedule', () => {
  test('property: walked to its end has 20 attempts, each wait within ±10 % of the list (§6 schedule)', () => {
    const aRun = fc.array(fc.tuple(aRandom(), fc.integer({ min: 1, max: 10_000 })), {
      minLength: attemptsMax,
      maxLength: attemptsMax,
    })
    forAll([aRun, aMoment()], 2000, (run, startMs) => {
      let endMs = startMs
      const waits: number[] = []
      for (const [random, durationMs] of run) {
        endMs += durationMs
        const next = afterAttempt({
          attempts: waits.length + 1,
          result: failed,
          nowMs: endMs,
          random,
        })
        if (next.state !== 'due') {
          expect(next).toEqual({ state: 'given_up' })
          break
        }
        waits.push((next.nextAt * 1000 - endMs) / 1000)
        endMs = next.nextAt * 1000
      }
      expect(waits).toHaveLength(attemptsMax - 1)
      for (const [index, wait] of waits.entries()) {
        const listed = published[index] ?? Number.NaN
        expect(wait).toBeGreaterThanOrEqual(listed * 0.9)
        expect(wait).toBeLessThanOrEqual(Math.min(listed * 1.1, waitMax))
      }
      const total = waits.reduce((sum, wait) => sum + wait, 0)
      expect(total / hours(24)).toBeGreaterThan(2.7)
      expect(total / hours(24)).toBeLessThan(3.1)
    })
  })

  test('spreads over the whole of ±10 %', () => {
    for (const [index, listed] of published.entries()) {
      const least = dueWait(index + 1, failed, 0)
      const most = dueWait(index + 1, failed, 1 - Number.EPSILON)
      expect(least).toBeLessThan(listed * 0.9 + 1)
      expect(most).toBeGreaterThanOrEqual(Math.min(listed * 1.1, waitMax) - 1)
      const draws = Array.from({ length: 100 }, (_, n) => dueWait(index + 1, failed, n / 100))
      // The callbacks of an outage do not come back in one second.
      if (listed >= minutes(10)) expect(new Set(draws).size).toBe(100)
    }
  })

  test('gives whole seconds', () => {
    const next = afterAttempt({ attempts: 1, result: failed, nowMs, random: 0.123 })
    expect(next).toEqual({ state: 'due', nextAt: expect.toSatisfy(Number.isSafeInteger) })
  })

  test('ends at the 20th attempt, and after it (§6 attempts)', () => {
    expect(afterAttempt({ attempts: 19, result: failed, nowMs, random: 0 }).state).toBe('due')
    expect(afterAttempt({ attempts: 20, result: failed, nowMs, random: 0 })).toEqual({
      state: 'given_up',
    })
    expect(afterAttempt({ attempts: 21, result: failed, nowMs, random: 0 })).toEqual({
      state: 'given_up',
    })
    expect(
      afterAttempt({ attempts: 20, result: { ...failed, retryAfterSeconds: 60 }, nowMs, random: 0 })
        .state,
    ).toBe('given_up')
  })

  test('ends with delivery, at the last attempt too', () => {
    const delivered = { outcome: 'delivered', httpStatus: 200, retryAfterSeconds: 60 } as const
    for (const attempts of [1, 19, 20]) {
      expect(afterAttempt({ attempts, result: delivered, nowMs, random: 0 })).toEqual({
        state: 'delivered',
      })
    }
  })

  test.each([
    'blocked_address',
    'network',
    'dns',
    'refused',
    'tls',
    'http_3xx',
    'http_4xx',
    'http_5xx',
    'wrong_answer',
  ] as const)('treats %s as any other failure', (outcome) => {
    const result = { outcome, httpStatus: null, retryAfterSeconds: null }
    expect(afterAttempt({ attempts: 3, result, nowMs, random: 0.5 })).toEqual(
      afterAttempt({ attempts: 3, result: failed, nowMs, random: 0.5 }),
    )
  })
})

describe('a receiver’s Retry-After', () => {
  test('property: only delays, by what it asks for and 12 hours at most', () => {
    const asked = fc.integer({ min: 0, max: 200_000 })
    forAll([anAttempt(), aRandom(), aMoment(), asked], 2000, (attempts, random, endMs, seconds) => {
      const plain = dueWait(attempts, failed, random, endMs)
      const wait = dueWait(attempts, { ...failed, retryAfterSeconds: seconds }, random, endMs)
      expect(wait).toBeGreaterThanOrEqual(plain)
      expect(wait).toBeGreaterThanOrEqual(Math.min(seconds, waitMax - 1))
      expect(wait).toBeLessThanOrEqual(Math.max(plain, seconds + 1))
      expect(wait).toBeLessThanOrEqual(waitMax)
    })
  })

  test.each([
    [0, 15],
    [5, 15],
    [120, 120],
    [3600, 3600],
    [43_200, 43_200],
    [86_400, 43_200],
    [Number.MAX_SAFE_INTEGER, 43_200],
    [Number.POSITIVE_INFINITY, 43_200],
  ])('of %d seconds after the first attempt makes about %i', (retryAfterSeconds, expected) => {
    const wait = dueWait(1, { ...failed, retryAfterSeconds }, 0.5)
    expect(Math.abs(wait - expected)).toBeLessThanOrEqual(1)
  })
})

describe('429 and time-outs', () => {
  test.each([
    ['429', overloaded],
    ['a time-out', timedOut],
  ])(
    'property: after %s it waits at least a minute, and no less than otherwise (§6 time-out)',
    (_, result) => {
      forAll([anAttempt(), aRandom(), aMoment()], (attempts, random, endMs) => {
        const wait = dueWait(attempts, result, random, endMs)
        expect(wait).toBeGreaterThanOrEqual(60)
        expect(wait).toBeLessThanOrEqual(Math.max(61, dueWait(attempts, failed, random, endMs)))
      })
    },
  )

  test('with Retry-After wait for the longer of both', () => {
    expect(dueWait(1, { ...overloaded, retryAfterSeconds: 5 }, 0)).toBeGreaterThanOrEqual(60)
    expect(dueWait(1, { ...overloaded, retryAfterSeconds: 90 }, 0)).toBeGreaterThanOrEqual(90)
  })

  test('are treated unlike other answers', () => {
    expect(dueWait(1, { ...failed, httpStatus: 503 }, 0)).toBeLessThan(15)
    expect(dueWait(1, { ...failed, httpStatus: 428 }, 0)).toBeLessThan(15)
  })
})
