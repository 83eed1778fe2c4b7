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
  /** For so long after a pause only a callback that was attempted before may probe. */
  newcomerSeconds: 10,
  /** How long a probe counts as under way: as long as its lease. */
  probeSeconds: 60,
  /**
   * A callback that is due for longer is attempted in any state of the breaker, so that 20 attempts take at most 3
   * hours and 20 minutes more than the three days.
   */
  heldSecondsMax: 600,
} as const

/** `closed`: all callbacks are attempted. `open`: only those long due. `half_open`: a probe is under way. */
export type { BreakerState }

/** A receiver that failed recently. `until` (UTC seconds) ends its memory, its pause or its probe, by state. */
export type Receiver = {
  readonly name: string
  readonly state: BreakerState
  readonly cost: number
  readonly trips: number
  readonly until: number
}

/**
 * The name of an address's receiver: the merchant's number, digits of the server's origin, and the origin. Merchants
 * that name one server have a breaker each, so that none can stop another's callbacks. The digits spread a merchant's
 * receivers evenly, so that a search can begin anywhere among them; names of before have none.
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

/** The server that a receiver's name ends with: `https://shop.example`. */
export function serverOfReceiver(name: string): string {
  return name.slice(name.lastIndexOf(' ') + 1)
}

/**
 * What an attempt shows of its receiver; `unknown` when nothing was sent. Only an acknowledgement is `healthy`, because
 * a stranger's server that a merchant named also answers, with 404, 405 or a page (decisions §6, "Isolation").
 */
export function receiverHealth({ outcome }: AttemptResult): 'healthy' | 'failing' | 'unknown' {
  if (outcome === 'blocked_address') return 'unknown'
  return outcome === 'delivered' ? 'healthy' : 'failing'
}

/** The cost of a failed attempt: the seconds it took, at least one. */
export function failureCost(durationMs: number): number {
  return Math.max(1, Math.ceil(durationMs / 1000))
}
