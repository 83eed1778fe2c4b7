import type { Context } from '../../context.ts'
import type { BridgePurchaseCall } from '../../contract/back-office/bridge.ts'
import { invalidFields, Refusal } from '../../contract/refusals.ts'
import type { PaymentLink } from '../../rules/links/payment-link.ts'
import {
  allowedLabels,
  amountMode,
  defaultPaymentAmounts,
} from '../../rules/merchants/payment-amounts.ts'
import type { Actor } from '../../rules/people/principal.ts'
import { bridgeLinkView, bridgePurchaseView } from '../../rules/views/links/bridge-view.ts'
import { linkSignFields, queryParams } from '../../rules/views/links/payment-link-view.ts'
import { linkSign } from '../../signing/link-sign.ts'
import { isSameText } from '../../signing/same-text.ts'
import type { SessionLink } from '../../store/links/payment-links.ts'
import { toSeconds } from '../../units/clock.ts'
import { type Meaning, say } from '../../units/language.ts'
import { exchangeOf } from './exchange-origin.ts'
import { purchaseState } from './show-purchase-page.ts'
import { findLink, type Purchase, startPurchase } from './start-purchase.ts'

/** The values of a link that the exchange may repeat; each must equal the link's own. */
type Claims = Partial<Omit<BridgePurchaseCall, 'amount'>>

/**
 * Shows the link of a session to an exchange with its own pages (§1.8.4, decisions §9). Refuses with `not_found`, and
 * with `validation_error` a value that differs from the link's.
 */
export async function showBridgeLink(context: Context, session: string, claims: Claims) {
  const found = await findLink(context, session)
  refuseFalseClaims(context, found.link, claims)
  const { link, merchant, collection } = found
  // Compares with a sign that was accepted, even if another key signs now.
  const [own] = signsOf(context, link)
  return bridgeLinkView(
    {
      link,
      collection,
      amounts: merchant.paymentAmounts ?? defaultPaymentAmounts,
      merchantUid: merchant.uid,
      linkSign: claims.link_sign?.toLowerCase() ?? own,
    },
    exchangeOf(context),
    toSeconds(context.now()),
  )
}

/**
 * Submits the amount chosen on the exchange's own pages: creates the collection and its wait page. A repetition with
 * the same amount gets the same collection, with another amount `already_submitted`.
 */
export async function purchaseOverBridge({
  context,
  actor,
  session,
  call: { amount, ...claims },
}: {
  readonly context: Context
  readonly actor: Actor
  readonly session: string
  readonly call: BridgePurchaseCall
}) {
  const exchange = exchangeOf(context)
  const { collection, token } = await startPurchase<Purchase>({
    context,
    session,
    actor,
    decide: (found, now) => {
      refuseFalseClaims(context, found.link, claims)
      const submitted = submittedBefore(found)
      if (submitted !== null) {
        if (submitted.collection.amount !== amount * 100) throw new Refusal('already_submitted')
        return { kind: 'answer', answer: submitted }
      }
      const refusal = refusals[purchaseState(found, now)]
      if (refusal !== null) throw new Refusal(refusal)
      const amounts = found.merchant.paymentAmounts ?? defaultPaymentAmounts
      if (amountMode(amounts, amount) === null) {
        throw new Refusal('amount_not_allowed', { message: allowedLabels(amounts) })
      }
      return { kind: 'submit', amount }
    },
  })
  return bridgePurchaseView(collection, token, exchange)
}

const refusals = {
  open: null,
  expired: 'link_expired',
  paid_elsewhere: 'already_paid',
  unavailable: 'merchant_not_enabled',
} as const satisfies Record<ReturnType<typeof purchaseState>, string | null>

function submittedBefore({ link: { token }, collection }: SessionLink): Purchase | null {
  return token === null || collection === null ? null : { kind: 'submitted', token, collection }
}

function refuseFalseClaims(context: Context, link: PaymentLink, claims: Claims): void {
  const params = queryParams(link.content)
  const { link_sign: sign, ...rest } = claims
  const wrong = Object.entries(rest).flatMap(([field, value]): [string, Meaning[]][] =>
    value === undefined || value === params[field as keyof typeof rest]
      ? []
      : [[field, [say('與付款連結的資料不一致', 'Differs from the data of the payment link')]]],
  )
  const isSigned = (text: string) =>
    signsOf(context, link).some((one) => isSameText(text.toLowerCase(), one))
  if (sign !== undefined && !isSigned(sign)) {
    wrong.push([
      'link_sign',
      [say('與付款連結的簽章不一致', 'Differs from the signature of the payment link')],
    ])
  }
  if (wrong.length > 0) throw invalidFields(Object.fromEntries(wrong))
}

// The first sign is by the current key, the others by earlier ones.
function signsOf({ settings }: Context, link: PaymentLink): readonly [string, ...string[]] {
  const fields = linkSignFields(link)
  const others = settings.otherLinkSigningKeys.map((key) => linkSign(fields, key))
  return [linkSign(fields, settings.linkSigningKey), ...others]
}
