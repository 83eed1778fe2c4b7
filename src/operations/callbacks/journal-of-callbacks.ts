import type { NewJournalRow } from '../../store/people/journal.ts'
import type { MerchantCommand } from '../command.ts'
import { journalRow } from '../people/journal-rows.ts'

/** The journal row of a call on callbacks: the action, and the callback's id or the filter of many. */
export function journalOfCallbacks({
  context,
  principal,
  action,
  target,
}: MerchantCommand & {
  readonly action: 'resend' | 'revive'
  readonly target: string | Readonly<Record<string, unknown>>
}): NewJournalRow {
  const isOne = typeof target === 'string'
  const subject = { kind: 'callback', name: isOne ? target : '' } as const
  const after = isOne ? null : target
  return journalRow(context, principal, { action, subject, before: null, after, reason: '' })
}
