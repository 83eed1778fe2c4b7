import type { CollectionEvent, PayoutEvent } from '../../contract/callbacks/callback-bodies.ts'
import type { SandboxOutcome } from '../../contract/sandbox/outcomes.ts'
import { reportedCollectionEvents } from '../callbacks/reported-events.ts'
import type { Merchant } from '../merchants/merchant.ts'
import type { OrderType } from '../orders/order-identity.ts'

/** The callback's event of an outcome; undefined if it is never reported. */
export function eventOf(
  type: OrderType,
  outcome: SandboxOutcome,
): CollectionEvent | PayoutEvent | undefined {
  return type === 'payout' ? ofPayouts[outcome] : ofCollections[outcome]
}

/** Whether an outcome is reported to a merchant, by its setting `collection_events` for collections. */
export function isReported(
  merchant: Pick<Merchant, 'collectionEvents'>,
  event: CollectionEvent | PayoutEvent,
): boolean {
  const ofCollection: readonly string[] = reportedCollectionEvents(merchant)
  return event.startsWith('payout.') || ofCollection.includes(event)
}

const ofCollections: Readonly<Partial<Record<SandboxOutcome, CollectionEvent>>> = {
  paid: 'collection.completed',
  less: 'collection.completed',
  late: 'collection.completed',
  expired: 'collection.expired',
  cancelled: 'collection.rejected',
  reversed: 'collection.reversed',
}

const ofPayouts: Readonly<Partial<Record<SandboxOutcome, PayoutEvent>>> = {
  paid: 'payout.completed',
  less: 'payout.completed',
  cancelled: 'payout.failed',
  reversed: 'payout.returned',
}
