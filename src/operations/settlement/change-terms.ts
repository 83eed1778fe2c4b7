import type { Context } from '../../context.ts'
import type { JournalChange, Principal } from '../../rules/people/principal.ts'
import { type StandingConcern, standingConcern } from '../../rules/people/second-person.ts'
import type { Statement } from '../../store/database.ts'
import { retry } from '../../units/retried.ts'
import { type LocatedMerchant, requireMerchant } from '../merchants/read-merchant.ts'
import { commitCommand } from '../people/commit-command.ts'

/** Who changes the terms of which merchant. */
export type TermsCommand = {
  readonly context: Context
  readonly principal: Principal
  readonly uid: string
}

/** A change of a merchant's terms: what the journal says, why it takes two people, what is written and answered. */
export type TermsChange<View> = Pick<JournalChange, 'action' | 'before' | 'after'> & {
  readonly concern: StandingConcern
  readonly statement: Statement
  readonly view: View
}

/**
 * Changes prices or settlement accounts of a merchant, with a second person (fees §1, §3). Of two changes at once, the
 * one that comes second is decided anew on what the first has left.
 */
export async function changeTerms<View>(
  { context, principal, uid }: TermsCommand,
  decide: (located: LocatedMerchant) => TermsChange<View>,
): Promise<View> {
  return retry(`${uid}: lost a race`, 10, async () => {
    const located = await requireMerchant(context, uid)
    const { action, before, after, concern, statement, view } = decide(located)
    const subject = { kind: 'merchant', name: uid } as const
    const outcome = await commitCommand({
      context: located.merchantContext,
      principal,
      on: {
        written: { action, subject, before, after, reason: '' },
        concern: standingConcern(concern),
      },
      statements: [statement],
    })
    if (outcome === 'lost_race') return null
    if (outcome !== 'committed') throw new Error(`terms of ${uid} were not written: ${outcome}`)
    context.merchants.forget(uid)
    return view
  })
}
