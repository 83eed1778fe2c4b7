import type { OtherKinds } from '../../rules/orders/other-kinds.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

// The lookup of an order of each kind by its number and amount.
const sameRequests = {
  collection: `collections where merchant_id = :merchantId and orderid = :collectionNo
    and amount = :sameAmount and created_at >= :since`,
  payout: `payouts where merchant_id = :merchantId and serial_no = :payoutNo
    and amount = :sameAmount and created_at >= :since`,
  link: `payment_links where merchant_id = :merchantId and merchant_order_no = :linkNo
    and sent_amount = :sameAmount and created_at >= :since`,
}

/**
 * A condition that no order of another kind stems from the same request (`OtherKinds`), as SQL. Of racing copies one
 * commits.
 */
export function noOtherKind(kind: keyof typeof sameRequests): string {
  return Object.entries(sameRequests)
    .filter(([one]) => one !== kind)
    .map(([, sameRequest]) => `not exists (select 1 from ${sameRequest})`)
    .join(' and ')
}

type OtherKindQuery = OtherKinds & { readonly merchantId: number }

type OtherOrder = { readonly tradeNo: string | null }

/**
 * The transaction number of a merchant's order of another kind from the same request: null for a link without a
 * submitted amount, undefined if there is no order.
 */
export async function findOtherKind(
  db: MerchantDatabase,
  query: OtherKindQuery,
): Promise<OtherOrder | undefined> {
  const [[found]] = await rowsOf(db, [selectOtherKind(query)] as const)
  return found
}

const selectOtherKind = sqlText<OtherKindQuery, OtherOrder>(`
  select trade_no as tradeNo from ${sameRequests.collection}
  union all
  select trade_no from ${sameRequests.payout}
  union all
  select (select trade_no from collections where collections.id = collection_id)
  from ${sameRequests.link}
  limit 1
`)
