import type { MerchantContext } from '../../context.ts'
import {
  type Act,
  type Approval,
  isJournaled,
  recordId,
  type Written,
} from '../../rules/people/act.ts'
import {
  type AnyStatement,
  endApproval,
  insertJournalRow,
  type NewJournalRow,
} from '../../store/people/journal.ts'
import { toSeconds } from '../../units/clock.ts'

/** What a row of the journal needs to know of its database, which is that of the write it tells of. */
type Place = Pick<MerchantContext, 'now' | 'random' | 'databaseNumber'>

/**
 * What the journal keeps of a write by a person: a row, for the batch of its effect (back office §6). Where a second
 * person approved the call, the batch has a row of that person, too, and ends the approval; it breaks with
 * `approval_over` where that is over.
 */
export function journaled(place: Place, act: Act, written: Written): readonly AnyStatement[] {
  const row = journalRow(place, act, written)
  const { approval } = act
  return [
    ...(isJournaled(act) ? [insertJournalRow(row)] : []),
    ...(approval === null ? [] : endOf(place, act, approval)),
  ]
}

function endOf(place: Place, act: Act, approval: Approval): readonly AnyStatement[] {
  const { id, approvedBy } = approval
  const row = approvalRow(place, { ...act, name: approvedBy }, id)
  return [insertJournalRow(row), endApproval({ id, approvedBy, at: row.at })]
}

/** The journal's row of an approver whose call is carried out; the approval is its subject. */
export function approvalRow(place: Place, approver: Act, id: number): NewJournalRow {
  return journalRow(
    place,
    { ...approver, approval: null },
    {
      action: 'approve',
      subject: { kind: 'approval', name: String(id) },
      before: { state: 'waiting' },
      after: { state: 'done' },
      reason: '',
    },
  )
}

/** The journal's row of a write that is made now. */
export function journalRow(
  { now, random, databaseNumber }: Place,
  act: Act,
  written: Written,
): NewJournalRow {
  const nowMs = now()
  const id = recordId(nowMs, random(), databaseNumber)
  return { ...written, id, at: toSeconds(nowMs), act }
}
