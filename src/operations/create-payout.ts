import type { RequestOf, ResponseOf } from '../contract/endpoint.ts'
import { toAmount } from '../contract/money.ts'
import type { createPayout as createPayoutEndpoint } from '../contract/payouts.ts'
import { Refusal } from '../contract/refusals.ts'
import type { Context } from '../env.ts'
import type { Merchant } from '../rules/merchant.ts'
import { openPayout } from '../rules/payout.ts'
import { insertPayout } from '../store/payouts.ts'
import { openOrder, refusePrivateAddresses } from './open-order.ts'

type Endpoint = typeof createPayoutEndpoint

/**
 * §4.7: creates a payout and freezes its amount. Where the merchant requires it, the database decides whether the
 * balance is enough. `merchant_changed` when the merchant is no longer as it was authenticated: nothing is written.
 */
export async function createPayout(
  context: Context,
  merchant: Merchant,
  request: RequestOf<Endpoint>,
): Promise<ResponseOf<Endpoint> | 'merchant_changed'> {
  const { notify_url, reverse_url } = request
  refusePrivateAddresses(context, { notify_url, reverse_url })
  const opened = await openOrder(
    context,
    merchant,
    'payout',
    (identity, now) => openPayout(request, merchant, identity, now),
    (payout) => insertPayout(context.db, payout),
  )
  if (opened === 'merchant_changed') return opened
  if (opened === 'not_covered') throw new Refusal('insufficient_balance')
  return {
    ok: 1,
    message: 'success',
    data: {
      id: opened.id,
      serial_no: opened.serialNo,
      merchant_order_no: opened.merchantOrderNo,
      status: opened.status,
      amount: toAmount(opened.amount),
      trade_no: opened.tradeNo,
    },
  }
}
