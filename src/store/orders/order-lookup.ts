import { and, desc, eq, inArray, ne, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import type { NamedOrder } from '../../rules/orders/order-identity.ts'
import { amongNewest, eachOf } from '../newest-rows.ts'
import type { Placeholders } from '../prepared.ts'

/** The numbers of a status lookup. Absent ones are ""; at least one is given. */
export type OrderLookup = {
  /** A collection's orderid, a payout's serial_no. */
  readonly ownNo: string
  readonly merchantOrderNo: string
  /** The order that the transaction number names. */
  readonly named: NamedOrder | null
  /** The earlier protocol's number: the order's own, else the merchant's. */
  readonly eitherNo: string
}

/** The same as values of a statement. Null ones are not given, and change the statement. */
export type AskedOrder = Readonly<
  Record<'ownNo' | 'merchantOrderNo' | 'eitherNo' | 'tradeNo', string | null> &
    Record<'id', number | null> &
    Record<'merchantId', number>
>

/** A merchant's lookup as values of a statement. */
export function askedOrder(
  { id: merchantId }: Merchant,
  { ownNo, merchantOrderNo, named, eitherNo }: OrderLookup,
): AskedOrder {
  return {
    merchantId,
    ownNo: ownNo || null,
    merchantOrderNo: merchantOrderNo || null,
    eitherNo: eitherNo || null,
    id: named?.id ?? null,
    tradeNo: named?.tradeNo ?? null,
  }
}

/** The columns that orders of one kind are looked up by, every status there is, and those of a paid order. */
export type LookupColumns = Readonly<
  Record<'id' | 'merchantId' | 'tradeNo' | 'ownNo' | 'merchantOrderNo' | 'status', SQLiteColumn>
> &
  Readonly<Record<'statuses' | 'paid', readonly string[]>>

/** A condition that an order has every number that is given. Reads a bounded number of rows. */
export function hasNumbers(
  columns: LookupColumns,
  given: Placeholders<AskedOrder>,
): SQL | undefined {
  const { merchantId, ownNo, merchantOrderNo, eitherNo, id, tradeNo } = given
  const mine = eq(columns.merchantId, merchantId)
  const precise = ownNo !== null || id !== null
  return and(
    precise ? mine : undefined,
    ownNo === null ? undefined : eq(columns.ownNo, ownNo),
    id === null ? undefined : eq(columns.id, id),
    tradeNo === null ? undefined : eq(columns.tradeNo, tradeNo),
    merchantOrderNo === null ? undefined : eq(columns.merchantOrderNo, merchantOrderNo),
    eitherNo === null
      ? undefined
      : or(eq(columns.ownNo, eitherNo), eq(columns.merchantOrderNo, eitherNo)),
    precise || merchantOrderNo === null ? undefined : oneOfNumbered(columns, mine, merchantOrderNo),
    precise || eitherNo === null ? undefined : oneOfNumbered(columns, mine, eitherNo),
  )
}

/**
 * In order of preference where numbers repeat: the order's own before the merchant's, paid orders first, then the
 * newest. A cancelled payout hides no other, because whoever reads `CANCELLED` pays again (decisions §4, "Status
 * lookups").
 */
export function bestFirst(columns: LookupColumns, { eitherNo }: Placeholders<AskedOrder>): SQL[] {
  return [
    ...(eitherNo === null ? [] : [desc(eq(columns.ownNo, eitherNo))]),
    desc(sql`(${inArray(columns.status, columns.paid)})`),
    desc(columns.id),
  ]
}

// A merchant's number may repeat without end, so only the newest of each status is read. The merchant is a condition of
// each range: as one beside them, it would make sqlite scan all of the merchant's rows.
function oneOfNumbered(columns: LookupColumns, mine: SQL, number: Placeholder): SQL {
  const numbered = and(
    mine,
    eq(columns.merchantOrderNo, number),
    ne(columns.merchantOrderNo, columns.ownNo),
  )
  const ranges = [
    and(mine, eq(columns.ownNo, number)),
    ...eachOf(
      [numbered],
      columns.statuses.map((status) => eq(columns.status, status)),
    ),
  ]
  return amongNewest(columns.id, ranges, 1)
}
