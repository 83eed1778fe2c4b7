import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { verifyCurrent } from '../../../src/signing/current-style.ts'
import { type LegacyGroup, verifyLegacy } from '../../../src/signing/legacy-style.ts'
import {
  type Budget,
  budgetFor,
  noBudget,
  triedBytesMax,
} from '../../../src/signing/matching-secret.ts'
import { shortest } from '../../../src/signing/number-text.ts'
import { hashed } from '../../support/counted-md5.ts'
import { moneyNames, noSign, parametersOf } from './parameters.ts'

vi.mock('../../../src/signing/md5.ts', () => import('../../support/counted-md5.ts'))
vi.mock('../../../src/signing/number-text.ts', { spy: true })

// What another file of this process has loaded is not mocked, and no later file is to have a mock.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('../../../src/signing/md5.ts')
  vi.doUnmock('../../../src/signing/number-text.ts')
  vi.resetModules()
})

beforeEach(() => {
  hashed.length = 0
})

function hashesFor(json: string, secrets = ['K']): string[] {
  expect(verifyCurrent({ parameters: parametersOf(json), sign: noSign, secrets, moneyNames })).toBe(
    null,
  )
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

test('the values as sent are tried first, under each secret', () => {
  const first = 'amount=1.0&b=true&f=false&n=2.0&x={ "a":"\\u738b" }&y=[1, 2]&z=王'
  expect(hashesFor(everyForm, ['K', 'L']).slice(0, 2)).toEqual([`${first}&key=K`, `${first}&key=L`])
})

test('the first match ends the search', () => {
  const parameters = parametersOf('{"b":true,"uid":"M1"}')
  const sign = '2ED59B45A3B9EF28B4071E1EC73625AF'
  expect(verifyCurrent({ parameters, sign, secrets: ['KEY', 'OLD'], moneyNames: new Set() })).toBe(
    0,
  )
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

describe('the texts that are tried of a body stay within 512 KiB:', () => {
  const longest = 65_536

  /** A body of so many bytes with every kind in every form. */
  const bodyOf = (bytes: number, more = everyForm.slice(1, -1)) => {
    const before = `{${more},"text":"`
    return `${before}${'x'.repeat(bytes - before.length - 2)}"}`
  }
  const tryCurrent = (json: string, secrets = ['K'], budget = budgetFor(json.length)) =>
    verifyCurrent({ parameters: parametersOf(json), sign: noSign, secrets, moneyNames, budget })
  const tryLegacy = (json: string, group: LegacyGroup, budget: Budget) =>
    verifyLegacy({
      parameters: parametersOf(json),
      sign: noSign,
      secrets: ['K'],
      group,
      moneyNames,
      budget,
    })

  test.each([
    [1_000, 24],
    [Math.floor(triedBytesMax / 24), 24],
    [Math.floor(triedBytesMax / 24) + 1, 23],
    [40_000, 13],
    [longest, 8],
  ])('of %i bytes %i forms are tried', (bytes, forms) => {
    const json = bodyOf(bytes)
    expect(json).toHaveLength(bytes)
    tryCurrent(json)
    expect(hashed).toHaveLength(forms)
    expect(new Set(hashed).size).toBe(forms)
    expect(hashedCharacters()).toBeLessThanOrEqual(triedBytesMax)
  })

  test('a form within the budget is found, the next one is not', () => {
    const json = bodyOf(longest)
    const all = parametersOf(json)
    const unbounded = { textsLeft: 24, charactersLeft: Number.POSITIVE_INFINITY }
    tryCurrent(json, ['K'], unbounded)
    const [eighth = '', ninth = ''] = hashed.slice(7)
    const find = (text: string) => {
      const right = createHash('md5').update(text).digest('hex')
      const budget = budgetFor(longest)
      return verifyCurrent({ parameters: all, sign: right, secrets: ['K'], moneyNames, budget })
    }
    expect(hashed).toHaveLength(24)
    expect(find(eighth)).toBe(0)
    expect(find(ninth)).toBe(null)
  })

  test('numbers count with the length that they are written out to', () => {
    const numbers = Array.from({ length: 5_000 }, (_, n) => `"${n.toString(36)}x":1e35`)
    const json = `{"amount":1.5,${numbers.join(',')}}`
    tryCurrent(json)
    expect(hashed.length).toBeGreaterThan(1)
    expect(hashedCharacters()).toBeLessThanOrEqual(triedBytesMax)
  })

  test('a value is written in another form only when a text needs it', () => {
    vi.mocked(shortest).mockClear()
    tryCurrent(bodyOf(longest))
    expect(hashed).toHaveLength(8)
    expect(shortest).not.toHaveBeenCalled()
    tryCurrent(bodyOf(40_000))
    expect(shortest).toHaveBeenCalled()
  })

  test('both styles share the budget, and each is tried as sent in any case', () => {
    const json = bodyOf(longest)
    const budget = budgetFor(longest)
    tryCurrent(json, ['K'], budget)
    tryLegacy(json, 'collection', budget)
    expect(hashed).toHaveLength(9)
  })

  test('without a budget each style is tried as sent, under each secret, and no more', () => {
    const json = bodyOf(1_000)
    expect(tryCurrent(json, ['K', 'L'], noBudget())).toBe(null)
    expect(hashed).toHaveLength(2)
    const budget = noBudget()
    tryCurrent(json, ['K'], budget)
    tryLegacy(json, 'payout', budget)
    expect(hashed).toHaveLength(4)
  })
})

const hashedCharacters = () => hashed.reduce((sum, { length }) => sum + length, 0)
