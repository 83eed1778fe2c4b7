import type { MerchantContext } from '../../context.ts'
import {
  type Approval,
  isJournaled,
  type JournalChange,
  type Principal,
  recordId,
  type Writer,
} from '../../rules/people/principal.ts'
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
export function writeJournal(
  place: Place,
  principal: Principal,
  written: JournalChange,
): readonly AnyStatement[] {
  const row = journalRow(place, principal, written)
  const { approval } = principal
  return [
    ...(isJournaled(principal) ? [insertJournalRow(row)] : []),
    ...(approval === null ? [] : endOf(place, principal, approval)),
  ]
}

function endOf(place: Place, principal: Principal, approval: Approval): readonly AnyStatement[] {
  const { id, approvedBy } = approval
  const row = approvalRow(place, { ...principal, name: approvedBy }, id)
  return [insertJournalRow(row), endApproval({ id, approvedBy, at: row.at })]
}

/** The journal's row of an approver whose call is carried out; the approval is its subject. */
export function approvalRow(place: Place, approver: Principal, id: number): NewJournalRow {
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
  principal: Writer,
  written: JournalChange,
): NewJournalRow {
  const nowMs = now()
  const id = recordId(nowMs, random(), databaseNumber)
  return { ...written, id, at: toSeconds(nowMs), principal }
}
