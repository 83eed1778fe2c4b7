import type { Operations } from './contract.ts'
import { Refused, Unanswered } from './errors.ts'
import type { Outcome } from './send.ts'

/** How a call may be repeated after a try whose end is not known. */
export type Repeat =
  /** It changes nothing, or the same again changes nothing. */
  | 'safe'
  /** The service refuses the number of an order that exists; `lookUp` then finds out whose it is. */
  | {
      readonly refusedAs: string
      readonly number: string
      readonly lookUp: keyof Operations
      /** Of the order that is looked up. */
      readonly kind?: 'withdrawal'
    }
  /** Each time has an effect of its own. */
  | 'never'

/** Calls that are not listed are safe to repeat: queries, lists, and links, of which the same content gives the same. */
export const repeats: Readonly<Partial<Record<keyof Operations, Repeat>>> = {
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

/** How patient a client is. */
export type Patience = {
  /** Tries in all. */
  readonly tries: number
  /** The longest wait between two, in seconds, which chance makes up to a quarter longer; a longer one ends the call. */
  readonly waitSecondsMax: number
  readonly wait: (seconds: number) => Promise<void>
  /** Whether the caller has given up. */
  readonly isStopped: () => boolean
}

/**
 * Tries until there is an answer or nothing may be repeated. What was refused by a rate is tried again by every call:
 * nothing was done. After a fault of the service or the network only what may be repeated is.
 */
export async function repeated(
  repeat: Repeat,
  { tries, waitSecondsMax, wait, isStopped }: Patience,
  attempt: () => Promise<Outcome>,
): Promise<{ readonly outcome: Outcome; readonly mayHaveHappened: boolean }> {
  let mayHaveHappened = false
  for (let tried = 1; ; tried += 1) {
    const outcome = await attempt()
    mayHaveHappened ||= isUncertain(outcome)
    const seconds = secondsBefore(outcome, tried)
    const isLast = tried >= tries || !mayRepeat(repeat, outcome) || seconds > waitSecondsMax
    // So that many clients do not come back at once.
    if (!isLast && !isStopped()) await wait(seconds * (1 + Math.random() / 4))
    if (isLast || isStopped()) return { outcome, mayHaveHappened }
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

// Half a second, one, two …, but never less than `Retry-After` says.
function secondsBefore(outcome: Outcome, tried: number): number {
  return Math.max(2 ** (tried - 2), toldSeconds(outcome) ?? 0)
}

function toldSeconds(outcome: Outcome): number | null {
  switch (outcome.kind) {
    case 'answered':
      return null
    case 'refused':
      return outcome.refused.retryAfterSeconds
    case 'unanswered':
      return outcome.retryAfterSeconds
  }
}
