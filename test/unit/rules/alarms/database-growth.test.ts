import { expect, test } from 'vitest'
import { growthOf } from '../../../../src/rules/alarms/database-growth.ts'

const day = 86_400
const gb = 1_000_000_000

test.each([
  ['half a GB a day', { at: 0, bytes: 2 * gb }, { at: 4 * day, bytes: 4 * gb }, 0.5 * gb, 12],
  ['over a part of a day more', { at: 0, bytes: 0 }, { at: 1.5 * day, bytes: 3 * gb }, 2 * gb, 3],
  ['it shrinks', { at: 0, bytes: 2 * gb }, { at: 2 * day, bytes: gb }, -0.5 * gb, null],
  ['it is full', { at: 0, bytes: 9 * gb }, { at: day, bytes: 11 * gb }, 2 * gb, 0],
  ['less than a day says nothing', { at: 0, bytes: 0 }, { at: day - 1, bytes: gb }, null, null],
  ['nothing is known of before', null, { at: day, bytes: gb }, null, null],
])('%s', (_name, older, newest, bytesPerDay, daysToFull) => {
  expect(growthOf(older, newest)).toEqual({ bytesPerDay, daysToFull })
})
