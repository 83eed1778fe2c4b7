import type { OrderEvent } from '../../rules/orders/order-events.ts'

/** The creation event of an unpaid collection, equal for all with the same amount. */
export function unpaidCreation(orderAmount: number) {
  const fact = { name: 'created', orderAmount, paidAmount: 0, credit: 'none' } as const
  return { seq: 1, from: '', to: 'pending/pending', fact } as const
}

/** Whether an event is such a creation: the order's row implies it, so the journal has no row for it. */
export function isStoredInOrderRow({ seq, to, actor, fact }: OrderEvent, uid: string): boolean {
  const isUnpaid = fact.name === 'created' && fact.paidAmount === 0
  return seq === 1 && to === 'pending/pending' && actor === uid && isUnpaid
}

/** The stored events of an order, oldest first, with the creation that its row implies, if any. */
export function withCreation<Event extends Pick<OrderEvent, 'seq'>>(
  stored: readonly Event[],
  creation: Event,
): readonly Event[] {
  return stored[0]?.seq === 1 ? stored : [creation, ...stored]
}
