import type { BankAccountState } from '../../contract/back-office/states.ts'
import type {
  PaidReport,
  Receipt,
  ReceivingAccount,
  WaitState,
  WaitView,
} from '../../contract/links/member-page-views.ts'
import { daySeconds } from '../../units/clock.ts'
import { accountFrozen } from '../banking/bank-account.ts'
import { parseBank } from '../catalogue/banks.ts'
import { type Merchant, payeeOf } from '../merchants/merchant.ts'
import { isTestId } from '../orders/order-identity.ts'
import { isSettled } from '../orders/order-states.ts'
import type { Collection } from '../orders/orders.ts'
import { madeUpAccount } from '../sandbox/made-up-account.ts'
import { isLiving } from './link-effects.ts'
import { type PaymentLink, pageEndsAt } from './payment-link.ts'

/** The immutable part of a wait page, stored in KV. Times in UTC seconds. */
export type WaitPage = {
  readonly linkId: number
  readonly merchantOrderNo: string
  /** Whole dollars. */
  readonly amount: number
  readonly payerAccountLast5: string
  readonly returnUrl: string
  readonly expiresAt: number
}

/** The immutable part of a link's wait page, of `amount` whole dollars. `expiresAt` in UTC seconds. */
export function waitPage(
  { id, merchantOrderNo, content }: Pick<PaymentLink, 'id' | 'merchantOrderNo' | 'content'>,
  amount: number,
  expiresAt: number,
): WaitPage {
  const { payerAccountLast5, returnUrl } = content
  return { linkId: id, merchantOrderNo, amount, payerAccountLast5, returnUrl, expiresAt }
}

/** A link that awaits its payment, with its collection and their merchant. */
export type WaitingLink = {
  readonly link: PaymentLink
  readonly collection: Collection
  readonly merchant: Pick<Merchant, 'name' | 'display'>
  /** The state of the collection's bank account; null without one. */
  readonly accountState: BankAccountState | null
  /** The account's holder as the bank shows it now; null without an account. */
  readonly accountHolder: string | null
  /** Whether a hold keeps the collection from being settled. */
  readonly isHeld: boolean
}

/**
 * A wait page at `now` (UTC seconds); null if it is too old to be shown. `pages/wait.tsx` defines how often, and in
 * which states, the page asks for it.
 */
export function waitView(token: string, found: WaitingLink, now: number): WaitView | null {
  const { link, collection, merchant } = found
  const expiresAt = pageEndsAt(link)
  if (isPageExpired(Math.max(expiresAt, link.endsAt ?? 0), now)) return null
  const state = waitState(found, now)
  return {
    ...commonView(token, waitPage(link, collection.amount / 100, expiresAt), now),
    payerAccountLast5: collection.last5 || link.content.payerAccountLast5,
    state,
    payee: payeeOf(merchant),
    receipt: state === 'paid' ? receiptOf(collection) : null,
    account: state === 'transfer' ? accountOf(found) : null,
    report: state === 'transfer' ? reportOf(collection, now) : null,
    hadAccount: collection.collectionAccountNo !== '',
    ...(state === 'checking' && link.endsAt !== null ? { endsAt: link.endsAt } : {}),
  }
}

/** The wait page while the database does not answer; null if it is too old to be shown. */
export function waitViewUnknown(token: string, page: WaitPage, now: number): WaitView | null {
  if (isPageExpired(page.expiresAt, now)) return null
  return {
    ...commonView(token, page, now),
    state: 'unknown',
    hadAccount: true,
    payee: null,
    receipt: null,
    account: null,
    report: null,
  }
}

/** Whether a page that ended at `endedAt` is answered like an unknown one, a day later (decisions §5, "Wait page"). */
export function isPageExpired(endedAt: number, now: number): boolean {
  return now >= endedAt + daySeconds
}

function waitState(
  { link, collection, accountState, isHeld }: WaitingLink,
  now: number,
): WaitState {
  if (isSettled(collection)) return 'paid'
  if (link.state === 'closed') return 'paid_elsewhere'
  const isOver = now >= pageEndsAt(link)
  switch (collection.collectionStatus) {
    case 'pending':
      return isOver ? 'expired' : isHeld ? 'review' : 'waiting'
    case 'matched':
      if (accountState === 'frozen' || accountState === 'closed') return 'review'
      if (!isOver) return isHeld ? 'review' : 'transfer'
      return isLiving(link, now) ? 'checking' : 'expired'
    case 'exception':
      // The member may have paid into the account before the bank froze it.
      if (collection.reason === accountFrozen) return 'review'
      // A test order may run out before its time.
      return (isOver || collection.expired) && link.reversedAt === null ? 'expired' : 'review'
  }
}

function commonView(token: string, page: WaitPage, now: number) {
  const { merchantOrderNo, amount, payerAccountLast5, returnUrl, expiresAt: endsAt } = page
  return { token, merchantOrderNo, amount, payerAccountLast5, returnUrl, now, endsAt }
}

function receiptOf({ tradeNo, paidAmount, paidAt }: Collection): Receipt {
  return { tradeNo, paidAmount, paidAt }
}

// Digits are requested only while a press would store them, so that none are typed in vain.
function reportOf(collection: Collection, now: number): PaidReport {
  const asksLast5 = collection.last5 === '' && pressAt(collection, now) === 'counted'
  return { hasPaid: collection.saidPaidAt !== null, asksLast5, last5: null }
}

/** Whether a press of "I have paid" counts: not within a minute of the last one, and five times (matching §6). */
export function pressAt({ saidPaidAt, saidPaidTimes }: Collection, now: number) {
  if (saidPaidAt !== null && now < saidPaidAt + secondsBetween) return 'unchanged'
  return saidPaidTimes < countedMax ? 'counted' : 'too_often'
}

const secondsBetween = 60
const countedMax = 5

// A test order's account has no second person, and its page looks like a real one: members see a made-up account.
function accountOf({ collection, accountHolder }: WaitingLink): ReceivingAccount {
  const shown = isTestId(collection.id) ? madeUpAccount : collection
  const { name: bankName, code: bankCode } = parseBank(shown.collectionBankName)
  return {
    bankName,
    bankCode,
    accountNo: shown.collectionAccountNo,
    accountName: accountHolder ?? shown.collectionAccountName,
  }
}
