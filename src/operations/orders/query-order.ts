import type { MerchantContext } from '../../context.ts'
import type { RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import type { collectionQuery } from '../../contract/orders/collection-endpoints.ts'
import type { payoutQuery } from '../../contract/orders/payout-endpoints.ts'
import { invalidFields, Refusal } from '../../contract/refusals.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { type OrderRef, parseTradeNo } from '../../rules/orders/order-identity.ts'
import { collectionStatusView } from '../../rules/views/orders/collection-view.ts'
import { payoutStatusView } from '../../rules/views/orders/payout-view.ts'
import { collectionTable } from '../../store/orders/collections.ts'
import { payoutTable } from '../../store/orders/payouts.ts'
import { say } from '../../units/language.ts'
import { type FindingTable, findOwn } from '../archive/find-own.ts'
import type { MerchantRequest } from '../command.ts'

/**
 * Finds a merchant's collection by the numbers in a request, all of which must match (decisions §4, "Status lookups").
 * Refuses a request without a number, and one that matches nothing.
 */
export const findOwnCollection = finderIn(collectionTable, 'orderid')

/** Finds a merchant's payout in the same way. */
export const findOwnPayout = finderIn(payoutTable, 'serial_no')

/** §4.6: shows one collection of the merchant, named by any of its numbers. */
export async function queryCollection({
  context,
  merchant,
  request,
}: MerchantRequest<RequestOf<typeof collectionQuery>>): Promise<
  ResponseOf<typeof collectionQuery>
> {
  const found = await findOwnCollection(context, merchant, request)
  return collectionStatusView({ merchant, ...found })
}

/** §4.8: shows one payout of the merchant, named by any of its numbers. */
export async function queryPayout({
  context,
  merchant,
  request,
}: MerchantRequest<RequestOf<typeof payoutQuery>>): Promise<ResponseOf<typeof payoutQuery>> {
  const found = await findOwnPayout(context, merchant, request)
  return payoutStatusView({ merchant, ...found })
}

/** The numbers of a request, "" for a missing one. */
type OrderNumbers<OwnNo extends string> = Readonly<
  Record<OwnNo | 'merchant_order_no' | 'orderNo' | 'tradeNo' | 'trade_no', string>
>

function finderIn<
  OwnNo extends 'orderid' | 'serial_no',
  Order extends { readonly tradeNo: string },
  Found extends { readonly order: Order },
>(table: FindingTable<Order, Found>, ownName: OwnNo) {
  return async (
    context: MerchantContext,
    merchant: Merchant,
    request: OrderNumbers<OwnNo>,
  ): Promise<Found & { readonly isArchived?: true }> => {
    const { merchant_order_no: merchantOrderNo, orderNo: ownOrMerchantNo } = request
    const ownNo = request[ownName]
    const lookup = {
      ref: orderByNumber(request, ownName, [ownNo, merchantOrderNo, ownOrMerchantNo]) ?? undefined,
      ownNo: ownNo || undefined,
      merchantOrderNo: merchantOrderNo || undefined,
      ownOrMerchantNo: ownOrMerchantNo || undefined,
    }
    const found = await findOwn(context, table, { merchant, lookup })
    if (found === null) throw new Refusal('order_not_found')
    return found
  }
}

const unnamed = [
  say(
    '單號、商戶訂單號、平台交易號至少需提供一項',
    'Send at least one of the order number, the merchant order number and the platform transaction number',
  ),
]

// The order of the transaction number; null if the request has other numbers only.
function orderByNumber(
  { tradeNo, trade_no: alias }: { readonly tradeNo: string; readonly trade_no: string },
  ownName: 'orderid' | 'serial_no',
  others: readonly string[],
): OrderRef | null {
  if (tradeNo !== '' && alias !== '' && tradeNo !== alias) throw new Refusal('order_not_found')
  const number = tradeNo || alias
  if (number === '' && others.every((other) => other === '')) {
    throw invalidFields({ [ownName]: unnamed, merchant_order_no: unnamed, tradeNo: unnamed })
  }
  const ref = parseTradeNo(number)
  if (number !== '' && ref === null) throw new Refusal('order_not_found')
  return ref
}
