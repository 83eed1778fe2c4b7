import type { MerchantContext } from '../../context.ts'
import type { EarlierRequest } from '../../contract/orders/earlier-request.ts'
import { Refusal } from '../../contract/refusals.ts'
import { firstEndOfLife, isLiving } from '../../rules/links/link-effects.ts'
import { newLinkToken } from '../../rules/links/link-identity.ts'
import {
  isSameContent,
  type LinkContent,
  type LinkKind,
  type PaymentLink,
} from '../../rules/links/payment-link.ts'
import { holdsOfLink } from '../../rules/merchants/hold.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { orderId, parseTradeNo } from '../../rules/orders/order-identity.ts'
import { bytesOfTexts } from '../../rules/orders/order-text-bytes.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import type { OtherKinds } from '../../rules/orders/other-kinds.ts'
import type { Step } from '../../rules/orders/steps.ts'
import { type CommitOutcome, commit, type Statement } from '../../store/database.ts'
import {
  type CurrentLink,
  findCurrentLink,
  insertLink,
  replaceEndedLink,
} from '../../store/links/payment-links.ts'
import { requireLinkNotHeld } from '../../store/merchants/holds.ts'
import { collectionTable } from '../../store/orders/collections.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import { retry } from '../../units/retry.ts'
import { archivedContext } from '../archive/archived-rows.ts'
import { assignLater } from '../matcher/assign-account.ts'
import { MerchantChanged } from '../merchants/merchant-changed.ts'
import { duplicate, numberTaken, otherKindsOf, usedByOtherKind } from '../orders/duplicates.ts'
import { overQuota, withinQuota } from '../orders/limit-order-texts.ts'
import { refuseHeldMerchant } from '../orders/place-order.ts'
import { consequencesOf } from '../orders/step-statements.ts'
import { linkPayment } from './link-payment.ts'

/** A new or an existing link, and its collection if there is one. */
type CreatedLink = {
  readonly link: PaymentLink
  readonly collection: Pick<Collection, 'orderid' | 'tradeNo'> | null
  /** False if an earlier, equal call created it. */
  readonly isNew: boolean
}

type LinkCreation = {
  readonly context: MerchantContext
  readonly merchant: Merchant
  readonly kind: LinkKind
  readonly content: LinkContent
  readonly earlier: EarlierRequest | null
}

/**
 * Creates a payment link, with its collection if the amount is known, in one batch. If the order number has a link, an
 * equal call gets that link while it lives, a different call `duplicate_merchant_order_no`, and a link that ended
 * unpaid is replaced (decisions §5, "Repeated merchant_order_no"). Refuses a possible copy of a request for another
 * kind of order, and more than the merchant's texts of a day. Throws `MerchantChanged`.
 */
export async function placeLink({
  context,
  merchant,
  kind,
  content,
  earlier,
}: LinkCreation): Promise<CreatedLink> {
  refuseHeldMerchant(merchant)
  return retry('created no link', 5, async () => {
    const wanted = newLink({ context, merchant, kind, content, earlier })
    const { link, payment } = wanted
    const outcome = await commitLink(context, merchant, wanted)
    if (outcome === 'committed') {
      const collection = payment?.order ?? null
      if (collection !== null) assignLater(context, collection)
      return { link, collection, isNew: true }
    }
    if (outcome === 'merchant_changed') throw new MerchantChanged()
    if (outcome === 'other_kind') {
      throw await usedByOtherKind(context, merchant, { kind: 'link', others: wanted.others })
    }
    if (outcome === 'over_quota') throw overQuota(context)
    if (outcome === 'held') throw new Refusal('channel_not_available')
    if (outcome !== 'link_closed' && outcome !== 'link_exists') return null
    const again = await linkAgain(context, merchant, link)
    if (again !== null) return again
    // An earlier link of the order is paid, or its payment is being checked.
    if (outcome === 'link_closed') {
      throw await orderTaken(context, merchant, link)
    }
    return null
  })
}

type NewLink = {
  readonly link: PaymentLink
  readonly payment: Step<Collection> | null
  readonly others: OtherKinds | null
}

function newLink({ context, merchant, kind, content, earlier }: LinkCreation): NewLink {
  const { random, settings } = context
  const nowMs = context.now()
  const now = toSeconds(nowMs)
  const id = orderId({
    kind: 'collection',
    nowMs,
    random: random(),
    database: context.databaseNumber,
  })
  const expiresAt = now + settings.linkLifetimeSeconds
  const actor = { name: merchant.uid, role: 'merchant' } as const
  const payment =
    content.amount === null
      ? null
      : linkPayment({ context, merchant, link: { id, content }, amount: content.amount, actor })
  const link: PaymentLink = {
    id,
    merchantId: merchant.id,
    kind,
    merchantOrderNo: content.merchantOrderNo,
    content,
    state: 'open',
    session: newLinkToken(id, random),
    token: payment === null ? null : newLinkToken(id, random),
    collectionId: payment?.order.id ?? null,
    waitExpiresAt: payment === null ? null : expiresAt,
    expiresAt,
    endsAt: expiresAt,
    replacedBy: 0,
    createdAt: now,
    sentAmount: content.amount === null ? (earlier?.amount ?? null) : content.amount * 100,
    reversedAt: null,
  }
  return { link, payment, others: otherKindsOf(context, 'link', earlier) }
}

