import type {
  CallbackState,
  CallbackStatus,
  Outcome,
} from '../../contract/callbacks/callback-states.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'

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
