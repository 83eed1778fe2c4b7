import type { Operations } from './contract.ts'
import { Refused, Unanswered } from './errors.ts'
import type { Outcome } from './send.ts'

/** How a call may be repeated after a try whose outcome is unknown. */
export type Repeat =
  /** It changes nothing, or repeating it changes nothing more. */
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

/** How often and how long a client tries. */
export type Patience = {
  /** Tries in all. */
  readonly tries: number
  /** The longest wait between two tries, in seconds, before up to a quarter more at random; a longer one ends it. */
  readonly waitSecondsMax: number
  readonly wait: (seconds: number) => Promise<void>
  /** Whether the caller has given up. */
  readonly isStopped: () => boolean
}

/**
 * Tries until there is an answer or the call may not be repeated. A call refused by a rate limit is always tried again,
 * because nothing was done. After a fault of the service or the network only a call that may be repeated is.
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
    // At random, so that many clients do not try again at one moment.
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
