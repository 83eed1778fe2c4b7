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

/** The parts of a context from which a journal row is made. */
type Place = Pick<MerchantContext, 'now' | 'random' | 'databaseNumber'>

/**
 * The journal statements of a person's write, for the batch of its effect (back office §6). If a second person approved
 * the call, the batch also has that person's row and ends the approval; it breaks with `approval_over` if the approval
 * has ended.
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

/** The journal row of an approver, with the approval as its subject. */
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

export function journalRow(
  { now, random, databaseNumber }: Place,
  principal: Writer,
  written: JournalChange,
): NewJournalRow {
  const nowMs = now()
  const id = recordId(nowMs, random(), databaseNumber)
  return { ...written, id, at: toSeconds(nowMs), principal }
}
