import type { AttemptSignatures } from '../../rules/callbacks/callback-request.ts'
import type { AttemptFollowUp, AttemptResult } from '../../rules/callbacks/callback-schedule.ts'
import type { Statement } from '../database.ts'
import { sqlText } from '../sql-text.ts'
import { firstAttemptField, type StoredAttempt } from './attempts.ts'
import type { StoredCallback } from './callbacks.ts'

export type MadeAttempt = AttemptSignatures & {
  readonly trigger: StoredAttempt['trigger']
  readonly result: AttemptResult
  readonly answer: string
  /** UTC seconds. */
  readonly startedAt: number
  readonly durationMs: number
}

/** A callback as it was leased. */
type LeaseKey = Pick<
  StoredCallback,
  'orderId' | 'attempts' | 'state' | 'eventNumber' | 'leaseUntil' | 'resendRequestedAt'
>

type AttemptStatements = readonly [Statement, ...Statement[]]

/**
 * Logs an attempt and updates its callback. A second attempt with the same number breaks a constraint. `next` is null
 * for a resend that failed, which changes neither state nor schedule. Guarded by `superseded`: an attempt settles
 * nothing of a newer event.
 */
export function recordAttempt(
  callback: LeaseKey,
  made: MadeAttempt,
  next: AttemptFollowUp | null,
): AttemptStatements {
  const values = {
    ...attemptOf(callback, made),
    state: next?.state ?? callback.state,
    nextAt: next?.state === 'due' ? next.nextAt : null,
  }
  const bySchedule = made.trigger === 'schedule'
  const moveOn = bySchedule ? moveBySchedule : next === null ? endResend : moveByResend
  return logged(values, moveOn(values))
}

/** Logs an attempt whose event is no longer the order's newest, and releases its lease; nothing else. */
export function recordSuperseded(callback: LeaseKey, made: MadeAttempt): AttemptStatements {
  const values = attemptOf(callback, made)
  return logged(values, giveBack(values))
}

// Most callbacks have one attempt, which is stored in the callback's row.
function logged(attempt: LeasedAttempt, move: Statement): AttemptStatements {
  return attempt.number === 1
    ? [{ ...move, trace: findFirst(attempt) }]
    : [{ ...insertAttempt(attempt), trace: findSame(attempt) }, move]
}

function attemptOf(
  { orderId, attempts, eventNumber, leaseUntil, resendRequestedAt }: LeaseKey,
  made: MadeAttempt,
): LeasedAttempt {
  const { result, ...rest } = made
  const { outcome, httpStatus } = result
  const attempt = { ...rest, eventNumber, outcome, httpStatus }
  const first = attempts === 0 ? JSON.stringify(attempt) : null
  return { ...attempt, orderId, number: attempts + 1, leaseUntil, resendRequestedAt, first }
}

type LeasedAttempt = StoredAttempt &
  Pick<StoredCallback, 'leaseUntil' | 'resendRequestedAt'> & {
    /** The value for the callback's row, if it is the first attempt. */
    readonly first: string | null
  }
type AttemptValues = LeasedAttempt & Pick<StoredCallback, 'state' | 'nextAt'>

const insertAttempt = sqlText<StoredAttempt>(`
  insert into callback_attempts (
    order_id, number, event_number,
    trigger_name, outcome, http_status, answer, started_at, duration_ms,
    signed_at, sign, webhook_signature
  )
  values (
    :orderId, :number, :eventNumber,
    :trigger, :outcome, :httpStatus, :answer, :startedAt, :durationMs,
    :signedAt, :sign, :webhookSignature
  )
`)

// Of two attempts with one number the later one began after the lease of the other.
const findSame = sqlText<StoredAttempt>(`
  select 1 from callback_attempts
  where order_id = :orderId and number = :number
    and started_at = :startedAt and duration_ms = :durationMs
`)

const findFirst = sqlText<StoredAttempt>(`
  select 1 from callbacks
  where order_id = :orderId
    and ${firstAttemptField('startedAt')} = :startedAt and ${firstAttemptField('durationMs')} = :durationMs
`)

// A null breaks a constraint: another attempt has the number. By now another attempt may have the lease.
const attempted = `
    attempts = iif(attempts = :number - 1, :number, null),
    first_attempt = coalesce(:first, first_attempt),
    last_attempt_at = :startedAt,
    last_outcome = :outcome,
    last_http_status = :httpStatus,
    faults = iif(lease_until is :leaseUntil, 0, faults),
    lease_until = iif(lease_until is :leaseUntil, null, lease_until)`

const ofNewest = `
    refused = iif(event_number = :eventNumber and ended_at is null, null, 'superseded')`

// A resend may be requested during an attempt, which therefore ends only a request that it has read.
const endOfResend = `
    resend_trigger = iif(resend_requested_at is :resendRequestedAt, null, resend_trigger)`

const moveBySchedule = sqlText<AttemptValues>(`
  update callbacks set ${attempted},${ofNewest},
    state = :state,
    next_at = :nextAt,
    scheduled_attempts = scheduled_attempts + 1
  where order_id = :orderId
`)

const moveByResend = sqlText<AttemptValues>(`
  update callbacks set ${attempted},${ofNewest},
    state = :state,
    next_at = :nextAt,${endOfResend}
  where order_id = :orderId
`)

const giveBack = sqlText<LeasedAttempt>(`
  update callbacks set ${attempted}
  where order_id = :orderId
`)

const endResend = sqlText<AttemptValues>(`
  update callbacks set ${attempted},${ofNewest},${endOfResend}
  where order_id = :orderId
`)
