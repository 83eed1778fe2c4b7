import { expect, test } from 'vitest'
import { hoursView } from '../../../../src/rules/views/overview-view.ts'

const row = (hour: number, created: number, settled: number) => {
  return { hour, created, settled, paidAmount: settled * 100 }
}

test('hours of several databases are added up, and an hour without orders is 0', () => {
  const found = [
    { rows: [row(10, 3, 1)], isComplete: true },
    { rows: [row(10, 2, 2), row(12, 1, 0)], isComplete: true },
  ]
  expect(hoursView(found, 10, 3)).toEqual({
    is_complete: true,
    hours: [
      { from: '1970-01-01 18:00:00', created: 5, settled: 3, paid_amount: 3 },
      { from: '1970-01-01 19:00:00', created: 0, settled: 0, paid_amount: 0 },
      { from: '1970-01-01 20:00:00', created: 1, settled: 0, paid_amount: 0 },
    ],
  })
})

test('an hour that one database has not read whole is left out, with those before it', () => {
  const found = [
    { rows: [row(10, 3, 1), row(12, 4, 4)], isComplete: true },
    { rows: [row(11, 2, 2), row(12, 1, 0)], isComplete: false },
  ]
  expect(hoursView(found, 10, 3)).toEqual({
    is_complete: false,
    hours: [{ from: '1970-01-01 20:00:00', created: 5, settled: 4, paid_amount: 4 }],
  })
  const onlyNow = [{ rows: [row(12, 9, 0)], isComplete: false }]
  expect(hoursView(onlyNow, 10, 3)).toEqual({ is_complete: false, hours: [] })
})
