import type { Collection, Step } from '../orders/orders.ts'
import type { PaymentLink } from './payment-link.ts'

/**
 * What a step of the collection that pays a link means to the link (decisions §5, "Expiry unpaid" and "One payment per
 * link order"). `matched`: it counts as living for the grace longer. `put_aside`: for its own time only. `paid`: it is
 * closed with every other link of its order, and what would have paid those is put aside; `again` when the order may
 * have been paid before.
 */
export type LinkTurn =
  | { readonly kind: 'matched' | 'put_aside' }
  | { readonly kind: 'paid'; readonly again: boolean }

/** What a step means to the link that its collection pays; null when it pays none, or means nothing to it. */
export function linkTurn({ order, event }: Step<Collection>): LinkTurn | null {
  if (order.linkId === null) return null
  const { fact } = event
  if (fact.name === 'matched') return { kind: 'matched' }
  if (fact.name === 'exception') return { kind: 'put_aside' }
  return fact.name === 'settled' ? { kind: 'paid', again: fact.override } : null
}

/** Whether a link counts as living at `now` (UTC seconds). */
export function isLiving({ endsAt }: Pick<PaymentLink, 'endsAt'>, now: number): boolean {
  return endsAt !== null && endsAt > now
}
