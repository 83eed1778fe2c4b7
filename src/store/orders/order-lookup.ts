import { getTableName } from 'drizzle-orm'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import type { OrderRef } from '../../rules/orders/order-identity.ts'
import { callbacks, type collections, type payouts } from '../schema.ts'
import { columnsOf, type Query, type RawRow, sqlText } from '../sql-text.ts'

/** The numbers of a status lookup, at least one; absent ones are "". */
export type OrderLookup = {
  /** A collection's orderid, a payout's serial_no. */
  readonly ownNo: string
  readonly merchantOrderNo: string
  /** The order of the transaction number. */
  readonly ref: OrderRef | null
  /** The earlier protocol's number: the order's own, else the merchant's. */
  readonly eitherNo: string
}

/** The table and columns of a lookup of one kind of order. */
export type LookupTable = {
  readonly table: typeof collections | typeof payouts
  /** The column of the order's own number. */
  readonly ownNo: 'orderid' | 'serial_no'
  readonly statuses: readonly string[]
  /** The statuses of a paid order. */
  readonly paid: readonly string[]
  /** Further selected columns, as SQL. */
  readonly beside: Readonly<Record<string, string>>
}

type LookupValues = Omit<OrderLookup, 'ref'> &
  Readonly<{ merchantId: number; id: number; tradeNo: string; number: string }>

/**
 * Selects the merchant's order with all given numbers, with its callback. If numbers repeat, the order's own number
 * comes before the merchant's, then paid orders, then the newest. A cancelled payout hides no other, because a merchant
 * that reads `CANCELLED` pays again (decisions §4, "Status lookups"). Reads a bounded number of rows.
 */
export function orderLookup({ table, ownNo, statuses, paid, beside }: LookupTable) {
  const orders = getTableName(table)
  const more = Object.entries(beside).map(([name, column]) => `, ${column} as ${name}`)
  const select = (candidates: string) =>
    sqlText<LookupValues, RawRow>(`
      select ${columnsOf(table)}, ${columnsOf(callbacks)}${more.join('')}
      from ${orders} left join callbacks on callbacks.order_id = ${orders}.id
      where ${candidates}
        and (:ownNo = '' or ${ownNo} = :ownNo)
        and (:tradeNo = '' or ${orders}.trade_no = :tradeNo)
        and (:merchantOrderNo = '' or merchant_order_no = :merchantOrderNo)
        and (:eitherNo = '' or :eitherNo in (${ownNo}, merchant_order_no))
      order by
        ${ownNo} = :eitherNo desc,
        ${orders}.status in (${paid.map((status) => `'${status}'`).join(', ')}) desc,
        ${orders}.id desc
      limit 1
    `)
  const byId = select(`${orders}.id = :id and ${orders}.merchant_id = :merchantId`)
  const byOwnNo = select(`${orders}.merchant_id = :merchantId and ${ownNo} = :ownNo`)
  // A merchant's number may repeat without end, so only the newest of each status is read.
  const newest = statuses.map(
    (status) => `select * from (
      select id from ${orders} where merchant_id = :merchantId
        and merchant_order_no = :number and merchant_order_no <> ${ownNo} and status = '${status}'
      order by id desc limit 1
    )`,
  )
  const byNumber = select(`${orders}.id in (
    select id from ${orders} where merchant_id = :merchantId and ${ownNo} = :number
    union all ${newest.join(' union all ')}
  )`)
  return (
    { id: merchantId }: Merchant,
    { ref, ownNo, merchantOrderNo, eitherNo }: OrderLookup,
  ): Query<RawRow> => {
    const choose = ref !== null ? byId : ownNo !== '' ? byOwnNo : byNumber
    return choose({
      merchantId,
      ownNo,
      merchantOrderNo,
      eitherNo,
      id: ref?.id ?? 0,
      tradeNo: ref?.tradeNo ?? '',
      number: merchantOrderNo || eitherNo,
    })
  }
}

/** The lookup values of an order beside its transaction number; null for a merchant's number that equals its own. */
export type NumberedOrder = Readonly<{ id: number; number: string; paid: boolean }> & {
  readonly merchantOrderNo: string | null
}

/** The order among these that a lookup means, by the same rule; undefined for none. */
export function bestMatch<O extends NumberedOrder>(
  orders: readonly O[],
  { ownNo, merchantOrderNo, eitherNo }: OrderLookup,
): O | undefined {
  const isMeant = ({ number, merchantOrderNo: other }: O) =>
    (ownNo === '' || number === ownNo) &&
    (merchantOrderNo === '' || (other ?? number) === merchantOrderNo) &&
    (eitherNo === '' || [number, other].includes(eitherNo))
  const isOwn = ({ number }: O) => Number(number === eitherNo)
  const [meant] = orders
    .filter(isMeant)
    .sort(
      (one, other) =>
        isOwn(other) - isOwn(one) || Number(other.paid) - Number(one.paid) || other.id - one.id,
    )
  return meant
}
