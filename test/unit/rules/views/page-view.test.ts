import { expect, test } from 'vitest'
import { pageView } from '../../../../src/rules/views/page-view.ts'

const pageOf = (ids: readonly number[], limit: number) =>
  pageView({ items: ids, limit, viewOf: (id) => ({ shown: id }), idOf: (id) => id })

test('a list that is full says where the next page begins, as text', () => {
  expect(pageOf([9, 8, 7], 3)).toEqual({
    items: [{ shown: 9 }, { shown: 8 }, { shown: 7 }],
    next_cursor: '7',
  })
})

test('a list that is not full is the last', () => {
  expect(pageOf([9, 8], 3).next_cursor).toBeNull()
  expect(pageOf([], 3)).toEqual({ items: [], next_cursor: null })
})
