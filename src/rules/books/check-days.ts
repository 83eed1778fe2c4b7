import { dayToTaipei } from '../../units/taipei-time.ts'
import type { Bucket } from '../accounts/ledger.ts'
import type { StatementSums } from '../settlement/statement-sums.ts'
import { rowOf } from './check-tallies.ts'
import { amountText, differences, type Finding } from './finding.ts'

/** What the entries of a balance add up to, by column, in hundredths: its buckets, fees, and the sums of statements. */
export type Stand = Readonly<
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

/** A day of a balance whose end is not its beginning with the entries of the day. Amounts in hundredths. */
export type BrokenDay = {
  readonly merchantId: number
  readonly uid: string
  readonly channel: string
  readonly day: number
  /** Whether the day goes on: what stands at its end is the balance. */
  readonly isOpen: boolean
  /** What stands at its end; null where the day has no row. */
  readonly stood: Stand | null
  /** By how much its end differs from its beginning with its entries. */
  readonly off: Stand
}

/** By how much the last day that was read is off, by merchant's id and channel: `1/other`. */
export type OffBy = Readonly<Record<string, Stand>>

/**
 * Names the rows of broken days. A row that is as wrong as the one before it is not named again: what is wrong at the
 * end of one day is wrong at the end of all later ones.
 *
 * @param broken by merchant and channel, oldest first
 * @param before what the days before these are off by
 */
export function dayFindings(
  broken: readonly BrokenDay[],
  before: OffBy,
): { readonly findings: readonly Finding[]; readonly off: OffBy } {
  const findings: Finding[] = []
  const offBy: Record<string, Stand> = { ...before }
  for (const { merchantId, uid, channel, day, isOpen, stood, off } of broken) {
    const key = `${merchantId}/${channel}`
    const sum = eachSum((name) => (offBy[key]?.[name] ?? 0) + off[name])
    offBy[key] = sum
    const row = rowOf(`${uid} ${channel}`, isOpen ? null : day)
    if (stood === null) {
      findings.push(...differences(row, { day: dayToTaipei(day) }, {}))
      continue
    }
    const expected = eachSum((name) =>
      off[name] === 0 ? null : amountText(stood[name] - sum[name]),
    )
    const found = eachSum((name) => amountText(stood[name]))
    findings.push(...differences(row, expected, found))
  }
  return { findings, off: offBy }
}

function eachSum<Value>(value: (name: keyof Stand) => Value): Record<keyof Stand, Value> {
  return {
    available: value('available'),
    frozen: value('frozen'),
    unconfirmed: value('unconfirmed'),
    collection_fees: value('collection_fees'),
    payout_fees: value('payout_fees'),
    withdrawal_fees: value('withdrawal_fees'),
    corrected_fees: value('corrected_fees'),
    moved_collections: value('moved_collections'),
    moved_payouts: value('moved_payouts'),
    moved_returned: value('moved_returned'),
    moved_withdrawn: value('moved_withdrawn'),
    moved_corrections: value('moved_corrections'),
  }
}
