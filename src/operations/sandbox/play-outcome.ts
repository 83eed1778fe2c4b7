import type { RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import type { sandboxOutcome } from '../../contract/sandbox/outcome-endpoint.ts'
import { orderTypeOf } from '../../rules/sandbox/order-type.ts'
import { outcomeView } from '../../rules/views/sandbox/outcome-view.ts'
import type { MerchantRequest } from '../command.ts'
import { findOwnCollection, findOwnPayout } from '../orders/query-order.ts'
import { reachOutcome, requireTestMerchant } from './reach-outcome.ts'

type Endpoint = typeof sandboxOutcome

/**
 * Endpoint 18: brings an order of a test merchant to the outcome that it asks for (decisions §7, "Sandbox"). Throws
 * `MerchantChanged`.
 */
export async function playOutcome({
  context,
  merchant,
  request,
}: MerchantRequest<RequestOf<Endpoint>>): Promise<ResponseOf<Endpoint>> {
  requireTestMerchant(context)
  const { outcome, paid_amount: paidAmount, reason } = request
  const findOwn = orderTypeOf(request) === 'payout' ? findOwnPayout : findOwnCollection
  // If a number names several orders, the first found is moved.
  const { tradeNo } = (await findOwn(context, merchant, request)).order
  const find = () => findOwn(context, merchant, byTradeNo(tradeNo))
  const found = await reachOutcome({
    context,
    merchant,
    find,
    request: { outcome, paidAmount, reason },
  })
  return outcomeView(found, outcome)
}

/** A lookup by the transaction number alone. */
export function byTradeNo(tradeNo: string) {
  return { orderid: '', serial_no: '', merchant_order_no: '', orderNo: '', tradeNo, trade_no: '' }
}
