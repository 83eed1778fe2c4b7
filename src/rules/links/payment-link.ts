import type { RequestOf } from '../../contract/endpoint.ts'
import type { amountLinkCreation, plainLinkCreation } from '../../contract/links/link-endpoints.ts'
import type { collectionCreation } from '../../contract/orders/collection-endpoints.ts'
import { accountDigits, lastFive } from '../../units/account-digits.ts'
import { isSameJson } from '../../units/same-json.ts'

// Absent text is "", times in UTC seconds.

/** Who chooses the amount: for `amount` the merchant (§4.3), for `plain` the member (§4.4). */
export type LinkKind = 'amount' | 'plain'

/** The content of a link's request, with defaults. A repeated call is compared with it (decisions §5). */
export type LinkContent = {
  readonly channel: string
  readonly merchantOrderNo: string
  /** Whole dollars; null if the member chooses it. */
  readonly amount: number | null
  readonly memberNo: string
  readonly memberName: string
  readonly memberAccount: string
  readonly memberPhone: string
  readonly memberEmail: string
  readonly payerName: string
  readonly payerBankName: string
  readonly payerBankCode: string
  readonly payerAccountNo: string
  readonly payerAccountLast5: string
  readonly notifyUrl: string
  readonly returnUrl: string
  /** JSON text as it was sent. */
  readonly extra: string
}

export type PaymentLink = {
  readonly id: number
  readonly merchantId: number
  readonly kind: LinkKind
  readonly merchantOrderNo: string
  readonly content: LinkContent
  /** `expired`: its time ran out. `closed`: its order was paid, by this link or by another. */
  readonly state: 'open' | 'expired' | 'closed'
  /** §2.6 `third_party_session`. */
  readonly session: string
  /** The token of its wait page; null, like the two below, before it has a collection. */
  readonly token: string | null
  readonly collectionId: number | null
  readonly waitExpiresAt: number | null
  readonly expiresAt: number
  /** The end of its life (`firstEndOfLife`, or later once its collection is matched); null once it has ended. */
  readonly endsAt: number | null
  /** 0 for its order's current link, else the id of its successor. */
  readonly replacedBy: number
  readonly createdAt: number
  /** The amount of its request, in hundredths, even if the earlier names ignore it; null for none. */
  readonly sentAmount: number | null
  /** The last reversal of a payment of its order, or null. */
  readonly reversedAt: number | null
}

/** The fields of a collection's link for the back office. */
export type LinkSummary = Pick<PaymentLink, 'content' | 'endsAt' | 'waitExpiresAt' | 'expiresAt'>

/** The end of the countdown on a member's page (UTC seconds). */
export function pageEndsAt({
  waitExpiresAt,
  expiresAt,
}: Pick<PaymentLink, 'waitExpiresAt' | 'expiresAt'>): number {
  return waitExpiresAt ?? expiresAt
}

/** A request of either endpoint. */
export type LinkRequest = Omit<RequestOf<typeof plainLinkCreation>, 'member_email'> &
  Partial<Pick<RequestOf<typeof plainLinkCreation>, 'member_email'>> &
  Partial<Pick<RequestOf<typeof amountLinkCreation>, 'amount'>>

/** The content of a link's request; `channel` is the code of the only channel. */
export function linkContent(request: LinkRequest, channel: string): LinkContent {
  return {
    channel,
    merchantOrderNo: request.merchant_order_no,
    amount: request.amount ?? null,
    memberNo: request.member_no,
    memberName: request.member_name,
    memberAccount: request.member_account,
    memberPhone: request.member_phone,
    memberEmail: request.member_email ?? '',
    payerName: request.payer_name || request.member_name,
    payerBankName: request.payer_bank_name,
    payerBankCode: request.payer_bank_code,
    payerAccountNo: request.payer_account_no,
    payerAccountLast5: endOf(request.payer_account_last5) || endOf(request.payer_account_no),
    notifyUrl: request.notify_url,
    returnUrl: request.return_url,
    extra: request.extra,
  }
}

// At most the last five digits of an account number; a shorter one is kept (decisions §5).
function endOf(accountNo: string): string {
  const digits = accountDigits(accountNo)
  return digits.length < 5 ? digits : lastFive(accountNo)
}

/** Whether a payer's account may end in these five digits; true if either is absent, or has too few digits. */
export function mayBeSameAccount(accountNo: string, last5: string): boolean {
  const end = lastFive(accountNo)
  return end === '' || last5 === '' || end === lastFive(last5)
}

/** Whether two contents are equal; `extra` is compared by value. */
export function isSameContent(one: LinkContent, other: LinkContent): boolean {
  const names = Object.keys(one) as (keyof LinkContent)[]
  return names.every((name) =>
    name === 'extra' ? isSameJson(one.extra, other.extra) : one[name] === other[name],
  )
}

/**
 * The request for the collection that pays a link, as a merchant would send it (decisions §5, "The collection gets").
 *
 * @param amount hundredths
 * @param orderid the platform's own number, because the merchant has given none
 */
export function linkCollection(
  content: LinkContent,
  amount: number,
  orderid: string,
): RequestOf<typeof collectionCreation> {
  return {
    orderid,
    merchant_order_no: content.merchantOrderNo,
    gateway_code: 'gateway_c',
    channel: content.channel,
    currency: 'TWD',
    amount,
    paid_amount: null,
    status: 'pending',
    collection_status: 'pending',
    collection_account_name: '',
    collection_account_no: '',
    collection_bank_name: '',
    counterparty_account: content.payerAccountNo || content.payerAccountLast5,
    member_bank_name: content.payerBankName,
    user_id: content.memberNo,
    user_name: content.memberName,
    notify_url: content.notifyUrl,
    return_url: content.returnUrl,
    paid_at: null,
    extra: content.extra,
  }
}
