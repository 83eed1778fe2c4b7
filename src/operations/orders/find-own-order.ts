import type { MerchantContext } from '../../context.ts'
import type { RequestOf } from '../../contract/endpoint.ts'
import type { collectionQuery } from '../../contract/orders/collection-endpoints.ts'
import type { payoutQuery } from '../../contract/orders/payout-endpoints.ts'
import { invalidFields, Refusal } from '../../contract/refusals.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { type NamedOrder, orderNamed } from '../../rules/orders/order-identity.ts'
import { type CollectionWithCallback, findCollection } from '../../store/orders/collections.ts'
import { findPayout, type PayoutWithCallback } from '../../store/orders/payouts.ts'

/**
 * Finds a merchant's collection by the numbers in a request, all of which must match (decisions §4, "Status lookups").
 * Refuses a request without a number, and one that matches nothing.
 */
export async function findOwnCollection(
  context: MerchantContext,
  merchant: Merchant,
  request: RequestOf<typeof collectionQuery>,
): Promise<CollectionWithCallback> {
  const { orderid: ownNo, merchant_order_no: merchantOrderNo, orderNo: eitherNo } = request
  const named = orderByNumber(request, 'orderid', [ownNo, merchantOrderNo, eitherNo])
  const lookup = { ownNo, merchantOrderNo, named, eitherNo }
  return found(await findCollection(context.db, merchant, lookup))
}

/** The same for a payout. */
export async function findOwnPayout(
  context: MerchantContext,
  merchant: Merchant,
  request: RequestOf<typeof payoutQuery>,
): Promise<PayoutWithCallback> {
  const { serial_no: ownNo, merchant_order_no: merchantOrderNo, orderNo: eitherNo } = request
  const named = orderByNumber(request, 'serial_no', [ownNo, merchantOrderNo, eitherNo])
  const lookup = { ownNo, merchantOrderNo, named, eitherNo }
  return found(await findPayout(context.db, merchant, lookup))
}

const unnamed = ['單號、商戶訂單號、平台交易號至少需提供一項']

// The order that the transaction number names; null when the request has other numbers only.
function orderByNumber(
  { tradeNo, trade_no: alias }: { readonly tradeNo: string; readonly trade_no: string },
  ownName: 'orderid' | 'serial_no',
  others: readonly string[],
): NamedOrder | null {
  if (tradeNo !== '' && alias !== '' && tradeNo !== alias) throw new Refusal('order_not_found')
  const number = tradeNo || alias
  if (number === '' && others.every((other) => other === '')) {
    throw invalidFields({ [ownName]: unnamed, merchant_order_no: unnamed, tradeNo: unnamed })
  }
  const named = orderNamed(number)
  if (number !== '' && named === null) throw new Refusal('order_not_found')
  return named
}

function found<Order>(order: Order | null): Order {
  if (order === null) throw new Refusal('order_not_found')
  return order
}
