import { expect, test } from 'vitest'
import { nameCache } from '../../../../src/store/callbacks/name-cache.ts'

test('a name is known for as long as its resolver says, and five minutes at most', () => {
  const names = nameCache()
  expect(names.get('shop.example', 0)).toBeUndefined()
  names.put('shop.example', null, { nowMs: 0, seconds: 60 })
  names.put('inner.example', '10.0.0.1', { nowMs: 0, seconds: 86_400 })
  expect(names.get('shop.example', 59_999)).toBeNull()
  expect(names.get('shop.example', 60_000)).toBeUndefined()
  expect(names.get('inner.example', 299_999)).toBe('10.0.0.1')
  expect(names.get('inner.example', 300_000)).toBeUndefined()
})

test('the oldest of two thousand names makes room for the newest', () => {
  const names = nameCache()
  for (let n = 0; n <= 2_000; n += 1) names.put(`${n}.example`, null, { nowMs: 0, seconds: 60 })
  expect(names.get('0.example', 1)).toBeUndefined()
  expect(names.get('1.example', 1)).toBeNull()
  expect(names.get('2000.example', 1)).toBeNull()
})
