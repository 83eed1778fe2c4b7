import { dayToTaipei } from '../../units/taipei-time.ts'
import type { Bucket } from '../accounts/ledger.ts'
import type { StatementSums } from '../settlement/statement-sums.ts'
import { balanceRow } from './check-tallies.ts'
import { amountText, differences, type Finding } from './finding.ts'

/** The sums of a balance's entries by column, in hundredths: its buckets, fees, and statement sums. */
type BalanceSums = Readonly<
  Record<
    | Bucket
    | 'collection_fees'
    | 'payout_fees'
    | 'withdrawal_fees'
    | 'corrected_fees'
    | `moved_${Exclude<keyof StatementSums, 'fees'>}`,
    number
  >
>

/** A day of a balance whose end differs from its beginning plus its entries. Amounts in hundredths. */
export type BrokenDay = {
  readonly merchantId: number
  readonly uid: string
  readonly channel: string
  readonly day: number
  /** Whether the day is not over: its end is the balance. */
  readonly isOpen: boolean
  /** The stored sums at its end; null if the day has no row. */
  readonly balances: BalanceSums | null
  /** The difference of its end from its beginning plus its entries. */
  readonly off: BalanceSums
}

/** The difference of the last day read, by merchant's id and channel: `1/other`. */
export type BalanceDifferences = Readonly<Record<string, BalanceSums>>

/**
 * The findings of broken days. A wrong day makes all later ones wrong by the same difference, so a row with the
 * difference of the row before is not named.
 *
 * @param broken by merchant and channel, oldest first
 * @param before the differences of the days before these
 */
export function dayFindings(
  broken: readonly BrokenDay[],
  before: BalanceDifferences,
): { readonly findings: readonly Finding[]; readonly off: BalanceDifferences } {
  const findings: Finding[] = []
  const offBy: Record<string, BalanceSums> = { ...before }
  for (const { merchantId, uid, channel, day, isOpen, balances, off } of broken) {
    const key = `${merchantId}/${channel}`
    const sum = eachSum(off, (name) => (offBy[key]?.[name] ?? 0) + off[name])
    offBy[key] = sum
    const row = balanceRow(`${uid} ${channel}`, isOpen ? null : day)
    if (balances === null) {
      findings.push(...differences(row, { day: dayToTaipei(day) }, {}))
      continue
    }
    const expected = eachSum(off, (name) =>
      off[name] === 0 ? null : amountText(balances[name] - sum[name]),
    )
    const found = eachSum(off, (name) => amountText(balances[name]))
    findings.push(...differences(row, expected, found))
  }
  return { findings, off: offBy }
}

function eachSum<Value>(sums: BalanceSums, value: (name: keyof BalanceSums) => Value) {
  const names = Object.keys(sums) as (keyof BalanceSums)[]
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<
    keyof BalanceSums,
    Value
  >
}
