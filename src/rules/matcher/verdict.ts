import type { AutoSource, Doubt } from '../../contract/back-office/states.ts'
import { accountDigits, isSameAccount } from '../../units/account-digits.ts'
import { fitsPlainName, plainName } from '../../units/plain-name.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import type { BankAccount } from '../banking/bank-account.ts'
import type { BankTransaction } from '../banking/bank-transaction.ts'
import { servesMerchant } from '../banking/claim.ts'
import { type AwaitingLink, awaitedUntil } from '../banking/evidence.ts'
import type { Merchant } from '../merchants/merchant.ts'
import { firstIdAtMs } from '../orders/order-identity.ts'
import type { Collection } from '../orders/orders.ts'
import type { ApprovalTerms } from '../people/second-person.ts'

// Whether a bank transaction settles an order without a person (matching §3).

/** The records of a transaction on an account with automatic settlement. Amounts in hundredths. */
export type JudgedLine = {
  readonly line: BankTransaction
  readonly account: JudgedAccount
  /** Whether automatic matching is switched on for the deployment. */
  readonly isRunning: boolean
  readonly sourceEvidence: SourceEvidence
  /** Whether lines of the account may be missing around its day. */
  readonly isUnsound: boolean
  /** The order with its amount and last five digits; null for none. */
  readonly fitting: FittingOrder | null
}

type JudgedAccount = Pick<
  BankAccount,
  | 'id'
  | 'version'
  | 'merchants'
  | 'use'
  | 'state'
  | 'auto'
  | 'autoMax'
  | 'autoAwaiting'
  | 'autoAwaitingMax'
  | 'autoSources'
>

export type SourceEvidence = {
  readonly sources: readonly AutoSource[]
  /** Whether a feed reported its last five digits. */
  readonly isFeedsDigits: boolean
  /** The importer's total for that day, this import included; null without an import. */
  readonly importedThatDay: number | null
  /** Whether another operator agreed to its import. */
  readonly isAgreed: boolean
}

/** The order that a transaction may pay, with the counts of other orders and transactions. */
export type FittingOrder = {
  readonly order: Collection
  readonly merchant: Pick<Merchant, 'uid' | 'auto'>
  readonly link: (AwaitingLink & { readonly isClosed: boolean }) | null
  /** When it took the slot of the transaction's account, amount and digits, in UTC milliseconds; null for never. */
  readonly slotTakenAt: number | null
  readonly isHeld: boolean
  readonly counted: CountedDoubts
}

/** The doubts that depend on other orders and transactions. The settling batch counts them again. */
export type CountedDoubts = Readonly<
  Record<'two_orders' | 'part' | 'two_transactions' | 'sent_back' | 'twin', boolean>
>

/** The deployment's settings. */
type JudgingTerms = { readonly approvals: ApprovalTerms; readonly matchedGraceSeconds: number }

/** The decision on a transaction: the order it settles, or the doubts. */
export type Verdict =
  | { readonly kind: 'certain'; readonly fitting: FittingOrder }
  | { readonly kind: 'doubtful'; readonly doubts: readonly Doubt[] }

/** Decides whether a transaction settles its order without a person; any doubt leaves it to one (matching §3). */
export function judge(judged: JudgedLine, terms: JudgingTerms): Verdict {
  const { fitting } = judged
  if (fitting === null) return { kind: 'doubtful', doubts: ['no_order'] }
  const pair = { ...judged, fitting, terms }
  const doubts = doubtChecks.filter(([, isDoubtful]) => isDoubtful(pair)).map(([doubt]) => doubt)
  return doubts.length === 0 ? { kind: 'certain', fitting } : { kind: 'doubtful', doubts }
}

/** The doubts of a verdict; none where it is certain. */
export function doubtsOf(verdict: Verdict): readonly Doubt[] {
  return verdict.kind === 'certain' ? [] : verdict.doubts
}

/** A transaction and the order that it may pay, under the deployment's settings. */
type JudgedPair = JudgedLine & { readonly fitting: FittingOrder; readonly terms: JudgingTerms }

