import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sortLines } from '../../../../../src/rules/banking/statements/statement-order.ts'
import { forAll } from '../../../../support/property.ts'
import { firstDay, inFile, movements, shuffled, statementOf } from './made-statements.ts'

const balancesOf = (lines: readonly { readonly balance: number | null }[]) =>
  lines.map(({ balance }) => balance)

describe('a file with balances', () => {
  test('oldest first stays as it is, newest first is turned round', () => {
    forAll([movements], (all) => {
      const lines = statementOf(all)
      for (const file of [lines, inFile(lines.toReversed())]) {
        const { lines: found, broken, days } = sortLines(file, [], [100_000])
        expect(broken).toBeNull()
        expect(days[0]?.opening).toBe(100_000)
        expect(days.at(-1)?.closing).toBe(lines.at(-1)?.balance)
        expect(found.map(({ amount }) => amount)).toHaveLength(all.length)
      }
      expect(balancesOf(sortLines(lines, [], [100_000]).lines)).toEqual(balancesOf(lines))
    })
  })

  test('shuffled is put into an order in which each balance follows, day by day', () => {
    const file = movements.chain((all) => shuffled(statementOf(all)).map(inFile))
    forAll([file], 300, (lines) => {
      const { lines: found, broken, days } = sortLines(lines, [], [100_000])
      expect(broken).toBeNull()
      expect(new Set(found)).toEqual(new Set(lines))
      for (const [place, { day, amount, balance }] of found.entries()) {
        const before = found[place - 1]
        if (before === undefined) continue
        expect(balance).toBe((before.balance ?? 0) + amount)
        expect(day).toBeGreaterThanOrEqual(before.day)
      }
      expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted())
    })
  })

  test('with one balance changed is broken, at that line or the next', () => {
    forAll([movements, fc.nat(), fc.integer({ min: 1, max: 49 })], (all, at, by) => {
      const lines = statementOf([...all, ...all.map((one) => ({ ...one, day: one.day + 9 }))])
      const place = at % lines.length
      const file = lines.map((line, n) => {
        return n === place ? { ...line, balance: (line.balance ?? 0) + by } : line
      })
      const { broken } = sortLines(file, [], [100_000])
      expect([place + 2, place + 3]).toContain(broken?.line)
    })
  })

  test('may jump where a line was left out, and nowhere else', () => {
    forAll([movements, fc.nat()], (all, at) => {
      const lines = statementOf([...all, ...all.map((one) => ({ ...one, day: one.day + 9 }))])
      const place = 1 + (at % (lines.length - 1))
      const rest = lines.filter((_, n) => n !== place)
      const { broken, days } = sortLines(rest, [place + 2], [100_000])
      expect(broken).toBeNull()
      const next = lines[place + 1]
      expect(days.filter(({ jumps }) => jumps).map(({ day }) => day)).toEqual(
        next === undefined ? [] : [next.day],
      )
      if (next === undefined) return
      expect(sortLines(rest, [1], [100_000]).broken).not.toBeNull()
    })
  })

  test('a day that ends as it began is found between its neighbours', () => {
    const day = (n: number, ...amounts: number[]) =>
      amounts.map((amount) => ({ day: firstDay + n, time: null, amount, memo: '' }))
    const lines = statementOf([...day(0, 5, 3, -8), ...day(1, 7, -7), ...day(2, 1)], 10)
    const mixed = inFile([2, 0, 1, 4, 3, 5].flatMap((place) => lines[place] ?? []))
    const { days, broken } = sortLines(mixed, [], [])
    expect(broken).toBeNull()
    expect(days.map(({ opening, closing }) => [opening, closing]).at(-1)).toEqual([10, 11])
  })

  test('that ends as it began and has no times begins wherever the one before ended', () => {
    const lines = statementOf([
      { day: firstDay, time: null, amount: 5, memo: '' },
      { day: firstDay, time: null, amount: -5, memo: '' },
    ])
    const ends = (openings: number[]) => sortLines(lines, [], openings).days[0]
    expect(ends([])).toMatchObject({ opening: null, closing: null })
    expect(ends([100_000])).toMatchObject({ opening: 100_000, closing: 100_000 })
    expect(ends([100_005])).toMatchObject({ opening: 100_005, closing: 100_005 })
    const timed = lines.map((line, place) => ({ ...line, time: place }))
    for (const file of [timed, inFile(timed.toReversed())]) {
      expect(sortLines(file, [], []).days[0]).toMatchObject({ opening: 100_000, closing: 100_000 })
    }
  })
})

describe('a file without balances', () => {
  const withoutBalances = movements.map((all) =>
    statementOf(all).map((line) => ({ ...line, balance: null })),
  )

  test('is put into the order of its days and times, and has no ends of days', () => {
    const file = withoutBalances.chain((lines) => shuffled(lines).map(inFile))
    forAll([file], (lines) => {
      const { lines: found, hasBalances, days } = sortLines(lines, [], [100_000])
      const times = found.map(({ day, time }) => day * 86_400 + (time ?? 0))
      expect(times).toEqual(times.toSorted((one, other) => one - other))
      expect(hasBalances).toBe(false)
      expect(new Set(days.flatMap(({ opening, closing }) => [opening, closing]))).toEqual(
        new Set([null]),
      )
    })
  })
})
