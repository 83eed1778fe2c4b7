import type { AttemptResult } from './callback-schedule.ts'

/**
 * A circuit breaker for each server that a merchant's callbacks go to (decisions §6, "Isolation"). What counts is what
 * failures cost us, the seconds that they hold on to connections: ten time-outs in a minute open it, or a hundred
 * answers that acknowledge nothing, and nothing that one callback's own schedule can do. An open receiver's
 * callbacks wait without spending an attempt; after a pause a single one of them tries: one that was attempted before,
 * for a new one may fail for a reason of its own, as where a server refuses what it hears of for the first time.
 */
export const breaker = {
  /** So many seconds of failures, without an acknowledgement between, open it. */
  costMax: 100,
  /** A cost that has not opened it is forgotten after so many seconds. */
  memorySeconds: 60,
  /** The first pause; each without an acknowledgement since the last is twice as long, `pauseDoublingsMax` times. */
  pauseSeconds: 15,
  pauseDoublingsMax: 3,
  /** After a pause a callback that was never attempted leaves those that were so many seconds to try. */
  newcomerSeconds: 10,
  /** How long the attempt that finds out counts as under way: as long as its lease. */
  probeSeconds: 60,
  /**
   * A callback that is due for longer is attempted however its receiver stands, so that 20 attempts stay 20 attempts
   * in about three days: at most 3 hours and 20 minutes more.
   */
  heldSecondsMax: 600,
} as const

/** `closed`: all go there. `open`: none but those long due. `half_open`: one is finding out. */
export type BreakerState = 'closed' | 'open' | 'half_open'

/** A receiver that has been in trouble of late. `until` is UTC seconds, see the table. */
export type Receiver = {
  readonly name: string
  readonly state: BreakerState
  readonly cost: number
  readonly trips: number
  readonly until: number
}

/**
 * The receiver that a merchant's address names: whose it is, and the server. Merchants that name the same server share
 * none of its troubles, so that nobody brings any upon another by naming its address.
 */
export function receiverName(merchantId: number, address: string): string {
  return `${merchantId} ${new URL(address).origin}`
}

/**
 * What an attempt says of the server: that it takes our callbacks; that it is in trouble, or is not the merchant's; or
 * nothing, when nothing was sent to it. Only an acknowledgement shows that callbacks are welcome there: a stranger's
 * server that a merchant has named answers too, with 404, 405 or a page (decisions §6, "Isolation").
 */
export function receiverHealth({ outcome }: AttemptResult): 'healthy' | 'failing' | 'unknown' {
  if (outcome === 'blocked_address') return 'unknown'
  return outcome === 'delivered' ? 'healthy' : 'failing'
}

/** What a failed attempt has cost: the seconds it took, at least one. */
export function failureCost(durationMs: number): number {
  return Math.max(1, Math.ceil(durationMs / 1000))
}
