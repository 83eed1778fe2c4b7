import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { BankAccount } from '../../rules/banking/bank-account.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import type { MerchantDatabase } from '../database.ts'
import { isOwnedBy } from '../merchants/merchants.ts'
import { amongNewest, eachOf } from '../newest-rows.ts'
import { bankAccounts, collections, merchants } from '../schema.ts'
import { orderTable, type WithCallback } from './order-table.ts'

const statuses = ['pending', 'succeeded', 'manual'] as const
const matchings = ['pending', 'matched', 'exception'] as const

const accountState = sql<BankAccount['state'] | null>`(
  select ${bankAccounts.state} from ${bankAccounts} where ${bankAccounts.id} = ${collections.bankAccountId}
)`

const table = orderTable<'collection', Collection>(
  'collection',
  collections,
  collections.orderid,
  { statuses, paid: ['succeeded', 'manual'] },
  { accountState: accountState.as('account_state') },
)

export const {
  insert: insertCollection,
  update: updateCollection,
  findOfAnyone: findCollectionOfAnyone,
} = table

/** A collection with the state of its callback, if it owes one, and of its bank account, if it names one. */
export type CollectionWithCallback = WithCallback<'collection', Collection> & {
  readonly accountState: BankAccount['state'] | null
}

/** Finds a merchant's collection as `orderTable` does, with the state of its account. */
export const findCollection = table.find as (
  ...given: Parameters<typeof table.find>
) => Promise<CollectionWithCallback | null>

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

/** Some of the collections whose declared money waits to be confirmed. */
export type AwaitingPage = {
  readonly found: ReturnType<typeof newestCollections> extends Promise<infer Found> ? Found : never
  /** The id of the last one looked at; null when none are left behind it. */
  readonly lookedTo: number | null
}

/**
 * Lists collections whose declared money waits to be confirmed, newest first, those with an id below `before`. Looks at
 * no more than the newest 250 of them, so that a page that is narrowed may be short.
 */
export async function newestAwaiting(
  db: MerchantDatabase,
  { merchantUid, status, collectionStatus }: CollectionFilter,
  before: number,
  limit: number,
): Promise<AwaitingPage> {
  const { id } = collections
  const awaiting = and(sql`${collections.confirmation} = 'awaiting'`, lt(id, before))
  // The plus keeps the database from going through all orders of that kind for these few.
  const narrowed = and(
    amongNewest(id, [awaiting], lookedAtMax),
    merchantUid === undefined ? undefined : isOwnedBy(sql`+${collections.merchantId}`, merchantUid),
    status === undefined ? undefined : sql`+${collections.status} = ${status}`,
    collectionStatus === undefined
      ? undefined
      : sql`+${collections.collectionStatus} = ${collectionStatus}`,
  )
  const [found, last] = await db.batch([
    db
      .select({ collection: collections, uid: merchants.uid })
      .from(collections)
      .innerJoin(merchants, eq(merchants.id, collections.merchantId))
      .where(narrowed)
      .orderBy(desc(id))
      .limit(limit),
    db
      .select({ id })
      .from(collections)
      .where(awaiting)
      .orderBy(desc(id))
      .limit(1)
      .offset(lookedAtMax - 1),
  ])
  return { found, lookedTo: last[0]?.id ?? null }
}

const lookedAtMax = 250

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
