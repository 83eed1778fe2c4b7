import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { md5Hex } from '../../../src/signing/md5.ts'
import { forAll } from '../../support/property.ts'

// In Node the library uses Node's own MD5; test/workerd/signing/md5.test.ts tests the library's code in workerd.
test.each([
  ['', 'D41D8CD98F00B204E9800998ECF8427E'],
  ['abc', '900150983CD24FB0D6963F7D28E17F72'],
  ['message digest', 'F96B697D7CB7938D525A2F31AAF161D0'],
  ['王小明', '252654E29E5656218F9B24E528DC0BF3'],
])('the MD5 of %j is %s (§5.3.7)', (text, hash) => expect(md5Hex(text)).toBe(hash))

test('property: a long text has the MD5 of its well-formed UTF-8, as a short one', () => {
  const units = fc.array(fc.nat(0xffff), { maxLength: 5 }).map((all) => String.fromCharCode(...all))
  forAll([fc.integer({ min: 1_900, max: 2_100 }), units, units], (length, before, after) => {
    const text = before + 'x'.repeat(length) + after
    const expected = createHash('md5').update(Buffer.from(text.toWellFormed())).digest('hex')
    expect(md5Hex(text)).toBe(expected.toUpperCase())
  })
})
