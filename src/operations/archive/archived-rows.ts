import type { MerchantContext } from '../../context.ts'
import { type ArchivedRecord, archivedRecords } from '../../rules/archive/archive-lines.ts'
import type { ArchivedOrder, ArchiveObject } from '../../store/archive/archive-objects.ts'
import { archivedAmong, objectsOf } from '../../store/archive/archived-orders.ts'
import { archivedView } from '../../store/archive/archived-view.ts'
import { joinedRows, type OrderRows } from '../../store/archive/leaving-rows.ts'
import { getObject, gunzipped } from '../../store/copies/copy-bucket.ts'
import type { MerchantDatabase } from '../../store/database.ts'

/**
 * The context in which these orders are read that are archived: all that its database has of orders is theirs. Null
 * where none is archived. Nothing is written in it.
 */
export async function archivedContext(
  context: MerchantContext,
  orderIds: readonly number[],
): Promise<MerchantContext | null> {
  const orders = await archivedAmong(context.db, orderIds)
  return orders.length === 0 ? null : contextOfArchived(context, orders)
}

/** The same of orders that are known to be archived. */
export async function contextOfArchived(
  context: MerchantContext,
  orders: readonly ArchivedOrder[],
): Promise<MerchantContext> {
  return contextOfRows(context, await archivedRows(context, orders))
}

/** The same of rows that were read before. */
export function contextOfRows(context: MerchantContext, rows: OrderRows): MerchantContext {
  return { ...context, db: archivedView(context.db, rows), isArchived: true }
}

/** The same of many orders: several contexts, each with no more rows than a statement may be sent. */
export async function contextsOfArchived(
  context: MerchantContext,
  orders: readonly ArchivedOrder[],
): Promise<readonly MerchantContext[]> {
  const parts: OrderRows[][] = []
  let size = sizeMax
  for (const rows of await rowsOfEach(context, orders)) {
    const { length } = JSON.stringify(rows)
    size += length
    if (size > sizeMax) {
      parts.push([])
      size = length
    }
    parts.at(-1)?.push(rows)
  }
  return parts.map((rows) => contextOfRows(context, joinedRows(rows)))
}

// D1 takes two megabytes, and a character is three bytes at most.
const sizeMax = 500_000

/**
 * What is found of an order, whether it lives or is archived, and the context in which it is read; null where there is
 * nothing to be found.
 */
export async function findAnywhere<Found>(
  context: MerchantContext,
  orderId: number,
  find: (db: MerchantDatabase) => Promise<Found | null>,
): Promise<{ readonly found: Found; readonly foundIn: MerchantContext } | null> {
  const living = await find(context.db)
  if (living !== null) return { found: living, foundIn: context }
  // One that is in neither may have come back in between.
  const foundIn = (await archivedContext(context, [orderId])) ?? context
  const found = await find(foundIn.db)
  return found && { found, foundIn }
}

/** The rows of archived orders. Throws where the bucket does not have them as they were put there. */
export async function archivedRows(
  context: MerchantContext,
  orders: readonly ArchivedOrder[],
  read?: ReadObject,
): Promise<OrderRows> {
  return joinedRows(await rowsOfEach(context, orders, read))
}

async function rowsOfEach(
  context: MerchantContext,
  orders: readonly ArchivedOrder[],
  read: ReadObject = (object) => recordsOf(context, object),
): Promise<readonly OrderRows[]> {
  const wanted = new Set(orders.map(({ id }) => id))
  const objects = await objectsOf(context.db, orders)
  const found: OrderRows[] = []
  for (let start = 0; start < objects.length; start += objectsAtOnce) {
    const some = objects.slice(start, start + objectsAtOnce)
    const records = await Promise.all(some.map(read))
    found.push(...records.flat().flatMap(({ id, rows }) => (wanted.has(id) ? [rows] : [])))
  }
  if (found.length < wanted.size) throw new Error('archive: an object lacks an order')
  return found
}

// A Worker holds six connections.
const objectsAtOnce = 6

/** Reads an object's orders. */
export type ReadObject = (object: ArchiveObject) => Promise<readonly ArchivedRecord[]>

/**
 * Reads objects, `max` at most, and keeps the last ones: the orders of a page, and those of the next one, are in the
 * same ones for the most part.
 */
export function objectCache(context: MerchantContext, max: number) {
  const kept = new Map<number, ReturnType<ReadObject>>()
  let count = 0
  const read: ReadObject = (object) => {
    const records = kept.get(object.id) ?? recordsOf(context, object)
    if (!kept.delete(object.id)) count += 1
    kept.set(object.id, records)
    for (const oldest of [...kept.keys()].slice(0, -objectsKept)) kept.delete(oldest)
    return records
  }
  return { read, mayRead: () => count < max }
}

const objectsKept = 50

/** All orders of an object, compared with its checksum. */
export async function recordsOf(
  { archive }: Pick<MerchantContext, 'archive'>,
  { name, sha256 }: Pick<ArchiveObject, 'name' | 'sha256'>,
): Promise<readonly ArchivedRecord[]> {
  if (archive === null) throw new Error('archive: no bucket ARCHIVE is bound')
  try {
    return archivedRecords(await gunzipped(await getObject(archive, name, sha256)))
  } catch (error) {
    // As of a database that does not answer: the caller asks again.
    throw new Error(`archive: ${error instanceof Error ? error.message : error}`)
  }
}
