import type { Outcome } from '../../contract/callbacks/callback-states.ts'

export type { Outcome }

/** Waits between the attempts, in seconds: 20 attempts in about three days (decisions §6, "Schedule"). */
export const retryWaitsSeconds: readonly number[] = [
  15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10_800, 10_800, 10_800, 21_600, 21_600,
  43_200, 43_200, 43_200, 43_200,
]

const waitSecondsMax = 43_200
const jitterShare = 0.1
const overloadedWaitSeconds = 60

/** The result of an attempt: outcome, HTTP status if there was one, and the wait that the receiver asked for. */
export type AttemptResult = {
  readonly outcome: Outcome
  readonly httpStatus: number | null
  readonly retryAfterSeconds: number | null
}

/** The state after an attempt. `nextAt` is UTC seconds. */
export type AttemptFollowUp =
  | { readonly state: 'delivered' }
  | { readonly state: 'due'; readonly nextAt: number }
  | { readonly state: 'given_up' }

/**
 * What follows attempt number `attempts` (from 1): done, another attempt later, or giving up after the last. The wait
 * is within ±10 % of the schedule's, and at most 12 hours. A receiver's `Retry-After` may only prolong it; after 429
 * and time-outs it is at least a minute.
 *
 * @param nowMs UTC milliseconds at the attempt's end
 * @param random in [0, 1)
 */
export function afterAttempt({
  attempts,
  result,
  nowMs,
  random,
}: {
  readonly attempts: number
  readonly result: AttemptResult
  readonly nowMs: number
  readonly random: number
}): AttemptFollowUp {
  if (result.outcome === 'delivered') return { state: 'delivered' }
  const scheduled = retryWaitsSeconds[attempts - 1]
  if (scheduled === undefined) return { state: 'given_up' }
  const wait = Math.max(jittered(scheduled, random), floorOf(result))
  // Rounded up, so that no attempt comes early; jittered() leaves room for that second.
  return { state: 'due', nextAt: Math.ceil(nowMs / 1000 + Math.min(wait, waitSecondsMax - 1)) }
}

/** Whether an answer acknowledges the callback: HTTP 2xx and the text `success`, trimmed, in any case (§6). */
export function acknowledges(httpStatus: number, body: string): boolean {
  return httpStatus >= 200 && httpStatus < 300 && body.trim().toLowerCase() === 'success'
}

export function outcomeOf(httpStatus: number, body: string): Outcome {
  if (acknowledges(httpStatus, body)) return 'delivered'
  if (httpStatus < 300) return 'wrong_answer'
  if (httpStatus === 530 && body.includes('1016')) return 'dns'
  if (httpStatus < 400) return 'http_3xx'
  return httpStatus < 500 ? 'http_4xx' : (platformsAnswers[httpStatus] ?? 'http_5xx')
}

// The platform's own statuses for an unreachable server. 530 with error 1016 means a name without an address.
const platformsAnswers: Readonly<Record<number, Outcome>> = {
  521: 'refused',
  522: 'timeout',
  523: 'network',
  524: 'timeout',
  525: 'tls',
  526: 'tls',
}

/** Reads `Retry-After`, seconds or an HTTP date, to seconds from now; null when absent, past or unreadable. */
export function retryAfterSeconds(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  const text = header.trim()
  if (/^\d+$/.test(text)) return Number(text)
  const date = httpDate.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(date) || date <= nowMs) return null
  return Math.ceil((date - nowMs) / 1000)
}

// The date formats of RFC 9110 that name their zone. Date.parse alone accepts almost any text with a digit.
const httpDate = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/

function jittered(seconds: number, random: number): number {
  const least = seconds * (1 - jitterShare)
  // Drawn below the longest wait: cut to it, callbacks of one outage would come back in the same second.
  const most = Math.min(seconds * (1 + jitterShare), waitSecondsMax) - 1
  return least + (most - least) * random
}

function floorOf({ outcome, httpStatus, retryAfterSeconds }: AttemptResult): number {
  const overloaded = outcome === 'timeout' || httpStatus === 429 ? overloadedWaitSeconds : 0
  return Math.max(overloaded, retryAfterSeconds ?? 0)
}
