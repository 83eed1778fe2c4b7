import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import StallReporter, { stallMs } from '../../../scripts/checks/stall-reporter.ts'

const moduleOf = (relativeModuleId: string) => ({ project: { name: 'unit' }, relativeModuleId })

let codeBefore: typeof process.exitCode
beforeEach(() => {
  codeBefore = process.exitCode
  vi.useFakeTimers()
})
afterEach(() => {
  process.exitCode = codeBefore
  vi.useRealTimers()
})

function aRun() {
  const told = vi.spyOn(console, 'error').mockReturnValue()
  const exit = vi.fn(async () => {})
  const reporter = new StallReporter()
  reporter.onInit({ exit })
  reporter.onTestRunStart()
  return { reporter, exit, told }
}

test('a run in which no test ends is ended, and fails with the names of what was running', () => {
  const { reporter, exit, told } = aRun()
  reporter.onTestModuleQueued(moduleOf('a.test.ts'))
  reporter.onTestModuleQueued(moduleOf('b.test.ts'))
  reporter.onTestCaseReady({ fullName: 'a suite > a test' })
  reporter.onTestModuleEnd(moduleOf('a.test.ts'))
  vi.advanceTimersByTime(stallMs - 1)
  expect(exit).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(exit).toHaveBeenCalledWith(true)
  expect(process.exitCode).toBe(1)
  expect(told.mock.calls.join()).toMatch(
    /Running: unit b\.test\.ts\..*ended: unit a\.test\.ts\..*began: a suite > a test\./,
  )
})

test('each test that ends starts the time anew, and a run that is over is not ended', () => {
  const { reporter, exit } = aRun()
  reporter.onTestModuleQueued(moduleOf('a.test.ts'))
  for (let n = 0; n < 5; n += 1) {
    vi.advanceTimersByTime(stallMs - 1)
    reporter.onTestCaseResult()
  }
  reporter.onTestRunEnd()
  vi.advanceTimersByTime(2 * stallMs)
  expect(exit).not.toHaveBeenCalled()
})
