import type {
  CallbackState,
  CallbackStatus,
  Outcome,
} from '../../../contract/callbacks/callback-states.ts'
import { secondsToTaipei } from '../../../units/taipei-time.ts'
import { callbackId, isTestId } from '../../orders/order-identity.ts'
import type { CallbackBody } from '../../orders/orders.ts'

/** What views show of the delivery of a callback. */
export type CallbackProgress = {
  readonly state: CallbackState
  readonly attempts: number
  readonly nextAt: number | null
  readonly lastAttemptAt: number | null
  readonly lastOutcome: Outcome | null
  readonly lastHttpStatus: number | null
  /** When an unreported event ended it; null if none has. */
  readonly endedAt: number | null
}

const statuses = {
  due: 'pending',
  delivered: 'success',
  given_up: 'failed',
  parked: 'pending',
} satisfies Record<CallbackProgress['state'], CallbackStatus>

/** The `callback_status` of an order (decisions §4): `none` while it owes no callback. */
export function callbackStatus(callback: CallbackProgress | null): CallbackStatus {
  return callback === null || callback.endedAt !== null ? 'none' : statuses[callback.state]
}

/** The delivery of a callback: attempts, time and HTTP status of the last one, time of the next one. */
export function callbackProgressView(callback: CallbackProgress | null) {
  return {
    attempts: callback?.attempts ?? 0,
    last_attempt_at: secondsToTaipei(callback?.lastAttemptAt ?? null),
    last_outcome: callback?.lastOutcome ?? null,
    last_http_status: callback?.lastHttpStatus ?? null,
    next_attempt_at: secondsToTaipei(callback?.nextAt ?? null),
  }
}

/** An order's callback with its address. */
export type CallbackRecord = CallbackProgress & {
  readonly orderId: number
  readonly tradeNo: string
  readonly url: string
  readonly createdAt: number
  /** The number of the order's reported events, this one included. */
  readonly eventNumber: number
  /** The number of its event in the journal. Its column may be null, but every row has one. */
  readonly eventSeq: number | null
  readonly body: CallbackBody
  /** The reports of earlier events, oldest first. */
  readonly superseded:
    | readonly {
        readonly seq: number
        readonly body: CallbackBody
        readonly url?: string
      }[]
    | null
}

/** A callback attempt as recorded in the database. */
export type AttemptRecord = {
  readonly number: number
  readonly trigger: string
  readonly outcome: Outcome
  readonly httpStatus: number | null
  readonly answer: string
  readonly startedAt: number
  readonly durationMs: number
  readonly eventNumber: number
}

/** A callback as the back office sees it. */
export function callbackView({ uid, callback }: OwnedCallback) {
  return {
    callback_id: callbackId(callback.tradeNo, callback.eventNumber),
    merchant_uid: uid,
    trade_no: callback.tradeNo,
    test: isTestId(callback.orderId),
    url: callback.url,
    state: callback.endedAt === null ? callback.state : ('ended' as const),
    ...callbackProgressView(callback),
    created_at: secondsToTaipei(callback.createdAt),
  }
}

export type OwnedCallback = { readonly uid: string; readonly callback: CallbackRecord }

/** An attempt as the back office sees it. */
export function attemptView(attempt: AttemptRecord, callback: CallbackRecord | null) {
  return {
    number: attempt.number,
    callback_id: callback && callbackId(callback.tradeNo, attempt.eventNumber),
    trigger: attempt.trigger,
    outcome: attempt.outcome,
    http_status: attempt.httpStatus,
    answer: attempt.answer,
    at: secondsToTaipei(attempt.startedAt),
    duration_ms: attempt.durationMs,
  }
}
