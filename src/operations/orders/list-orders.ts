import type { Context, MerchantContext } from '../../context.ts'
import type {
  CallbackFilterCall,
  CollectionFilterCall,
  Listed,
  PayoutFilterCall,
} from '../../contract/back-office-calls.ts'
import {
  callbackView,
  type LinkedCollection,
  listed,
  listedCollectionView,
  type OwnedCollection,
  orderHistoryView,
  payoutView,
  shownCollectionView,
} from '../../rules/views/back-office-views.ts'
import { attemptsOf, findCallback, newestCallbacks } from '../../store/callbacks/callbacks.ts'
import { linkContents } from '../../store/links/payment-links.ts'
import {
  type CollectionFilter,
  newestAwaiting,
  newestCollections,
} from '../../store/orders/collections.ts'
import { eventsOf } from '../../store/orders/journal.ts'
import { newestPayouts } from '../../store/orders/payouts.ts'
import { newestOfAll } from '../merchant-contexts.ts'
import { collectionBook } from './move-collection.ts'
import { findOrder } from './move-order.ts'
import { payoutBook } from './move-payout.ts'

type CollectionView = ReturnType<typeof listedCollectionView>
type PayoutView = ReturnType<typeof payoutView>
type History<View extends { uid: string }> = ReturnType<typeof orderHistoryView<View>>

/** Any merchant's collection by its transaction number, with its events and callback attempts. */
export async function showCollection(
  context: Context,
  tradeNo: string,
): Promise<History<ReturnType<typeof shownCollectionView>>> {
  const { order, merchant, merchantContext } = await findOrder(context, collectionBook, tradeNo)
  const owned = { uid: merchant.uid, collection: order }
  const [linked = { ...owned, content: null }] = await withLinks(merchantContext, [owned])
  return history(merchantContext, order.id, shownCollectionView(linked))
}

/** Any merchant's payout by its transaction number, with its events and callback attempts. */
export async function showPayout(context: Context, tradeNo: string): Promise<History<PayoutView>> {
  const { order, merchant, merchantContext } = await findOrder(context, payoutBook, tradeNo)
  return history(merchantContext, order.id, payoutView({ uid: merchant.uid, payout: order }))
}

/** Collections of all merchants or one, newest first. */
export async function listCollections(
  context: Context,
  filter: CollectionFilterCall,
): Promise<Listed<CollectionView>> {
  const { merchant_uid: merchantUid, status, collection_status: collectionStatus, limit } = filter
  const narrowed = { merchantUid, status, collectionStatus }
  if (filter.confirmation === 'awaiting') return listAwaiting(context, narrowed, filter)
  const read = async (one: MerchantContext) =>
    withLinks(one, await newestCollections(one.db, narrowed, before(filter), limit))
  const collections = await newestOfAll(context, read, idOfCollection, limit)
  return listed(collections, limit, listedCollectionView, idOfCollection)
}

// Each database looks at a limited number. Ids below the highest point where one stopped are for the next page.
async function listAwaiting(
  context: Context,
  narrowed: CollectionFilter,
  filter: CollectionFilterCall,
): Promise<Listed<CollectionView>> {
  const { limit } = filter
  const reached: number[] = []
  const read = async (one: MerchantContext) => {
    const { found, lookedTo } = await newestAwaiting(one.db, narrowed, before(filter), limit)
    if (lookedTo !== null) reached.push(lookedTo)
    return withLinks(one, found)
  }
  const newest = await newestOfAll(context, read, idOfCollection, limit)
  const floor = Math.max(0, ...reached)
  const shown = newest.filter((one) => idOfCollection(one) >= floor)
  const page = listed(shown, limit, listedCollectionView, idOfCollection)
  return { ...page, next_cursor: page.next_cursor ?? (floor === 0 ? null : String(floor)) }
}

const idOfCollection = ({ collection }: OwnedCollection) => collection.id

async function withLinks(
  { db }: MerchantContext,
  collections: readonly OwnedCollection[],
): Promise<readonly LinkedCollection[]> {
  const contents = await linkContents(
    db,
    collections.map(({ collection }) => collection),
  )
  return collections.map((one) => {
    return { ...one, content: contents.get(one.collection.linkId ?? 0) ?? null }
  })
}

/** Payouts of all merchants or one, newest first. */
export async function listPayouts(
  context: Context,
  filter: PayoutFilterCall,
): Promise<Listed<PayoutView>> {
  const { merchant_uid: merchantUid, status, limit } = filter
  const narrowed = { merchantUid, status }
  const read = ({ db }: MerchantContext) => newestPayouts(db, narrowed, before(filter), limit)
  const payouts = await newestOfAll(context, read, ({ payout }) => payout.id, limit)
  return listed(payouts, limit, payoutView, ({ payout }) => payout.id)
}

/** Callbacks of all merchants or one, those of the newest orders first. */
export async function listCallbacks(
  context: Context,
  filter: CallbackFilterCall,
): Promise<Listed<ReturnType<typeof callbackView>>> {
  const { merchant_uid: merchantUid, state, limit } = filter
  const narrowed = { merchantUid, state }
  const read = ({ db }: MerchantContext) => newestCallbacks(db, narrowed, before(filter), limit)
  const callbacks = await newestOfAll(context, read, ({ callback }) => callback.orderId, limit)
  return listed(callbacks, limit, callbackView, ({ callback }) => callback.orderId)
}

async function history<View extends { readonly uid: string }>(
  { db }: MerchantContext,
  orderId: number,
  order: View,
): Promise<History<View>> {
  const [events, callback, attempts] = await Promise.all([
    eventsOf(db, orderId),
    findCallback(db, orderId),
    attemptsOf(db, orderId),
  ])
  return orderHistoryView(order, events, callback, attempts)
}

function before({ cursor }: { cursor?: number | undefined }): number {
  return cursor ?? Number.MAX_SAFE_INTEGER
}
