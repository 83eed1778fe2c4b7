import type { Bucket } from '../accounts/ledger.ts'
import type { EventFact } from '../orders/order-events.ts'
import { entryFindings } from './check-entries.ts'
import type { NumberedEntry } from './check-order.ts'
import { amountText, type Finding } from './finding.ts'

/** A correction with its event, null where there is none, and its ledger entries; amounts in hundredths. */
export type CheckedAdjustment = {
  readonly id: number
  readonly bucket: Bucket
  readonly amount: number
  readonly fact: EventFact | null
  readonly entries: readonly NumberedEntry[]
}

/** What of a correction's rows does not agree. Where row and entry agree against the event, the event is named. */
export function adjustmentFindings(adjustment: CheckedAdjustment): readonly Finding[] {
  const { id, bucket, amount, fact, entries } = adjustment
  if (fact?.name !== 'adjusted') {
    const subject = `${id}#1`
    return [{ record: 'events', subject, field: 'seq', expected: '1', found: '' }]
  }
  const booked = entryFindings(`${id}#1`, { fact, entries })
  const isAsRow = entryFindings('', { fact: { ...fact, bucket, amount }, entries }).length === 0
  const record = isAsRow && booked.length > 0 ? 'events' : 'adjustments'
  const differing = (field: string, said: string, row: string): Finding[] => {
    if (said === row) return []
    return record === 'events'
      ? [{ record, subject: `${id}#1`, field: `fact.${field}`, expected: row, found: said }]
      : [{ record, subject: String(id), field, expected: said, found: row }]
  }
  return [
    ...differing('amount', amountText(fact.amount), amountText(amount)),
    ...differing('bucket', fact.bucket, bucket),
    ...(record === 'events' ? [] : booked),
  ]
}
