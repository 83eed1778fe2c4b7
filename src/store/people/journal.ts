import type { Act, Written } from '../../rules/people/act.ts'
import type { Statement } from '../database.ts'
import { sqlText } from '../sql-text.ts'

/** When a row is written (UTC seconds), and its id. */
export type JournalKey = { readonly id: number; readonly at: number }

/**
 * What the journal keeps of a write by a person: a row, in the batch of its effect (back office §6). Where a second
 * person approved the call, the batch ends its approval as well, and breaks with `approval_over` where that is over.
 */
export function journaled(
  { name: actor, role, requestId, approval }: Act,
  { id, at }: JournalKey,
  { action, subject, before, after, reason }: Written,
): readonly [Statement, ...Statement[]] {
  const row = insertRow({
    ...{ id, at, actor, role, action, reason, requestId },
    ...{ subjectKind: subject.kind, subject: subject.name },
    ...{ before: jsonOf(before), after: jsonOf(after) },
    approvedBy: approval?.approvedBy ?? '',
  })
  if (approval === null) return [row]
  return [row, endApproval({ id: approval.id, approvedBy: approval.approvedBy, at })]
}

const jsonOf = (fields: Written['before']) => fields && JSON.stringify(fields)

type RowValues = JournalKey &
  Readonly<
    Record<
      | 'actor'
      | 'role'
      | 'action'
      | 'subjectKind'
      | 'subject'
      | 'reason'
      | 'requestId'
      | 'approvedBy',
      string
    >
  > &
  Readonly<Record<'before' | 'after', string | null>>

const insertRow = sqlText<RowValues>(`
  insert into journal (
    id, at, actor, role, action, subject_kind, subject, before, after, reason, request_id, approved_by
  )
  values (
    :id, :at, :actor, :role, :action, :subjectKind, :subject, :before, :after, :reason, :requestId, :approvedBy
  )
`)

const endApproval = sqlText<Readonly<{ id: number; approvedBy: string; at: number }>>(`
  update approvals
  set
    state = 'done',
    decided_by = :approvedBy,
    decided_at = :at,
    refused = case when state = 'waiting' then null else 'approval_over' end
  where id = :id
`)
