import type { CollectionEvent, PayoutEvent } from '../../contract/callbacks/callback-bodies.ts'
import type { EventFact } from '../orders/order-events.ts'
import type { CallbackBody, Payout } from '../orders/orders.ts'
import type { CallbackEffect } from '../orders/steps.ts'
import {
  collectionCallbackBody,
  payoutCallbackBody,
  type Recipient,
  type ReportedCollection,
  unpaidCallbackBody,
  withEvent,
} from './callback-body.ts'

// Which events are reported, at which address, and by which name: decisions §6, "Several events".

/** An event of an order by its name in the journal; `expired` is an exception caused by the expiry. */
export type ReportableEvent = {
  readonly name: EventFact['name'] | 'expired'
  readonly reason?: string
  /** UTC seconds. */
  readonly at: number
}

const collectionNames: Readonly<Partial<Record<ReportableEvent['name'], CollectionEvent>>> = {
  created: 'collection.completed',
  settled: 'collection.completed',
  expired: 'collection.expired',
  rejected: 'collection.rejected',
  reversed: 'collection.reversed',
}

const payoutNames: Readonly<Partial<Record<ReportableEvent['name'], PayoutEvent>>> = {
  processed: 'payout.completed',
  cancelled: 'payout.failed',
  returned: 'payout.returned',
}

/** The events of a collection that are reported to its merchant. */
export function reportedCollectionEvents({
  collectionEvents,
}: Pick<Recipient, 'collectionEvents'>): readonly CollectionEvent[] {
  const all = [...new Set(Object.values(collectionNames))]
  return collectionEvents === 'all' ? all : ['collection.completed']
}

/** The report of a collection after an event; null if the event is not reported. */
export function reportOfCollection(
  { name, reason, at }: ReportableEvent,
  collection: ReportedCollection,
  merchant: Recipient,
): CallbackEffect | null {
  const event = collectionNames[name]
  if (event === undefined || (name === 'created' && collection.status === 'pending')) return null
  const url = collection.notifyUrl
  if (event === 'collection.completed') {
    const body = collectionCallbackBody(collection, merchant)
    return owed(url, withEvent({ body, owner: merchant, event, fee: collection.fee ?? 0 }))
  }
  if (merchant.collectionEvents === 'completed' || url === '') return { kind: 'ended' }
  const body = unpaidCallbackBody(collection, merchant, at)
  return owed(url, withEvent({ body, owner: merchant, event, fee: 0, reason }))
}

/** The report of a payout after an event. A payout that is not carried out is reported to `reverse_url` (§6). */
export function reportOfPayout(
  { name, reason, at }: ReportableEvent,
  payout: Payout,
  merchant: Recipient,
): CallbackEffect | null {
  const event = name === 'requested' ? eventOfRequest[payout.status] : payoutNames[name]
  if (event === undefined) return null
  const url =
    event === 'payout.completed' ? payout.notifyUrl : payout.reverseUrl || payout.notifyUrl
  const after = name === 'returned' ? { ...payout, actualAmount: 0, processedAt: at } : payout
  // The reason of a payment is for the back office alone.
  const publicReason = event === 'payout.completed' ? '' : reason
  const body = payoutCallbackBody(after, merchant)
  const fee = event === 'payout.completed' ? (payout.fee ?? 0) : 0
  return owed(url, withEvent({ body, owner: merchant, event, fee, reason: publicReason }))
}

// The events of payouts that their merchant creates in a final state.
const eventOfRequest: Readonly<Record<Payout['status'], PayoutEvent | undefined>> = {
  pending: undefined,
  processed: 'payout.completed',
  cancelled: 'payout.failed',
}

function owed(url: string, body: CallbackBody): CallbackEffect | null {
  return url === '' ? null : { kind: 'owed', url, body }
}
