import type { RequestOf } from '../../contract/endpoint.ts'
import type { payoutCreation } from '../../contract/orders/payout-endpoints.ts'
import { lastFive } from '../../units/account-digits.ts'
import { say } from '../../units/language.ts'
import { claimOf, type Evidence, waivesEvidence } from '../banking/claim.ts'
import {
  backingFact,
  evidenceOf,
  isFeeOver,
  latestBooking,
  type OrderEvidence,
  refuseProcessingClaim,
  refuseReturn,
  returnFact,
} from '../banking/order-claims.ts'
import type { Recipient } from '../callbacks/callback-body.ts'
import { reportOfPayout } from '../callbacks/reported-events.ts'
import type { Merchant } from '../merchants/merchant.ts'
import type { Actor } from '../people/principal.ts'
import { concernOfPayment, concernOfReversal } from '../people/second-person.ts'
import { chargeOf, feeFor, returnedFee } from '../pricing/charge.ts'
import { versionAt } from '../pricing/price-versions.ts'
import type { EventFact, FrozenFee } from './order-events.ts'
import { payoutKind } from './order-kinds.ts'
import { isResolved } from './order-states.ts'
import {
  type Change,
  type Maker,
  type MoveRequest,
  type Reversal,
  refuseUntaken,
  stepTo,
} from './order-step.ts'
import { type Payout, refused, type StepRefusal } from './orders.ts'
import { hasOverride, type Override, overrideMissing, overrides } from './override.ts'
import { type Coverage, type Decision, decided, type Step } from './steps.ts'

type PayoutOwner = Recipient & Pick<Merchant, 'enabled'>

/**
 * Places a payout for a merchant's request, defaults filled in (§2.3). A pending payout freezes its amount and fee, a
 * processed one is debited at once, a cancelled one books nothing (decisions §4).
 */
export function placePayout({
  request,
  merchant,
  identity,
  now,
}: {
  readonly request: RequestOf<typeof payoutCreation>
  readonly merchant: Merchant
  readonly identity: Pick<Payout, 'id' | 'tradeNo'>
  readonly now: number
}): Step<Payout> {
  const resolved = isResolved(request)
  const cancelled = request.status === 'cancelled'
  const actualAmount = cancelled ? 0 : (request.actual_amount ?? request.amount)
  const pricing = versionAt(merchant.prices, now)
  const base = resolved ? actualAmount : request.amount
  const order: Payout = {
    kind: null,
    merchantId: merchant.id,
    serialNo: request.serial_no,
    merchantOrderNo: request.merchant_order_no || request.serial_no,
    channel: request.channel,
    amount: request.amount,
    actualAmount,
    status: request.status,
    payeeName: request.payee_name,
    payeeBank: request.payee_bank,
    payeeAccount: request.payee_account,
    paymentTag: request.payment_tag,
    beneficiaryName: request.beneficiary_name || request.payee_name,
    requestedAt: request.requested_at ?? now,
    processedAt: cancelled ? now : (request.processed_at ?? (resolved ? now : null)),
    voucherNo: request.voucher_no,
    note: request.note,
    isDelayed: request.is_delayed,
    notifyUrl: request.notify_url,
    reverseUrl: request.reverse_url,
    extra: request.extra,
    agent: '',
    reason: '',
    bankAccountId: null,
    backed: request.status === 'processed' ? false : null,
    last5: lastFive(request.payee_account),
    pricing,
    fee: cancelled ? null : feeFor(merchant, { kind: 'payout', pricing }, base),
    seq: 1,
    createdAt: now,
    ...identity,
  }
  const maker: Maker = { actor: { name: merchant.uid, role: 'merchant' }, now }
  const coverage = merchant.payoutRequiresBalance ? availableFor(order) : null
  return placedPayout({ order, merchant, maker, coverage })
}

/** The first step of a payout or a withdrawal. */
export function placedPayout({ order, merchant, maker, coverage }: PlacedPayout): Step<Payout> {
  const callback = reportOfPayout({ name: 'requested', at: maker.now }, order, merchant)
  const fact = requested(order)
  return stepTo({ kind: payoutKind, before: null, after: order, maker, fact, callback, coverage })
}

