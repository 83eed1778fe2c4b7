import { accountDigits } from '../../units/account-digits.ts'
import type { LinkContent } from '../links/payment-link.ts'
import type { EventFact } from '../orders/order-events.ts'
import type { OrderParty } from '../orders/order-kinds.ts'

/** What a hold names (back office §6). Absent text is "". */
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

/** The key by which a hold is looked up; an account's has all its digits. */
export function holdKey({ merchantUid, userId, accountNo, tradeNo }: HoldSubject): string {
  if (tradeNo !== '') return `order:${tradeNo}`
  if (accountNo !== '') return `account:${accountDigits(accountNo)}`
  return userId === '' ? `merchant:${merchantUid}` : memberKey(merchantUid, userId)
}

/** What the holds of a link are looked up by; "" for what it does not name. */
export type LinkHolds = {
  /** The key of its member's holds. */
  readonly member: string
  /** Accounts as they are written; the first is its own. */
  readonly accounts: readonly string[]
}

/** The same of an order, with the keys of its merchant's holds and its own. */
export type OrderHolds = LinkHolds & { readonly merchant: string; readonly order: string }

/**
 * What the holds are looked up by that keep an order from being settled or paid out.
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

/** Whether a hold keeps an order from that: what is held is neither settled nor paid out, everything else goes on. */
export function isHeldBack({ name }: EventFact): boolean {
  return name === 'settled' || name === 'confirmed' || name === 'processed'
}

/** What the holds are looked up by that keep a link from being made, or paid by. */
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
