import type { Context } from '../../context.ts'
import { Refusal } from '../../contract/refusals.ts'
import { linkIdOf } from '../../rules/links/link-identity.ts'
import { decideSaidPaid, type SaidPaid } from '../../rules/links/said-paid.ts'
import { findWaitingLink } from '../../store/links/payment-links.ts'
import { writeSaidPaid } from '../../store/links/said-paid.ts'
import { toSeconds } from '../../units/clock.ts'
import { retry } from '../../units/retry.ts'
import { findLinked } from '../archive/find-linked.ts'
import { lateSlotStatements } from '../matcher/take-slot.ts'
import { contextOfOrder } from '../merchant-contexts.ts'

/**
 * The member's button "I have paid" (matching §6): stores its time, and the last five digits if the order has none. Of
 * simultaneous presses one counts. Refuses with `not_found` like the page.
 *
 * @param last5 the digits as typed, or ""
 */
export async function sayPaid(
  context: Context,
  token: string,
  last5: string,
): Promise<SaidPaid['kind']> {
  const id = linkIdOf(token)
  const merchantContext = id === null ? null : contextOfOrder(context, id)
  if (id === null || merchantContext === null) throw new Refusal('not_found')
  const { db } = merchantContext
  return retry('kept no word of a member', 10, async () => {
    const found = await findLinked(merchantContext, id, (one) => findWaitingLink(one, id, token))
    const decision = found && decideSaidPaid(found, last5, toSeconds(context.now()))
    if (found === null || decision === null) throw new Refusal('not_found')
    if (decision.kind !== 'counted') return decision.kind
    const { after, step } = decision
    const event = step?.event ?? null
    const slot = step === null ? [] : lateSlotStatements(merchantContext, after)
    const isWritten = await writeSaidPaid({ db, before: found.collection, after, event, slot })
    return isWritten ? decision.kind : null
  })
}
