import type { MerchantContext } from '../../context.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import type { ArchivedOrder } from '../../store/archive/archive-objects.ts'
import type { OrderRows } from '../../store/archive/order-rows.ts'
import type { MerchantDatabase } from '../../store/database.ts'
import { bestMatch, type NumberedOrder, type OrderLookup } from '../../store/orders/order-lookup.ts'
import { ownNumber } from './archive-batch.ts'
import { archivedRows } from './archived-rows.ts'

type WithTradeNo = { readonly tradeNo: string }
type WithOrder<Order> = { readonly order: Order }

/** The part of `OrderTable` that finds orders of one kind. */
export type FindingTable<Order extends WithTradeNo, Found extends WithOrder<Order>> = {
  find(db: MerchantDatabase, merchant: Merchant, lookup: OrderLookup): Promise<Found | null>
  findAlsoArchived(
    db: MerchantDatabase,
    merchant: Merchant,
    lookup: OrderLookup,
  ): Promise<{ readonly found: Found | null; readonly archived: readonly ArchivedOrder[] }>
  findIn(db: MerchantDatabase, rows: OrderRows): Promise<Found | null>
  numbersOf(order: Order): NumberedOrder
}

/**
 * Finds one order of the merchant, live or archived; null if there is none. The archive is searched by an order's own
 * numbers only if the database has none. A merchant's number, which may repeat, selects among both by the same rule
 * (decisions §4, "Status lookups").
 */
export async function findOwn<Order extends WithTradeNo, Found extends WithOrder<Order>>(
  context: MerchantContext,
  table: FindingTable<Order, Found>,
  { merchant, lookup }: { readonly merchant: Merchant; readonly lookup: OrderLookup },
): Promise<(Found & { readonly isArchived?: true }) | null> {
  const { db, archive } = context
  const repeats = lookup.ref === undefined && lookup.ownNo === undefined
  if (archive === null || !repeats) {
    const first = await table.find(db, merchant, lookup)
    if (archive === null || first !== null) return first
  }
  const { found, archived: rows } = await table.findAlsoArchived(db, merchant, lookup)
  const archived = rows.map((order) => ({ ...order, number: ownNumber(order) }))
  const live = found && table.numbersOf(found.order)
  const meant = bestMatch(live === null ? archived : [live, ...archived], lookup)
  const row = archived.find(({ id }) => id === meant?.id)
  if (row === undefined) return found
  const whole = await table.findIn(db, await archivedRows(context, [row]))
  const { ref } = lookup
  const isNamed = ref === undefined || ref.tradeNo === whole?.order.tradeNo
  return whole && isNamed ? { ...whole, isArchived: true } : null
}
