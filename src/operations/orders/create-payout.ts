import type { RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import type { payoutCreation } from '../../contract/orders/payout-endpoints.ts'
import { placePayout } from '../../rules/orders/payout-moves.ts'
import { createdPayoutView } from '../../rules/views/orders/payout-view.ts'
import { payoutTable } from '../../store/orders/payouts.ts'
import type { CreationRequest } from '../command.ts'
import { otherKindsOf } from './duplicates.ts'
import { refuseLargeExtra } from './limit-order-texts.ts'
import { placeOrder, refusePrivateAddresses } from './place-order.ts'

type Endpoint = typeof payoutCreation

/**
 * §4.7: creates a payout and freezes its amount. If the merchant requires it, the database decides whether the balance
 * is enough.
 */
export async function createPayout({
  context,
  merchant,
  request,
  earlier,
}: CreationRequest<RequestOf<Endpoint>>): Promise<ResponseOf<Endpoint>> {
  const { notify_url, reverse_url } = request
  refusePrivateAddresses(context, { notify_url, reverse_url })
  refuseLargeExtra(merchant, request.extra)
  const placed = await placeOrder(context, merchant, {
    table: payoutTable,
    others: otherKindsOf(context, 'payout', earlier),
    request,
    place: (identity, now) => placePayout({ request, merchant, identity, now }),
  })
  return { ok: 1, message: 'success', data: createdPayoutView(placed) }
}
