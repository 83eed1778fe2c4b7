import { describe, expect, test } from 'vitest'
import {
  callbackProgressView,
  callbackStatus,
} from '../../../../../src/rules/views/callbacks/callback-view.ts'
import { now, nowShown } from '../../examples.ts'

const fresh = {
  state: 'due',
  attempts: 0,
  nextAt: now,
  lastAttemptAt: null,
  lastOutcome: null,
  lastHttpStatus: null,
  endedAt: null,
} as const

describe('callback_status', () => {
  test('is none when no callback is owed (§2.7 data.callback_status, §3.3 callback_status)', () => {
    expect(callbackStatus(null)).toBe('none')
  })

  test.each([
    ['due', 'pending'],
    ['delivered', 'success'],
    ['given_up', 'failed'],
    ['parked', 'pending'],
  ] as const)(
    'of one that is %s is %s (§2.7 data.callback_status, §3.3 callback_status)',
    (state, status) => {
      expect(callbackStatus({ ...fresh, state })).toBe(status)
    },
  )

  test('of one that an event which is not told has ended is none', () => {
    const ended = { ...fresh, state: 'delivered', nextAt: null, endedAt: now } as const
    expect(callbackStatus(ended)).toBe('none')
  })
})

const last = { lastAttemptAt: now, lastOutcome: 'http_5xx', lastHttpStatus: 502 } as const
const tried = { ...fresh, attempts: 3, ...last, nextAt: now + 30 }
const over = { ...fresh, state: 'given_up', attempts: 20, nextAt: null } as const
const nothing = {
  attempts: 0,
  last_attempt_at: null,
  last_outcome: null,
  last_http_status: null,
  next_attempt_at: null,
}

test.each([
  ['as nothing when no callback is owed', null, {}],
  ['as no attempt yet while the first is due', fresh, { next_attempt_at: nowShown }],
  [
    'with its attempts, the last one’s time and HTTP status, and the next one’s time',
    tried,
    {
      attempts: 3,
      last_attempt_at: nowShown,
      last_outcome: 'http_5xx',
      last_http_status: 502,
      next_attempt_at: '2026-01-31 15:04:35',
    },
  ],
  ['with no next time when it is over', over, { attempts: 20 }],
])('delivery is shown %s', (_, callback, shown) => {
  expect(callbackProgressView(callback)).toEqual({ ...nothing, ...shown })
})
