import type { EntryKind } from '../accounts/ledger.ts'
import type { TallyChange } from '../accounts/tally.ts'
import type { Claim } from '../banking/claim.ts'
import type { Concern } from '../people/second-person.ts'
import type { Credit } from '../settlement/withdrawable.ts'
import type { OrderEvent } from './order-events.ts'
import type { CallbackBody, Order, StepRefusal } from './orders.ts'

/**
 * The effect of an event on its order's callback: it owes a new one, which replaces the previous; or the event is not
 * reported, and the previous callback ends.
 */
export type CallbackEffect =
  | { readonly kind: 'owed'; readonly url: string; readonly body: CallbackBody }
  | { readonly kind: 'ended' }

/** One step of an order: the order after it, its event, its tallies, and the effect on its callback. */
export type Step<O extends Order> = {
  readonly order: O
  readonly event: OrderEvent
  readonly entryKind: EntryKind
  readonly tallies: readonly TallyChange[]
  /** The change of the credits of a day, or null. */
  readonly credit: Credit | null
  /** Null if the callback is unchanged. */
  readonly callback: CallbackEffect | null
  /** The money that the merchant must have, checked by the database in the batch. */
  readonly coverage: Coverage | null
  /** The change of the number of orders settled without a transaction. */
  readonly unbacked: number
  /** The bank transactions that it claims and frees, checked by the database in the batch; null for none. */
  readonly claim: Claim | null
}

/**
 * The least money, in hundredths: available, or (`held`) available and frozen together; `withdrawable` is available
 * less the credits from day `unsettledFrom` on.
 */
export type Coverage =
  | { readonly of: 'available' | 'available_and_frozen'; readonly atLeast: number }
  | { readonly of: 'withdrawable'; readonly atLeast: number; readonly unsettledFrom: number }

/** A step and its concern, which may need a second person (back office §5), or a refusal. */
export type Decision<O extends Order> =
  | { readonly kind: 'step'; readonly step: Step<O>; readonly concern: Concern | null }
  | StepRefusal

/** The order already has the requested state; nothing is written. */
export type NoChange = { readonly kind: 'unchanged' }

export function decided<O extends Order>(
  step: Step<O>,
  concern: Concern | null = null,
): Decision<O> {
  return { kind: 'step', step, concern }
}
