import { expect, test } from 'vitest'
import {
  bytesOfTexts,
  extraBytes,
  textBytes,
} from '../../../../src/rules/orders/order-text-bytes.ts'

test.each([
  ['', 0],
  ['ab', 2],
  ['王', 3],
  ['😀', 4],
])('%j has %i bytes', (text, bytes) => expect(textBytes(text)).toBe(bytes))

test('all texts of an order count, each once, and nothing that is no text', () => {
  expect(bytesOfTexts({ a: '王', b: '', c: 'ab', amount: 100, at: null, is: true })).toBe(5)
  expect(bytesOfTexts({})).toBe(0)
})

test.each([
  ['', 0],
  ['""', 0],
  ['"王"', 3],
  ['{"a":"王"}', 11],
  ['{}', 2],
])('an extra of %s has %i bytes as it was sent', (json, bytes) => {
  expect(extraBytes(json)).toBe(bytes)
})
