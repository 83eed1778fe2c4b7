import { toAmount } from '../../../units/money.ts'
import { secondsToTaipei } from '../../../units/taipei-time.ts'
import { endOfLife, isLiving } from '../../links/link-effects.ts'
import type { PaymentLink } from '../../links/payment-link.ts'
import type { PaymentAmounts } from '../../merchants/payment-amounts.ts'
import { isSettled } from '../../orders/order-states.ts'
import type { Collection } from '../../orders/orders.ts'
import { paymentAmountsView } from '../payment-amounts-view.ts'
import { type Exchange, queryParams, waitUrl } from './payment-link-view.ts'

/**
 * A link for an exchange with its own pages (§1.8.4): the member's and payer's data with their sign, the amounts to
 * offer, and the collection, if any. `now` in UTC seconds.
 */
export function bridgeLinkView(
  { link, collection, amounts, merchantUid, linkSign }: BridgeLink,
  exchange: Exchange,
  now: number,
) {
  const { content } = link
  return {
    third_party_session: link.session,
    merchant_uid: merchantUid,
    ...queryParams(content),
    member_phone: content.memberPhone,
    payer_name: content.payerName,
    customer_bank_code: content.payerBankCode,
    return_url: content.returnUrl,
    link_sign: linkSign,
    expires_at: secondsToTaipei(endOfLife(link)),
    state: bridgeState(link, collection, now),
    amount: collection && toAmount(collection.amount),
    payment_amounts: { currency: 'TWD' as const, ...paymentAmountsView(amounts) },
    purchase:
      collection === null || link.token === null
        ? null
        : bridgePurchaseView(collection, link.token, exchange),
  }
}

/** The records of a link's view. */
type BridgeLink = {
  readonly link: PaymentLink
  readonly collection: Collection | null
  readonly amounts: PaymentAmounts
  readonly merchantUid: string
  readonly linkSign: string
}

export function bridgePurchaseView(collection: Collection, token: string, exchange: Exchange) {
  return {
    orderid: collection.orderid,
    trade_no: collection.tradeNo,
    amount: toAmount(collection.amount),
    status: collection.status,
    collection_status: collection.collectionStatus,
    wait_url: waitUrl(exchange, token),
  }
}

function bridgeState(
  link: PaymentLink,
  collection: Collection | null,
  now: number,
): 'open' | 'submitted' | 'paid' | 'expired' {
  if (link.state === 'closed' || (collection !== null && isSettled(collection))) return 'paid'
  if (!isLiving(link, now)) return 'expired'
  return collection === null ? 'open' : 'submitted'
}
