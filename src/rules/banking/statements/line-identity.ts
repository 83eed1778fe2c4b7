import { equalGroups, FittingIndex, type KnownValue, placesWithValues } from './known-values.ts'
import { maximumPairs } from './maximum-pairs.ts'
import type { StatementLine } from './statement-line.ts'

/** The values that distinguish a line from others of its account; null for a missing value. */
type Identity = readonly [
  day: number,
  time: number | null,
  amount: number,
  balance: number | null,
  memo: string | null,
  counterparty: string | null,
  number: number,
]

/** A line with its key within its account. */
export type KeyedLine = { readonly line: StatementLine; readonly key: string }

export type StoredLine = { readonly id: number; readonly key: string }

/** Adds each line's key: its values in the file, and its number among equal lines of its day. */
export function withKeys(lines: readonly StatementLine[]): readonly KeyedLine[] {
  const numbers = new Map<string, number>()
  return lines.map((line) => {
    const { day, time, amount, balance, memo, counterparty } = line
    const values = [day, time, amount, balance, memo, counterparty] as const
    const alike = JSON.stringify(values)
    const number = (numbers.get(alike) ?? 0) + 1
    numbers.set(alike, number)
    return { line, key: JSON.stringify([...values, number] satisfies Identity) }
  })
}

/** The day that a key's line was booked on. */
export function dayOfKey(key: string): number {
  return Number(/^\[(\d+)/.exec(key)?.[1])
}

/** The lines of a file that are stored, and the stored lines of its days that the file lacks. */
type LineComparison = {
  /** By the line's number in the file. */
  readonly known: ReadonlyMap<number, StoredLine>
  readonly missing: readonly StoredLine[]
}

/**
 * Compares a file with the stored lines of its days. Equal keys are one line. A file with other columns than an earlier
 * one is compared by their common columns.
 */
export function compareLines(
  lines: readonly KeyedLine[],
  storedLines: readonly StoredLine[],
): LineComparison {
  const byKey = new Map(storedLines.map((one) => [one.key, one]))
  const known = new Map<number, StoredLine>()
  for (const { line, key } of lines) {
    const same = byKey.get(key)
    if (same !== undefined && byKey.delete(key)) known.set(line.line, same)
  }
  if (byKey.size === 0) return { known, missing: [] }
  const rest = lines.filter(({ line }) => !known.has(line.line)).map(identified)
  const others = Map.groupBy(Array.from(byKey.values(), identified), ({ group }) => group)
  for (const [group, here] of Map.groupBy(rest, (one) => one.group)) {
    for (const [{ one }, { one: same }] of maximumPairs(fitsOf(here, others.get(group) ?? []))) {
      known.set(one.line.line, same)
      byKey.delete(same.key)
    }
  }
  return { known, missing: [...byKey.values()] }
}

function identityOf(key: string): Identity {
  return JSON.parse(key)
}

/** The day and the amount of a key's line. */
export function amountOfDay(key: string): string {
  const [day, , amount] = identityOf(key)
  return dayAndAmount({ day, amount })
}

export function dayAndAmount({ day, amount }: Pick<StatementLine, 'day' | 'amount'>): string {
  return `${day} ${amount}`
}

type LineTraits<One> = {
  readonly one: One
  /** Its day and amount. */
  readonly group: string
  /** The compared values, and the columns of the file. */
  readonly values: readonly KnownValue[]
  readonly columns: string
}

function identified<One extends { readonly key: string }>(one: One): LineTraits<One> {
  const identity = identityOf(one.key)
  const [day, , amount] = identity
  const values = compareAt.map((place) => identity[place])
  let columns = ''
  for (const value of values) columns += value === null ? '-' : 'x'
  return { one, group: dayAndAmount({ day, amount }), values, columns }
}

// Pairs the equal lines of a file with the equal stored lines of a file with other columns, all of one day and amount.
function fitsOf<One, Other>(here: readonly LineTraits<One>[], there: readonly LineTraits<Other>[]) {
  const stored = new FittingIndex(alike(there, here), ([one]) => one?.values ?? [])
  return alike(here, there).flatMap((ones) => {
    const [one] = ones
    if (one === undefined) return []
    // With the same columns, different keys mean different lines.
    const others = stored.fitting(one.values).flat()
    const otherwise = others.filter(([other]) => other?.columns !== one.columns)
    return otherwise.map((each) => [ones, each] as const)
  })
}

function alike<One>(ones: readonly LineTraits<One>[], others: readonly LineTraits<unknown>[]) {
  const isStated = placesWithValues(others.map(({ values }) => values))
  const byColumns = Map.groupBy(ones, ({ columns }) => columns)
  return [...byColumns.values()].flatMap((group) =>
    equalGroups(group, ({ values }) => values, isStated),
  )
}

const compareAt = [1, 3, 4, 5] as const
