import { and, desc, eq, ne, or, type Placeholder, type SQL } from 'drizzle-orm'
import type { Merchant } from '../rules/merchant.ts'
import type { NamedOrder } from '../rules/order-identity.ts'
import type { Collection } from '../rules/orders.ts'
import type { StoredCallback } from './callbacks.ts'
import type { Database, Statement } from './database.ts'
import { isOwnedBy, type OrderOwner, ownerColumns } from './merchants.ts'
import { type Given, placeholders, prepared, preparedRead } from './prepared.ts'
import { amongNewest, eachOf, pageOf } from './ranges.ts'
import { callbacks, collections, merchants } from './schema.ts'

/** A new collection; its event is what keeps it from a merchant that has changed. */
export const insertCollection = prepared<Collection>((db) =>
  db.insert(collections).values(placeholders(collections)),
)

/** Writes what a step has changed; the step's event is what keeps two steps apart. */
export function updateCollection(db: Database, before: Collection, after: Collection): Statement {
  const changed = Object.entries(after).filter(
    ([column, value]) => before[column as keyof Collection] !== value,
  )
  return db
    .update(collections)
    .set(Object.fromEntries(changed))
    .where(eq(collections.id, before.id))
}

/** What a status lookup names an order by; absent ones are "". At least one is given. */
export type CollectionLookup = {
  readonly orderid: string
  readonly merchantOrderNo: string
  /** The order that the transaction number names. */
  readonly named: NamedOrder | null
  /** The earlier protocol's number: the collection's own, else the merchant's. */
  readonly eitherNo: string
}

/** A collection with the state of its callback, if it owes one. */
export type ReportedCollection = {
  readonly collection: Collection
  readonly callback: StoredCallback | null
}

/**
 * Finds one collection of the merchant; null when none matches every identifier given. Where the merchant's number
 * repeats, a settled order wins, then the newest (decisions §4, "Status lookups"). Reads a bounded number of rows.
 */
export async function findCollection(
  db: Database,
  merchant: Merchant,
  { orderid, merchantOrderNo, named, eitherNo }: CollectionLookup,
): Promise<ReportedCollection | null> {
  const row = await lookUp(db, {
    merchantId: merchant.id,
    orderid: orderid || null,
    merchantOrderNo: merchantOrderNo || null,
    eitherNo: eitherNo || null,
    id: named?.id ?? null,
    tradeNo: named?.tradeNo ?? null,
  })
  return row ?? null
}

type Asked = Readonly<
  Record<'orderid' | 'merchantOrderNo' | 'eitherNo' | 'tradeNo', string | null> &
    Record<'id', number | null> &
    Record<'merchantId', number>
>

const lookUp = preparedRead<Asked, ReportedCollection | undefined>((db, given) =>
  db
    .select({ collection: collections, callback: callbacks })
    .from(collections)
    .leftJoin(callbacks, eq(callbacks.orderId, collections.id))
    .where(matches(given))
    .orderBy(
      ...(given.eitherNo === null ? [] : [desc(eq(collections.orderid, given.eitherNo))]),
      desc(ne(collections.status, 'pending')),
      desc(collections.id),
    )
    .limit(1)
    .prepare(),
)

function matches(given: Given<Asked>): SQL | undefined {
  const { merchantId, orderid, merchantOrderNo, eitherNo, id, tradeNo } = given
  const mine = eq(collections.merchantId, merchantId)
  const precise = orderid !== null || id !== null
  return and(
    precise ? mine : undefined,
    orderid === null ? undefined : eq(collections.orderid, orderid),
    id === null ? undefined : eq(collections.id, id),
    tradeNo === null ? undefined : eq(collections.tradeNo, tradeNo),
    merchantOrderNo === null ? undefined : eq(collections.merchantOrderNo, merchantOrderNo),
    eitherNo === null ? undefined : isEither(eitherNo),
    precise || merchantOrderNo === null ? undefined : oneOfNumbered(mine, merchantOrderNo),
    precise || eitherNo === null ? undefined : oneOfNumbered(mine, eitherNo),
  )
}

function isEither(number: Placeholder): SQL | undefined {
  return or(eq(collections.orderid, number), eq(collections.merchantOrderNo, number))
}

// A merchant's number may repeat without end, so only the newest of each status is looked at. Each range is of the
// merchant's; said beside them, the merchant would lead the database to all of its rows, and not to these.
function oneOfNumbered(mine: SQL, number: Placeholder): SQL {
  const numbered = and(
    mine,
    eq(collections.merchantOrderNo, number),
    ne(collections.merchantOrderNo, collections.orderid),
  )
  const ranges = [
    and(mine, eq(collections.orderid, number)),
    ...eachOf(
      [numbered],
      statuses.map((status) => eq(collections.status, status)),
    ),
  ]
  return amongNewest(collections.id, ranges, 1)
}

const statuses = ['pending', 'succeeded', 'manual'] as const
const matchings = ['pending', 'matched', 'exception'] as const

/** Finds a collection of any merchant, with its owner; null when there is none. */
export async function findCollectionOfAnyone(
  db: Database,
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
  db: Database,
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
