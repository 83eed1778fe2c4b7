import { accountDigits } from '../../units/account-digits.ts'
import type { LinkContent } from '../links/payment-link.ts'
import type { EventFact } from '../orders/order-events.ts'
import type { OrderParty } from '../orders/order-kinds.ts'

/** The subject of a hold (back office §6). Absent text is "". */
export type HoldSubject = {
  readonly merchantUid: string
  /** A member of that merchant. */
  readonly userId: string
  readonly accountNo: string
  readonly tradeNo: string
}

/** A hold. Times in UTC seconds. */
export type Hold = HoldSubject & {
  readonly id: number
  readonly key: string
  readonly reason: string
  readonly caseNo: string
  readonly actor: string
  readonly createdAt: number
  readonly liftedAt: number | null
  readonly liftedBy: string
  readonly liftReason: string
}

/** The lookup key of a hold; an account's has all its digits. */
export function holdKey({ merchantUid, userId, accountNo, tradeNo }: HoldSubject): string {
  if (tradeNo !== '') return `order:${tradeNo}`
  if (accountNo !== '') return `account:${accountDigits(accountNo)}`
  return userId === '' ? `merchant:${merchantUid}` : memberKey(merchantUid, userId)
}

/** The lookup keys of a link's holds; "" for an absent one. */
export type LinkHolds = {
  /** The key of its member's holds. */
  readonly member: string
  /** Account numbers as written; the first is the link's own. */
  readonly accounts: readonly string[]
}

/** The lookup keys of an order's holds, with its merchant's and its own. */
export type OrderHolds = LinkHolds & { readonly merchant: string; readonly order: string }

/**
 * The lookup keys of the holds that keep an order from being settled or paid out.
 *
 * @param uid its merchant
 * @param claimed the accounts of the bank transactions that it would claim
 */
export function holdsOfOrder({
  uid,
  tradeNo,
  party,
  claimed = [],
}: {
  readonly uid: string
  readonly tradeNo: string
  readonly party: OrderParty
  readonly claimed?: readonly string[] | undefined
}): OrderHolds {
  const accounts = [party.accountNo, ...claimed]
  const member = memberKey(uid, party.userId)
  return { merchant: `merchant:${uid}`, member, order: `order:${tradeNo}`, accounts }
}

/** Whether a hold prevents this event: a held order is neither settled nor paid out, all else continues. */
export function isStoppedByHold({ name }: EventFact): boolean {
  return name === 'settled' || name === 'confirmed' || name === 'processed'
}

/** The lookup keys of the holds that keep a link from being created or paid. */
export function holdsOfLink(
  uid: string,
  {
    memberNo,
    payerAccountNo,
    payerAccountLast5,
  }: Pick<LinkContent, 'memberNo' | 'payerAccountNo' | 'payerAccountLast5'>,
): LinkHolds {
  return { member: memberKey(uid, memberNo), accounts: [payerAccountNo || payerAccountLast5] }
}

const memberKey = (uid: string, userId: string) => (userId === '' ? '' : `member:${uid}:${userId}`)
