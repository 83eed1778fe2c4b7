import type { CandidateReason } from '../../contract/back-office/states.ts'
import { say } from '../../units/language.ts'
import type { Backing, EventFact, OrderEvent, ReturnTransactions } from '../orders/order-events.ts'
import { type Order, refused, type StepRefusal } from '../orders/orders.ts'
import { mayUseAccount } from './bank-account.ts'
import {
  type Claimant,
  depositSum,
  differencesOf,
  type Evidence,
  type EvidenceDeposit,
  isForMerchant,
  refuseEvidence,
  refuseUnbacked,
  refuseUnclaimable,
  servesMerchant,
} from './claim.ts'

// The requirements of each move on its transactions, or on a call without any (back office §2, §4).

/** Why a collection cannot be settled with the named transactions, or null. */
export function refuseSettlementClaim(
  evidence: Evidence,
  call: { readonly paidAmount: number | null; readonly manual: boolean },
  claimant: Claimant,
): StepRefusal | null {
  const { deposits, expected } = evidence
  const unclaimable = refuseUnclaimable(evidence, 1)
  if (unclaimable !== null) return unclaimable
  if (deposits.length === 0) return refuseUnbacked(evidence, claimant, call.manual)
  const sum = depositSum(deposits)
  const terms = {
    reasons: requiredReasons(evidence, claimant),
    sumHolds: sum === expected.amount,
    fee: 0,
  }
  const different = refuseEvidence(evidence, claimant, terms)
  if (different !== null || call.paidAmount === null || call.paidAmount === sum) return different
  return refused('validation_error', {
    errors: {
      paid_amount: [
        say('必須等於所列銀行交易的總和', 'Must equal the sum of the named bank transactions'),
      ],
    },
  })
}

/**
 * Why a collection cannot be confirmed with the named transactions, or null. Money declared by the merchant is credited
 * as declared.
 */
export function refuseConfirmationClaim(
  evidence: Evidence,
  paidAmount: number,
  claimant: Claimant,
): StepRefusal | null {
  const { deposits } = evidence
  const unclaimable = refuseUnclaimable(evidence, 1)
  if (unclaimable !== null || deposits.length === 0) return unclaimable
  const terms = { reasons: requiredReasons(evidence, claimant), sumHolds: true, fee: 0 }
  const different = refuseEvidence(evidence, claimant, terms)
  return different === null && depositSum(deposits) !== paidAmount ? sumDiffers : different
}

// For an order that was never matched, an operator may name a transaction of any account.
function requiredReasons({ expected }: Evidence, { actor }: Claimant): readonly CandidateReason[] {
  const isOnAccount = expected.bankAccountId !== null || actor.role === 'agent'
  return isOnAccount ? agentsReasons : ['last5', 'in_time']
}

const agentsReasons = ['account', 'last5', 'in_time'] as const

/** Whether the evidence lets an agent settle a collection with the named transaction (back office §4). */
export function isExact(evidence: Pick<Evidence, 'deposits' | 'expected' | 'rivals'>): boolean {
  const sumHolds = depositSum(evidence.deposits) === evidence.expected.amount
  const terms = { reasons: agentsReasons, sumHolds, fee: 0 }
  return differencesOf(evidence, terms, 'agent').length === 0
}

/** The money that left for a payout; amounts in hundredths. */
type PayoutPayment = {
  readonly actualAmount: number
  readonly fee: number
  /** The account named by the call, whether or not it exists. */
  readonly bankAccount: number | null
}

/** Why a payout cannot be processed with the named transactions, or null. */
export function refuseProcessingClaim(
  evidence: Evidence,
  { actualAmount, fee, bankAccount }: PayoutPayment,
  claimant: Claimant,
): StepRefusal | null {
  const { deposits, account, expected } = evidence
  const unusable =
    refuseUnclaimable(evidence, -1) ?? refusePayingAccount(evidence, bankAccount, claimant)
  if (unusable !== null) return unusable
  if (deposits.length === 0) {
    if (account !== null && account.state !== 'active') return refused('bank_account_not_active')
    return account?.backing === 'required' ? refused('bank_transaction_required') : null
  }
  if (account !== null && deposits.some((one) => one.account.id !== account.id)) {
    const errors = {
      bank_transactions: [
        say('必須是 bank_account 的交易', 'Must be transactions of bank_account'),
      ],
    }
    return refused('validation_error', { errors })
  }
  const sum = depositSum(deposits)
  const different = refuseEvidence(evidence, claimant, {
    reasons: ['last5', 'in_time'],
    sumHolds: sum === expected.amount - fee,
    fee,
  })
  if (different !== null || sum === -(actualAmount + fee)) return different
  const problem = say(
    '加上手續費必須等於所列銀行交易的總和',
    'With the fee it must equal the sum of the named bank transactions',
  )
  return refused('validation_error', { errors: { actual_amount: [problem] } })
}

