import type { EventFact } from '../orders/order-events.ts'
import type { Collection, Payout } from '../orders/orders.ts'

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

/** The key by which a hold is looked up. */
export function holdKey({ merchantUid, userId, accountNo, tradeNo }: HoldSubject): string {
  if (tradeNo !== '') return `order:${tradeNo}`
  if (accountNo !== '') return accountKey(accountNo)
  return userId === '' ? `merchant:${merchantUid}` : memberKey(merchantUid, userId)
}

/** The keys of the holds that something may be under. */
export type HoldKeys = {
  readonly [Kind in 'merchant' | 'member' | 'account' | 'order']?: string
}

/** The keys of the holds that keep an order from being settled or paid out. */
export function keysOfOrder(uid: string, order: Collection | Payout): HoldKeys {
  const keys = { merchant: `merchant:${uid}`, order: `order:${order.tradeNo}` }
  if ('serialNo' in order) return { ...keys, account: accountKey(order.payeeAccount) }
  const account = accountKey(order.counterpartyAccount)
  return { ...keys, member: memberKey(uid, order.userId), account }
}

/** Whether a hold keeps an order from that: what is held is neither settled nor paid out, everything else goes on. */
export function isHeldBack({ name }: EventFact): boolean {
  return name === 'settled' || name === 'confirmed' || name === 'processed'
}

/** The keys of the holds that keep a link from being made, or paid by: its member's and its payer's account's. */
export function keysOfLink(
  uid: string,
  { memberNo, payerAccountNo }: { readonly memberNo: string; readonly payerAccountNo: string },
): HoldKeys {
  return { member: memberKey(uid, memberNo), account: accountKey(payerAccountNo) }
}

const memberKey = (uid: string, userId: string) => (userId === '' ? '' : `member:${uid}:${userId}`)

// An account is written with blanks and dashes or without.
function accountKey(accountNo: string): string {
  const plain = accountNo.replace(/[^0-9A-Za-z]/g, '')
  return plain === '' ? '' : `account:${plain}`
}
