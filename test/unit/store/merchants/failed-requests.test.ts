import { expect, test } from 'vitest'
import {
  beginRead,
  endRead,
  failedMax,
  failedRequests,
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
  expect(beginRead(minute, 'M', start)).toBe('read')
  expect(beginRead(minute, 'M', start)).toBe('wait')
  expect(beginRead(minute, 'N', start)).toBe('read')
  endRead(minute, 'M')
  expect(beginRead(minute, 'M', start + 999)).toBe('no')
  expect(beginRead(minute, 'M', start + 1_000)).toBe('read')
  endRead(minute, 'M')
  minute.isOverElsewhere = true
  expect(beginRead(minute, 'M', start + 59_999)).toBe('no')
  expect(beginRead(minute, 'O', start + 59_999)).toBe('read')
})

test('a read whose request was aborted delays others for a second at most', () => {
  const minute = failedRequests().minuteOf('a', start)
  expect(beginRead(minute, 'M', start)).toBe('read')
  expect(beginRead(minute, 'M', start + 999)).toBe('wait')
  expect(beginRead(minute, 'M', start + 1_000)).toBe('read')
})

test('an address reads 60 times a minute; reads of valid requests do not count', () => {
  const minute = failedRequests().minuteOf('a', start)
  for (let n = 0; n < 1_000; n += 1) {
    expect(beginRead(minute, `M${n}`, start)).toBe('read')
    endRead(minute, `M${n}`)
    uncountRead(minute, `M${n}`)
  }
  for (let n = 0; n < 60; n += 1) expect(beginRead(minute, `F${n}`, start)).toBe('read')
  expect(beginRead(minute, 'F60', start)).toBe('wait')
  uncountRead(minute, 'F0')
  expect(beginRead(minute, 'F60', start)).toBe('read')
  minute.isOverElsewhere = true
  expect(beginRead(minute, 'F61', start)).toBe('no')
  expect(minute.readOf.size).toBe(60)
})
