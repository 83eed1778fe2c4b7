import { expect, test } from 'vitest'
import { extraBytes, textBytes } from '../../../../src/rules/orders/custom-data-bytes.ts'

test.each([
  ['', 0],
  ['ab', 2],
  ['王', 3],
  ['😀', 4],
])('%j has %i bytes', (text, bytes) => expect(textBytes(text)).toBe(bytes))

test.each([
  ['', 0],
  ['""', 0],
  ['"王"', 3],
  ['{"a":"王"}', 11],
  ['{}', 2],
])('an extra of %s has %i bytes as it was sent', (json, bytes) => {
  expect(extraBytes(json)).toBe(bytes)
})
