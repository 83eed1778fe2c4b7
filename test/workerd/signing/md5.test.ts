import fc from 'fast-check'
import { expect, test } from 'vitest'
import { md5Hex } from '../../../src/signing/md5.ts'

async function md5OfTheRuntime(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('MD5', new TextEncoder().encode(text))
  const bytes = [...new Uint8Array(digest)]
  return bytes.map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('')
}

test('property: any text has the MD5 that the runtime gives its UTF-8 bytes', async () => {
  const units = fc.array(fc.nat(0xffff)).map((all) => String.fromCharCode(...all))
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), units)
  await fc.assert(
    fc.asyncProperty(text, async (text) => {
      expect(md5Hex(text)).toBe(await md5OfTheRuntime(text))
    }),
    { numRuns: 1000 },
  )
})

test('a character of any width across the end of a block has the runtime’s MD5', async () => {
  for (const character of ['a', 'é', '王', '😀']) {
    for (let length = 0; length < 200; length += 1) {
      const text = 'x'.repeat(length) + character.repeat(3)
      expect(md5Hex(text)).toBe(await md5OfTheRuntime(text))
    }
  }
})

test('a text of 64 KiB has the MD5 that the runtime gives', async () => {
  const text = 'amount=100&user_name=王小明&'.repeat(2200)
  expect(md5Hex(text)).toBe(await md5OfTheRuntime(text))
})

test('a text has the same MD5 where the platform’s own takes over from the library', async () => {
  for (const character of ['a', 'é', '王', '😀', '\ud800']) {
    for (let length = 1_990; length < 2_010; length += 1) {
      const text = 'x'.repeat(length) + character
      expect(md5Hex(text)).toBe(await md5OfTheRuntime(text))
    }
  }
})

test('the MD5 of a text does not depend on earlier texts', async () => {
  for (const text of ['x'.repeat(1000), '', 'a', '王'.repeat(64), 'a']) {
    expect(md5Hex(text)).toBe(await md5OfTheRuntime(text))
  }
})
