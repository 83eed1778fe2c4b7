import { eq } from 'drizzle-orm'
import type { Collection } from '../../rules/orders/orders.ts'
import type { MerchantDatabase } from '../database.ts'
import { isOwnedBy } from '../merchants/merchants.ts'
import { eachOf } from '../newest-rows.ts'
import { collections } from '../schema.ts'
import { orderTable, type WithCallback } from './order-table.ts'

const statuses = ['pending', 'succeeded', 'manual'] as const
const matchings = ['pending', 'matched', 'exception'] as const

const table = orderTable<'collection', Collection>('collection', collections, collections.orderid, {
  statuses,
  paid: ['succeeded', 'manual'],
})

export const {
  insert: insertCollection,
  update: updateCollection,
  find: findCollection,
  findOfAnyone: findCollectionOfAnyone,
} = table

/** A collection with the state of its callback, if it owes one. */
export type CollectionWithCallback = WithCallback<'collection', Collection>

/** What a list of collections is narrowed to. */
export type CollectionFilter = {
  readonly merchantUid?: string | undefined
  readonly status?: Collection['status'] | undefined
  readonly collectionStatus?: Collection['collectionStatus'] | undefined
}

/** The collections with an id below `before`, newest first. */
export function newestCollections(
  db: MerchantDatabase,
  filter: CollectionFilter,
  before: number,
  limit: number,
) {
  return table.newest(db, rangesOf(filter), before, limit)
}

function rangesOf({ merchantUid, status, collectionStatus }: CollectionFilter) {
  if (merchantUid === undefined && status === undefined && collectionStatus === undefined) {
    return [undefined]
  }
  return eachOf(
    [merchantUid === undefined ? undefined : isOwnedBy(collections.merchantId, merchantUid)],
    (status === undefined ? statuses : [status]).map((one) => eq(collections.status, one)),
    (collectionStatus === undefined ? matchings : [collectionStatus]).map((one) =>
      eq(collections.collectionStatus, one),
    ),
  )
}