type PlacedPayout = {
  readonly order: Payout
  readonly merchant: Recipient
  readonly maker: Maker
  readonly coverage: Coverage | null
}

/** The input of processing. `actualAmount` in hundredths, `processedAt` in UTC seconds. */
export type Processing = {
  readonly actualAmount: number | null
  readonly voucherNo: string | null
  readonly processedAt: number | null
  readonly override: Override
  /** For the back office alone. */
  readonly reason?: string | undefined
  /** The account that paid, by its id. */
  readonly bankAccount?: number | undefined
  /** The bank's fee, in hundredths. */
  readonly fee?: number | undefined
}

/**
 * Debits a carried-out payout and owes the callback. Claims the named transactions; their sum is the paid amount plus
 * the bank's fee, negative (back office §4). An operator's `override` is needed for another amount, for a disabled
 * merchant, and for more than the merchant's balance, which the database checks (decisions §4).
 */
export function decideProcessing({
  order: payout,
  merchant,
  input: processing,
  evidence,
  maker,
}: MoveRequest<Payout, Processing, Evidence, PayoutOwner>): Decision<Payout> {
  const { override, reason, fee: bankFee = 0, bankAccount = null } = processing
  const { deposits, account } = evidence
  if (hasOverride(override) && maker.actor.role !== 'operator') return refused('forbidden')
  const refusal = refusalFor(payout, maker.actor)
  if (refusal !== null) return refusal
  const actualAmount = processing.actualAmount ?? payout.amount
  if (payout.kind === 'withdrawal' && actualAmount !== payout.amount) return otherAmount()
  const claimant = { actor: maker.actor, merchantUid: merchant.uid, override, reason }
  const paidOut = { actualAmount, fee: bankFee, bankAccount }
  const unproven = refuseProcessingClaim(evidence, paidOut, claimant)
  if (unproven !== null) return unproven
  const isOther = actualAmount !== payout.amount && !overrides(override, 'amount')
  if (isOther || (!merchant.enabled && !overrides(override, 'disabled_merchant'))) {
    return refused(overrideMissing(maker.actor))
  }
  const stated = maker.actor.role === 'agent' ? null : processing.processedAt
  const fee = feeOfPaid(payout, merchant, actualAmount)
  const changes = {
    status: 'processed',
    actualAmount,
    fee,
    voucherNo: processing.voucherNo ?? payout.voucherNo,
    processedAt: stated ?? latestBooking(deposits) ?? processing.processedAt ?? maker.now,
    bankAccountId: account?.id ?? deposits[0]?.account.id ?? null,
    backed: deposits.length > 0,
  } as const
  const why = reason === undefined ? {} : { reason }
  const { amount } = payout
  const money = { ...backingFact(deposits, bankFee), ...frozenFeeOf(payout) }
  const charge = chargeOf(payout.pricing, fee)
  const details = { override, ...why, ...money, ...charge }
  const fact = { name: 'processed', amount, actualAmount, ...details } as const
  const coverage = overrides(override, 'balance')
    ? null
    : ({ of: 'available_and_frozen', atLeast: actualAmount + (fee ?? 0) } as const)
  const claim = claimOf({ deposits, withoutTwins: !waivesEvidence(claimant) })
  const sums = { ordered: amount, paid: actualAmount, fee: bankFee } as const
  const payment = { kind: 'process', ...sums, override } as const
  return decided(
    resolved({ payout, merchant, changes, maker, fact, coverage, claim }),
    concernOfPayment(maker.actor, { ...payment, ...evidenceOf(evidence) }),
  )
}

/** Cancels a payout: releases what it froze and owes a callback to `reverse_url`. */
export function decideCancellation({
  order: payout,
  merchant,
  input: reason,
  maker,
}: Omit<MoveRequest<Payout, string>, 'evidence'>): Decision<Payout> {
  const refusal = refusalFor(payout, maker.actor)
  if (refusal !== null) return refusal
  const changes = { ...notPaidOut(maker), reason }
  const fact = { name: 'cancelled', amount: payout.amount, ...frozenFeeOf(payout), reason } as const
  return decided(resolved({ payout, merchant, changes, maker, fact }))
}

