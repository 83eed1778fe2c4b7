import { expect, test } from 'vitest'
import {
  beginRead,
  type FailedMinute,
  failedMax,
  failedRequests,
  type ReadEntry,
  uncountRead,
} from '../../../../src/store/merchants/failed-requests.ts'
import { readProject } from '../../../support/project-files.ts'

const start = 1_700_000_000_000

test('the rates of wrangler.toml are those that the code counts on', () => {
  const [topLevel = ''] = readProject('wrangler.toml').split(/^\[env\./m)
  const blocks = topLevel.matchAll(
    /name = "RATE_LIMIT_(\w+)"\nnamespace_id = "(\d+)"\nsimple = \{ limit = (\d+), period = (\d+) \}/g,
  )
  const rates = [...blocks].map(([, name = '', id, limit, period]) => {
    return { name, id, limit: Number(limit), period: Number(period) }
  })
  const limitOf = (name: string) => rates.find((rate) => rate.name === name)?.limit ?? 0
  const names = rates.map(({ name }) => name).sort()
  expect(names).toEqual(['ADDRESS', 'FAILED', 'HIGH', 'PAGES', 'STANDARD'])
  expect(new Set(rates.map(({ id }) => id)).size).toBe(rates.length)
  expect(new Set(rates.map(({ period }) => period))).toEqual(new Set([60]))
  expect(limitOf('FAILED')).toBe(failedMax)
  expect(limitOf('ADDRESS')).toBeGreaterThan(limitOf('HIGH'))
})

test('an address is over its rate until its minute ends, which begins with the first failure', () => {
  const memory = failedRequests()
  const minute = memory.minuteOf('a', start)
  minute.failed = failedMax - 1
  expect(memory.overFor('a', start)).toBe(0)
  minute.failed += 1
  expect(memory.overFor('a', start)).toBe(60)
  expect(memory.overFor('a', start + 59_001)).toBe(1)
  expect(memory.overFor('a', start + 60_000)).toBe(0)
  expect(memory.minuteOf('a', start + 59_999)).toBe(minute)
  expect(memory.minuteOf('a', start + 60_000)).toMatchObject({ failed: 0, reads: 0 })
  expect(memory.overFor('b', start)).toBe(0)
})

test('a merchant is read once a second for an address, over the rate once a minute', () => {
  const minute = failedRequests().minuteOf('a', start)
  const first = begin(minute, 'M', start)
  expect(beginRead(minute, 'M', start)).toBe('wait')
  begin(minute, 'N', start)
  first.isUnderWay = false
  expect(beginRead(minute, 'M', start + 999)).toBe('no')
  begin(minute, 'M', start + 1_000).isUnderWay = false
  minute.isOverElsewhere = true
  expect(beginRead(minute, 'M', start + 59_999)).toBe('no')
  begin(minute, 'O', start + 59_999)
})

test('a read whose request was aborted delays others for a second at most', () => {
  const minute = failedRequests().minuteOf('a', start)
  begin(minute, 'M', start)
  expect(beginRead(minute, 'M', start + 999)).toBe('wait')
  begin(minute, 'M', start + 1_000)
})

test('a valid request is not counted when its read ends after a later one began', () => {
  const minute = failedRequests().minuteOf('a', start)
  const slow = begin(minute, 'M', start)
  const later = begin(minute, 'M', start + 1_000)
  slow.isUnderWay = false
  uncountRead(slow)
  expect(beginRead(minute, 'M', start + 1_500)).toBe('wait')
  uncountRead(later)
  expect(minute).toMatchObject({ reads: 0, readOf: new Map() })
})

test('an address reads 60 times a minute; reads of valid requests do not count', () => {
  const minute = failedRequests().minuteOf('a', start)
  for (let n = 0; n < 1_000; n += 1) uncountRead(begin(minute, `M${n}`, start))
  const first = begin(minute, 'F0', start)
  for (let n = 1; n < 60; n += 1) begin(minute, `F${n}`, start)
  expect(beginRead(minute, 'F60', start)).toBe('wait')
  uncountRead(first)
  begin(minute, 'F60', start)
  minute.isOverElsewhere = true
  expect(beginRead(minute, 'F61', start)).toBe('no')
  expect(minute.readOf.size).toBe(60)
})

function begin(minute: FailedMinute, uid: string, nowMs: number): ReadEntry {
  const read = beginRead(minute, uid, nowMs)
  if (typeof read === 'string') throw new Error(`${uid} is not read: ${read}`)
  return read
}
