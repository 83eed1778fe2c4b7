import type { OrderEvent } from '../../rules/orders/order-events.ts'

/** The creation of a collection by its merchant, unpaid, as far as it is the same for all of an amount. */
export function unpaidCreation(orderAmount: number) {
  const fact = { name: 'created', orderAmount, paidAmount: 0, credit: 'none' } as const
  return { seq: 1, from: '', to: 'pending/pending', fact } as const
}

/** Whether an event is such a creation: the order's row tells it, so that the journal has no row of it. */
export function isStoredInOrderRow({ seq, to, actor, fact }: OrderEvent, uid: string): boolean {
  const isUnpaid = fact.name === 'created' && fact.paidAmount === 0
  return seq === 1 && to === 'pending/pending' && actor === uid && isUnpaid
}

/** The events of an order, oldest first, of those that are stored: without one, its creation was such a one. */
export function withCreation<Event extends Pick<OrderEvent, 'seq'>>(
  stored: readonly Event[],
  creation: Event,
): readonly Event[] {
  return stored[0]?.seq === 1 ? stored : [creation, ...stored]
}
