import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NeededLineCollector } from '../../../../../src/rules/banking/statements/needed-lines.ts'
import type { UnconfirmedLine } from '../../../../../src/rules/banking/statements/pair-lines.ts'
import {
  type ImportPlan,
  planImport,
  type StoredStatement,
} from '../../../../../src/rules/banking/statements/plan-import.ts'
import {
  bookedAt,
  type StatementLine,
} from '../../../../../src/rules/banking/statements/statement-line.ts'
import { forAll } from '../../../../support/property.ts'
import {
  firstDay,
  inFile,
  type Movement,
  movements,
  shuffled,
  statementOf,
} from './made-statements.ts'
import { runAtOnce } from './run-at-once.ts'

type Account = Omit<StoredStatement, 'partialDays' | 'unneeded'>

const nothing: Account = { lines: [], unconfirmed: [], days: [] }

function plan(
  lines: readonly StatementLine[],
  stored = nothing,
  problems: readonly { line: number; problem: 'date_not_understood' }[] = [],
  problemDays: ReadonlyMap<number, number> = new Map(),
): ImportPlan {
  const compared = new NeededLineCollector(lines)
  const ofStatement = { bookedAt: 0, dayOnly: true, amount: 1, balance: null, last5: '', name: '' }
  for (const line of stored.lines) compared.take({ ...ofStatement, ...line })
  for (const line of stored.unconfirmed) compared.take({ ...line, key: null, importId: null })
  const { days } = stored
  return runAtOnce(planImport({ lines, problems, problemDays }, { ...compared.needed, days }, null))
}

/** What is stored once a plan is written. */
function written({ planned, days }: ImportPlan, stored = nothing): Account {
  const first = stored.lines.length + 1
  const lines = planned.map(({ key }, place) => ({ id: first + place, key, importId: 1 }))
  const replaced = new Set(days.map(({ day }) => day))
  const kept = stored.days.filter(({ day }) => !replaced.has(day))
  const confirmed = new Set(planned.map(({ confirms }) => confirms))
  return {
    lines: [...stored.lines, ...lines],
    unconfirmed: stored.unconfirmed.filter(({ id }) => !confirmed.has(id)),
    days: [...kept, ...days].toSorted((one, other) => one.day - other.day),
  }
}

const ofDays = (lines: readonly StatementLine[], from: number, to: number) =>
  inFile(lines.filter(({ day }) => day >= from && day <= to))

