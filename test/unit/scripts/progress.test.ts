import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withProgress } from '../../../scripts/progress.mjs'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a step logs its start, its progress every 3 seconds, and its end', async () => {
  const lines: string[] = []
  let done = 0
  const work = async () => {
    for (; done < 7; done++) await vi.advanceTimersByTimeAsync(1000)
    return 'result'
  }
  const options = { log: (line: string) => lines.push(line), progress: () => `${done} of 7` }
  expect(await withProgress('Working', work, options)).toBe('result')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(lines).toEqual([
    'Working …',
    'Working: 3.0 s, 2 of 7',
    'Working: 6.0 s, 5 of 7',
    'Working: done in 7.0 s',
  ])
})

test('a step that fails logs nothing more', async () => {
  const lines: string[] = []
  const work = () => Promise.reject(new Error('no'))
  await expect(withProgress('Working', work, { log: (line) => lines.push(line) })).rejects.toThrow(
    'no',
  )
  await vi.advanceTimersByTimeAsync(10_000)
  expect(lines).toEqual(['Working …'])
})
