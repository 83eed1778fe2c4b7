import type { RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import type { collectionCreation } from '../../contract/orders/collection-endpoints.ts'
import { placeCollection } from '../../rules/orders/collection-moves.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import { collectionTable } from '../../store/orders/collections.ts'
import { toAmount } from '../../units/money.ts'
import type { CreationRequest } from '../command.ts'
import { assignLater } from '../matcher/assign-account.ts'
import { otherKindsOf } from './duplicates.ts'
import { refuseLargeExtra } from './limit-order-texts.ts'
import { placeOrder, refusePrivateAddresses } from './place-order.ts'

type Endpoint = typeof collectionCreation

/** §4.5: creates a collection. */
export async function createCollection({
  context,
  merchant,
  request,
  earlier,
}: CreationRequest<RequestOf<Endpoint>>): Promise<ResponseOf<Endpoint>> {
  refusePrivateAddresses(context, { notify_url: request.notify_url })
  refuseLargeExtra(merchant, request.extra)
  const actor = { name: merchant.uid, role: 'merchant' } as const
  const placed = await placeOrder(context, merchant, {
    table: collectionTable,
    others: otherKindsOf(context, 'collection', earlier),
    request,
    place: (identity, now) =>
      placeCollection({
        request,
        merchant,
        identity: { ...identity, linkId: null },
        maker: { actor, now },
      }),
  })
  assignLater(context, placed)
  return answer(placed)
}

function answer(collection: Collection): ResponseOf<Endpoint> {
  return {
    ok: 1,
    message: 'success',
    data: {
      id: collection.id,
      orderid: collection.orderid,
      merchant_order_no: collection.merchantOrderNo,
      status: collection.status,
      amount: toAmount(collection.amount),
      paid_amount: toAmount(collection.paidAmount),
      payment_bank_account: collection.collectionAccountNo,
      counterparty_account: collection.counterpartyAccount,
      trade_no: collection.tradeNo,
    },
  }
}
