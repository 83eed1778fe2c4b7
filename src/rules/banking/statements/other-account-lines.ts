import type { PlannedLine } from './plan-import.ts'
import { bookedAt } from './statement-line.ts'

/** The values by which a line is recognised as another account's. */
export type BalancedLine = {
  readonly bookedAt: number
  readonly dayOnly: boolean
  readonly amount: number
  readonly balance: number
}

/** The most lines that are searched for on all accounts. */
export const sampleMax = 40

/** The lines with a balance that no feed has reported for this account; other lines prove nothing. */
export function linesWithBalance(planned: readonly PlannedLine[]): readonly BalancedLine[] {
  return planned.flatMap(({ line, confirms }) => {
    const { balance, amount, time } = line
    if (balance === null || confirms !== null) return []
    return [{ bookedAt: bookedAt(line), dayOnly: time === null, amount, balance }]
  })
}

/** An evenly spread sample; all of them if they are few. */
export function sampleOf(lines: readonly BalancedLine[]): readonly BalancedLine[] {
  if (lines.length <= sampleMax) return lines
  return Array.from({ length: sampleMax }, (_, place) => {
    return lines[Math.floor((place * lines.length) / sampleMax)] as BalancedLine
  })
}

/** Whether the found lines are more than half of a file's lines (back office §8). */
export function isMajority(found: number, lines: number): boolean {
  return 2 * found > lines
}

/** Whether an account with this many lines of the sample may have most of all lines; they are then counted. */
export function mayBeMajority(found: number, sampled: number): boolean {
  return 4 * found > sampled
}
