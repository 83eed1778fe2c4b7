import { expect, test } from 'vitest'
import { problemOf } from '../../../scripts/checks/run.ts'

const size = { told: /gzip: ([\d.]+) KiB/, kibMax: 150 }

test.each([
  ['gzip: 150.00 KiB', null],
  ['gzip: 150.01 KiB', '150.01 KiB are more than the 150 KiB allowed'],
  ['no size at all', 'tells no size:\nno size at all'],
])('a bundle that tells %j', (output, problem) => expect(problemOf({ size }, output)).toBe(problem))

test('a command that has no size is not asked for one', () => {
  expect(problemOf({}, 'done')).toBeNull()
})
