import type { Context } from '../../context.ts'
import type { PurchasePage, PurchaseState } from '../../contract/links/member-page-views.ts'
import { Refusal } from '../../contract/refusals.ts'
import { isPageExpired } from '../../rules/links/wait-page.ts'
import { payeeOf } from '../../rules/merchants/merchant.ts'
import {
  chosenAmount,
  defaultPaymentAmounts,
  isAnyAllowed,
} from '../../rules/merchants/payment-amounts.ts'
import type { SessionLink } from '../../store/links/payment-links.ts'
import { toSeconds } from '../../units/clock.ts'
import { findLink } from './start-purchase.ts'

/** The parts of a purchase page's address: a link's id and its session. */
export type PurchaseAddress = { readonly id: number; readonly session: string }

/**
 * Shows the page on which a member picks the amount (§4.4), or names the wait page that follows. Reads only. Refuses
 * with `not_found` a session of another link, and a link that ended more than a day ago.
 *
 * @param text an amount refused here before, shown with the reason while it is still refused
 */
export async function showPurchasePage(
  context: Context,
  address: PurchaseAddress,
  text?: string,
): Promise<PurchasePage> {
  const found = await findLink(context, address.session)
  const view = purchaseView(found, address, toSeconds(context.now()))
  if (text === undefined || view.kind === 'wait' || view.state !== 'open') return view
  const chosen = chosenAmount(view, text)
  if (chosen.kind === 'chosen') return view
  return { ...view, refused: { text, problem: chosen.problem } }
}

/** A purchase page at `now` (UTC seconds), or the wait page that follows it. */
export function purchaseView(
  { link, merchant }: SessionLink,
  { id }: PurchaseAddress,
  now: number,
): PurchasePage {
  if (link.id !== id || link.kind !== 'plain') throw new Refusal('not_found')
  if (link.token !== null) return { kind: 'wait', waitToken: link.token }
  if (isPageExpired(link.expiresAt, now)) throw new Refusal('not_found')
  const amounts = merchant.paymentAmounts ?? defaultPaymentAmounts
  const { fixedAmounts, allowCustom, customMin, customMax } = amounts
  const state = purchaseState({ link, merchant }, now)
  const { payerAccountLast5, returnUrl } = link.content
  return {
    kind: 'purchase',
    id,
    session: link.session,
    // Old settings may leave a member no amount to choose.
    state: state === 'open' && !isAnyAllowed(amounts) ? 'unavailable' : state,
    payee: payeeOf(merchant),
    merchantOrderNo: link.merchantOrderNo,
    payerAccountLast5,
    fixedAmounts,
    allowCustom,
    customMin,
    customMax,
    refused: null,
    returnUrl,
    now,
    endsAt: link.expiresAt,
  }
}

/** Whether a link without a collection accepts an amount at `now` (UTC seconds). */
export function purchaseState(
  { link, merchant }: Pick<SessionLink, 'link' | 'merchant'>,
  now: number,
): PurchaseState {
  if (link.state === 'closed') return 'paid_elsewhere'
  if (link.state === 'expired' || now >= link.expiresAt) return 'expired'
  return merchant.enabled && !merchant.held ? 'open' : 'unavailable'
}
