import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type HourFigures,
  hoursNeeded,
  hoursView,
  lastHourBefore,
} from '../../../../src/rules/views/overview/hours-view.ts'

const today = 20_000
/** 14:00 to 15:00 of that day in Asia/Taipei. */
const now = lastHourBefore(today) + 15

const figures = (
  hour: number,
  created: number,
  followed: Partial<HourFigures> = {},
): HourFigures => ({
  hour,
  collections: created,
  settled: created,
  settledAmount: created * 100,
  payouts: created * 2,
  paid: created,
  paidAmount: created * 50,
  cancelled: created,
  fees: created * 10,
  followed: null,
  followedSettled: null,
  accountMedian: null,
  accountWorst: null,
  settlementMedian: null,
  settlementWorst: null,
  ...followed,
})

const createdIn = (view: ReturnType<typeof hoursView>) =>
  view.hours.map(({ happened }) => happened?.collections.created ?? null)

test('the hours of a day add up to it, whatever happened in them', () => {
  const steps = fc.array(fc.nat(50), { minLength: 200, maxLength: 200 })
  fc.assert(
    fc.property(steps, (happened) => {
      let total = 7
      const rows = happened.map((count, n) => {
        total += count
        return figures(now - 199 + n, total)
      })
      const view = hoursView([rows], now, today)
      const sum = (counts: readonly number[]) => counts.reduce((one, other) => one + other, 0)
      expect(view.today.so_far?.collections.created).toBe(sum(happened.slice(-15)))
      expect(view.yesterday.so_far?.collections.created).toBe(sum(happened.slice(-39, -24)))
      expect(view.yesterday.whole?.collections.created).toBe(sum(happened.slice(-39, -15)))
      expect(view.week_ago.so_far?.payouts.created).toBe(2 * sum(happened.slice(-183, -168)))
      expect(createdIn(view)).toEqual(happened.slice(-24))
    }),
    { numRuns: 50 },
  )
})

test('no more rows are needed than an hour of a day has, and the ends of three days and of a month', () => {
  const needed = hoursNeeded(now, today)
  expect(needed.length).toBeLessThanOrEqual(32)
  const rows = needed.map((hour) => figures(hour, hour))
  const view = hoursView([rows], now, today)
  expect(createdIn(view)).toEqual(Array(24).fill(1))
  expect(view.week_ago.whole?.collections.created).toBe(24)
})

test('what was earned this month is known where the hour before it was counted in every database', () => {
  const rows = hoursNeeded(now, today).map((hour) => figures(hour, hour))
  // That day is 2024-10-04.
  const since = lastHourBefore(today - 3)
  const earned = ((now - since) * 10) / 100
  expect(hoursView([rows, rows], now, today).month).toEqual({
    from: '2024-10-01',
    income: 2 * earned,
  })
  const late = rows.filter(({ hour }) => hour !== since)
  expect(hoursView([rows, late], now, today).month.income).toBe(null)
})

test('hours and days of several databases are added up', () => {
  const [one, other] = [2, 3].map((times) =>
    hoursNeeded(now, today).map((hour) => figures(hour, hour * times)),
  )
  const view = hoursView([one ?? [], other ?? []], now, today)
  expect(view.today.so_far).toEqual({
    collections: { created: 75, settled: 75, settled_amount: 75 },
    payouts: { created: 150, paid: 75, paid_amount: 37.5, cancelled: 75 },
    income: 7.5,
  })
})

test('an hour whose row, or that of the hour before, is missing in one database is not known', () => {
  const rows = hoursNeeded(now, today).map((hour) => figures(hour, hour))
  const without = rows.filter(({ hour }) => hour !== now - 2)
  const view = hoursView([rows, without], now, today)
  expect(createdIn(view).slice(-5)).toEqual([2, 2, null, null, 2])
  expect(view.today.so_far).not.toBeNull()
})

test('what became of an hour is told once every database has looked at it', () => {
  const waits = { accountMedian: 5, settlementMedian: 90 }
  const few = { followed: 1, followedSettled: 0, ...waits, accountWorst: 60, settlementWorst: null }
  const many = { followed: 9, followedSettled: 8, ...waits, accountMedian: 7, accountWorst: 50 }
  const [one, other] = [figures(now - 1, 0, few), figures(now - 1, 0, many)]
  expect(hoursView([[one], [figures(now - 1, 0)]], now, today).hours.at(-2)?.followed).toBeNull()
  expect(hoursView([[one], [other]], now, today).hours.at(-2)?.followed).toEqual({
    created: 10,
    settled: 8,
    seconds_to_account: { median: 7, longest: 60 },
    seconds_to_settlement: { median: 90, longest: null },
  })
})
