import type { AttemptResult, Next } from '../../rules/callbacks/callback-schedule.ts'
import type { Statement } from '../database.ts'
import { sqlText } from '../sql-text.ts'
import type { StoredAttempt, StoredCallback } from './callbacks.ts'

/** An attempt that was made. */
export type MadeAttempt = {
  readonly trigger: StoredAttempt['trigger']
  readonly result: AttemptResult
  readonly answer: string
  /** UTC seconds. */
  readonly startedAt: number
  readonly durationMs: number
}

/**
 * Logs an attempt and updates its callback. A second attempt with the same number breaks the primary key. `next` is
 * null for a resend that failed, which changes neither state nor schedule.
 */
export function recordAttempt(
  { orderId, attempts, state }: Pick<StoredCallback, 'orderId' | 'attempts' | 'state'>,
  { trigger, result, answer, startedAt, durationMs }: MadeAttempt,
  next: Next | null,
): readonly [Statement, Statement] {
  const { outcome, httpStatus } = result
  const values = {
    ...{ orderId, number: attempts + 1, trigger, outcome, httpStatus, answer, startedAt },
    durationMs,
    state: next?.state ?? state,
    nextAt: next?.state === 'due' ? next.nextAt : null,
  }
  const bySchedule = trigger === 'schedule'
  const moveOn = bySchedule ? moveBySchedule : next === null ? endResend : moveByResend
  return [insertAttempt(values), moveOn(values)]
}

type AttemptValues = StoredAttempt & Pick<StoredCallback, 'state' | 'nextAt'>

const insertAttempt = sqlText<AttemptValues>(`
  insert into callback_attempts
    (order_id, number, trigger_name, outcome, http_status, answer, started_at, duration_ms)
  values
    (:orderId, :number, :trigger, :outcome, :httpStatus, :answer, :startedAt, :durationMs)
`)

const attempted = `
    attempts = :number,
    last_attempt_at = :startedAt,
    last_outcome = :outcome,
    last_http_status = :httpStatus,
    lease_until = null,
    faults = 0`

// A resend may be requested during a scheduled attempt, which therefore keeps resend_trigger.
const moveBySchedule = sqlText<AttemptValues>(`
  update callbacks set ${attempted},
    state = :state,
    next_at = :nextAt,
    scheduled_attempts = scheduled_attempts + 1
  where order_id = :orderId
`)

const moveByResend = sqlText<AttemptValues>(`
  update callbacks set ${attempted},
    state = :state,
    next_at = :nextAt,
    resend_trigger = null
  where order_id = :orderId
`)

const endResend = sqlText<AttemptValues>(`
  update callbacks set ${attempted},
    resend_trigger = null
  where order_id = :orderId
`)
