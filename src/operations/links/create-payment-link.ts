import type { Context } from '../../context.ts'
import type { RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import type { amountLinkCreation, plainLinkCreation } from '../../contract/links/link-endpoints.ts'
import { invalid, Refusal } from '../../contract/refusals.ts'
import { topUpChannel } from '../../rules/accounts/ledger.ts'
import {
  type LinkContent,
  type LinkRequest,
  linkContent,
  mayBeSameAccount,
} from '../../rules/links/payment-link.ts'
import { waitPage } from '../../rules/links/wait-page.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import {
  allowedLabels,
  amountMode,
  defaultPaymentAmounts,
} from '../../rules/merchants/payment-amounts.ts'
import {
  amountLinkView,
  linkSignFields,
  plainLinkView,
} from '../../rules/views/links/payment-link-view.ts'
import { linkSign } from '../../signing/link-sign.ts'
import { say } from '../../units/language.ts'
import type { CreationRequest } from '../command.ts'
import { refuseLargeExtra } from '../orders/limit-order-texts.ts'
import { refusePrivateAddresses } from '../orders/place-order.ts'
import { exchangeOf } from './exchange-origin.ts'
import { cachePage } from './link-payment.ts'
import { findSameLink, placeLink } from './place-link.ts'

type AmountEndpoint = typeof amountLinkCreation
type PlainEndpoint = typeof plainLinkCreation

/** §4.3: creates the wait page of an amount that the merchant has chosen, and its collection, in one batch. */
export async function createAmountLink({
  context,
  merchant,
  request,
  earlier,
}: CreationRequest<RequestOf<AmountEndpoint>>): Promise<ResponseOf<AmountEndpoint>> {
  const exchange = exchangeOf(context)
  const content = contentOf(context, merchant, request)
  const { amount } = request
  const amounts = merchant.paymentAmounts ?? defaultPaymentAmounts
  const allowed = amountMode(amounts, amount)
  // A retry must find the earlier call's link even if the settings have changed since.
  const created =
    allowed === null
      ? await findSameLink({ context, merchant, kind: 'amount', content })
      : await placeLink({ context, merchant, kind: 'amount', content, earlier })
  if (created === null) {
    throw new Refusal('amount_not_allowed', { message: allowedLabels(amounts) })
  }
  const amount_mode = allowed ?? 'custom'
  const { link, collection, isNew } = created
  const { token } = link
  if (token === null || collection === null) throw new Error(`link ${link.id} has no wait page`)
  if (isNew) await cachePage(context, token, waitPage(link, amount, link.expiresAt))
  const paid = { amount, amount_mode }
  return amountLinkView({ exchange, link: { ...link, token }, collection, paid, merchant })
}

/** §4.4: creates a link to the exchange's page, where the member picks the amount; the collection is created there. */
export async function createPlainLink({
  context,
  merchant,
  request,
  earlier,
}: CreationRequest<RequestOf<PlainEndpoint>>): Promise<ResponseOf<PlainEndpoint>> {
  const exchange = exchangeOf(context)
  const content = contentOf(context, merchant, request)
  const { link } = await placeLink({ context, merchant, kind: 'plain', content, earlier })
  const sign = linkSign(linkSignFields(link), context.settings.linkSigningKey)
  return plainLinkView({ exchange, link, linkSign: sign, merchant })
}

function contentOf(context: Context, merchant: Merchant, request: LinkRequest): LinkContent {
  const { notify_url, channel, payer_account_no, payer_account_last5 } = request
  refusePrivateAddresses(context, { notify_url })
  refuseLargeExtra(merchant, request.extra)
  if (!mayBeSameAccount(payer_account_no, payer_account_last5)) {
    throw invalid(
      'payer_account_last5',
      say(
        '與付款帳號的末五碼不一致，請只傳送其中一個',
        'Differs from the last five digits of the payer’s account; send only one of them',
      ),
    )
  }
  const code = topUpChannel(context.settings.exchangeCode)
  if (channel !== '' && channel !== code) throw new Refusal('channel_not_available')
  return linkContent(request, code)
}
