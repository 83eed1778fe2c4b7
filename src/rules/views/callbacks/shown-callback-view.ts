import { callbackId, kindOf } from '../../orders/order-identity.ts'
import {
  type AttemptRecord,
  attemptView,
  callbackView,
  type OwnedCallback,
} from '../back-office-views.ts'
import { type ReceiverState, receiverStateView } from './receiver-view.ts'

/** One callback as the back office sees it: what its order told, each attempt, and its receiver. */
export function shownCallbackView(
  owned: OwnedCallback,
  attempts: readonly AttemptRecord[],
  receiver: ReceiverState,
) {
  const { tradeNo, orderId, body, superseded } = owned.callback
  const told = [...(superseded ?? []), { body }]
  return {
    callback: callbackView(owned),
    type: kindOf(orderId),
    told: told.map((one, place) => ({
      callback_id: callbackId(tradeNo, place + 1),
      body: one.body,
    })),
    attempts: attempts.map((attempt) => attemptView(attempt, owned.callback)),
    receiver: receiverStateView(receiver),
  }
}
