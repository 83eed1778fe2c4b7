import type { CallbackState, CallbackStatus } from '../../contract/callbacks/callback-states.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'

/** A callback as far as reports need it. */
export type CallbackProgress = {
  readonly state: CallbackState
  readonly attempts: number
  readonly nextAt: number | null
  readonly lastAttemptAt: number | null
  readonly lastHttpStatus: number | null
}

const statuses = {
  due: 'pending',
  delivered: 'success',
  given_up: 'failed',
  parked: 'pending',
} satisfies Record<CallbackProgress['state'], CallbackStatus>

/** What `callback_status` says (decisions §4): `none` without an address, or while there is nothing to tell. */
export function callbackStatus(callback: CallbackProgress | null): CallbackStatus {
  return callback === null ? 'none' : statuses[callback.state]
}

/** How delivery of a callback stands: attempts, the last one's time and HTTP status, the next one's time. */
export function callbackProgressView(callback: CallbackProgress | null) {
  return {
    attempts: callback?.attempts ?? 0,
    last_attempt_at: secondsToTaipei(callback?.lastAttemptAt ?? null),
    last_http_status: callback?.lastHttpStatus ?? null,
    next_attempt_at: secondsToTaipei(callback?.nextAt ?? null),
  }
}
