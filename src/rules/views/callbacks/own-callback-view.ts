import type { callbackList } from '../../../contract/callbacks/callback-list-endpoint.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { secondsToTaipei } from '../../../units/taipei-time.ts'
import { callbackText } from '../../callbacks/callback-request.ts'
import { callbackId, kindOf } from '../../orders/order-identity.ts'
import type { SignedAttempt } from './callback-history-view.ts'
import type { CallbackRecord } from './callback-view.ts'

/** A callback of a merchant's own order, with that order's number and its newest attempts, oldest first. */
type OwnCallback = {
  readonly callback: CallbackRecord
  readonly number: string
  readonly happened: string | null
  readonly attempts: readonly (SignedAttempt & Pick<Item['attempts'][number], 'trigger'>)[]
}

type Item = ResponseOf<typeof callbackList>['data']['items'][number]

/** A callback as its merchant sees it. */
export function ownCallbackView({ callback, number, happened, attempts }: OwnCallback): Item {
  const { tradeNo, orderId, eventNumber, url, endedAt, nextAt } = callback
  const id = callbackId(tradeNo, eventNumber)
  const type = kindOf(orderId)
  return {
    callback_id: id,
    webhook_id: id,
    type,
    event: eventOf(callback, happened),
    ...(type === 'collection' ? { orderid: number } : { serial_no: number }),
    trade_no: tradeNo,
    url,
    state: endedAt === null ? callback.state : 'ended',
    attempts: attempts.map((attempt) => ({
      at: secondsToTaipei(attempt.startedAt),
      webhook_id: callbackId(tradeNo, attempt.eventNumber),
      trigger: attempt.trigger,
      outcome: attempt.outcome,
      http_status: attempt.httpStatus,
      ms: attempt.durationMs,
      answer: attempt.answer,
    })),
    sent: sentOf(callback, attempts.at(-1)),
    next_at: secondsToTaipei(nextAt),
  }
}

// The body has an event only for merchants that receive all events.
function eventOf({ body }: CallbackRecord, happened: string | null): Item['event'] {
  if (body.event !== undefined) return body.event as Item['event']
  if (body.type === 'collection') return 'collection.completed'
  if (body.status === 'success' || body.status === 'processed') return 'payout.completed'
  return happened === 'returned' ? 'payout.returned' : 'payout.failed'
}

// Null if the newest event has no attempt, or only one without recorded signatures.
function sentOf(
  { body, eventNumber }: CallbackRecord,
  last: SignedAttempt | undefined,
): Item['sent'] {
  if (last === undefined || last.eventNumber !== eventNumber) return null
  const { number, signedAt, sign, webhookSignature } = last
  if (signedAt === null || sign === null || webhookSignature === null) return null
  return {
    body: callbackText(body, signedAt, sign),
    webhook_timestamp: signedAt,
    webhook_signature: webhookSignature,
    webhook_attempt: number,
  }
}
