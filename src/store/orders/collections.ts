import { eq } from 'drizzle-orm'
import type { Collection } from '../../rules/orders/orders.ts'
import type { OtherKinds } from '../../rules/orders/other-kinds.ts'
import type { MerchantDatabase } from '../database.ts'
import { refusedUnless } from '../guards.ts'
import { isOwnedBy } from '../merchants/merchants.ts'
import { eachOf } from '../newest-rows.ts'
import { placeholders, prepared } from '../prepared.ts'
import { collections } from '../schema.ts'
import { noOtherKind } from './no-other-kind.ts'
import { orderTable, type Reported } from './order-table.ts'

/** A new collection; its event is what keeps it from a merchant that has changed. */
export const insertCollection = prepared<Collection>((db) =>
  db.insert(collections).values(collectionRow),
)

const { refused: _refused, ...collectionRow } = placeholders(collections)

/** The same for a request that may be a copy of one that made an order of another kind; guarded by `other_kind`. */
export const insertCollectionOnce = prepared<Collection & OtherKinds>((db) => {
  const refused = refusedUnless({ other_kind: noOtherKind('collection', collectionRow.merchantId) })
  return db.insert(collections).values({ ...collectionRow, refused })
})

const statuses = ['pending', 'succeeded', 'manual'] as const
const matchings = ['pending', 'matched', 'exception'] as const

const table = orderTable<'collection', Collection>('collection', collections, collections.orderid, {
  statuses,
  paid: ['succeeded', 'manual'],
})

export const {
  update: updateCollection,
  find: findCollection,
  findOfAnyone: findCollectionOfAnyone,
} = table

/** A collection with the state of its callback, if it owes one. */
export type ReportedCollection = Reported<'collection', Collection>

/** What a list of collections is narrowed to. */
export type CollectionFilter = {
  readonly merchantUid?: string | undefined
  readonly status?: Collection['status'] | undefined
  readonly collectionStatus?: Collection['collectionStatus'] | undefined
}

/** Lists collections, newest first, those with an id below `before`. */
export function listCollections(
  db: MerchantDatabase,
  filter: CollectionFilter,
  before: number,
  limit: number,
) {
  return table.list(db, rangesOf(filter), before, limit)
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
