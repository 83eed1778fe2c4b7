import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newLinkToken } from '../../../../src/rules/links/link-identity.ts'
import { callbackId, orderId, tradeNo } from '../../../../src/rules/orders/order-identity.ts'
import { searchKeys } from '../../../../src/rules/search/search-keys.ts'
import { rankHits, readerAccessOf } from '../../../../src/rules/search/search-result.ts'
import { forAll } from '../../../support/property.ts'

const moment = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2058, 0, 1) })
const chance = fc.double({ min: 0, max: 0.999, noNaN: true })
const kind = fc.constantFrom('collection' as const, 'payout' as const)

describe('the text of a search', () => {
  test('is a transaction number or a callback’s id, in capitals or not', () => {
    forAll([kind, moment, chance, fc.integer({ min: 1, max: 99 })], (of, at, random, event) => {
      const id = orderId({ kind: of, nowMs: at, random, database: 3 })
      const number = tradeNo(id, () => random)
      for (const text of [number, number.toLowerCase(), ` ${number} `]) {
        expect(searchKeys(text).order).toEqual({ kind: of, id, tradeNo: number })
      }
      for (const text of [callbackId(number, event), callbackId(number, event).toLowerCase()]) {
        expect(searchKeys(text).callback).toMatchObject({ id, eventNumber: event })
      }
    })
  })

  test('is a link from the first nine characters of its session or token on', () => {
    forAll([moment, chance, fc.integer({ min: 0, max: 31 })], (at, random, length) => {
      const id = orderId({ kind: 'collection', nowMs: at, random, database: 1 })
      const beginning = newLinkToken(id, () => random).slice(0, length)
      expect(searchKeys(beginning).link).toEqual(length < 9 ? null : { id, beginning })
    })
  })

  test.each([
    ['1000', 100_000],
    ['1,000', 100_000],
    ['NT$1,234,567.50', 123_456_750],
    ['$ 250.5', 25_050],
    ['-500', 50_000],
    ['0', null],
    ['1,00', null],
    ['1.005', null],
    ['１，２８０．５', 128_050],
    ['ＮＴ＄１２８０', 128_000],
    ['−NT$200', 20_000],
    ['\u200e1,280\u2069', 128_000],
    ['1,280 元', 128_000],
    ['1000 股', 100_000],
    ['1000 2000', null],
    ['A1000', null],
  ])('%s is the amount %s', (text, amount) => {
    expect(searchKeys(text).amount).toBe(amount)
  })

  test.each([
    ['12345', '12345', '12345'],
    ['00123', '00123', '00123'],
    ['６７８９０', '67890', '67890'],
    ['\u202a67890\u202c', '67890', '67890'],
    ['1234', null, null],
    ['004-123 4567', null, '0041234567'],
    ['123456789012345678901', null, null],
    ['12-345', null, '12345'],
    ['…12345', '12345', null],
  ])('%s is the last five %s and the account %s', (text, last5, accountNo) => {
    expect(searchKeys(text)).toMatchObject({ last5, accountNo })
  })

  test.each([
    ['13344 王', '13344', 1_334_400, '王'],
    ['王小明 NT$8,888', null, 888_800, '王小明'],
    ['王小明…13344', '13344', null, '王小明'],
    ['　王○明　１３３４４ ', '13344', 1_334_400, '王○明'],
    ['8,888 元 王', null, 888_800, '王'],
    ['王 8888元', null, 888_800, '王'],
    ['Wang Hsiao Ming 8888', null, 888_800, 'Wang Hsiao Ming'],
    ['13344', '13344', 1_334_400, null],
    ['1,280 元', null, 128_000, null],
    ['王小明', null, null, null],
    ['王 1 13344', null, null, null],
    ['YS-1123-011', null, null, null],
  ])('%s is the digits %s, the amount %s, the name %s', (text, last5, amount, name) => {
    expect(searchKeys(text)).toMatchObject({ last5, amount, name })
  })

  test.each([
    ['ys-1123', ['ys-1123', 'YS-1123', 'Ys-1123']],
    [' ＹＳ－１１２３ ', ['YS-1123', 'ys-1123', 'Ys-1123']],
    ['123456', ['123456']],
    ['12345', []],
    ['YS', []],
    ['NT$8,888', []],
    ['…7K3M9Q', []],
    ['a b c d', []],
    ['x'.repeat(65), []],
  ])('%s is what a number begins with: %j', (text, beginnings) => {
    expect(searchKeys(text).beginnings).toEqual(beginnings)
  })

  test.each([
    ['…7k3m9q', '7K3M9Q', null],
    ['...411122', '411122', null],
    ['…11122', null, '11122'],
    ['7K3M9Q', null, null],
    ['…7K3M9I', null, null],
  ])('%s is the end of a number %s, of an account %s', (text, tradeNoEnd, accountEnd) => {
    expect(searchKeys(text)).toMatchObject({ tradeNoEnd, accountEnd })
  })

  test('never fails, and keeps the text', () => {
    forAll([fc.string()], (text) => {
      expect(searchKeys(text).text).toBe(text.trim())
    })
  })
})

test('what waits comes first, then the newest, each once and up to the limit', () => {
  const some = fc.record({
    kind: fc.constantFrom('collection', 'payout'),
    name: fc.constantFrom('a', 'b', 'c', 'd'),
    createdAt: fc.integer({ min: 0, max: 9 }),
    waits: fc.boolean(),
    matchedOn: fc.constant('amount'),
    merchantUid: fc.constant(null),
    amount: fc.constant(null),
    status: fc.constant(''),
  })
  forAll([fc.array(some), fc.integer({ min: 1, max: 50 })], (drawn, limit) => {
    const found = drawn as unknown as Parameters<typeof rankHits>[0]
    const names = found.map((one) => `${one.kind} ${one.name}`)
    const once = found.filter((_, place) => names.indexOf(names[place] ?? '') === place)
    const shown = rankHits(found, limit)
    const order = shown.map(({ waits, createdAt }) => (waits ? 100 : 0) + createdAt)
    expect(order).toEqual([...order].sort((one, other) => other - one))
    expect(shown).toHaveLength(Math.min(limit, once.length))
    expect(once).toEqual(expect.arrayContaining([...shown]))
  })
})

test('an agent sees the accounts that name it or nobody, everyone else all of them', () => {
  const accounts = [
    { id: 1, agents: [] },
    { id: 2, agents: ['amy@x.example', 'bot'] },
    { id: 3, agents: ['bob@x.example'] },
  ]
  const seen = (name: string, role: 'agent' | 'auditor') => [
    ...readerAccessOf({ name, role }, accounts).accounts,
  ]
  expect(seen('amy@x.example', 'agent')).toEqual([1, 2])
  expect(seen('service:bot', 'agent')).toEqual([1, 2])
  expect(seen('eve@x.example', 'agent')).toEqual([1])
  expect(seen('eve@x.example', 'auditor')).toEqual([1, 2, 3])
})
