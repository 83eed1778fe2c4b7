import type { Context } from '../../context.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Principal } from '../../rules/people/principal.ts'
import { callbackView } from '../../rules/views/callbacks/callback-view.ts'
import { makeParkedDue } from '../../store/callbacks/callbacks.ts'
import { toSeconds } from '../../units/clock.ts'
import { journalOfCallbacks } from './journal-of-callbacks.ts'
import { requireCallback, requireLivingCallback } from './resend-callback.ts'
import { wakeCallbacks } from './wake-callbacks.ts'

/**
 * Makes a callback that was parked for our own faults (decisions §6) due at once, with its remaining attempts. Refuses
 * with `not_parked`.
 */
export async function reviveCallback(
  context: Context,
  principal: Principal,
  id: string,
): Promise<ReturnType<typeof callbackView>> {
  const { callback, merchantContext } = await requireLivingCallback(context, id)
  const now = toSeconds(context.now())
  const journal = journalOfCallbacks({
    context: merchantContext,
    principal,
    action: 'revive',
    target: id,
  })
  const revived = await makeParkedDue({
    db: merchantContext.db,
    orderIds: [callback.orderId],
    now,
    journal,
  })
  if (revived.length === 0) throw new Refusal('not_parked')
  await wakeCallbacks(context, [callback.orderId])
  return callbackView(await requireCallback(context, id))
}
