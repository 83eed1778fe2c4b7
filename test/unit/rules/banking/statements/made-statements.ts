import fc from 'fast-check'
import type { StatementLine } from '../../../../../src/rules/banking/statements/statement-line.ts'

/** Money that moves: when, and how much. */
export type Movement = Pick<StatementLine, 'day' | 'time' | 'amount' | 'memo'>

/** A day that tests take as the first. */
export const firstDay = 20_700

/** Movements over some days, few amounts so that many are alike, in the order in which they were booked. */
export const movements: fc.Arbitrary<readonly Movement[]> = fc
  .array(
    fc.record({
      day: fc.integer({ min: firstDay, max: firstDay + 4 }),
      time: fc.integer({ min: 0, max: 5 }).map((step) => step * 14_000),
      amount: fc.constantFrom(-300, -200, -100, 100, 200, 300),
      memo: fc.constantFrom('', 'a'),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((all) =>
    all.toSorted((one, other) => one.day - other.day || (one.time ?? 0) - (other.time ?? 0)),
  )

/** The statement of movements, with the balances that follow from `opening`. */
export function statementOf(all: readonly Movement[], opening = 100_000): StatementLine[] {
  let balance = opening
  return all.map((movement, place) => {
    balance += movement.amount
    return { ...movement, line: place + 2, balance, counterparty: '', name: '' }
  })
}

/** The lines as a file in another order has them. */
export function inFile(lines: readonly StatementLine[]): StatementLine[] {
  return lines.map((line, place) => ({ ...line, line: place + 2 }))
}

/** Some order of any list. */
export function shuffled<Item>(items: readonly Item[]): fc.Arbitrary<Item[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length })
}
