import type { CallbackFilterCall, CollectionFilterCall, Listed } from '../contract/back-office.ts'
import { Refusal } from '../contract/refusals.ts'
import type { Context } from '../env.ts'
import {
  callbackEntry,
  collectionEntry,
  collectionHistory,
  listed,
} from '../rules/back-office-report.ts'
import { orderNamed } from '../rules/order-identity.ts'
import { attemptsOf, findCallback, listCallbacks as readCallbacks } from '../store/callbacks.ts'
import { findCollectionOfAnyone, listCollections as readCollections } from '../store/collections.ts'
import { eventsOf } from '../store/journal.ts'

/** Any merchant's collection by its transaction number, with its events and callback attempts. */
export async function showCollection(
  context: Context,
  tradeNo: string,
): Promise<ReturnType<typeof collectionHistory>> {
  const { db } = context
  const named = orderNamed(tradeNo)
  const found = named && (await findCollectionOfAnyone(db, named))
  if (found === null) throw new Refusal('not_found', { message: '查無此代收,請確認交易號' })
  const { collection, merchant } = found
  const [events, callback, attempts] = await Promise.all([
    eventsOf(db, collection.id),
    findCallback(db, collection.id),
    attemptsOf(db, collection.id),
  ])
  return collectionHistory({ uid: merchant.uid, collection }, events, callback, attempts)
}

/** Collections of all merchants or one, newest first. */
export async function listCollections(
  context: Context,
  filter: CollectionFilterCall,
): Promise<Listed<ReturnType<typeof collectionEntry>>> {
  const { merchant_uid: merchantUid, status, collection_status: collectionStatus, limit } = filter
  const narrowed = { merchantUid, status, collectionStatus }
  const collections = await readCollections(context.db, narrowed, before(filter), limit)
  return listed(collections, limit, collectionEntry, ({ collection }) => collection.id)
}

/** Callbacks of all merchants or one, those of the newest orders first. */
export async function listCallbacks(
  context: Context,
  filter: CallbackFilterCall,
): Promise<Listed<ReturnType<typeof callbackEntry>>> {
  const { merchant_uid: merchantUid, state, limit } = filter
  const callbacks = await readCallbacks(context.db, { merchantUid, state }, before(filter), limit)
  return listed(callbacks, limit, callbackEntry, ({ callback }) => callback.orderId)
}

function before({ cursor }: { cursor?: number | undefined }): number {
  return cursor ?? Number.MAX_SAFE_INTEGER
}
