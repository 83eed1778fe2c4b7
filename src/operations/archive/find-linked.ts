import type { MerchantContext } from '../../context.ts'
import { archivedOfLink } from '../../store/archive/archived-orders.ts'
import type { MerchantDatabase } from '../../store/database.ts'
import { contextOfArchived } from './archived-rows.ts'

/** Finds a link's record in its database, else beside its archived order. */
export async function findLinked<Found>(
  context: MerchantContext,
  linkId: number,
  find: (db: MerchantDatabase) => Promise<Found | null>,
): Promise<Found | null> {
  const { db, archive } = context
  const found = await find(db)
  if (found !== null || archive === null) return found
  const order = await archivedOfLink(db, linkId)
  return order && find((await contextOfArchived(context, [order])).db)
}
