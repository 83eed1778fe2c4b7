import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  callbackId,
  databaseOf,
  kindOf,
  orderId,
  parseCallbackId,
  parseTradeNo,
  tradeNo,
} from '../../../../src/rules/orders/order-identity.ts'
import { forAll } from '../../../support/property.ts'

const firstMs = Date.UTC(2025, 0, 1)
const lastMs = Date.UTC(2059, 0, 1)

const aKind = () => fc.constantFrom('collection' as const, 'payout' as const)
const aTime = () => fc.integer({ min: firstMs, max: lastMs })
const aDatabase = () => fc.nat(15)
const aRandom = () => fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const parts = [aKind(), aTime(), aRandom(), aDatabase()] as const
const anId = () =>
  fc
    .tuple(...parts)
    .map(([kind, nowMs, random, database]) => orderId({ kind, nowMs, random, database }))

/** A source of random numbers that gives these, over and over. */
function drawing(...numbers: readonly number[]): () => number {
  let n = 0
  return () => numbers[n++ % numbers.length] ?? 0
}

describe('an order’s id', () => {
  test('property: is a non-negative integer below 2⁵³ until 2059', () => {
    forAll([anId()], (id) => {
      expect(id).toSatisfy(Number.isSafeInteger)
      expect(id).toBeGreaterThanOrEqual(0)
    })
    expect(
      orderId({ kind: 'payout', nowMs: lastMs, random: 1 - Number.EPSILON, database: 15 }),
    ).toBeLessThan(2 ** 53)
  })

  test('property: is greater than every id of an earlier millisecond, of any kind', () => {
    forAll([...parts, ...parts, fc.nat(1e9)], (...ids) => {
      const [kind, ms, random, database, laterKind, _, laterRandom, laterDatabase, gap] = ids
      const earlier = orderId({ kind, nowMs: ms, random, database })
      const later = orderId({
        kind: laterKind,
        nowMs: ms + 1 + gap,
        random: laterRandom,
        database: laterDatabase,
      })
      expect(later).toBeGreaterThan(earlier)
    })
  })

  test('property: tells its kind, so that no collection has the id of a payout', () => {
    forAll([...parts], (kind, ms, random, database) => {
      expect(kindOf(orderId({ kind, nowMs: ms, random, database }))).toBe(kind)
    })
    expect(orderId({ kind: 'payout', nowMs: firstMs, random: 0.5, database: 0 })).not.toBe(
      orderId({ kind: 'collection', nowMs: firstMs, random: 0.5, database: 0 }),
    )
  })

  test('property: tells the number of its database, so that two databases never share one', () =>
    forAll([...parts], (kind, ms, random, database) => {
      expect(databaseOf(orderId({ kind, nowMs: ms, random, database }))).toBe(database)
    }))

  test.each([
    ['collection', 0, 0, 0, 0],
    ['payout', 0, 0, 0, 1],
    ['payout', 0, 0, 15, 31],
    ['collection', 0, 0.5, 0, 4096],
    ['collection', 1, 0, 3, 8198],
    ['payout', 1000, 0.9999, 15, 8_192_000 + 8191],
  ] as const)(
    'of a %s %i ms after 2025 began, drawn with %d, in database %i, is %i',
    (...drawn) => {
      const [kind, ms, random, database, id] = drawn
      expect(orderId({ kind, nowMs: firstMs + ms, random, database })).toBe(id)
    },
  )

  test('has 256 values within one millisecond of one database', () => {
    const drawn = (random: number) =>
      orderId({ kind: 'collection', nowMs: firstMs, random, database: 0 })
    expect(new Set(Array.from({ length: 256 }, (_, n) => drawn(n / 256))).size).toBe(256)
    expect(drawn(0.5)).toBe(drawn(0.5001))
  })
})

