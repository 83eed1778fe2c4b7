import type { MerchantContext } from '../../context.ts'
import type { RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { sandboxCallback } from '../../contract/sandbox/test-callback-endpoint.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { placeCollection } from '../../rules/orders/collection-moves.ts'
import { callbackId } from '../../rules/orders/order-identity.ts'
import type { Order } from '../../rules/orders/orders.ts'
import { placePayout } from '../../rules/orders/payout-moves.ts'
import { notReported, sumLabels, withoutCallback } from '../../rules/sandbox/outcome-labels.ts'
import { eventOf, isReported } from '../../rules/sandbox/reported-outcomes.ts'
import { testCollection, testNumber, testPayout } from '../../rules/sandbox/test-orders.ts'
import { collectionTable } from '../../store/orders/collections.ts'
import { payoutTable } from '../../store/orders/payouts.ts'
import type { Meaning } from '../../units/language.ts'
import type { MerchantRequest } from '../command.ts'
import { placeOrder, refusePrivateAddresses } from '../orders/place-order.ts'
import { findOwnCollection, findOwnPayout } from '../orders/query-order.ts'
import { byTradeNo } from './play-outcome.ts'
import { reachOutcome, requireTestMerchant } from './reach-outcome.ts'

type Endpoint = typeof sandboxCallback
type Request = RequestOf<Endpoint>

/**
 * Endpoint 19: creates an order of a test merchant, numbered `TEST-…`, and brings it to an outcome, so that its
 * callback is owed like any other. Creates nothing if the outcome is not reported. Throws `MerchantChanged`.
 */
export async function makeTestCallback({
  context,
  merchant,
  request,
}: MerchantRequest<Request>): Promise<ResponseOf<Endpoint>> {
  requireTestMerchant(context)
  const { type, outcome, notify_url, reverse_url, amount } = request
  refusePrivateAddresses(context, { notify_url, reverse_url })
  const event = eventOf(type, outcome)
  if (event === undefined) throw notPossible(withoutCallback(outcome))
  if (!isReported(merchant, event)) throw notPossible(notReported(outcome))
  if (outcome === 'less' && amount < 2) throw notPossible(sumLabels)
  const { tradeNo } = await (type === 'payout' ? placeTestPayout : placeTestCollection)(
    context,
    merchant,
    request,
  )
  const findOwn = type === 'payout' ? findOwnPayout : findOwnCollection
  const find = () => findOwn(context, merchant, byTradeNo(tradeNo))
  const standard = { paidAmount: null, reason: '' }
  if (outcome === 'reversed')
    await reachOutcome({ context, merchant, find, request: { ...standard, outcome: 'paid' } })
  const found = await reachOutcome({ context, merchant, find, request: { ...standard, outcome } })
  const { callback } = found
  if (callback === null) throw new Error(`${tradeNo} owes no callback`)
  return {
    ok: 1,
    message: 'success',
    data: {
      type,
      ...(found.kind === 'payout'
        ? { serial_no: found.order.serialNo }
        : { orderid: found.order.orderid }),
      trade_no: tradeNo,
      event,
      url: callback.url,
      callback_id: callbackId(tradeNo, callback.eventNumber),
    },
  }
}

function notPossible(message: Meaning): Refusal {
  return new Refusal('outcome_not_possible', { message })
}

function placeTestCollection(
  context: MerchantContext,
  merchant: Merchant,
  request: Request,
): Promise<Order> {
  const actor = { name: merchant.uid, role: 'merchant' } as const
  return placeOrder(context, merchant, {
    table: collectionTable,
    others: null,
    request,
    place: (identity, now) => {
      const collection = testCollection(request, testNumber(identity.tradeNo))
      return placeCollection({
        request: collection,
        merchant,
        identity: { ...identity, linkId: null },
        maker: { actor, now },
      })
    },
  })
}

function placeTestPayout(
  context: MerchantContext,
  merchant: Merchant,
  request: Request,
): Promise<Order> {
  return placeOrder(context, merchant, {
    table: payoutTable,
    others: null,
    request,
    place: (identity, now) =>
      placePayout({
        request: testPayout(request, testNumber(identity.tradeNo)),
        merchant,
        identity,
        now,
      }),
  })
}
