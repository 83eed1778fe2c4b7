import type { Actor, JournalChange, Writer } from '../people/principal.ts'

/** The service as an actor, when it assigns accounts or settles (matching §2, §4). */
export const autoActor: Actor = { name: 'system:matcher', role: 'system' }

/** The service as a writer of the journal, when it turns an account back (matching §5). */
export const autoWriter: Writer = { ...autoActor, role: 'system', requestId: '', approval: null }

/** The journal row of an account whose `settle` is turned back by a contradicted order. */
export function switchBackRow(accountId: number, tradeNo: string): JournalChange {
  return {
    action: 'patch',
    subject: { kind: 'bank_account', name: String(accountId) },
    before: { auto: 'settle' },
    after: { auto: 'assign' },
    reason: `contradicted: ${tradeNo}`,
  }
}
