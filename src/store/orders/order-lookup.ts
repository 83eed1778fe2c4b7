import { getTableName } from 'drizzle-orm'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import type { OrderRef } from '../../rules/orders/order-identity.ts'
import { callbacks, type collections, type payouts } from '../schema.ts'
import { columnsOf, type Query, type RawRow, sqlText } from '../sql-text.ts'

/** The numbers of a status lookup, at least one; the order has each that is present. */
export type OrderLookup = {
  /** The order of the transaction number. */
  readonly ref?: OrderRef | undefined
  /** A collection's orderid, a payout's serial_no. */
  readonly ownNo?: string | undefined
  readonly merchantOrderNo?: string | undefined
  /** The earlier protocol's number: the order's own, else the merchant's. */
  readonly ownOrMerchantNo?: string | undefined
}

/** The table and columns of a lookup of one kind of order. */
export type LookupTable = {
  readonly table: typeof collections | typeof payouts
  /** The column of the order's own number. */
  readonly ownNo: 'orderid' | 'serial_no'
  readonly statuses: readonly string[]
  readonly paid: readonly string[]
  /** Further selected columns, as SQL. */
  readonly extraColumns: Readonly<Record<string, string>>
}

// An absent number is "".
type LookupValues = Readonly<
  Record<'merchantId' | 'id', number> &
    Record<'tradeNo' | 'ownNo' | 'merchantOrderNo' | 'ownOrMerchantNo' | 'number', string>
>

/**
 * Selects the merchant's order with all given numbers, with its callback. If numbers repeat, the order's own number
 * comes before the merchant's, then paid orders, then the newest. A cancelled payout hides no other, because a merchant
 * that reads `CANCELLED` pays again (decisions §4, "Status lookups"). Reads a bounded number of rows.
 */
export function orderLookup({ table, ownNo, statuses, paid, extraColumns }: LookupTable) {
  const orders = getTableName(table)
  const more = Object.entries(extraColumns).map(([name, column]) => `, ${column} as ${name}`)
  const select = (candidates: string) =>
    sqlText<LookupValues, RawRow>(`
      select ${columnsOf(table)}, ${columnsOf(callbacks)}${more.join('')}
      from ${orders} left join callbacks on callbacks.order_id = ${orders}.id
      where ${candidates}
        and (:ownNo = '' or ${ownNo} = :ownNo)
        and (:tradeNo = '' or ${orders}.trade_no = :tradeNo)
        and (:merchantOrderNo = '' or merchant_order_no = :merchantOrderNo)
        and (:ownOrMerchantNo = '' or :ownOrMerchantNo in (${ownNo}, merchant_order_no))
      order by
        ${ownNo} = :ownOrMerchantNo desc,
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
    { ref, ownNo, merchantOrderNo, ownOrMerchantNo }: OrderLookup,
  ): Query<RawRow> => {
    const choose = ref !== undefined ? byId : ownNo !== undefined ? byOwnNo : byNumber
    return choose({
      merchantId,
      ownNo: ownNo ?? '',
      merchantOrderNo: merchantOrderNo ?? '',
      ownOrMerchantNo: ownOrMerchantNo ?? '',
      id: ref?.id ?? 0,
      tradeNo: ref?.tradeNo ?? '',
      number: merchantOrderNo ?? ownOrMerchantNo ?? '',
    })
  }
}

/** The lookup values of an order beside its transaction number; null for a merchant's number that equals its own. */
export type NumberedOrder = Readonly<{ id: number; number: string; paid: boolean }> & {
  readonly merchantOrderNo: string | null
}

/**
 * The order among these that a lookup means, by the rule of `orderLookup`; undefined for none. It chooses between the
 * order that the database has and archived ones, whose rows are in objects.
 */
export function bestMatch<O extends NumberedOrder>(
  orders: readonly O[],
  { ownNo, merchantOrderNo, ownOrMerchantNo }: OrderLookup,
): O | undefined {
  const matches = ({ number, merchantOrderNo: other }: O) =>
    (ownNo === undefined || number === ownNo) &&
    (merchantOrderNo === undefined || (other ?? number) === merchantOrderNo) &&
    (ownOrMerchantNo === undefined || [number, other].includes(ownOrMerchantNo))
  const isOwn = ({ number }: O) => Number(number === ownOrMerchantNo)
  const [best] = orders
    .filter(matches)
    .sort(
      (one, other) =>
        isOwn(other) - isOwn(one) || Number(other.paid) - Number(one.paid) || other.id - one.id,
    )
  return best
}
