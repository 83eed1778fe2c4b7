import type { AttemptResult } from './callback-schedule.ts'

/**
 * A circuit breaker for each server that a merchant's callbacks go to (decisions §6, "Isolation"). What counts is what
 * failures cost us, the seconds that they hold on to connections: ten time-outs in a minute open it, or a hundred
 * refusals, and nothing that one callback's own schedule can do. An open endpoint's callbacks wait without spending
 * an attempt; after a pause a single one of them may find out how things are.
 */
export const breaker = {
  /** So many seconds of failures, without an answer between, open it. */
  costMax: 100,
  /** A cost that has not opened it is forgotten after so many seconds. */
  memorySeconds: 60,
  /** The first pause; each one that follows without an answer is twice as long, up to `pauseDoublingsMax` times. */
  pauseSeconds: 15,
  pauseDoublingsMax: 3,
  /** How long the attempt that finds out counts as under way: as long as its lease. */
  probeSeconds: 60,
  /**
   * A callback that is due for longer is attempted however its endpoint stands, so that 20 attempts stay 20 attempts
   * in about three days: at most 3 hours and 20 minutes more.
   */
  heldSecondsMax: 600,
} as const

/** `closed`: all go there. `open`: none but those long due. `half_open`: one is finding out. */
export type EndpointState = 'closed' | 'open' | 'half_open'

/** An endpoint that has been in trouble of late. `until` is UTC seconds, see the table. */
export type Endpoint = {
  readonly name: string
  readonly state: EndpointState
  readonly cost: number
  readonly trips: number
  readonly until: number
}

/**
 * The endpoint that a merchant's address names: whose it is, and the server. Merchants that name the same server share
 * none of its troubles, so that nobody brings any upon another by naming its address.
 */
export function endpointOf(merchantId: number, address: string): string {
  return `${merchantId} ${new URL(address).origin}`
}

/**
 * What an attempt says of the server: that it answers, whatever it answers; that it is in trouble; or nothing, when
 * nothing was sent to it.
 */
export function signOfLife({ outcome, httpStatus }: AttemptResult): 'answers' | 'trouble' | 'none' {
  if (outcome === 'blocked_address') return 'none'
  const troubled = troubles.includes(outcome) || httpStatus === 429
  return troubled ? 'trouble' : 'answers'
}

/** What a failed attempt has cost: the seconds it took, at least one. */
export function costOf(durationMs: number): number {
  return Math.max(1, Math.ceil(durationMs / 1000))
}

const troubles: readonly string[] = ['timeout', 'network', 'dns', 'refused', 'tls', 'http_5xx']
