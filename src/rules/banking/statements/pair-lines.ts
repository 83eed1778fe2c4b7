import { taipeiDay } from '../../../units/taipei-time.ts'
import type { KeyedLine } from './line-identity.ts'
import { matching } from './matching.ts'
import { bookedAt, type StatementLine } from './statement-line.ts'
import { lastFive } from './statement-values.ts'

/** A line of a feed, or one posted by hand, that no statement has confirmed. */
export type UnconfirmedLine = {
  readonly id: number
  readonly bookedAt: number
  readonly dayOnly: boolean
  readonly amount: number
  readonly balanceAfter: number | null
  readonly counterpartyLast5: string
  readonly counterpartyName: string
}

/** How far apart the times of one deposit may be, in a feed and in a statement. */
export const pairingSeconds = 600

/**
 * Pairs lines of a statement with lines that came before it, one to one and as many as can be (back office §3): the
 * same money comes twice. A line that agrees in more, or is nearer in time, is tried first.
 */
export function paired(
  lines: readonly KeyedLine[],
  unconfirmed: readonly UnconfirmedLine[],
): ReadonlyMap<KeyedLine, UnconfirmedLine> {
  if (unconfirmed.length === 0) return new Map()
  const sorted = unconfirmed.toSorted((one, other) => {
    return one.bookedAt - other.bookedAt || one.id - other.id
  })
  const timed = Map.groupBy(
    sorted.filter(({ dayOnly }) => !dayOnly),
    ({ amount }) => amount,
  )
  const ofDay = Map.groupBy(
    sorted.filter(({ dayOnly }) => dayOnly),
    ({ amount, bookedAt: at }) => `${amount} ${taipeiDay(at)}`,
  )
  return matching(lines, ({ line }) => {
    const [from, until] = timesOf(line)
    const near = within(timed.get(line.amount) ?? [], from, until)
    return ranked(line, [...near, ...(ofDay.get(`${line.amount} ${line.day}`) ?? [])])
  })
}

// The times that the same money can have, from and until before, in UTC seconds.
function timesOf({ day, time }: StatementLine): readonly [number, number] {
  if (time === null) return [bookedAt({ day, time }), bookedAt({ day: day + 1, time })]
  const at = bookedAt({ day, time })
  return [at - pairingSeconds, at + pairingSeconds + 1]
}

function within(
  sorted: readonly UnconfirmedLine[],
  from: number,
  until: number,
): readonly UnconfirmedLine[] {
  return sorted.slice(firstFrom(sorted, from), firstFrom(sorted, until))
}

function firstFrom(sorted: readonly UnconfirmedLine[], time: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.bookedAt ?? 0) >= time) high = middle
    else low = middle + 1
  }
  return low
}

function ranked(line: StatementLine, near: readonly UnconfirmedLine[]): readonly UnconfirmedLine[] {
  const last5 = lastFive(line.counterparty ?? '')
  const found = near.flatMap((one) => {
    const agreements = agreementsOf(line, last5, one)
    if (agreements === null) return []
    const distance = line.time === null ? 0 : Math.abs(bookedAt(line) - one.bookedAt)
    return [{ one, agreements, distance }]
  })
  return found
    .sort((one, other) => other.agreements - one.agreements || one.distance - other.distance)
    .map(({ one }) => one)
}

// How much of what both say is equal: the balance, the last five digits, the name. Null where any of it differs.
function agreementsOf(line: StatementLine, last5: string, one: UnconfirmedLine): number | null {
  const said = [
    [line.balance, one.balanceAfter],
    [last5 || null, one.counterpartyLast5 || null],
    [line.name || null, one.counterpartyName || null],
  ] as const
  let agreements = 0
  for (const [here, there] of said) {
    if (here === null || there === null) continue
    if (here !== there) return null
    agreements += 1
  }
  return agreements
}
