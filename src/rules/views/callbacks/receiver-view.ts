import type { Outcome } from '../../../contract/callbacks/callback-states.ts'
import { daySeconds } from '../../../units/clock.ts'
import { secondsToTaipei } from '../../../units/taipei-time.ts'
import { type BreakerState, serverOfReceiver } from '../../callbacks/receiver-breaker.ts'
import { callbackId } from '../../orders/order-identity.ts'

/** A receiver by its name, and its breaker. `until` is UTC seconds, null without recent failures. */
export type ReceiverState = {
  readonly name: string
  readonly state: BreakerState
  readonly until: number | null
}

/** An attempt at a receiver. Times are UTC seconds. */
export type ReceiverAttempt = {
  readonly tradeNo: string
  readonly eventNumber: number
  readonly outcome: Outcome
  readonly httpStatus: number | null
  readonly startedAt: number
}

/** A receiver with its due callbacks, and its last attempts. */
export type ReceiverFigures = ReceiverState & {
  readonly uid: string
  readonly due: number
  readonly nextAt: number | null
  readonly attempts: readonly ReceiverAttempt[]
}

/** A receiver as the back office sees it. */
export function receiverStateView({ name, state, until }: ReceiverState) {
  return {
    server: serverOfReceiver(name),
    breaker: state,
    until: state === 'closed' ? null : secondsToTaipei(until),
  }
}

/** A receiver with the outcomes of its last attempts, and whether it is a test merchant's; `now` is UTC seconds. */
export function receiverView(
  { uid, due, nextAt, attempts, test, ...receiver }: ReceiverFigures & { readonly test: boolean },
  now: number,
) {
  const newestFirst = attempts.toSorted((one, other) => other.startedAt - one.startedAt)
  const shareSince = (since: number) => {
    const made = newestFirst.filter(({ startedAt }) => startedAt > since)
    return { attempts: made.length, failed: made.filter(isFailure).length }
  }
  return {
    merchant_uid: uid,
    ...receiverStateView(receiver),
    due,
    next_attempt_at: secondsToTaipei(nextAt),
    last_hour: shareSince(now - hourSeconds),
    last_day: shareSince(now - daySeconds),
    last_attempts: newestFirst.slice(0, shownAttempts).map((attempt) => ({
      callback_id: callbackId(attempt.tradeNo, attempt.eventNumber),
      outcome: attempt.outcome,
      http_status: attempt.httpStatus,
      at: secondsToTaipei(attempt.startedAt),
    })),
    test,
  }
}

/** Receivers by urgency: paused, probed, failing, with the most callbacks due. */
export function worstFirst<Receiver extends ReceiverState & Partial<ReceiverFigures>>(
  receivers: readonly Receiver[],
): Receiver[] {
  return receivers.toSorted(
    (one, other) =>
      troubles.indexOf(one.state) - troubles.indexOf(other.state) ||
      failuresOf(other) - failuresOf(one) ||
      (other.due ?? 0) - (one.due ?? 0),
  )
}

const troubles: readonly BreakerState[] = ['open', 'half_open', 'closed']
const shownAttempts = 5
const hourSeconds = 3_600

const isFailure = ({ outcome }: ReceiverAttempt) => outcome !== 'delivered'
const failuresOf = ({ attempts = [] }: Partial<ReceiverFigures>) =>
  attempts.filter(isFailure).length