function commitLink(
  context: MerchantContext,
  merchant: Merchant,
  { link, payment, others }: NewLink,
): Promise<CommitOutcome> {
  const { db, settings } = context
  const bytes = bytesOfTexts(link.content)
  // The merchant is answered the link's own time: an account is not known yet.
  const endsAt =
    payment === null
      ? link.endsAt
      : firstEndOfLife(payment.order, link.expiresAt, settings.matchedGraceSeconds)
  return commit(db, [
    replaceEndedLink(link),
    ...(payment === null ? [] : [collectionTable.insert(payment.order, merchant, null)]),
    insertLink(merchant, { ...link, endsAt }, others),
    linkHoldGuard(merchant, link),
    // The bytes of a link without an amount count at its submission, which they cannot refuse.
    ...withinQuota(context, merchant, bytes),
    ...(payment === null
      ? []
      : consequencesOf({ context, merchant, step: payment, keptBytes: bytes })),
  ])
}

/** Refuses a link of a held member, or of a payer with a held account (back office §6). */
export function linkHoldGuard(
  { uid }: Pick<Merchant, 'uid'>,
  { content }: Pick<PaymentLink, 'content'>,
): Statement {
  return requireLinkNotHeld(holdsOfLink(uid, content))
}

/** The living link of an earlier, equal call, or null. */
export async function findSameLink({
  context: { db, now },
  merchant: { id: merchantId },
  kind,
  content,
}: Omit<LinkCreation, 'earlier'>): Promise<CreatedLink | null> {
  const { merchantOrderNo } = content
  const current = await findCurrentLink(db, { merchantId, merchantOrderNo, kind })
  if (current === null || !isSameContent(current.link.content, content)) return null
  const lives = current.link.state === 'open' && isLiving(current.link, toSeconds(now()))
  return lives ? { ...current, isNew: false } : null
}

// The answer of a repeated call from the order's current link; null if that has ended meanwhile.
async function linkAgain(
  context: MerchantContext,
  merchant: Merchant,
  wanted: PaymentLink,
): Promise<CreatedLink | null> {
  const current = await findCurrentLink(context.db, wanted)
  if (current === null) return null
  const { link, collection } = current
  // It may have been closed by the payment of another link of the number.
  if (link.state === 'closed') {
    throw await orderTaken(context, merchant, link)
  }
  if (!isLiving(link, wanted.createdAt)) return null
  if (!isSameContent(link.content, wanted.content)) throw duplicate('link', collection?.tradeNo)
  return { link, collection, isNew: false }
}

// The current link of an order, if its collection is archived.
async function archivedLink(
  context: MerchantContext,
  wanted: Pick<PaymentLink, 'merchantId' | 'merchantOrderNo' | 'kind'>,
  tradeNo = '',
): Promise<CurrentLink | null> {
  const ref = parseTradeNo(tradeNo)
  const view = ref && (await archivedContext(context, [ref.id]))
  return view && findCurrentLink(view.db, wanted)
}

// The refusal of a paid order's number; says so if the paid link is of the other endpoint.
async function orderTaken(
  context: MerchantContext,
  merchant: Merchant,
  link: PaymentLink,
): Promise<Refusal> {
  const number = link.merchantOrderNo
  const refusal = await numberTaken(context, merchant, { kind: 'link', number })
  const { trade_no: tradeNo } = refusal.details
  const kind = link.kind === 'amount' ? 'plain' : 'amount'
  const wanted = { ...link, kind } as const
  const other =
    (await findCurrentLink(context.db, wanted)) ?? (await archivedLink(context, wanted, tradeNo))
  const isOfOther = other?.link.state === 'closed' && other.collection?.tradeNo === tradeNo
  if (!isOfOther) return refusal
  const endpoint = kind === 'amount' ? 'payment-links/amount' : 'payment-links'
  return duplicate('link', tradeNo, {
    message: say(
      `此 merchant_order_no 已用於另一個端點 ${endpoint} 並已付款，請先查詢該訂單（data.trade_no）`,
      `This merchant_order_no was used at the other endpoint, ${endpoint}, and is paid: look it up ` +
        '(data.trade_no)',
    ),
  })
}