describe('a transaction number', () => {
  test('property: gives its order’s id and kind back', () =>
    forAll([anId(), fc.array(aRandom(), { minLength: 1 })], 1000, (id, numbers) => {
      const text = tradeNo(id, drawing(...numbers))
      expect(parseTradeNo(text)).toEqual({ kind: kindOf(id), id, tradeNo: text })
    }))

  test('property: has 27 characters, C or P before letters and digits that nobody confuses', () =>
    forAll([anId(), aRandom()], (id, random) => {
      const text = tradeNo(id, () => random)
      expect(text).toMatch(kindOf(id) === 'collection' ? /^C/ : /^P/)
      expect(text).toMatch(/^.[0-9A-HJKMNP-TV-Z]{26}$/)
    }))

  test('property: numbers sort as texts the way their ids do', () =>
    forAll([anId(), anId()], (one, other) => {
      const texts = [one, other].map((id) => tradeNo(id, () => 0).slice(1))
      expect(texts.toSorted()).toEqual(one <= other ? texts : texts.toReversed())
    }))

  test('has fifteen draws of 32 characters each that nobody can guess', () => {
    let draws = 0
    const counting = (): number => {
      draws += 1
      return 0
    }
    tradeNo(orderId({ kind: 'payout', nowMs: firstMs, random: 0, database: 0 }), counting)
    expect(draws).toBe(15)
    const last = (random: number) => tradeNo(0, drawing(random)).at(-1)
    const letters = Array.from({ length: 32 }, (_, n) => last(n / 32))
    expect(new Set(letters).size).toBe(32)
  })

  test('of the smallest and of the greatest id is read', () => {
    for (const id of [0, 1, 2 ** 53 - 2, 2 ** 53 - 1]) {
      const number = tradeNo(id, () => 0.999)
      expect(number.length).toBe(27)
      expect(parseTradeNo(number)).toEqual({ kind: kindOf(id), id, tradeNo: number })
    }
  })

  test.each([
    ['an empty text', ''],
    ['another kind’s letter', tradeNo(2, () => 0).replace('C', 'P')],
    ['no kind’s letter', tradeNo(2, () => 0).replace('C', 'X')],
    ['small letters', tradeNo(2, () => 0.9).toLowerCase()],
    ['a character too few', tradeNo(2, () => 0).slice(0, -1)],
    ['a character too many', `${tradeNo(2, () => 0)}0`],
    ['a blank', ` ${tradeNo(2, () => 0)}`],
    ['a line break', `${tradeNo(2, () => 0)}\n`],
    ['letters that are not used', `${tradeNo(2, () => 0).slice(0, -1)}I`],
    ['an L', `${tradeNo(2, () => 0).slice(0, -1)}L`],
    ['an O for a 0', `${tradeNo(2, () => 0).slice(0, -1)}O`],
    ['a U', `${tradeNo(2, () => 0).slice(0, -1)}U`],
    ['an id beyond 2⁵³', `CZZZZZZZZZZY${'0'.repeat(15)}`],
    ['a merchant’s own number', 'ORDER-20260131-0001'],
    ['a wildcard', `C${'%'.repeat(26)}`],
    ['digits of another script', `C${'０'.repeat(26)}`],
    ['an object’s name', 'constructor'],
  ])('is not %s', (_, text) => expect(parseTradeNo(text)).toBeNull())

  test('property: any text gives null or an order whose number begins like it', () => {
    const letters = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    const body = fc.array(letters, { minLength: 26, maxLength: 26 }).map((all) => all.join(''))
    const aText = fc.oneof(
      fc.string(),
      fc.tuple(fc.constantFrom('C', 'P'), body).map((both) => both.join('')),
    )
    forAll([aText], 2000, (text) => {
      const found = parseTradeNo(text)
      if (found === null) return
      expect(tradeNo(found.id, () => 0).slice(0, 12)).toBe(text.slice(0, 12))
      expect(kindOf(found.id)).toBe(found.kind)
    })
  })
})

test('the id of a callback names its order’s transaction number, and is another for another', () => {
  expect(callbackId('C123', 1)).toContain('C123')
  expect(callbackId('C123', 1)).not.toBe(callbackId('P123', 1))
})

test('the id of a callback is cb_<trade_no> for the first event, with .2, .3 … after it', () => {
  const number = tradeNo(
    orderId({ kind: 'collection', nowMs: Date.UTC(2026, 0, 31), random: 0.5, database: 0 }),
    () => 0.5,
  )
  expect([1, 2, 3].map((event) => callbackId(number, event))).toEqual([
    `cb_${number}`,
    `cb_${number}.2`,
    `cb_${number}.3`,
  ])
  for (const eventNumber of [1, 2, 9, 10, 137]) {
    const named = parseCallbackId(callbackId(number, eventNumber))
    expect(named).toEqual({ ...parseTradeNo(number), eventNumber })
  }
  for (const wrong of ['.', '.0', '.1', '.01', '.02', '.x', '.2.', '.2.3', '.123456']) {
    expect(parseCallbackId(`cb_${number}${wrong}`)).toBeNull()
  }
  expect(parseCallbackId(number)).toBeNull()
})
