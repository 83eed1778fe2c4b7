import type { MerchantContext } from '../../context.ts'
import { type Act, isJournaled, recordId, type Written } from '../../rules/people/act.ts'
import {
  type AnyStatement,
  endApproval,
  insertJournalRow,
  type NewJournalRow,
} from '../../store/people/journal.ts'

/** What a row of the journal needs to know of its database, which is that of the write it tells of. */
type Place = Pick<MerchantContext, 'now' | 'random' | 'databaseNumber'>

/**
 * What the journal keeps of a write by a person: a row, for the batch of its effect (back office §6). Where a second
 * person approved the call, the batch ends its approval as well, and breaks with `approval_over` where that is over.
 */
export function journaled(place: Place, act: Act, written: Written): readonly AnyStatement[] {
  const row = journalRow(place, act, written)
  const { approval } = act
  return [
    ...(isJournaled(act) ? [insertJournalRow(row)] : []),
    ...(approval === null ? [] : [endApproval({ ...approval, at: row.at })]),
  ]
}

/** The journal's row of a write that is made now. */
export function journalRow(
  { now, random, databaseNumber }: Place,
  act: Act,
  written: Written,
): NewJournalRow {
  const nowMs = now()
  const id = recordId(nowMs, random(), databaseNumber)
  return { ...written, id, at: Math.floor(nowMs / 1000), act }
}
