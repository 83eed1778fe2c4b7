import type { Context, MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { linkCollection, type PaymentLink } from '../../rules/links/payment-link.ts'
import type { WaitPage } from '../../rules/links/wait-page.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { placeCollection } from '../../rules/orders/collection-moves.ts'
import { orderId, tradeNo } from '../../rules/orders/order-identity.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import type { Step } from '../../rules/orders/steps.ts'
import type { Actor } from '../../rules/people/principal.ts'
import { lastFive } from '../../units/account-digits.ts'
import { toSeconds } from '../../units/clock.ts'

/**
 * The collection of a link, with an orderid of the platform (decisions §5, "The collection gets").
 *
 * @param amount whole dollars
 */
export function linkPayment({
  context: { now, random, databaseNumber },
  merchant,
  link,
  amount,
  actor,
}: {
  readonly context: MerchantContext
  readonly merchant: Merchant
  readonly link: Pick<PaymentLink, 'id' | 'content'>
  readonly amount: number
  readonly actor: Actor
}): Step<Collection> {
  const nowMs = now()
  const id = orderId({ kind: 'collection', nowMs, random: random(), database: databaseNumber })
  const last5 = lastFive(link.content.payerAccountLast5)
  const identity = { id, tradeNo: tradeNo(id, random), linkId: link.id, last5 }
  const request = linkCollection(link.content, amount * 100, identity.tradeNo)
  return placeCollection({ request, merchant, identity, maker: { actor, now: toSeconds(nowMs) } })
}

/** Stores a new wait page under its token in KV. A failure is only logged, because the database answers instead. */
export async function cachePage(context: Context, token: string, page: WaitPage): Promise<void> {
  const seconds = page.expiresAt - toSeconds(context.now())
  try {
    await context.caches.waitPages.put(token, page, seconds)
  } catch (error) {
    context.log({ event: 'token_not_kept', link_id: page.linkId, fault: faultText(error) })
  }
}
