import { secondsToTaipei } from '../../../units/taipei-time.ts'
import type { JournalChange, Writer } from '../../people/principal.ts'

type JournalRecord = Omit<JournalChange, 'subject'> & {
  readonly id: number
  readonly at: number
  readonly actor: string
  readonly role: Writer['role']
  readonly subjectKind: string
  readonly subject: string
  readonly requestId: string
  readonly approvedBy: string
}

/** A row of the journal as the back office sees it (back office §6). */
export function journalView(row: JournalRecord) {
  return {
    id: row.id,
    at: secondsToTaipei(row.at),
    actor: row.actor,
    role: row.role,
    action: row.action,
    subject: { kind: row.subjectKind, name: row.subject },
    before: row.before,
    after: row.after,
    reason: row.reason,
    request_id: row.requestId,
    approved_by: row.approvedBy,
  }
}