describe('a file again', () => {
  test('adds nothing: as it was, newest first, or shuffled', () => {
    const given = movements.chain((all) => {
      return shuffled(statementOf(all)).map((mixed) => [statementOf(all), inFile(mixed)] as const)
    })
    forAll([given], 200, ([lines, mixed]) => {
      const first = plan(lines)
      expect(first).toMatchObject({ chain: 'whole', problems: [], known: 0 })
      expect(first.planned).toHaveLength(lines.length)
      const stored = written(first)
      for (const file of [lines, inFile(lines.toReversed()), mixed]) {
        const again = plan(file, stored)
        expect(again).toMatchObject({ chain: 'whole', problems: [], known: lines.length })
        expect([again.planned, again.days]).toEqual([[], []])
      }
    })
  })

  test('by whole days in any pieces and any order adds each line once', () => {
    const piece = fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 }))
    forAll([movements, fc.array(piece, { maxLength: 6 })], 200, (all, pieces) => {
      const lines = statementOf(all)
      let stored = nothing
      for (const [one, other] of [...pieces, [0, 4] as const]) {
        const file = ofDays(lines, firstDay + Math.min(one, other), firstDay + Math.max(one, other))
        if (file.length === 0) continue
        const next = plan(file, stored)
        expect(next.problems).toEqual([])
        expect(['whole', 'gap']).toContain(next.chain)
        stored = written(next, stored)
      }
      expect(stored.lines).toHaveLength(lines.length)
      expect(new Set(stored.lines.map(({ key }) => key)).size).toBe(lines.length)
      expect(stored.days.filter(({ gap }) => gap)).toEqual([])
    })
  })

  test('a day that ends as it began is not ordered by a day that does not join it', () => {
    const lines = statementOf([
      { day: firstDay, time: 0, amount: -100, memo: '' },
      { day: firstDay, time: 0, amount: 100, memo: '' },
      { day: firstDay + 1, time: 0, amount: -100, memo: '' },
      { day: firstDay + 2, time: 0, amount: -300, memo: '' },
    ])
    let stored = nothing
    for (const day of [2, 0, 1].map((after) => firstDay + after)) {
      const next = plan(ofDays(lines, day, day), stored)
      expect(next.chain).not.toBe('broken')
      stored = written(next, stored)
    }
    expect(stored.lines).toHaveLength(lines.length)
  })

  test('with a column less is compared by what both say', () => {
    forAll([movements], (all) => {
      const lines = statementOf(all)
      const without = lines.map((line) => ({ ...line, memo: null, balance: null }))
      expect(plan(without, written(plan(lines)))).toMatchObject({
        planned: [],
        problems: [],
        known: lines.length,
        chain: 'unknown',
      })
      expect(plan(lines, written(plan(without)))).toMatchObject({
        planned: [],
        problems: [],
        known: lines.length,
        chain: 'whole',
      })
    })
  })

  test('with half a day is a problem of that day, and that day is left out', () => {
    forAll([movements, fc.nat()], (all, at) => {
      const lines = statementOf(all)
      const place = at % lines.length
      const missing = lines[place]
      const file = inFile(lines.filter((_, n) => n !== place))
      const { problems, planned } = plan(file, written(plan(lines)))
      // A file does not cover a day before its first line or after its last.
      const days = file.map(({ day }) => day)
      const isCovered = days.some((day) => day <= (missing?.day ?? 0))
      if (!isCovered || days.every((day) => day < (missing?.day ?? 0))) return
      expect(problems).toMatchObject([{ problem: 'day_not_whole' }])
      const told = file.find(({ line }) => line === problems[0]?.line)
      if (file.some(({ day }) => day === missing?.day)) expect(told?.day).toBe(missing?.day)
      expect(planned).toEqual([])
    })
  })

  test('half a day first and then the whole day is no problem', () => {
    const lines = statementOf([5, 5, 7, 5].map(movement))
    const stored = written(plan(lines.slice(0, 2)))
    const next = plan(lines, stored)
    expect(next).toMatchObject({ problems: [], chain: 'whole', known: 2 })
    expect(next.planned.map(({ line }) => line.line)).toEqual([4, 5])
  })
})

const movement = (amount: number): Movement => ({ day: firstDay, time: null, amount, memo: '' })

describe('the chain', () => {
  const days = [0, 1, 2, 5].flatMap((n) =>
    [3, 4].map((a) => ({ ...movement(a), day: firstDay + n })),
  )
  const lines = statementOf(days)
  const day = (n: number) => ofDays(lines, firstDay + n, firstDay + n)

  test('has a gap until the days in between are there', () => {
    const first = written(plan(day(0)))
    const gap = plan(day(5), first)
    expect(gap.chain).toBe('gap')
    const stored = written(gap, first)
    expect(stored.days.map((one) => one.gap)).toEqual([false, true])
    const half = plan(day(1), stored)
    expect(half.chain).toBe('gap')
    const whole = plan(day(2), written(half, stored))
    expect(whole.chain).toBe('whole')
    expect(written(whole, written(half, stored)).days.some((one) => one.gap)).toBe(false)
  })

  test('has none over days on which nothing was booked', () => {
    const first = written(plan(ofDays(lines, firstDay, firstDay + 2)))
    expect(plan(day(5), first).chain).toBe('whole')
  })

  test('is broken where a day does not join its very neighbour, before or after', () => {
    const other = statementOf(days, 5_000)
    const next = ofDays(other, firstDay + 1, firstDay + 1)
    expect(plan(next, written(plan(day(0))))).toMatchObject({
      chain: 'broken',
      broken: { line: 2 },
    })
    expect(plan(next, written(plan(day(2))))).toMatchObject({
      chain: 'broken',
      broken: { line: 3 },
    })
    expect(plan(next, written(plan(day(2)))).days).toEqual([])
  })

  test('is unknown without balances, and never a gap', () => {
    const bare = lines.map((line) => ({ ...line, balance: null }))
    const first = written(plan(ofDays(bare, firstDay, firstDay)))
    const later = plan(ofDays(bare, firstDay + 5, firstDay + 5), first)
    expect(later.chain).toBe('unknown')
    expect(written(later, first).days.some((one) => one.gap)).toBe(false)
  })

  test('jumps over a line that was left out, which is a gap until the whole file comes', () => {
    const file = lines.filter(({ line }) => line !== 5)
    const first = plan(file, nothing, [{ line: 5, problem: 'date_not_understood' }])
    expect(first).toMatchObject({ chain: 'gap', broken: null })
    const whole = plan(lines, written(first))
    expect(whole).toMatchObject({ chain: 'whole', known: lines.length - 1 })
    expect(written(whole, written(first)).days.some((one) => one.gap)).toBe(false)
  })
})

