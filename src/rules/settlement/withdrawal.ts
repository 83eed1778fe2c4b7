import { lastFive } from '../../units/account-digits.ts'
import { moneyMax } from '../../units/money.ts'
import { payoutChannel } from '../accounts/ledger.ts'
import { bankNameOf } from '../catalogue/banks.ts'
import type { Merchant } from '../merchants/merchant.ts'
import type { Maker } from '../orders/order-step.ts'
import type { Payout } from '../orders/orders.ts'
import { placedPayout } from '../orders/payout-moves.ts'
import type { Step } from '../orders/steps.ts'
import { feeFor } from '../pricing/charge.ts'
import { type FeeRate, feeOf } from '../pricing/price.ts'
import { pricingOf, versionAt } from '../pricing/price-versions.ts'
import type { SettlementAccount } from './settlement-account.ts'
import { firstUnsettledDayOf } from './withdrawable.ts'

/** The requested amount in hundredths, or the largest withdrawable whole one after its fee. */
export type WithdrawalRequest = {
  readonly serialNo: string
  readonly amount: number | 'all'
  /** The id of the settlement account; null for the oldest. */
  readonly accountId: number | null
  /** The least amount in hundredths, beside the price's minimum; absent for none. */
  readonly minimum?: number
  readonly notifyUrl: string
  readonly reverseUrl: string
}

/** The records of a merchant that decide on a withdrawal; amounts in hundredths. */
export type WithdrawalState = {
  /** Whether the serial number is used. */
  readonly isTaken: boolean
  /** Whether a withdrawal is pending. */
  readonly isWaiting: boolean
  readonly version: number
  readonly withdrawable: number
}

/** A withdrawal that may be placed by these records, or its refusal. */
type WithdrawalDecision =
  | { readonly kind: 'allowed'; readonly amount: number; readonly account: SettlementAccount }
  | { readonly kind: 'refused'; readonly refusal: WithdrawalRefusal }

export type WithdrawalRefusal =
  | 'duplicate_serial_no'
  | 'amount_not_whole'
  | 'settlement_account_missing'
  | 'unknown_settlement_account'
  | 'withdrawal_waiting'
  | 'below_minimum'
  | 'insufficient_withdrawable'

/** Decides on a withdrawal at a time (UTC seconds); of several refusals the first of fees §3. */
export function decideWithdrawal({
  merchant,
  request,
  state: { isTaken, isWaiting, withdrawable },
  now,
}: {
  readonly merchant: Pick<Merchant, 'prices' | 'settlementAccounts'>
  readonly request: WithdrawalRequest
  readonly state: WithdrawalState
  readonly now: number
}): WithdrawalDecision {
  const { withdrawal: rate, minimumWithdrawal } = priceAt(merchant, now)
  if (isTaken) return refusedAs('duplicate_serial_no')
  if (request.amount !== 'all' && request.amount % 100 !== 0) return refusedAs('amount_not_whole')
  const [oldest] = merchant.settlementAccounts
  if (oldest === undefined) return refusedAs('settlement_account_missing')
  const choice = merchant.settlementAccounts.find(({ id }) => id === request.accountId)
  const account = request.accountId === null ? oldest : choice
  if (account === undefined) return refusedAs('unknown_settlement_account')
  if (isWaiting) return refusedAs('withdrawal_waiting')
  const amount = request.amount === 'all' ? largestWhole(withdrawable, rate) : request.amount
  const fee = feeOf(amount, rate)
  const least = Math.max(minimumWithdrawal, request.minimum ?? 0)
  if (amount < least || fee >= amount) return refusedAs('below_minimum')
  if (amount + fee > withdrawable) return refusedAs('insufficient_withdrawable')
  return { kind: 'allowed', amount, account }
}

function refusedAs(refusal: WithdrawalRefusal): WithdrawalDecision {
  return { kind: 'refused', refusal }
}

function priceAt({ prices }: Pick<Merchant, 'prices'>, now: number) {
  return pricingOf(prices, versionAt(prices, now))
}

/** The largest whole amount, in hundredths, that is covered with its fee; both grow together. */
export function largestWhole(covered: number, rate: FeeRate): number {
  const fits = (dollars: number) => dollars * 100 + feeOf(dollars * 100, rate) <= covered
  let [low, high] = [0, Math.floor(Math.min(covered, moneyMax) / 100)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low * 100
}

/** Places a withdrawal: a payout to the merchant's settlement account, covered by settled money. */
export function placeWithdrawal({
  merchant,
  request,
  amount,
  account,
  identity,
  maker,
}: {
  readonly merchant: Merchant
  readonly request: WithdrawalRequest
  readonly amount: number
  readonly account: SettlementAccount
  readonly identity: Pick<Payout, 'id' | 'tradeNo'>
  readonly maker: Maker
}): Step<Payout> {
  const { now } = maker
  const pricing = versionAt(merchant.prices, now)
  const fee = feeFor(merchant, { kind: 'withdrawal', pricing }, amount)
  const bank = bankNameOf(account.bankCode)
  const order: Payout = {
    ...identity,
    kind: 'withdrawal',
    merchantId: merchant.id,
    serialNo: request.serialNo,
    merchantOrderNo: request.serialNo,
    channel: payoutChannel,
    amount,
    actualAmount: amount,
    status: 'pending',
    payeeName: account.holderName,
    payeeBank: bank === null ? account.bankCode : `${account.bankCode} ${bank}`,
    payeeAccount: account.accountNo,
    paymentTag: '',
    beneficiaryName: account.holderName,
    requestedAt: now,
    processedAt: null,
    voucherNo: '',
    note: '',
    isDelayed: false,
    notifyUrl: request.notifyUrl,
    reverseUrl: request.reverseUrl,
    extra: '',
    agent: '',
    reason: '',
    bankAccountId: null,
    backed: null,
    last5: lastFive(account.accountNo),
    pricing,
    fee,
    seq: 1,
    createdAt: now,
  }
  const unsettledFrom = firstUnsettledDayOf(merchant, now)
  const coverage = { of: 'withdrawable', atLeast: amount + (fee ?? 0), unsettledFrom } as const
  return placedPayout({ order, merchant, maker, coverage })
}
