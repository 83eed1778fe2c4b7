import { matching } from './matching.ts'
import type { StatementLine } from './statement-line.ts'

/** What tells a line from the others of its account; null for what the file does not say. */
type Identity = readonly [
  day: number,
  time: number | null,
  amount: number,
  balance: number | null,
  memo: string | null,
  counterparty: string | null,
  number: number,
]

/** A line with its key among those of its account. */
export type KeyedLine = { readonly line: StatementLine; readonly key: string }

/** A stored line of a statement. */
export type StoredLine = { readonly id: number; readonly key: string }

/** Gives each line its key: what the file says of it, and its number among equal ones of its day. */
export function keyed(lines: readonly StatementLine[]): readonly KeyedLine[] {
  const numbers = new Map<string, number>()
  return lines.map((line) => {
    const { day, time, amount, balance, memo, counterparty } = line
    const said = [day, time, amount, balance, memo, counterparty] as const
    const alike = JSON.stringify(said)
    const number = (numbers.get(alike) ?? 0) + 1
    numbers.set(alike, number)
    return { line, key: JSON.stringify([...said, number] satisfies Identity) }
  })
}

/** The day that a key's line was booked on. */
export function dayOfKey(key: string): number {
  return Number(/^\[(\d+)/.exec(key)?.[1])
}

/** Which lines of a file are stored, and which stored ones of its days it does not hold. */
export type Compared = {
  /** By the number of the file's line. */
  readonly known: ReadonlyMap<number, StoredLine>
  readonly missing: readonly StoredLine[]
}

/**
 * Compares a file with what is stored of its days. Equal keys are one line. A file with other columns than one before
 * it is compared by the columns that both have.
 */
export function compared(lines: readonly KeyedLine[], stored: readonly StoredLine[]): Compared {
  const byKey = new Map(stored.map((one) => [one.key, one]))
  const known = new Map<number, StoredLine>()
  for (const { line, key } of lines) {
    const same = byKey.get(key)
    if (same !== undefined && byKey.delete(key)) known.set(line.line, same)
  }
  if (byKey.size === 0) return { known, missing: [] }
  const rest = lines.filter(({ line }) => !known.has(line.line))
  const others = Map.groupBy(byKey.values(), ({ key }) => amountOfDay(identityOf(key)))
  const alike = matching(rest, ({ key }) => {
    const identity = identityOf(key)
    const ofAmount = others.get(amountOfDay(identity)) ?? []
    return ofAmount.filter((one) => isAlike(identity, identityOf(one.key)))
  })
  for (const [{ line }, one] of alike) {
    known.set(line.line, one)
    byKey.delete(one.key)
  }
  return { known, missing: [...byKey.values()] }
}

function identityOf(key: string): Identity {
  return JSON.parse(key)
}

function amountOfDay([day, , amount]: Identity): string {
  return `${day} ${amount}`
}

// Keys of the same columns are equal or of two lines.
function isAlike(one: Identity, other: Identity): boolean {
  const isCompared = (place: number) => one[place] !== null && other[place] !== null
  const hasOtherColumns = compareAt.some(
    (place) => (one[place] === null) !== (other[place] === null),
  )
  return (
    hasOtherColumns && compareAt.every((place) => !isCompared(place) || one[place] === other[place])
  )
}

const compareAt = [1, 3, 4, 5] as const
