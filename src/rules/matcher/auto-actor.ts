import type { Actor, Writer, Written } from '../people/principal.ts'

/** The service, where it gives an account or settles by itself (matching §2, §4). */
export const autoActor: Actor = { name: 'system:matcher', role: 'system' }

/** The same as the journal has it, where the service turns an account back (matching §5). */
export const autoWriter: Writer = { ...autoActor, role: 'system', requestId: '', approval: null }

/** What the journal says of an account whose `settle` a contradicted order turns back. */
export function turnedBack(accountId: number, tradeNo: string): Written {
  return {
    action: 'patch',
    subject: { kind: 'bank_account', name: String(accountId) },
    before: { auto: 'settle' },
    after: { auto: 'assign' },
    reason: `contradicted: ${tradeNo}`,
  }
}
