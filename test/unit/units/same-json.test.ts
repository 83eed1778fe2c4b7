import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSameJson } from '../../../src/units/same-json.ts'
import { forAll } from '../../support/property.ts'

describe('two JSON texts', () => {
  test.each([
    ['{"a":1,"b":[1,2]}', '{ "b" : [1, 2],\n"a":1 }'],
    ['{"a":100}', '{"a":1e2}'],
    ['{"a":1.10}', '{"a":1.1}'],
    ['{"a":-1e-5}', '{"a":-0.00001}'],
    ['{"a":-0}', '{"a":0.00}'],
    ['{"a":"\\u738b\\/"}', '{"a":"王/"}'],
    ['{"\\u0061":1}', '{"a":1}'],
    ['"x"', '"\\u0078"'],
    ['', ''],
  ])('%s and %s are the same value', (one, other) => {
    expect(isSameJson(one, other)).toBe(true)
    expect(isSameJson(other, one)).toBe(true)
  })

  test.each([
    ['{"a":1}', '{"a":"1"}'],
    ['{"a":1}', '{"a":"n1e0"}'],
    ['{"a":12345678901234567890}', '{"a":12345678901234567891}'],
    ['{"a":0.1}', '{"a":0.10000000000000001}'],
    ['{"a":1}', '{"a":-1}'],
    ['{"a":1}', '{"a":10}'],
    ['{"a":1e-5}', '{"a":1e5}'],
    ['{"a":[1,2]}', '{"a":[2,1]}'],
    ['{"a":null}', '{}'],
    ['{"a":[]}', '{"a":{}}'],
    ['{"__proto__":{"a":1}}', '{}'],
    ['{}', '"{}"'],
    ['', '""'],
    ['', '{}'],
  ])('%s and %s are not', (one, other) => {
    expect(isSameJson(one, other)).toBe(false)
    expect(isSameJson(other, one)).toBe(false)
  })
})

test('property: written in another way, a value stays the same; changed, it does not', () =>
  forAll([fc.jsonValue({ maxDepth: 4 }), fc.nat()], 300, (value, seed) => {
    const text = JSON.stringify({ value })
    expect(isSameJson(text, rewritten({ value }, seed))).toBe(true)
    expect(isSameJson(text, rewritten({ value: [value] }, seed))).toBe(false)
  }))

/** A value as JSON with its names in reverse order, white space between tokens, and every character escaped. */
function rewritten(value: unknown, seed: number): string {
  const blank = [' ', '', '\n'][seed % 3] ?? ''
  if (typeof value === 'string') return escaped(value)
  if (Array.isArray(value)) {
    return `[${blank}${value.map((one) => rewritten(one, seed + 1)).join(`,${blank}`)}]`
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).toReversed()
  const written = members.map(([name, one]) => `${escaped(name)}${blank}:${rewritten(one, seed)}`)
  return `{${written.join(`${blank},`)}}`
}

function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, n) => text.charCodeAt(n))
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`
}