describe('money that came by feed before', () => {
  const feedOf = ({ amount, ...line }: StatementLine, id: number, late: number) => {
    const said = { balance: null, last5: '', name: '' }
    return { id, amount, bookedAt: bookedAt(line) + late, dayOnly: false, ...said }
  }

  test('pairs one to one: any part of it, twins too, each a little early or late', () => {
    const late = fc.integer({ min: -300, max: 300 })
    // Away from midnight, so that a day is the same in both.
    const atNoon = movements.map((all) =>
      all.map((one) => ({ ...one, time: 1_000 + (one.time ?? 0) })),
    )
    const given = atNoon.chain((all) => {
      const lines = statementOf(all)
      const some = fc.subarray(lines).chain((part) => {
        return fc.tuple(...part.map((line, n) => late.map((by) => feedOf(line, n + 1, by))))
      })
      return fc.tuple(fc.constant(lines), some, fc.boolean())
    })
    forAll([given], 300, ([lines, feed, hasTimes]) => {
      const file = hasTimes ? lines : lines.map((line) => ({ ...line, time: null }))
      const { planned } = plan(file, { ...nothing, unconfirmed: feed })
      const confirms = planned.flatMap((one) => one.confirms ?? [])
      expect(confirms.toSorted((one, other) => one - other)).toEqual(feed.map(({ id }) => id))
      for (const { line, confirms: id } of planned) {
        const one = feed.find((each) => each.id === id)
        if (one !== undefined) expect(one.amount).toBe(line.amount)
      }
    })
  })

  test('pairs anew where the nearest would leave one over', () => {
    const at = (time: number) => ({ ...movement(500), time })
    const lines = statementOf([at(10 * 3600), at(10 * 3600 + 900)])
    const [first, second] = lines as [StatementLine, StatementLine]
    // The first feed line is near both, the second near the first alone.
    const unconfirmed = [feedOf(first, 1, 400), feedOf(first, 2, -500)]
    const { planned } = plan([first, second], { ...nothing, unconfirmed })
    expect(planned.map(({ confirms }) => confirms)).toEqual([2, 1])
  })

  test.each([
    ['ten minutes', { late: 600 }, true],
    ['a second more', { late: 601 }, false],
    ['an equal balance', { balance: 100_500 }, true],
    ['another balance', { balance: 1 }, false],
    ['equal last five digits', { last5: '78901' }, true],
    ['other last five digits', { last5: '78902' }, false],
    ['an equal name', { name: '王小明' }, true],
    ['another name', { name: '林小明' }, false],
    ['another amount', { amount: 501 }, false],
    ['its day alone', { dayOnly: true, late: 7_000 }, true],
  ])('with %s', (_name, given: Partial<UnconfirmedLine> & { late?: number }, isPaired) => {
    const { late = 0, ...said } = given
    const time = 10 * 3600
    const [line] = statementOf([{ ...movement(500), time }])
    if (line === undefined) throw new Error('no line')
    const whole = { ...line, counterparty: '012-78901', name: '王小明' }
    const one = { ...feedOf(whole, 7, late), ...said }
    const { planned } = plan([whole], { ...nothing, unconfirmed: [one] })
    expect(planned[0]?.confirms).toBe(isPaired ? 7 : null)
  })
})
