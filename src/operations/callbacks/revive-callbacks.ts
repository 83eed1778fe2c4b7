import type { Context } from '../../context.ts'
import type { BulkRevival } from '../../contract/back-office/callbacks.ts'
import type { AnswerOf } from '../../contract/back-office/table.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Principal } from '../../rules/people/principal.ts'
import { callbackView } from '../../rules/views/callbacks/callback-view.ts'
import { makeParkedDue } from '../../store/callbacks/callbacks.ts'
import { toSeconds } from '../../units/clock.ts'
import { type IdsInDatabase, idsByDatabase } from '../merchant-contexts.ts'
import { journalOfCallbacks, requireCallback, requireLivingCallback } from './resend-callback.ts'
import { pageOfCallbacks } from './resend-callbacks.ts'
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
  const { db } = merchantContext
  const revived = await makeParkedDue({ db, orderIds: [callback.orderId], now, journal })
  if (revived.length === 0) throw new Refusal('not_parked')
  await wakeCallbacks(context, [callback.orderId])
  return callbackView(await requireCallback(context, id))
}

/**
 * Makes many callbacks that were parked for our own faults (decisions §6) due at once, newest orders first, one page
 * per call. They keep their remaining attempts.
 */
export async function reviveCallbacks(
  context: Context,
  principal: Principal,
  call: BulkRevival,
): Promise<AnswerOf<'reviveCallbacks'>> {
  const { orderIds, nextCursor } = await pageOfCallbacks(context, call, { state: 'parked' })
  const now = toSeconds(context.now())
  const revive = ({ context: one, ids }: IdsInDatabase) =>
    makeParkedDue({
      db: one.db,
      orderIds: ids,
      now,
      journal: journalOfCallbacks({ context: one, principal, action: 'revive', target: call }),
    })
  const revived = (await Promise.all(idsByDatabase(context, orderIds).map(revive))).flat()
  if (revived.length > 0) await wakeCallbacks(context, revived)
  return {
    matched: orderIds.length,
    revived: revived.length,
    skipped: orderIds.length - revived.length,
    next_cursor: nextCursor,
  }
}
