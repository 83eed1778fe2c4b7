import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import type { NamedOrder } from '../../rules/orders/order-identity.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import type { OtherKinds } from '../../rules/orders/other-kinds.ts'
import type { StoredCallback } from '../callbacks/callbacks.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { refusedUnless } from '../guards.ts'
import { isOwnedBy, type OrderOwner, ownerColumns } from '../merchants/merchants.ts'
import { eachOf, pageOf } from '../newest-rows.ts'
import { placeholders, prepared, preparedRead } from '../prepared.ts'
import { callbacks, collections, merchants } from '../schema.ts'
import { noOtherKind } from './no-other-kind.ts'
import {
  type AskedOrder,
  askedOrder,
  bestFirst,
  hasNumbers,
  type OrderLookup,
} from './order-lookup.ts'

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

/** Writes what a step has changed; the step's event is what keeps two steps apart. */
export function updateCollection(
  db: MerchantDatabase,
  before: Collection,
  after: Collection,
): Statement {
  const changed = Object.entries(after).filter(
    ([column, value]) => before[column as keyof Collection] !== value,
  )
  return db
    .update(collections)
    .set(Object.fromEntries(changed))
    .where(eq(collections.id, before.id))
}

/** A collection with the state of its callback, if it owes one. */
export type ReportedCollection = {
  readonly collection: Collection
  readonly callback: StoredCallback | null
}

/**
 * Finds one collection of the merchant; null when none matches every identifier given. Where the merchant's number
 * repeats, one that was paid wins, else the newest (decisions §4, "Status lookups"). Reads a bounded number of rows.
 */
export async function findCollection(
  db: MerchantDatabase,
  merchant: Merchant,
  lookup: OrderLookup,
): Promise<ReportedCollection | null> {
  return (await lookUp(db, askedOrder(merchant, lookup))) ?? null
}

const statuses = ['pending', 'succeeded', 'manual'] as const
const paid = ['succeeded', 'manual'] as const
const lookedUpBy = { ...collections, ownNo: collections.orderid, statuses, paid }

const lookUp = preparedRead<AskedOrder, ReportedCollection | undefined>((db, given) =>
  db
    .select({ collection: collections, callback: callbacks })
    .from(collections)
    .leftJoin(callbacks, eq(callbacks.orderId, collections.id))
    .where(hasNumbers(lookedUpBy, given))
    .orderBy(...bestFirst(lookedUpBy, given))
    .limit(1)
    .prepare(),
)
const matchings = ['pending', 'matched', 'exception'] as const

/** Finds a collection of any merchant, with its owner; null when there is none. */
export async function findCollectionOfAnyone(
  db: MerchantDatabase,
  named: NamedOrder,
): Promise<{ readonly order: Collection; readonly merchant: OrderOwner } | null> {
  const row = await db
    .select({ order: collections, merchant: ownerColumns })
    .from(collections)
    .innerJoin(merchants, eq(merchants.id, collections.merchantId))
    .where(isNamed(named))
    .get()
  return row ?? null
}

// The number carries the id, so it needs no index; the rest of it keeps a guessed id out.
function isNamed({ id, tradeNo }: NamedOrder): SQL | undefined {
  return and(eq(collections.id, id), eq(collections.tradeNo, tradeNo))
}

/** What a list of collections is narrowed to. */
export type CollectionFilter = {
  readonly merchantUid?: string | undefined
  readonly status?: Collection['status'] | undefined
  readonly collectionStatus?: Collection['collectionStatus'] | undefined
}

/** Lists collections, newest first, those with an id below `before`. Reads no more rows than a page asks for. */
export async function listCollections(
  db: MerchantDatabase,
  filter: CollectionFilter,
  before: number,
  limit: number,
): Promise<readonly { readonly collection: Collection; readonly uid: string }[]> {
  return db
    .select({ collection: collections, uid: merchants.uid })
    .from(collections)
    .innerJoin(merchants, eq(merchants.id, collections.merchantId))
    .where(pageOf(collections.id, rangesOf(filter), before, limit))
    .orderBy(desc(collections.id))
    .limit(limit)
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
