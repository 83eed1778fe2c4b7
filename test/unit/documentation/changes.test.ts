import { expect, test } from 'vitest'
import { changeLog } from '../../../src/documentation/page/changes.ts'

test('each change has the day from which it holds, the newest first', () => {
  const lists = changeLog.blocks.flatMap((block) => (block.kind === 'items' ? [block.items] : []))
  expect(lists.length).toBeGreaterThan(2)
  for (const items of lists) {
    const days = items.map(({ zh, en }) => [zh.split('：')[0] ?? '', en.split(': ')[0]])
    for (const [one = '', other] of days) {
      expect(one).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      expect(other).toBe(one)
      expect(one <= new Date().toISOString().slice(0, 10)).toBe(true)
    }
    const order = days.map(([day]) => day)
    expect(order).toEqual([...order].sort().reverse())
  }
})
