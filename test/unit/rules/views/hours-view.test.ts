import { expect, test } from 'vitest'
import { hoursView } from '../../../../src/rules/views/overview-view.ts'

const hour = (created: number, settled: number) => {
  return { created, settled, paidAmount: settled * 100 }
}

test('hours of several databases are added up, oldest first', () => {
  const found = [
    [hour(3, 1), hour(0, 0)],
    [hour(2, 2), hour(1, 0)],
  ]
  expect(hoursView(found, 36_000, 10)).toEqual({
    hours: [
      { from: '1970-01-01 18:00:00', created: 5, settled: 3, paid_amount: 3, is_complete: true },
      { from: '1970-01-01 19:00:00', created: 1, settled: 0, paid_amount: 0, is_complete: true },
    ],
  })
})

test('an hour that one database has not counted to its end is not complete', () => {
  const found = [
    [hour(9, 1), hour(9, 1)],
    [hour(10, 2), hour(9, 0)],
  ]
  const { hours } = hoursView(found, 36_000, 10)
  expect(hours.map(({ is_complete: isComplete }) => isComplete)).toEqual([false, true])
})
