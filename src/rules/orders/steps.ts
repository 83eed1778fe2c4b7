import type { EntryKind } from '../accounts/ledger.ts'
import type { TallyChange } from '../accounts/tally.ts'
import type { Claim } from '../banking/claim.ts'
import type { Concern } from '../people/second-person.ts'
import type { Credit } from '../settlement/withdrawable.ts'
import type { OrderEvent } from './order-events.ts'
import type { CallbackBody, Order, Refused } from './orders.ts'

/**
 * What an event does to its order's callback: it owes one, in the place of the one before it; or its merchant is not
 * told, and the one before it ends.
 */
export type CallbackEffect =
  | { readonly kind: 'owed'; readonly url: string; readonly body: CallbackBody }
  | { readonly kind: 'ended' }

/** One step of an order: the order after it, its event, its tallies, and what becomes of its callback. */
export type Step<O extends Order> = {
  readonly order: O
  readonly event: OrderEvent
  readonly entryKind: EntryKind
  readonly tallies: readonly TallyChange[]
  /** By how much it changes what collections credited on a day; null for nothing. */
  readonly credit: Credit | null
  /** Null where it stays as it is. */
  readonly callback: CallbackEffect | null
  /** The money that the merchant must have; the database checks it in the batch. */
  readonly coverage: Coverage | null
  /** By how much it changes the number of orders that are settled without a transaction. */
  readonly unbacked: number
  /** The bank transactions that it claims and frees; the database checks it in the batch. Null for none. */
  readonly claim: Claim | null
}

/**
 * At least so many hundredths: available, or (`held`) available and frozen together; `withdrawable` is what is
 * available less the credits of the day `unsettledFrom` and later.
 */
export type Coverage =
  | { readonly of: 'available' | 'held'; readonly atLeast: number }
  | { readonly of: 'withdrawable'; readonly atLeast: number; readonly unsettledFrom: number }

/** A step with what of it may need a second person (back office §5), null where nothing does; or the refusal of it. */
export type Decision<O extends Order> =
  | { readonly kind: 'step'; readonly step: Step<O>; readonly concern: Concern | null }
  | Refused

/** The order already is as asked for; nothing is written. */
export type Unchanged = { readonly kind: 'unchanged' }

/** The decision that makes a step. */
export function decided<O extends Order>(
  step: Step<O>,
  concern: Concern | null = null,
): Decision<O> {
  return { kind: 'step', step, concern }
}
