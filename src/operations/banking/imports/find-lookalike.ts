import type { MerchantContext } from '../../../context.ts'
import {
  type BalancedLine,
  isMajority,
  linesWithBalance,
  mayBeMajority,
  sampleMax,
  sampleOf,
} from '../../../rules/banking/statements/other-account-lines.ts'
import type { ImportPlan } from '../../../rules/banking/statements/plan-import.ts'
import { countOnAccount, countOnOthers } from '../../../store/banking/imports/match-counts.ts'

/**
 * Another account of the database that has more than half of a file's lines, by date, time, amount and balance (back
 * office §8), or null. A sample is searched on all accounts; on those that have much of it, all lines are counted.
 */
export async function findLookalike(
  { db }: MerchantContext,
  accountId: number,
  { lines, planned }: ImportPlan,
): Promise<number | null> {
  const withBalance = linesWithBalance(planned)
  if (!isMajority(withBalance.length, lines.length)) return null
  const sample = sampleOf(withBalance)
  const on = await countOnOthers(db, accountId, sample)
  const likely = on
    .filter(({ found }) => mayBeMajority(found, sample.length))
    .sort((one, other) => other.found - one.found)
    .slice(0, accountsMax)
  for (const { accountId: other, found } of likely) {
    const count = withBalance.length <= sampleMax ? found : await countAll(db, other, withBalance)
    if (isMajority(count, lines.length)) return other
  }
  return null
}

// One account can have more than half of the lines; two if a file was imported into both.
const accountsMax = 3

async function countAll(
  db: MerchantContext['db'],
  accountId: number,
  withBalance: readonly BalancedLine[],
): Promise<number> {
  let count = 0
  for (let start = 0; start < withBalance.length; start += linesAtOnce) {
    count += await countOnAccount(db, accountId, withBalance.slice(start, start + linesAtOnce))
  }
  return count
}

const linesAtOnce = 1_000
