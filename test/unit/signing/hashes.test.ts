import { beforeEach, expect, test, vi } from 'vitest'
import { verifyCurrent } from '../../../src/signing/current-style.ts'
import { readJsonBody } from '../../../src/signing/parameters.ts'
import { hashed } from '../../support/counted-md5.ts'

vi.mock('../../../src/signing/md5.ts', () => import('../../support/counted-md5.ts'))

beforeEach(() => {
  hashed.length = 0
})

function hashesFor(json: string, secrets = ['K']): string[] {
  const body = readJsonBody(new TextEncoder().encode(json))
  if (!body.ok) throw new Error(body.fault)
  expect(verifyCurrent(body.parameters, '0'.repeat(32), secrets, new Set(['amount']))).toBe(null)
  return hashed
}

const everyForm =
  '{"amount":1.0,"n":2.0,"b":true,"f":false,"x":{ "a":"\\u738b" },"y":[1, 2],"z":"\\u738b"}'

test('a body with every kind in every form costs 24 hashes of 24 texts for each secret', () => {
  expect(hashesFor(everyForm)).toHaveLength(24)
  expect(new Set(hashed).size).toBe(24)

  hashed.length = 0
  expect(hashesFor(everyForm, ['K', 'L'])).toHaveLength(48)
  expect(new Set(hashed).size).toBe(48)
})

test('a body with many values of each kind costs no more', () => {
  const values = ['1.0', '1e2', 'true', 'false', '[ 1 ]', '"x"', 'null', '{"a":"\\/" }', '3']
  const members = Array.from({ length: 500 }, (_, n) => `"m${n}":${values[n % values.length]}`)

  expect(hashesFor(`{"amount":1.5,${members.join(',')}}`)).toHaveLength(24)
})

test('as sent comes first, under each secret, before any other form', () => {
  const first = 'amount=1.0&b=true&f=false&n=2.0&x={ "a":"\\u738b" }&y=[1, 2]&z=王'

  expect(hashesFor(everyForm, ['K', 'L']).slice(0, 2)).toEqual([`${first}&key=K`, `${first}&key=L`])
})

test('the first hit ends it', () => {
  const body = readJsonBody(new TextEncoder().encode('{"b":true,"uid":"M1"}'))
  if (!body.ok) throw new Error(body.fault)
  const sign = '2ED59B45A3B9EF28B4071E1EC73625AF'

  expect(verifyCurrent(body.parameters, sign, ['KEY', 'OLD'], new Set())).toBe(0)
  expect(hashed).toEqual(['b=true&uid=M1&key=KEY'])
})

test.each([
  ['text and null only', '{"a":"1.0","b":null,"c":"true"}', 1],
  ['whole numbers that are not money', '{"a":1,"b":1760000000}', 1],
  ['compact and plain nested values', '{"x":{"a":"王/"},"y":[1,2]}', 1],
  ['money sent as 100', '{"amount":100}', 2],
  ['money sent as 100.00', '{"amount":100.00}', 2],
  ['money sent as 100.0', '{"amount":100.0}', 3],
  ['money with three decimals', '{"amount":1.234}', 1],
  ['money with three decimals, the last one 0', '{"amount":1.230}', 2],
  ['a number with an exponent', '{"a":1e2}', 2],
  ['an exponent beyond reason', '{"a":1e999999999,"amount":1e999999999}', 1],
  ['a boolean', '{"a":false}', 2],
  ['white space inside', '{"x":[1, 2]}', 2],
  ['an escape inside', '{"x":["\\u738b"]}', 2],
  ['both inside', '{"x":["\\u738b", 1]}', 4],
  ['both, in two values', '{"x":["\\u738b"],"y":[1, 2]}', 4],
  ['escapes that stay', '{"x":["\\u0022\\n"]}', 1],
  ['white space around values only', '{ "x" : [1] , "a" : "b" }', 1],
  ['money and a boolean', '{"amount":100,"b":true}', 4],
  ['a sign that is a number', '{"sign":1.0,"a":"x"}', 1],
])('only forms that give another text are hashed: %s', (_, json, count) => {
  expect(hashesFor(json)).toHaveLength(count)
})
