import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { md5, md5Of } from '../../../../src/documentation/browser/js-md5.ts'
import {
  createHash as createHere,
  timingSafeEqual,
} from '../../../../src/documentation/browser/node-crypto.ts'
import { forAll } from '../../../support/property.ts'

const bytes = fc.uint8Array({ maxLength: 300 })

test.each(['md5', 'sha256'] as const)('in the browser, %s is what Node computes', (algorithm) => {
  forAll([bytes], (content) => {
    const ours = createHere(algorithm).update(content).digest('hex')
    expect(ours).toBe(createHash(algorithm).update(content).digest('hex'))
  })
})

test('a text is hashed as UTF-8', () => {
  forAll([fc.string({ unit: 'grapheme' })], (text) => {
    const hex = createHash('md5').update(text).digest('hex')
    expect(md5.create().update(text).hex()).toBe(hex)
    expect(md5Of(new TextEncoder().encode(text))).toBe(hex)
  })
})

test('two contents are the same only with every byte', () => {
  expect(timingSafeEqual(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true)
  expect(timingSafeEqual(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false)
})
