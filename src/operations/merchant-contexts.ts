import type { Context, MerchantContext } from '../context.ts'
import { databaseOf, firstIdAt } from '../rules/orders/order-identity.ts'
import { findDatabaseOf } from '../store/merchants/directory.ts'
import type { Page, Span } from '../store/newest-rows.ts'

/** The context of the merchants in the database of that number; null when the deployment has none. */
export function contextIn(context: Context, databaseNumber: number): MerchantContext | null {
  return allContexts(context)[databaseNumber] ?? null
}

/** The context of the order, or link, with that id; null when its database is not bound. */
export function contextOfOrder(context: Context, id: number): MerchantContext | null {
  return contextIn(context, context.databases.length === 1 ? 0 : databaseOf(id))
}

/** The context of a merchant by uid; null when its database is not bound. With a single database nothing is read. */
export async function contextOfMerchant(
  context: Context,
  uid: string,
): Promise<MerchantContext | null> {
  if (context.databases.length === 1) return contextIn(context, 0)
  // A uid without an entry is unknown, or its merchant is older than the directory and in the first database.
  return contextIn(context, (await findDatabaseOf(context.platformDb, uid)) ?? 0)
}

/** The contexts of all merchants: one for each database, by number. */
export function allContexts(context: Context): readonly MerchantContext[] {
  const known = knownContexts.get(context)
  if (known !== undefined) return known
  const made = context.databases.map((db, databaseNumber) => ({ ...context, db, databaseNumber }))
  knownContexts.set(context, made)
  return made
}

// Made once for each context, so that a request copies nothing.
const knownContexts = new WeakMap<Context, readonly MerchantContext[]>()

/** The newest `limit` of all databases, by id; `read` gives the newest of one database. */
export async function newestOfAll<Item>(
  context: Context,
  read: (context: MerchantContext) => Promise<readonly Item[]>,
  idOf: (item: Item) => number,
  limit: number,
): Promise<readonly Item[]> {
  const found = await Promise.all(allContexts(context).map(read))
  return newestFirst(found.flat(), idOf).slice(0, limit)
}

/**
 * The same of lists that are thinned; `read` gives a page of one database. What lies behind the first point where one
 * of them stopped looking is left for the next page. `oldestFirst` as their spans have it.
 */
export async function pageOfAll<Item>(
  context: Context,
  read: (context: MerchantContext) => Promise<Page<Item>>,
  idOf: (item: Item) => number,
  { limit, oldestFirst = false }: Pick<Span, 'limit' | 'oldestFirst'>,
): Promise<Page<Item>> {
  const pages = await Promise.all(allContexts(context).map(read))
  const reached = pages.flatMap(({ lookedTo }) => lookedTo ?? [])
  const end = oldestFirst ? Math.min(...reached) : Math.max(0, ...reached)
  const isBefore = (id: number) => (oldestFirst ? id <= end : id >= end)
  const found = pages.flatMap(({ rows }) => rows.filter((item) => isBefore(idOf(item))))
  const sorted = oldestFirst ? newestFirst(found, idOf).reverse() : newestFirst(found, idOf)
  return { rows: sorted.slice(0, limit), lookedTo: reached.length === 0 ? null : end }
}

function newestFirst<Item>(items: Item[], idOf: (item: Item) => number): Item[] {
  return items.sort((one, other) => idOf(other) - idOf(one))
}

/**
 * The part of a list that a call asks for: from `from` until before `to` (UTC seconds), and behind the cursor: below
 * it, or above it where the oldest come first.
 */
export function spanOf(asked: {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly cursor?: number | undefined
  readonly order?: 'newest' | 'oldest' | undefined
  readonly limit: number
}): Span {
  const { from, to, cursor, order, limit } = asked
  const oldestFirst = order === 'oldest'
  const first = from === undefined ? 0 : firstIdAt(from)
  const end = to === undefined ? Number.MAX_SAFE_INTEGER : firstIdAt(to)
  if (cursor === undefined) return { from: first, before: end, limit, oldestFirst }
  return oldestFirst
    ? { from: Math.max(first, cursor + 1), before: end, limit, oldestFirst }
    : { from: first, before: Math.min(end, cursor), limit, oldestFirst }
}

/** Ids of orders in one database, and the context of their merchants. */
export type IdsInDatabase = { readonly context: MerchantContext; readonly ids: readonly number[] }

/** Groups ids of orders by the databases that they name. */
export function idsByDatabase(context: Context, ids: readonly number[]): readonly IdsInDatabase[] {
  const [only, ...more] = allContexts(context)
  if (only !== undefined && more.length === 0) return [{ context: only, ids }]
  return allContexts(context).map((one) => ({
    context: one,
    ids: ids.filter((id) => databaseOf(id) === one.databaseNumber),
  }))
}
