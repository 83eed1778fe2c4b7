import type { Context } from '../../context.ts'
import { shownCallbackView } from '../../rules/views/callbacks/shown-callback-view.ts'
import { attemptsOf } from '../../store/callbacks/callbacks.ts'
import { findReceiver } from '../../store/callbacks/receiver-figures.ts'
import { requireCallback } from '../callbacks/resend-callback.ts'

/**
 * A callback of any merchant: what its order told, each attempt, and the state of its receiver. Refuses with
 * `not_found`.
 */
export async function showCallback(
  context: Context,
  id: string,
): Promise<ReturnType<typeof shownCallbackView>> {
  const { merchantContext, ...owned } = await requireCallback(context, id)
  const { orderId, receiver: name } = owned.callback
  const [attempts, receiver] = await Promise.all([
    attemptsOf(merchantContext.db, orderId),
    findReceiver(merchantContext.db, name),
  ])
  return shownCallbackView(owned, attempts, receiver)
}
