import type { Bucket } from '../accounts/ledger.ts'
import type { EventFact } from '../orders/order-events.ts'
import { entryFindings, type NumberedEntry } from './check-entries.ts'
import { amountText, differences, type Finding } from './finding.ts'

/** A correction with its event, null where there is none, and its ledger entries; amounts in hundredths. */
export type CheckedAdjustment = {
  readonly id: number
  readonly bucket: Bucket | 'fees'
  readonly amount: number
  readonly fact: EventFact | null
  readonly entries: readonly NumberedEntry[]
}

/** The differences among a correction's rows. If row and entry agree against the event, the finding names the event. */
export function adjustmentFindings(adjustment: CheckedAdjustment): readonly Finding[] {
  const { id, bucket, amount, fact, entries } = adjustment
  const event = { record: 'events', subject: `${id}#1` } as const
  if (fact?.name !== 'adjusted') return differences(event, { seq: '1' }, {})
  const ofEntries = entryFindings(event.subject, fact, entries)
  const isAsRow = entryFindings(event.subject, { ...fact, bucket, amount }, entries).length === 0
  const ofEvent = { amount: amountText(fact.amount), bucket: fact.bucket }
  const row = { amount: amountText(amount), bucket }
  if (isAsRow && ofEntries.length > 0) {
    const ofFact = (values: typeof row) => ({
      'fact.amount': values.amount,
      'fact.bucket': values.bucket,
    })
    return differences(event, ofFact(row), ofFact(ofEvent))
  }
  return [
    ...differences({ record: 'adjustments', subject: String(id) }, ofEvent, row),
    ...ofEntries,
  ]
}
