import type { MerchantContext } from '../../context.ts'
import { type ArchivedRecord, archivedRecords } from '../../rules/archive/archive-lines.ts'
import type { ArchivedOrder, ArchiveObject } from '../../store/archive/archive-objects.ts'
import { archivedAmong, objectsOf } from '../../store/archive/archived-orders.ts'
import { archivedView } from '../../store/archive/archived-view.ts'
import { joinedRows, type OrderRows } from '../../store/archive/order-rows.ts'
import { getObject, gunzipped } from '../../store/copies/copy-bucket.ts'
import type { MerchantDatabase } from '../../store/database.ts'

/** A read-only context for archived orders: its database has only their rows as orders. Null if none is archived. */
export async function archivedContext(
  context: MerchantContext,
  orderIds: readonly number[],
): Promise<MerchantContext | null> {
  const orders = await archivedAmong(context.db, orderIds)
  return orders.length === 0 ? null : contextOfArchived(context, orders)
}

/** The context of orders that are known to be archived. */
export async function contextOfArchived(
  context: MerchantContext,
  orders: readonly ArchivedOrder[],
): Promise<MerchantContext> {
  return contextOfRows(context, await archivedRows(context, orders))
}

/** The context of rows that were read already. */
export function contextOfRows(context: MerchantContext, rows: OrderRows): MerchantContext {
  return { ...context, db: archivedView(context.db, rows), isArchived: true }
}

/** Several contexts for many orders, each with no more rows than a statement may carry. */
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

// D1 accepts two megabytes, and a character has at most three bytes.
const sizeMax = 500_000

/** Reads something of an order, live or archived, with its context; null if nothing is found. */
export async function findAnywhere<Found>(
  context: MerchantContext,
  orderId: number,
  find: (db: MerchantDatabase) => Promise<Found | null>,
): Promise<{ readonly found: Found; readonly foundIn: MerchantContext } | null> {
  const living = await find(context.db)
  if (living !== null) return { found: living, foundIn: context }
  // An order found in neither may have come back in between.
  const foundIn = (await archivedContext(context, [orderId])) ?? context
  const found = await find(foundIn.db)
  return found && { found, foundIn }
}

/** The rows of archived orders. Throws if the bucket's objects are missing or changed. */
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
    const part = objects.slice(start, start + objectsAtOnce)
    const records = await Promise.all(part.map(read))
    found.push(...records.flat().flatMap(({ id, rows }) => (wanted.has(id) ? [rows] : [])))
  }
  if (found.length < wanted.size) throw new Error('archive: an object lacks an order')
  return found
}

// A Worker holds six connections.
const objectsAtOnce = 6

export type ReadObject = (object: ArchiveObject) => Promise<readonly ArchivedRecord[]>

/** Reads objects, and caches the last ones: the orders of neighbouring pages are mostly in the same objects. */
export function objectCache(context: MerchantContext, noteRead: () => void): ReadObject {
  const cache = new Map<number, ReturnType<ReadObject>>()
  return (object) => {
    const records = cache.get(object.id) ?? recordsOf(context, object)
    if (!cache.delete(object.id)) noteRead()
    cache.set(object.id, records)
    for (const oldest of [...cache.keys()].slice(0, -objectsKept)) cache.delete(oldest)
    return records
  }
}

const objectsKept = 50

/** All orders of an object, whose checksum is verified. */
export async function recordsOf(
  { archive }: Pick<MerchantContext, 'archive'>,
  { name, sha256 }: Pick<ArchiveObject, 'name' | 'sha256'>,
): Promise<readonly ArchivedRecord[]> {
  if (archive === null) throw new Error('archive: no bucket ARCHIVE is bound')
  try {
    return archivedRecords(await gunzipped(await getObject(archive, name, sha256)))
  } catch (error) {
    // Worded as a database that does not answer, so that the caller asks again.
    throw new Error(`archive: ${error instanceof Error ? error.message : error}`)
  }
}
