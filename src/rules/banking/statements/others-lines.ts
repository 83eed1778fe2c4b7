import type { PlannedLine } from './plan-import.ts'
import { bookedAt } from './statement-line.ts'

/** What of a line tells whether it is another account’s. */
export type BalancedLine = {
  readonly bookedAt: number
  readonly dayOnly: boolean
  readonly amount: number
  readonly balance: number
}

/** The most lines that are looked for on all accounts. */
export const sampleMax = 40

/** What new lines tell; a line without a balance, or that a feed has told of this account, tells nothing. */
export function toldBy(planned: readonly PlannedLine[]): readonly BalancedLine[] {
  return planned.flatMap(({ line, confirms }) => {
    const { balance, amount, time } = line
    if (balance === null || confirms !== null) return []
    return [{ bookedAt: bookedAt(line), dayOnly: time === null, amount, balance }]
  })
}

/** So many of them, evenly spread; all where they are no more. */
export function sampleOf(told: readonly BalancedLine[]): readonly BalancedLine[] {
  if (told.length <= sampleMax) return told
  return Array.from({ length: sampleMax }, (_, place) => {
    return told[Math.floor((place * told.length) / sampleMax)] as BalancedLine
  })
}

/** Whether so many are more than half of a file's lines (back office §8). */
export function areMost(found: number, lines: number): boolean {
  return 2 * found > lines
}

/** Whether an account that has so many of a sample may have most of the lines: then they are counted. */
export function mayBeMost(found: number, sampled: number): boolean {
  return 4 * found > sampled
}
