import { dayToTaipei } from '../../units/taipei-time.ts'
import type { Buckets } from '../accounts/own-ledger.ts'
import { rowOf } from './check-tallies.ts'
import { amountText, differences, type Finding } from './finding.ts'

/** A day of a balance whose end is not its beginning with the entries of the day. Amounts in hundredths. */
export type BrokenDay = {
  readonly merchantId: number
  readonly uid: string
  readonly channel: string
  readonly day: number
  /** Whether the day goes on: what stands at its end is the balance. */
  readonly isOpen: boolean
  /** What stands at its end; null where the day has no row. */
  readonly stood: Buckets | null
  /** By how much its end differs from its beginning with its entries. */
  readonly off: Buckets
}

/** By how much the last day that was read is off, by merchant's id and channel: `1/other`. */
export type OffBy = Readonly<Record<string, Buckets>>

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
  const offBy: Record<string, Buckets> = { ...before }
  for (const { merchantId, uid, channel, day, isOpen, stood, off } of broken) {
    const key = `${merchantId}/${channel}`
    const sum = eachBucket((bucket) => (offBy[key]?.[bucket] ?? 0) + off[bucket])
    offBy[key] = sum
    const row = rowOf(`${uid} ${channel}`, isOpen ? null : day)
    if (stood === null) {
      findings.push(...differences(row, { day: dayToTaipei(day) }, {}))
      continue
    }
    const expected = eachBucket((bucket) =>
      off[bucket] === 0 ? null : amountText(stood[bucket] - sum[bucket]),
    )
    const found = eachBucket((bucket) => amountText(stood[bucket]))
    findings.push(...differences(row, expected, found))
  }
  return { findings, off: offBy }
}

function eachBucket<Value>(value: (bucket: keyof Buckets) => Value): Record<keyof Buckets, Value> {
  return {
    available: value('available'),
    frozen: value('frozen'),
    unconfirmed: value('unconfirmed'),
  }
}