/**
 * Credits a payout's money that the bank sent back to available. Frees and claims transactions as for a collection. A
 * `cancelled` payout is final.
 */
export function decideReturn({
  order: payout,
  merchant,
  input: { reason, because, fee = 0 },
  evidence,
  maker,
}: MoveRequest<Payout, Reversal, OrderEvidence>): Decision<Payout> {
  if (payout.status === 'cancelled') return refused('already_final')
  if (payout.status === 'pending') return refused('move_not_allowed')
  const { actualAmount } = payout
  const returned = { order: payout, merchantUid: merchant.uid, paid: -actualAmount, fee }
  const unproven = refuseReturn(evidence, returned)
  if (unproven !== null) return unproven
  const freed = because === 'wrong_match' ? evidence.paying.map(({ id }) => id) : []
  const back = returnFact(evidence.deposits, freed, fee)
  const charge = returnedFee(merchant, payout, because)
  const fact = { name: 'returned', actualAmount, because, reason, ...back, ...charge } as const
  const changes = { ...notPaidOut(maker), reason }
  const claim = claimOf({ deposits: evidence.deposits, freed })
  const { amount: ordered, backed } = payout
  const reversed = { because, ofPayout: true, backed, isFeeOver: isFeeOver(evidence, fee) }
  return decided(
    resolved({ payout, merchant, changes, maker, fact, claim }),
    concernOfReversal({ ordered, paid: actualAmount, fee }, reversed),
  )
}

function notPaidOut({ now }: Maker) {
  return {
    status: 'cancelled',
    actualAmount: 0,
    fee: null,
    processedAt: now,
    backed: null,
  } as const
}

function refusalFor(payout: Payout, actor: Actor): StepRefusal | null {
  return isResolved(payout) ? refused('already_final') : refuseUntaken(payout, actor)
}

function otherAmount(): StepRefusal {
  const problem = say('提領必須以原金額出款', 'A withdrawal must be paid in its original amount')
  return refused('validation_error', { errors: { actual_amount: [problem] } })
}

// At most the frozen fee (fees §2, "Payouts").
function feeOfPaid(payout: Payout, merchant: Recipient, actualAmount: number): number | null {
  const { pricing } = payout
  const fee = feeFor(merchant, { kind: payout.kind ?? 'payout', pricing }, actualAmount)
  return fee === null ? null : Math.min(fee, payout.fee ?? 0)
}

function frozenFeeOf({ fee }: Payout): FrozenFee {
  return fee === null ? {} : { frozenFee: fee }
}

function availableFor({ status, amount, actualAmount, fee }: Payout): Coverage | null {
  if (status === 'cancelled') return null
  const sum = status === 'pending' ? amount : actualAmount
  return { of: 'available', atLeast: sum + (fee ?? 0) }
}

function requested(payout: Payout): EventFact {
  const { status, amount, actualAmount, pricing, fee } = payout
  const name = 'requested'
  if (status === 'pending') {
    const frozen = { ...frozenFeeOf(payout), ...(pricing === 0 ? {} : { pricing }) }
    return { name, effect: 'freeze', amount, orderActual: actualAmount, ...frozen }
  }
  const ordered = { name, orderAmount: amount } as const
  if (status === 'cancelled') return { ...ordered, effect: 'none', amount: 0 }
  return { ...ordered, effect: 'debit', amount: actualAmount, ...chargeOf(pricing, fee) }
}

type Resolution = Pick<Change<Payout>, 'maker' | 'fact' | 'coverage' | 'claim'> & {
  readonly payout: Payout
  readonly merchant: Recipient
  readonly changes: Partial<Payout>
}

function resolved({ payout, merchant, changes, ...change }: Resolution): Step<Payout> {
  const { maker, fact } = change
  const after = { ...payout, ...changes }
  const callback = reportOfPayout({ ...fact, at: maker.now }, after, merchant)
  return stepTo({ ...change, kind: payoutKind, before: payout, after, callback })
}
