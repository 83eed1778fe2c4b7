import type { OrderEvent } from '../orders/order-events.ts'
import type { Collection } from '../orders/orders.ts'
import { overrides } from '../orders/override.ts'
import type { PaymentLink } from './payment-link.ts'

/**
 * The effect that a step of a collection has on its payment link (decisions §5, "Expiry unpaid" and "One payment per
 * link order"). `matched`: the link lives for the grace longer. `put_aside`: it lives for its own time only. `paid`:
 * all links of its order are closed and their other collections are put aside; `again` allows a second payment.
 * `reversed`: all links of its order expire, unless another settlement of the order is in force.
 */
export type LinkEffect =
  | { readonly kind: 'matched' | 'put_aside' | 'reversed' }
  | { readonly kind: 'paid'; readonly again: boolean }

/** The effect of a collection's event on its link; null without a link or an effect. */
export function linkEffect(linkId: number | null, { fact }: OrderEvent): LinkEffect | null {
  if (linkId === null) return null
  if (fact.name === 'matched') return { kind: 'matched' }
  if (fact.name === 'exception') return { kind: 'put_aside' }
  if (fact.name === 'reversed') return { kind: 'reversed' }
  if (fact.name !== 'settled') return null
  return { kind: 'paid', again: overrides(fact.override, 'already_paid') }
}

/**
 * The end of a new link's life. A link that the service is about to match lives as long as a matched one, so that the
 * match writes nothing here. Times in UTC seconds.
 */
export function firstEndOfLife(
  { assignment }: Pick<Collection, 'assignment'>,
  waitExpiresAt: number,
  matchedGraceSeconds: number,
): number {
  return assignment === 'due' ? waitExpiresAt + matchedGraceSeconds : waitExpiresAt
}

/** The end of a link's life, in UTC seconds; for a link that has ended, the end of its own time. */
export function endOfLife(
  link: Pick<PaymentLink, 'endsAt' | 'waitExpiresAt' | 'expiresAt'>,
): number {
  return link.endsAt ?? link.waitExpiresAt ?? link.expiresAt
}

/** Whether a link counts as living at `now` (UTC seconds). */
export function isLiving({ endsAt }: Pick<PaymentLink, 'endsAt'>, now: number): boolean {
  return endsAt !== null && endsAt > now
}
