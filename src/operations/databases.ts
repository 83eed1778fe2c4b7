import type { Context } from '../env.ts'
import { databaseOf } from '../rules/order-identity.ts'
import { findDatabaseOf } from '../store/directory.ts'

/** The same world, at work in the database of that number; null when the deployment has none. */
export function inDatabase(context: Context, databaseNumber: number): Context | null {
  if (databaseNumber === context.databaseNumber) return context
  const db = context.databases[databaseNumber]
  return db === undefined ? null : { ...context, db, databaseNumber }
}

/** The same world, at work in the database that an id names; null when there is none. */
export function inDatabaseOf(context: Context, id: number): Context | null {
  return context.databases.length === 1 ? context : inDatabase(context, databaseOf(id))
}

/**
 * The same world, at work in the database that a merchant with that uid is in, if there is one; null when the
 * deployment does not have it. Where there is one database only, nothing is asked.
 */
export async function inDatabaseOfMerchant(context: Context, uid: string): Promise<Context | null> {
  const [first, ...more] = context.databases
  if (first === undefined || more.length === 0) return context
  // A merchant that is not entered is one of the first database from before there was a directory, or none at all.
  return inDatabase(context, (await findDatabaseOf(first, uid)) ?? 0)
}

/** The same world once for each database, at work in it. */
export function inEachDatabase(context: Context): readonly Context[] {
  if (context.databases.length === 1) return [context]
  return context.databases.map((db, databaseNumber) => ({ ...context, db, databaseNumber }))
}

/** The newest `limit` of what each database gives of its own newest, by id. */
export async function newestOfAll<Item>(
  context: Context,
  read: (context: Context) => Promise<readonly Item[]>,
  idOf: (item: Item) => number,
  limit: number,
): Promise<readonly Item[]> {
  const [only, ...more] = inEachDatabase(context)
  if (only !== undefined && more.length === 0) return read(only)
  const found = await Promise.all(inEachDatabase(context).map(read))
  return found
    .flat()
    .sort((one, other) => idOf(other) - idOf(one))
    .slice(0, limit)
}

/** Ids of one database, and the world at work in it. */
export type IdsAtHome = { readonly home: Context; readonly ids: readonly number[] }

/** Ids by the databases that they name. */
export function idsAtHome(context: Context, ids: readonly number[]): readonly IdsAtHome[] {
  if (context.databases.length === 1) return [{ home: context, ids }]
  return inEachDatabase(context).map((home) => ({
    home,
    ids: ids.filter((id) => databaseOf(id) === home.databaseNumber),
  }))
}
