import { expect, test } from 'vitest'
import { problemOf } from '../../../scripts/checks/run.ts'

const size = { told: /gzip: ([\d.]+) KiB/, kibMax: 150 }

test.each([
  ['gzip: 150.00 KiB', null],
  ['gzip: 150.01 KiB', '150.01 KiB are more than the 150 KiB allowed'],
  ['no size at all', 'tells no size:\nno size at all'],
])('a bundle whose output is %j', (output, problem) =>
  expect(problemOf({ size }, output)).toBe(problem),
)

test('a command without a size limit needs no size', () => expect(problemOf({}, 'done')).toBeNull())
