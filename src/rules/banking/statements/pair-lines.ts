import { lastFive } from '../../../units/account-digits.ts'
import { plainName } from '../../../units/plain-name.ts'
import { taipeiDay } from '../../../units/taipei-time.ts'
import { equalGroups, FittingIndex, type KnownValue, placesWithValues } from './known-values.ts'
import type { KeyedLine } from './line-identity.ts'
import { maximumPairs } from './maximum-pairs.ts'
import { equalValues, pairingSeconds, type ReportedMoney, secondsApart } from './same-money.ts'
import { bookedAt, type StatementLine } from './statement-line.ts'

/** A line of a feed, or posted by hand, that no statement has confirmed. */
export type UnconfirmedLine = ReportedMoney & { readonly id: number }

/**
 * Pairs a statement's lines with earlier reports of the same money, one to one and as many as possible (back office
 * §3). Lines that agree in more values are paired first, then those nearer in time.
 */
export function pairLines(
  lines: readonly KeyedLine[],
  unconfirmed: readonly UnconfirmedLine[],
): ReadonlyMap<KeyedLine, UnconfirmedLine> {
  const before = Map.groupBy(unconfirmed.map(plainly), ({ money }) => money.amount)
  const possible = lines
    .filter(({ line }) => before.has(line.amount))
    .map((one) => ({ one, money: moneyOf(one.line) }))
  const pairs = new Map<KeyedLine, UnconfirmedLine>()
  for (const [amount, here] of Map.groupBy(possible, ({ money }) => money.amount)) {
    const there = (before.get(amount) ?? []).toSorted(earlierFirst)
    for (const [{ one }, other] of maximumPairs(fitsOf(here, there))) pairs.set(one, other.one)
  }
  return pairs
}

type LineMoney<One> = { readonly one: One; readonly money: ReportedMoney }

function plainly(one: UnconfirmedLine): LineMoney<UnconfirmedLine> {
  return { one, money: { ...one, name: plainName(one.name) } }
}

/** The money of a statement's line, with its plain name. */
export function moneyOf(line: StatementLine): ReportedMoney {
  return {
    bookedAt: bookedAt(line),
    dayOnly: line.time === null,
    amount: line.amount,
    balance: line.balance,
    last5: lastFive(line.counterparty ?? ''),
    name: plainName(line.name ?? ''),
  }
}

function earlierFirst(one: LineMoney<UnconfirmedLine>, other: LineMoney<UnconfirmedLine>): number {
  return one.money.bookedAt - other.money.bookedAt || one.one.id - other.one.id
}

/** Equal lines, and their common values. */
type Alike<One> = { readonly ones: readonly LineMoney<One>[]; readonly money: ReportedMoney }

// The equal lines of one amount that may be the same money: first those that agree in most values, then the nearest.
function fitsOf<One, Other>(here: readonly LineMoney<One>[], there: readonly LineMoney<Other>[]) {
  const others = alike(there, here)
  const timed = indexOf(others.filter(({ money }) => !money.dayOnly))
  const ofDay = indexOf(others.filter(({ money }) => money.dayOnly))
  return alike(here, there)
    .flatMap(({ ones, money }) => {
      const parts = partsOf(money)
      const near = timed.fitting(parts).flatMap((sorted) => within(sorted, timesOf(money)))
      const inDay = ofDay.fitting(parts).flatMap((sorted) => within(sorted, dayOf(money)))
      return [...near, ...inDay].flatMap((other) => {
        const agree = equalValues(money, other.money)
        if (agree === null) return []
        return [{ ones, others: other.ones, agree, apart: secondsApart(money, other.money) }]
      })
    })
    .sort((one, other) => other.agree - one.agree || one.apart - other.apart)
    .map((fit) => [fit.ones, fit.others] as const)
}

function alike<One>(
  ones: readonly LineMoney<One>[],
  others: readonly LineMoney<unknown>[],
): Alike<One>[] {
  const isStated = placesWithValues(others.map(({ money }) => valuesOf(money)))
  const groups = equalGroups(ones, ({ money }) => valuesOf(money), isStated)
  return groups.flatMap((group) => {
    const money = group[0]?.money
    return money === undefined ? [] : [{ ones: group, money }]
  })
}

function valuesOf(money: ReportedMoney): readonly KnownValue[] {
  const time = money.dayOnly ? null : money.bookedAt
  return [...partsOf(money), money.name || null, time, taipeiDay(money.bookedAt)]
}

function partsOf({ balance, last5 }: ReportedMoney): readonly KnownValue[] {
  return [balance, last5 || null]
}

function indexOf<One>(all: readonly Alike<One>[]): FittingIndex<Alike<One>> {
  return new FittingIndex(all, ({ money }) => partsOf(money))
}

/** UTC seconds, end exclusive. */
type Times = readonly [from: number, until: number]

// The possible times of the same money where the other side has a time.
function timesOf(money: ReportedMoney): Times {
  if (money.dayOnly) return dayOf(money)
  return [money.bookedAt - pairingSeconds, money.bookedAt + pairingSeconds + 1]
}

function dayOf(money: ReportedMoney): Times {
  const day = taipeiDay(money.bookedAt)
  return [bookedAt({ day, time: null }), bookedAt({ day: day + 1, time: null })]
}

function within<One>(sorted: readonly Alike<One>[], [from, until]: Times): readonly Alike<One>[] {
  return sorted.slice(firstFrom(sorted, from), firstFrom(sorted, until))
}

function firstFrom(sorted: readonly Alike<unknown>[], time: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.money.bookedAt ?? 0) >= time) high = middle
    else low = middle + 1
  }
  return low
}
