import type { MerchantContext } from '../../context.ts'
import { archivedRecords } from '../../rules/archive/archive-lines.ts'
import type { ArchivedOrder, ArchiveObject } from '../../store/archive/archive-objects.ts'
import { archivedAmong, objectsOf } from '../../store/archive/archived-orders.ts'
import { archivedView } from '../../store/archive/archived-view.ts'
import { joinedRows, type OrderRows } from '../../store/archive/leaving-rows.ts'
import { getObject, gunzipped } from '../../store/copies/copy-bucket.ts'

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
  const rows = await archivedRows(context, orders)
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
  return parts.map((rows) => {
    return { ...context, db: archivedView(context.db, joinedRows(rows)), isArchived: true }
  })
}

// D1 takes two megabytes, and a character is three bytes at most.
const sizeMax = 500_000

/** The rows of archived orders. Throws where the bucket does not have them as they were put there. */
export async function archivedRows(
  context: MerchantContext,
  orders: readonly ArchivedOrder[],
): Promise<OrderRows> {
  return joinedRows(await rowsOfEach(context, orders))
}

async function rowsOfEach(
  context: MerchantContext,
  orders: readonly ArchivedOrder[],
): Promise<readonly OrderRows[]> {
  const wanted = new Set(orders.map(({ id }) => id))
  const objects = await objectsOf(context.db, orders)
  const found: OrderRows[] = []
  for (let start = 0; start < objects.length; start += objectsAtOnce) {
    const some = objects.slice(start, start + objectsAtOnce)
    const records = await Promise.all(some.map((object) => recordsOf(context, object)))
    found.push(...records.flat().flatMap(({ id, rows }) => (wanted.has(id) ? [rows] : [])))
  }
  if (found.length < wanted.size) throw new Error('archive: an object lacks an order')
  return found
}

// A Worker holds six connections.
const objectsAtOnce = 6

/** All orders of an object, compared with its checksum. */
export async function recordsOf(
  { archive }: MerchantContext,
  { name, sha256 }: Pick<ArchiveObject, 'name' | 'sha256'>,
) {
  if (archive === null) throw new Error('archive: no bucket ARCHIVE is bound')
  try {
    return archivedRecords(await gunzipped(await getObject(archive, name, sha256)))
  } catch (error) {
    // As of a database that does not answer: the caller asks again.
    throw new Error(`archive: ${error instanceof Error ? error.message : error}`)
  }
}
