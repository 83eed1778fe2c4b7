import { expect, test } from 'vitest'
import { compareLines, withKeys } from '../../src/rules/banking/statements/line-identity.ts'
import { pairLines } from '../../src/rules/banking/statements/pair-lines.ts'
import { bookedAt, type StatementLine } from '../../src/rules/banking/statements/statement-line.ts'
import { costRatio } from '../support/cost.ts'

// Equal lines cost what their number says, not its square: 20,000 at most six times what 5,000 cost. Of several runs
// each, side by side, the quickest are compared; 5,000 are run four times in a row, so that both leave as much behind.

const day = 20_777
const timesMax = 6

function equalLines(count: number, parts: Partial<StatementLine> = {}): StatementLine[] {
  return Array.from({ length: count }, (_, place) => ({
    line: place + 2,
    day,
    time: 36_000,
    amount: 100,
    balance: null,
    memo: null,
    counterparty: null,
    name: null,
    ...parts,
  }))
}

const withBalances = (lines: readonly StatementLine[]) =>
  lines.map((line, place) => ({ ...line, balance: (place + 1) * line.amount }))

const feedLines = (lines: readonly StatementLine[]) =>
  lines.map((line, place) => ({
    id: place + 1,
    bookedAt: bookedAt(line),
    dayOnly: false,
    amount: line.amount,
    balance: null,
    last5: '',
    name: '',
  }))

const works: readonly (readonly [string, (count: number) => () => number])[] = [
  [
    'equal lines and equal lines of a feed are paired',
    (count) => {
      const lines = withKeys(equalLines(count))
      const before = feedLines(equalLines(count))
      return () => pairLines(lines, before).size
    },
  ],
  [
    'lines with balances and equal lines of a feed are paired',
    (count) => {
      const lines = withKeys(withBalances(equalLines(count)))
      const before = feedLines(equalLines(count))
      return () => pairLines(lines, before).size
    },
  ],
  [
    'equal lines and lines of a feed with balances are paired',
    (count) => {
      const lines = withKeys(equalLines(count))
      const before = feedLines(equalLines(count)).map((one) => ({ ...one, balance: one.id }))
      return () => pairLines(lines, before).size
    },
  ],
  [
    'equal lines are compared with those of a file with balances',
    (count) => {
      const lines = withKeys(equalLines(count))
      const stored = withKeys(withBalances(equalLines(count)))
      return () =>
        compareLines(
          lines,
          stored.map(({ key }, id) => ({ id, key })),
        ).known.size
    },
  ],
  [
    'lines with balances are compared with equal ones of a file with memos',
    (count) => {
      const lines = withKeys(withBalances(equalLines(count)))
      const stored = withKeys(equalLines(count, { memo: 'x' }))
      return () =>
        compareLines(
          lines,
          stored.map(({ key }, id) => ({ id, key })),
        ).known.size
    },
  ],
]

test.each(works)('%s in linear time', (_name, workOf) => {
  const [few, many] = [workOf(5_000), workOf(20_000)]
  expect([few(), many()]).toEqual([5_000, 20_000])
  const fourTimes = () => [few(), few(), few(), few()]
  const ratio = costRatio(many, fourTimes, timesMax / 4)
  console.log(`20,000 cost ${(ratio * 4).toFixed(1)} times what 5,000 do`)
  expect(ratio * 4).toBeLessThan(timesMax)
})
