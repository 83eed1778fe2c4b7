import type { JournalChange } from '../../rules/people/principal.ts'
import type { Concern } from '../../rules/people/second-person.ts'
import type { Statement } from '../../store/database.ts'
import { retry } from '../../units/retry.ts'
import type { Command } from '../command.ts'
import { commitCommand } from '../people/commit-command.ts'
import { type LocatedMerchant, requireMerchant } from './read-merchant.ts'

export type MerchantCommand = Command & { readonly uid: string }

/** A change of a merchant: its journal row, its concern, its statement and its answer. */
export type MerchantChange<View> = Pick<JournalChange, 'action' | 'before' | 'after'> & {
  readonly concern: Concern | null
  readonly statement: Statement
  readonly view: View
}

/**
 * Changes a merchant, its prices or its settlement accounts. Of simultaneous changes the later one is decided again
 * after the first.
 */
export async function commitChange<View>(
  { context, principal, uid }: MerchantCommand,
  decide: (located: LocatedMerchant) => MerchantChange<View>,
): Promise<View> {
  return retry(`${uid}: lost a race`, 10, async () => {
    const located = await requireMerchant(context, uid)
    const { action, before, after, concern, statement, view } = decide(located)
    const subject = { kind: 'merchant', name: uid } as const
    const outcome = await commitCommand({
      context: located.merchantContext,
      principal,
      call: { written: { action, subject, before, after, reason: '' }, concern },
      statements: [statement],
    })
    if (outcome === 'lost_race') return null
    if (outcome !== 'committed') throw new Error(`merchant ${uid} was not written: ${outcome}`)
    context.caches.merchants.forget(uid)
    return view
  })
}
