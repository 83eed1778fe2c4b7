import { taipeiDay } from '../../units/taipei-time.ts'
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
 * same money comes twice.
 */
export function paired(
  lines: readonly KeyedLine[],
  unconfirmed: readonly UnconfirmedLine[],
): ReadonlyMap<KeyedLine, UnconfirmedLine> {
  if (unconfirmed.length === 0) return new Map()
  const ofAmount = Map.groupBy(unconfirmed, ({ amount }) => amount)
  return matching(lines, ({ line }) => {
    const near = (ofAmount.get(line.amount) ?? []).filter((one) => isSameMoney(line, one))
    return near.sort((one, other) => {
      return (
        agreements(line, other) - agreements(line, one) ||
        distance(line, one) - distance(line, other) ||
        one.id - other.id
      )
    })
  })
}

/** Whether two lines of one amount can be the same money: near in time, and nothing that both say differs. */
export function isSameMoney(line: StatementLine, one: UnconfirmedLine): boolean {
  const isNear =
    line.time === null || one.dayOnly
      ? taipeiDay(one.bookedAt) === line.day
      : distance(line, one) <= pairingSeconds
  return isNear && said(line, one).every(([here, there]) => here === there)
}

function agreements(line: StatementLine, one: UnconfirmedLine): number {
  return said(line, one).length
}

// What both say: the balance, the last five digits, the name.
function said(line: StatementLine, one: UnconfirmedLine) {
  const pairs = [
    [line.balance, one.balanceAfter],
    [lastFive(line.counterparty ?? ''), one.counterpartyLast5],
    [line.name ?? '', one.counterpartyName],
  ] as const
  const isSaid = (value: number | string | null) => value !== null && value !== ''
  return pairs.filter(([here, there]) => isSaid(here) && isSaid(there))
}

function distance(line: StatementLine, one: UnconfirmedLine): number {
  return Math.abs(bookedAt(line) - one.bookedAt)
}