/** Each doubt with its condition, in the order in which they are shown. */
export const doubtChecks: readonly (readonly [Doubt, (pair: JudgedPair) => boolean])[] = [
  ['stopped', ({ isRunning }) => !isRunning],
  ['off', ({ fitting }) => fitting.merchant.auto !== 'settle'],
  [
    'source',
    ({ account, sourceEvidence }) =>
      !account.autoSources.some((one) => sourceEvidence.sources.includes(one)),
  ],
  ['one_person', isOnePersons],
  ['two_orders', ({ fitting }) => fitting.counted.two_orders],
  ['part', ({ fitting }) => fitting.counted.part],
  ['two_transactions', ({ fitting }) => fitting.counted.two_transactions],
  ['sent_back', ({ fitting }) => fitting.counted.sent_back],
  ['twin', ({ fitting }) => fitting.counted.twin],
  ['early', isEarly],
  ['late', isLate],
  ['day_only', ({ line }) => line.dayOnly],
  ['name', hasOtherName],
  ['account', hasOtherAccount],
  ['held', ({ fitting }) => fitting.isHeld],
  ['bank_account_not_active', ({ account }) => account.state !== 'active'],
  [
    'bank_account_not_allowed',
    ({ account, fitting }) => !servesMerchant(account, fitting.merchant.uid, 'in'),
  ],
  ['already_paid', ({ fitting }) => fitting.link?.isClosed === true],
  ['over_limit', ({ account, fitting }) => fitting.order.amount > account.autoMax],
  ['awaiting_limit', isOverAwaiting],
  ['lines_unsound', ({ isUnsound }) => isUnsound],
  ['reversed', ({ line }) => line.freed],
  ['state', ({ fitting }) => !isAwaited(fitting.order)],
]

function isOnePersons({ sourceEvidence, terms: { approvals } }: JudgedPair): boolean {
  const { isFeedsDigits, importedThatDay, isAgreed } = sourceEvidence
  if (!approvals.on || isFeedsDigits || isAgreed) return false
  return importedThatDay === null || (approvals.from !== null && importedThatDay >= approvals.from)
}

// A transaction stored before its order took the slot is no payment for that slot.
function isEarly({ line, fitting }: JudgedPair): boolean {
  const { order, slotTakenAt } = fitting
  const since = slotTakenAt ?? order.accountSince ?? order.createdAt * 1000
  const { bookedAt, dayOnly, createdAt, id } = line
  const seconds = Math.floor(since / 1000)
  const isBookedBefore = dayOnly
    ? taipeiDay(bookedAt) < taipeiDay(seconds)
    : bookedAt < seconds - (seconds % 60)
  return isBookedBefore || createdAt < seconds || id < firstIdAtMs(since)
}

function isLate({ line, fitting, terms }: JudgedPair): boolean {
  const { order, link } = fitting
  const unit = line.dayOnly ? taipeiDay : (seconds: number) => seconds
  const until = awaitedUntil(order, link, terms.matchedGraceSeconds)
  const latest = line.createdAt + (line.dayOnly ? 0 : aheadOfStorageSeconds)
  return unit(line.bookedAt) > unit(Math.min(until, latest))
}

// A bank's clock may be ahead.
const aheadOfStorageSeconds = 600

function hasOtherName({ line, fitting: { order, link } }: JudgedPair): boolean {
  const known = [order.userName, link?.payerName ?? ''].filter((name) => plainName(name) !== '')
  return known.length > 0 && !known.some((name) => fitsPlainName(name, line.counterpartyName))
}

function hasOtherAccount({ line, fitting: { order } }: JudgedPair): boolean {
  const [here, there] = [line.counterpartyAccount, order.counterpartyAccount]
  return isWholeAccount(here) && isWholeAccount(there) && !isSameAccount(here, there)
}

// Fewer digits are a part of an account number, or a masked one.
function isWholeAccount(accountNo: string): boolean {
  return accountDigits(accountNo).length >= wholeDigitsMin
}

const wholeDigitsMin = 10

function isOverAwaiting({ line, account, fitting }: JudgedPair): boolean {
  if (line.confirmedAt !== null) return false
  return account.autoAwaiting + fitting.order.amount > account.autoAwaitingMax
}

// A payment in time may be reported after its link has ended.
function isAwaited({ status, collectionStatus, expired }: Collection): boolean {
  return status === 'pending' && (collectionStatus === 'matched' || expired)
}
