import type { BreakerState } from '../../contract/callbacks/callback-states.ts'
import type { AttemptResult } from './callback-schedule.ts'

/**
 * The circuit breaker of a receiver (decisions §6, "Isolation"). A failure costs the seconds for which it held a
 * connection: ten time-outs in a minute open the breaker, or a hundred answers that acknowledge nothing. The schedule
 * of a single callback cannot open it. While it is open, callbacks wait without spending an attempt. After the pause
 * one callback probes: one that was attempted before, because a new one may fail for a reason of its own.
 */
export const breaker = {
  /** Seconds of failures, without an acknowledgement between, that open it. */
  costMax: 100,
  /** A cost that has not opened it is forgotten after so many seconds. */
  memorySeconds: 60,
  /** The first pause. Each further one without an acknowledgement is twice as long, up to `pauseDoublingsMax` times. */
  pauseSeconds: 15,
  pauseDoublingsMax: 3,
  /** The time after a pause in which only a callback that was attempted before may probe. */
  newcomerSeconds: 10,
  /** How long a probe counts as under way: the length of its lease. */
  probeSeconds: 60,
  /**
   * A callback that has been due for this long is attempted in any state of the breaker, so that 20 attempts take at
   * most 3 hours and 20 minutes more than the three days.
   */
  breakerWaitSecondsMax: 600,
} as const

/** `closed`: all callbacks are attempted. `open`: only those due for long. `half_open`: a probe is under way. */
export type { BreakerState }

/** A receiver that failed recently. `until` (UTC seconds) ends its memory, pause or probe, depending on its state. */
export type Receiver = {
  readonly name: string
  readonly state: BreakerState
  readonly cost: number
  readonly trips: number
  readonly until: number
}

/**
 * The name of an address's receiver: the merchant's number, a hash of the server's origin, and the origin. Merchants
 * that use the same server have a breaker each, so none can stop another's callbacks. The hash spreads a merchant's
 * receivers evenly, so that a search can start at any of them; older names have no hash.
 */
export function receiverName(merchantId: number, address: string): string {
  const { origin } = new URL(address)
  return `${merchantId} ${digitsOf(origin)} ${origin}`
}

// FNV-1a, 32 bits.
function digitsOf(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** The server in a receiver's name: `https://shop.example`. */
export function serverOfReceiver(name: string): string {
  return name.slice(name.lastIndexOf(' ') + 1)
}

/**
 * The health of a receiver by an attempt; `unknown` if nothing was sent. Only an acknowledgement is `healthy`: a
 * stranger's server at the merchant's address also answers, with 404, 405 or a page (decisions §6, "Isolation").
 */
export function receiverHealth({ outcome }: AttemptResult): 'healthy' | 'failing' | 'unknown' {
  if (outcome === 'blocked_address') return 'unknown'
  return outcome === 'delivered' ? 'healthy' : 'failing'
}

/** The cost of a failed attempt: the seconds it took, at least one. */
export function failureCost(durationMs: number): number {
  return Math.max(1, Math.ceil(durationMs / 1000))
}
