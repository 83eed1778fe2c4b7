import type { SigningSecret } from '../../../contract/callbacks/callback-states.ts'
import {
  type AttemptSignatures,
  type CallbackReport,
  callbackHeaders,
  callbackText,
} from '../../callbacks/callback-request.ts'
import { callbackId, kindOf } from '../../orders/order-identity.ts'
import {
  type AttemptRecord,
  attemptView,
  type CallbackRecord,
  callbackView,
  type OwnedCallback,
} from './callback-view.ts'
import { type ReceiverState, receiverStateView } from './receiver-view.ts'

/** An attempt with its recorded timestamp and signatures; null if it was made before they were recorded. */
export type SignedAttempt = AttemptRecord & {
  readonly [Part in keyof AttemptSignatures]: AttemptSignatures[Part] | null
}

/** Whose secret signed an attempt at that callback. */
export type SignerOf = (callback: CallbackReport, seal: AttemptSignatures) => SigningSecret

/** One callback for the back office: its order's reports, each attempt as sent, and its receiver. */
export function callbackHistoryView({
  owned,
  attempts,
  receiver,
  signerOf,
}: {
  readonly owned: OwnedCallback
  readonly attempts: readonly SignedAttempt[]
  readonly receiver: ReceiverState
  readonly signerOf: SignerOf
}) {
  const { callback } = owned
  const { tradeNo, orderId } = callback
  return {
    callback: callbackView(owned),
    type: kindOf(orderId),
    told: reportsOf(callback).map((one, place) => ({
      callback_id: callbackId(tradeNo, place + 1),
      body: one.body,
    })),
    attempts: attempts.map((attempt) => ({
      ...attemptView(attempt, callback),
      sent: sentView(attempt, callback, signerOf),
    })),
    receiver: receiverStateView(receiver),
  }
}

function reportsOf({ superseded, body, url }: CallbackRecord) {
  return [...(superseded ?? []), { body, url }]
}

// The request of an attempt, rebuilt from the event's body and address, and the attempt's signatures.
function sentView(attempt: SignedAttempt, callback: CallbackRecord, signerOf: SignerOf) {
  const { number, eventNumber, signedAt, sign, webhookSignature } = attempt
  const report = reportsOf(callback)[eventNumber - 1]
  if (report === undefined || signedAt === null || sign === null || webhookSignature === null) {
    return null
  }
  const seal = { signedAt, sign, webhookSignature }
  const event = { tradeNo: callback.tradeNo, eventNumber, body: report.body }
  return {
    url: report.url ?? null,
    headers: callbackHeaders(event, number, seal),
    body: callbackText(report.body, signedAt, sign),
    signed: signerOf(event, seal),
  }
}
