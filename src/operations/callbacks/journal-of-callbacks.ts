import type { NewJournalRow } from '../../store/people/journal.ts'
import type { MerchantCommand } from '../command.ts'
import { journalRow } from '../people/journaled.ts'

/** The journal row of a call on callbacks: the action, and the callback's id or the filter of many. */
export function journalOfCallbacks({
  context,
  principal,
  action,
  named,
}: MerchantCommand & {
  readonly action: 'resend' | 'revive'
  readonly named: string | Readonly<Record<string, unknown>>
}): NewJournalRow {
  const isOne = typeof named === 'string'
  const subject = { kind: 'callback', name: isOne ? named : '' } as const
  const after = isOne ? null : named
  return journalRow(context, principal, { action, subject, before: null, after, reason: '' })
}
