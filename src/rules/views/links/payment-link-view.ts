import type { ResponseOf } from '../../../contract/endpoint.ts'
import type {
  amountLinkCreation,
  plainLinkCreation,
} from '../../../contract/links/link-endpoints.ts'
import { secondsToTaipei } from '../../../units/taipei-time.ts'
import type { Recipient } from '../../callbacks/callback-body.ts'
import { reportedCollectionEvents } from '../../callbacks/reported-events.ts'
import { endOfLife } from '../../links/link-effects.ts'
import type { LinkContent, PaymentLink } from '../../links/payment-link.ts'
import type { Collection } from '../../orders/orders.ts'
import { channelView } from '../channel-view.ts'

/** The merchant's setting of reported events. */
type EventSettings = Pick<Recipient, 'collectionEvents'>

/** Where members' pages are served. */
export type Exchange = { readonly origin: string; readonly code: string }

type AmountAnswer = ResponseOf<typeof amountLinkCreation>
type PlainAnswer = ResponseOf<typeof plainLinkCreation>

/** §2.6, wait-page form: a short address that reveals nothing of member or bank. */
export function amountLinkView({
  exchange,
  link,
  collection,
  paid,
  merchant,
}: {
  readonly exchange: Exchange
  readonly link: PaymentLink & { readonly token: string }
  readonly collection: Pick<Collection, 'orderid' | 'tradeNo'>
  readonly paid: Pick<AmountAnswer, 'amount' | 'amount_mode'>
  readonly merchant: EventSettings
}): AmountAnswer {
  const url = waitUrl(exchange, link.token)
  return {
    ok: 1,
    message: 'success',
    ...addresses(url),
    wait_url: url,
    method: 'GET',
    ...paid,
    data: {
      ...linkView({ exchange, link, url, merchant }),
      wait_url: url,
      redirect: { method: 'GET', url },
      orderid: collection.orderid,
      trade_no: collection.tradeNo,
    },
  }
}

/** §2.6, redirect form: the address of the exchange's page, with the member's data. */
export function plainLinkView({
  exchange,
  link,
  linkSign,
  merchant,
}: {
  readonly exchange: Exchange
  readonly link: PaymentLink
  readonly linkSign: string
  readonly merchant: EventSettings
}): PlainAnswer {
  const { merchantOrderNo, memberNo, memberName } = link.content
  const query = new URLSearchParams({
    third_party_session: link.session,
    third_party_order_no: merchantOrderNo,
    user_no: memberNo,
    user_name: memberName,
  })
  const url = `${purchasePages(exchange)}/${link.id}?${query}`
  const params = { ...queryParams(link.content), link_sign: linkSign }
  return {
    ok: 1,
    message: 'success',
    ...addresses(url),
    method: 'GET',
    amount: null,
    amount_mode: null,
    data: {
      ...linkView({ exchange, link, url, merchant }),
      redirect: { method: 'GET', url, query_params: params },
    },
  }
}

/** The fields covered by `link_sign` (decisions §2): the member's data, the session, and the link's first expiry. */
export function linkSignFields(link: PaymentLink): Readonly<Record<string, string>> {
  return {
    ...queryParams(link.content),
    third_party_session: link.session,
    expires_at: String(link.expiresAt),
  }
}

function linkView({
  exchange,
  link,
  url,
  merchant,
}: {
  readonly exchange: Exchange
  readonly link: PaymentLink
  readonly url: string
  readonly merchant: EventSettings
}): Omit<PlainAnswer['data'], 'redirect'> {
  return {
    ...addresses(url),
    method: 'GET',
    channel: channelView(exchange.code),
    merchant_order_no: link.merchantOrderNo,
    third_party_session: link.session,
    expires_at: secondsToTaipei(endOfLife(link)),
    callback: {
      notify_url: link.content.notifyUrl,
      return_success_body: 'success',
      events: [...reportedCollectionEvents(merchant)],
    },
  }
}

/** The member's data for the exchange (§2.6), without the sign. */
export function queryParams(content: LinkContent) {
  return {
    third_party_order_no: content.merchantOrderNo,
    user_no: content.memberNo,
    user_name: content.memberName,
    user_account: content.memberAccount,
    customer_bank_name: content.payerBankName,
    customer_bank_account: content.payerAccountNo,
    payer_account_last5: content.payerAccountLast5,
    payeeAccountNumber: content.payerAccountLast5,
    notify_url: content.notifyUrl,
  }
}

function addresses(url: string) {
  return { url, redirect_url: url, payment_url: url }
}

export function waitUrl(exchange: Exchange, token: string): string {
  return `${purchasePages(exchange)}/wait/${token}`
}

function purchasePages({ origin, code }: Exchange): string {
  return `${origin}/${code}/purchase`
}
