import type { Operations } from './contract.ts'
import { Refused, Unanswered } from './errors.ts'
import type { Outcome } from './send.ts'

/** How a call may be repeated after an attempt whose outcome is unknown. */
export type Repeat =
  /** The call only reads, or is idempotent. */
  | 'safe'
  /** The service refuses the number of an existing order; `lookUp` then reads that order. */
  | {
      readonly refusedAs: string
      readonly number: string
      readonly lookUp: keyof Operations
      /** The kind of the order that is looked up. */
      readonly kind?: 'withdrawal'
    }
  /** Every repetition takes effect again. */
  | 'never'

/** Calls that are not listed are safe to repeat: queries, lists, and links (the same content gives the same link). */
export const repeatRules: Readonly<Partial<Record<keyof Operations, Repeat>>> = {
  createCollection: {
    refusedAs: 'duplicate_orderid',
    number: 'orderid',
    lookUp: 'getCollection',
  },
  createPayout: { refusedAs: 'duplicate_serial_no', number: 'serial_no', lookUp: 'getPayout' },
  createWithdrawal: {
    refusedAs: 'duplicate_serial_no',
    number: 'serial_no',
    lookUp: 'getPayout',
    kind: 'withdrawal',
  },
  resendCallback: 'never',
  sendSandboxCallback: 'never',
}

/** The limits of a client's attempts. */
export type RetryPolicy = {
  /** The total number of attempts. */
  readonly tries: number
  /** The longest delay between two attempts, in seconds, before up to 25 % jitter; a longer one ends the call. */
  readonly waitSecondsMax: number
  readonly wait: (seconds: number) => Promise<void>
  /** Whether the caller has aborted the call. */
  readonly isAborted: () => boolean
}

/**
 * Repeats the attempt until the service has answered, the call may not be repeated, the policy's tries or longest wait
 * are reached, or the caller has aborted. A call refused by a rate limit may always be repeated, because it had no
 * effect; after a fault of the service or the network, only a call that may be.
 */
export async function withRetries(
  repeat: Repeat,
  { tries, waitSecondsMax, wait, isAborted }: RetryPolicy,
  attempt: () => Promise<Outcome>,
): Promise<{ readonly outcome: Outcome; readonly mayHaveHappened: boolean }> {
  let mayHaveHappened = false
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await attempt()
    mayHaveHappened ||= isUncertain(outcome)
    const seconds = secondsBefore(outcome, attempts)
    const isLast = attempts >= tries || !mayRepeat(repeat, outcome) || seconds > waitSecondsMax
    // Jitter keeps many clients from repeating their calls at one moment.
    if (!isLast && !isAborted()) await wait(seconds * (1 + Math.random() / 4))
    if (isLast || isAborted()) return { outcome, mayHaveHappened }
  }
}

/** The answer, or the error to throw. */
export function answerOf(outcome: Outcome, mayHaveHappened: boolean): Record<string, unknown> {
  switch (outcome.kind) {
    case 'answered':
      return outcome.answer
    case 'refused':
      throw mayHaveHappened
        ? new Unanswered(new Refused(outcome.refused), true)
        : new Refused(outcome.refused)
    case 'unanswered':
      throw new Unanswered(outcome.cause, mayHaveHappened)
  }
}

function isUncertain(outcome: Outcome): boolean {
  return (
    outcome.kind === 'unanswered' || (outcome.kind === 'refused' && outcome.refused.status >= 500)
  )
}

function mayRepeat(repeat: Repeat, outcome: Outcome): boolean {
  if (outcome.kind === 'refused' && outcome.refused.status === 429) return true
  return isUncertain(outcome) && repeat !== 'never'
}

// Half a second, one, two …, but never less than `Retry-After`.
function secondsBefore(outcome: Outcome, attempts: number): number {
  return Math.max(2 ** (attempts - 2), retryAfterSecondsOf(outcome) ?? 0)
}

function retryAfterSecondsOf(outcome: Outcome): number | null {
  switch (outcome.kind) {
    case 'answered':
      return null
    case 'refused':
      return outcome.refused.retryAfterSeconds
    case 'unanswered':
      return outcome.retryAfterSeconds
  }
}
