import { expect, test } from 'vitest'
import { changeLog } from '../../../src/documentation/page/changes.ts'

test('the changes stand below their version and day, the newest first, and say of which kind they are', () => {
  const [versions, ...blocks] = changeLog.blocks
  expect(JSON.stringify(versions)).toMatch(/v1\.9.*2\.7\.0.*v6\.0/)
  const days = blocks.flatMap((block) => {
    if (block.kind !== 'heading') return []
    const day = /^v1\.9 · (\d{4}-\d{2}-\d{2})$/.exec(block.labels.en)?.[1] ?? ''
    expect(block.labels.zh).toBe(block.labels.en)
    return [day]
  })
  expect(days.length).toBeGreaterThan(2)
  expect(days).toEqual([...new Set(days)].sort().reverse())
  for (const day of days) {
    expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(day <= new Date().toISOString().slice(0, 10)).toBe(true)
  }
  const lists = blocks.flatMap((block) => (block.kind === 'items' ? [block.items] : []))
  expect(lists).toHaveLength(days.length)
  for (const { zh, en } of lists.flat()) {
    expect(zh).toMatch(/^(?:行為|新增|放寬)：/)
    expect(en).toMatch(/^(?:Behaviour|Added|Accepts more): /)
  }
})