function refusePayingAccount(
  { account, hasPayingAccount }: Evidence,
  bankAccount: number | null,
  { actor, merchantUid }: Claimant,
): StepRefusal | null {
  if (account !== null) {
    const isAllowed = servesMerchant(account, merchantUid, 'out') && mayUseAccount(account, actor)
    return isAllowed ? null : refused('bank_account_not_allowed')
  }
  const problem =
    bankAccount === null
      ? say('必須指定付款的銀行帳戶', 'The paying bank account is required')
      : say('查無此銀行帳戶，請確認編號', 'There is no such bank account; check its id')
  if (bankAccount === null && (actor.role !== 'agent' || !hasPayingAccount)) return null
  return refused('validation_error', { errors: { bank_account: [problem] } })
}

/** The transactions named by a call, and those that pay the order now. */
export type OrderEvidence = Pick<Evidence, 'deposits' | 'unknown' | 'isElsewhere'> & {
  /** The transactions that pay the order now. */
  readonly paying: readonly PayingTransaction[]
}

/** A transaction that pays an order: its id and its amount in hundredths. */
type PayingTransaction = { readonly id: number; readonly amount: number }

/** The money that is returned. Amounts in hundredths. */
type ReturnedMoney = {
  readonly order: Pick<Order, 'bankAccountId'>
  readonly merchantUid: string
  /** The booked amount; negative for a payout. */
  readonly paid: number
  /** The bank's fee. */
  readonly fee: number
}

/**
 * Why the named transactions do not return the money, or null. Their accounts are the order's or for its merchant; an
 * account for payouts alone gets back what a bank returns.
 */
export function refuseReturn(
  evidence: OrderEvidence,
  { order, merchantUid, paid, fee }: ReturnedMoney,
): StepRefusal | null {
  const { deposits } = evidence
  const unclaimable = refuseUnclaimable(evidence, paid < 0 ? 1 : -1)
  if (unclaimable !== null || deposits.length === 0) return unclaimable
  const isAllowed = deposits.every(({ account }) => {
    return account.id === order.bankAccountId || isForMerchant(account, merchantUid)
  })
  if (!isAllowed) return refused('bank_account_not_allowed')
  return depositSum(deposits) + fee === -paid ? null : sumDiffers
}

/** Whether the bank's fee for returned money is above the account's `fee_max`. */
export function isFeeOver({ deposits }: Pick<Evidence, 'deposits'>, fee: number): boolean {
  return deposits.some(({ account }) => fee > account.feeMax)
}

/** The evidence of a payment on which the need for a second person depends (back office §5). */
export function evidenceOf({ deposits, hasAccounts, isOwn }: Evidence) {
  return { unbacked: hasAccounts && deposits.length === 0, ownEvidence: isOwn }
}

/** The last booking among the transactions (UTC seconds); null for none. */
export function latestBooking(deposits: readonly EvidenceDeposit[]): number | null {
  return deposits.length === 0 ? null : Math.max(...deposits.map(({ deposit }) => deposit.bookedAt))
}

/** The refusal of transactions with another sum than the payment. No override passes it. */
export const sumDiffers: StepRefusal = refused('evidence_differs', { differs: ['amount'] })

/** The ids of the transactions that pay an order now, from its events, oldest first. */
export function payingIds(events: readonly Pick<OrderEvent, 'fact'>[]): readonly number[] {
  return events.reduce<readonly number[]>((paying, { fact }) => afterFact(paying, fact), [])
}

function afterFact(paying: readonly number[], fact: EventFact): readonly number[] {
  switch (fact.name) {
    case 'settled':
    case 'confirmed':
    case 'processed':
      return fact.bankTransactions ?? []
    case 'backed':
      return [...paying.filter((id) => !fact.insteadOf?.includes(id)), ...fact.bankTransactions]
    case 'reversed':
    case 'returned':
    case 'rejected':
      return []
    default:
      return paying
  }
}

/** The part of an event that names a settlement's transactions, or that none is named. */
export function backingFact(deposits: readonly EvidenceDeposit[], fee = 0): Backing {
  if (deposits.length === 0) return { backed: false }
  return { backed: true, bankTransactions: idsOf(deposits), ...feeFact(fee) }
}

/** The part of a reversal's event that names transactions. */
export function returnFact(
  deposits: readonly EvidenceDeposit[],
  freed: readonly number[],
  fee: number,
): ReturnTransactions {
  return {
    ...(freed.length === 0 ? {} : { freed }),
    ...(deposits.length === 0 ? {} : { bankTransactions: idsOf(deposits), ...feeFact(fee) }),
  }
}

const feeFact = (fee: number) => (fee === 0 ? {} : { fee })

const idsOf = (deposits: readonly EvidenceDeposit[]) => deposits.map(({ deposit }) => deposit.id)
