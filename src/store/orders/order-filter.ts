import { and, eq, ne, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Order } from '../../rules/orders/orders.ts'
import { isOwnedBy } from '../merchants/merchants.ts'
import { type Access, type Conditions, crossProduct, unindexed } from '../newest-rows.ts'
import { isSeenBy } from '../people/order-access.ts'

/** The common filter of lists of orders. */
export type OrderFilter<Status extends string> = {
  readonly merchantUid?: string | undefined
  readonly status?: Status | undefined
  /** A collection's orderid, a payout's serial_no. */
  readonly ownNo?: string | undefined
  readonly merchantOrderNo?: string | undefined
  readonly agent?: string | undefined
  /** Whether an agent has taken it. */
  readonly taken?: boolean | undefined
  readonly bankAccountId?: number | undefined
  readonly amount?: Order['amount'] | undefined
  /** The last five digits of the member's account. */
  readonly last5?: string | undefined
  readonly backed?: boolean | undefined
  /** An agent's names: it sees its own orders, and those on its accounts or on none (back office §7). */
  readonly seenBy?: readonly string[] | undefined
}

/** The filtered columns of one kind of order. */
type FilterColumns<Status extends string> = Readonly<
  Record<
    | ('merchantId' | 'status' | 'ownNo' | 'merchantOrderNo')
    | ('agent' | 'bankAccountId' | 'amount' | 'backed' | 'last5'),
    SQLiteColumn
  >
> & { readonly statuses: readonly Status[] }

/** The filtering conditions of a list of orders. */
export function orderConditions<Status extends string>(
  columns: FilterColumns<Status>,
  filter: OrderFilter<Status>,
): Conditions<OrderFilter<Status>> {
  const { merchantUid, taken, backed, seenBy } = filter
  const equals = (column: SQLiteColumn, value: string | number | undefined) =>
    value === undefined ? undefined : sql`${unindexed(column)} = ${value}`
  return {
    merchantUid:
      merchantUid === undefined ? undefined : isOwnedBy(unindexed(columns.merchantId), merchantUid),
    status: equals(columns.status, filter.status),
    ownNo: equals(columns.ownNo, filter.ownNo),
    merchantOrderNo: equals(columns.merchantOrderNo, filter.merchantOrderNo),
    agent: equals(columns.agent, filter.agent),
    taken:
      taken === undefined ? undefined : sql`(${unindexed(columns.agent)} <> '') = ${Number(taken)}`,
    bankAccountId: equals(columns.bankAccountId, filter.bankAccountId),
    amount: equals(columns.amount, filter.amount),
    last5: equals(columns.last5, filter.last5),
    backed: equals(columns.backed, backed === undefined ? undefined : Number(backed)),
    seenBy: seenBy && isSeenBy(seenBy),
  }
}

/** Finds orders by a number at their merchant; null unless the filter has both. */
export function byNumber<Status extends string>(
  columns: FilterColumns<Status>,
  { merchantUid, ownNo, merchantOrderNo: number }: OrderFilter<Status>,
): Access<OrderFilter<Status>> | null {
  if (merchantUid === undefined) return null
  const owned = isOwnedBy(columns.merchantId, merchantUid)
  if (ownNo !== undefined) {
    return { answers: ['merchantUid', 'ownNo'], ranges: [and(owned, eq(columns.ownNo, ownNo))] }
  }
  if (number === undefined) return null
  // The index of merchants' numbers omits those that equal the order's own number.
  const both = and(owned, eq(columns.ownNo, number), eq(columns.merchantOrderNo, number))
  const numbered = and(
    owned,
    eq(columns.merchantOrderNo, number),
    ne(columns.merchantOrderNo, columns.ownNo),
  )
  const inStates = columns.statuses.map((one) => eq(columns.status, one))
  return {
    answers: ['merchantUid', 'merchantOrderNo'],
    ranges: [both, ...crossProduct([numbered], inStates)],
  }
}
