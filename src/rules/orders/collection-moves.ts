import type { RequestOf } from '../../contract/endpoint.ts'
import type { collectionCreation } from '../../contract/orders/collection-endpoints.ts'
import { lastFive } from '../../units/account-digits.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import { type Claim, claimOf, depositSum, type Evidence, waivesEvidence } from '../banking/claim.ts'
import {
  backingFact,
  evidenceOf,
  isFeeOver,
  latestBooking,
  type OrderEvidence,
  refuseConfirmationClaim,
  refuseReturn,
  refuseSettlementClaim,
  returnFact,
} from '../banking/order-claims.ts'
import type { Recipient } from '../callbacks/callback-body.ts'
import { reportOfCollection } from '../callbacks/reported-events.ts'
import type { Merchant } from '../merchants/merchant.ts'
import { concernOfPayment, concernOfReversal } from '../people/second-person.ts'
import { chargeOf, feeFor, returnedFee } from '../pricing/charge.ts'
import { versionAt } from '../pricing/price-versions.ts'
import type { EventFact } from './order-events.ts'
import { collectionKind } from './order-kinds.ts'
import { isSettled, settledStatus } from './order-states.ts'
import { type Maker, type MoveRequest, type Reversal, refuseUntaken, stepTo } from './order-step.ts'
import { type Collection, refused } from './orders.ts'
import { hasOverride, type Override, overrideMissing, overrides } from './override.ts'
import { type Decision, decided, type Step } from './steps.ts'

/**
 * Places a collection for a merchant's request or a payment link, defaults filled in (§2.2). A final status at creation
 * credits the declared money to unconfirmed, or to available for a trusted merchant (decisions §4).
 */
export function placeCollection({
  request,
  merchant,
  identity,
  maker,
}: {
  readonly request: RequestOf<typeof collectionCreation>
  readonly merchant: Merchant
  readonly identity: Pick<Collection, 'id' | 'tradeNo' | 'linkId'> &
    Partial<Pick<Collection, 'last5'>>
  readonly maker: Maker
}): Step<Collection> {
  const settled = isSettled(request)
  const credit = settled ? (merchant.trusted ? 'available' : 'unconfirmed') : 'none'
  const pricing = versionAt(merchant.prices, maker.now)
  const paidAmount = request.paid_amount ?? (settled ? request.amount : 0)
  const fee =
    credit === 'available' ? feeFor(merchant, { kind: 'collection', pricing }, paidAmount) : null
  const order: Collection = {
    merchantId: merchant.id,
    orderid: request.orderid,
    merchantOrderNo: request.merchant_order_no || request.orderid,
    gatewayCode: request.gateway_code,
    channel: request.channel,
    currency: request.currency,
    amount: request.amount,
    paidAmount,
    status: request.status,
    collectionStatus: request.collection_status,
    collectionAccountName: request.collection_account_name,
    collectionAccountNo: request.collection_account_no,
    collectionBankName: request.collection_bank_name,
    counterpartyAccount: request.counterparty_account,
    memberBankName: request.member_bank_name,
    userId: request.user_id,
    userName: request.user_name,
    notifyUrl: request.notify_url,
    returnUrl: request.return_url,
    paidAt: request.paid_at ?? (settled ? maker.now : null),
    extra: request.extra,
    agent: '',
    reason: '',
    confirmation: credit === 'unconfirmed' ? 'awaiting' : 'none',
    bankAccountId: null,
    bankAccountDay: null,
    accountSince: null,
    expired: false,
    saidPaidAt: null,
    saidPaidTimes: 0,
    waitsInSlot: false,
    assignment:
      merchant.auto === 'off' || settled || request.collection_status !== 'pending' ? null : 'due',
    settledBy: settled ? 'merchant' : null,
    proof: null,
    backed: credit === 'available' ? false : null,
    pricing,
    fee,
    creditedDay: credit === 'available' ? taipeiDay(maker.now) : null,
    last5: identity.last5 ?? lastFive(request.counterparty_account),
    seq: 1,
    createdAt: maker.now,
    ...identity,
  }
  const { amount: orderAmount } = order
  const charge = chargeOf(pricing, fee)
  const fact: EventFact = { name: 'created', orderAmount, paidAmount, credit, ...charge }
  const callback = reportOfCollection({ name: 'created', at: maker.now }, order, merchant)
  return stepTo({ kind: collectionKind, before: null, after: order, maker, fact, callback })
}

/** The input of a settlement. `paidAmount` in hundredths, `paidAt` in UTC seconds. */
export type Settlement = {
  readonly paidAmount: number | null
  readonly paidAt: number | null
  readonly manual: boolean
  readonly override: Override
  /** For the back office alone. */
  readonly reason?: string | undefined
}

/**
 * Credits a deposit and owes the callback. Claims the named transactions; their sum is the paid amount (back office
 * §4). More than the collection's amount needs an operator's `override`, less an operator's `manual` (decisions §4,
 * "Declared figures").
 */
export function decideSettlement({
  order: collection,
  merchant,
  input: settlement,
  evidence,
  maker,
}: MoveRequest<Collection, Settlement, Evidence>): Decision<Collection> {
  const { override, manual, reason } = settlement
  const { deposits } = evidence
  const { actor } = maker
  if (actor.role !== 'operator' && (hasOverride(override) || manual)) return refused('forbidden')
  if (isSettled(collection)) return refused('already_final')
  const untaken = refuseUntaken(collection, actor)
  if (untaken !== null) return untaken
  const claimant = { actor, merchantUid: merchant.uid, override, reason }
  const unproven = refuseSettlementClaim(evidence, settlement, claimant)
  if (unproven !== null) return unproven
  const standardAmount = deposits.length === 0 ? collection.amount : depositSum(deposits)
  const paidAmount = settlement.paidAmount ?? standardAmount
  const isMore = paidAmount > collection.amount && !overrides(override, 'amount')
  const isLess = paidAmount < collection.amount && !(manual && actor.role === 'operator')
  if (isMore || isLess) return refused(overrideMissing(actor))
  const booking = latestBooking(deposits)
  const operatorsTime = actor.role === 'agent' ? null : settlement.paidAt
  const paidAt = operatorsTime ?? booking ?? settlement.paidAt ?? maker.now
  const why = reason === undefined ? {} : { reason }
  const fact = { name: 'settled', paidAmount, override, ...why, ...backingFact(deposits) } as const
  const claim = claimOf({ deposits, withoutTwins: !waivesEvidence(claimant) })
  const settled = {
    status: settledStatus(collection, manual),
    paidAt,
    settledBy: 'person',
  } as const
  const step = settledStep({ order: collection, merchant, maker, fact, claim, settled })
  const payment = {
    kind: 'settle',
    ordered: collection.amount,
    paid: paidAmount,
    override,
  } as const
  return decided(step, concernOfPayment(actor, { ...payment, ...evidenceOf(evidence) }))
}

/** A decided settlement, by a person or by the service. */
type SettledOrder = {
  readonly order: Collection
  readonly merchant: Recipient
  readonly maker: Maker
  readonly fact: Extract<EventFact, { name: 'settled' }>
  readonly claim: Claim | null
  readonly settled: Pick<Collection, 'status' | 'paidAt' | 'settledBy'> &
    Partial<Pick<Collection, 'proof'>>
}

/** The step of a settlement: credits the paid amount less the fee, and owes the callback. */
export function settledStep({
  order: before,
  merchant,
  maker,
  fact: decidedFact,
  claim,
  settled,
}: SettledOrder): Step<Collection> {
  const { paidAmount, backed = false } = decidedFact
  const fee = feeFor(merchant, { kind: 'collection', pricing: before.pricing }, paidAmount)
  const charge = chargeOf(before.pricing, fee)
  const fact = { ...decidedFact, orderAmount: before.amount, ...charge }
  // Without a transaction its money may still come, and is matched by its digits like that of an unpaid order.
  const waitsInSlot = backed && before.waitsInSlot
  const paid = { ...settled, paidAmount, fee, confirmation: 'none', backed, reason: '' } as const
  const creditedDay = taipeiDay(maker.now)
  const after = { ...before, ...paid, creditedDay, waitsInSlot }
  const callback = reportOfCollection({ ...fact, at: maker.now }, after, merchant)
  return stepTo({ kind: collectionKind, before, after, maker, fact, callback, claim })
}

/**
 * Takes back the credit of a wrong settlement and puts the collection aside. A wrong match frees its transactions and,
 * if the service made it, contradicts the service (matching §5). Returned money keeps them, and claims those of the
 * return. Unconfirmed money is rejected, not reversed (decisions §4, "Collection moves").
 */
export function decideReversal({
  order: collection,
  merchant,
  input: { reason, because, fee = 0 },
  evidence,
  maker,
}: MoveRequest<Collection, Reversal, OrderEvidence>): Decision<Collection> {
  const { confirmation } = collection
  if (!isSettled(collection) || confirmation === 'awaiting') return refused('move_not_allowed')
  const { paidAmount } = collection
  const returned = { order: collection, merchantUid: merchant.uid, paid: paidAmount, fee }
  const unproven = refuseReturn(evidence, returned)
  if (unproven !== null) return unproven
  const freed = because === 'wrong_match' ? evidence.paying.map(({ id }) => id) : []
  const back = returnFact(evidence.deposits, freed, fee)
  const charge = returnedFee(merchant, collection, because)
  const fact = { name: 'reversed', paidAmount, because, reason, ...back, ...charge } as const
  const claim = claimOf({ deposits: evidence.deposits, freed })
  const isContradicted = because === 'wrong_match' && collection.settledBy === 'auto'
  const proof = isContradicted ? 'contradicted' : collection.proof
  const changes = { confirmation: 'none', reason, proof } as const
  const { amount: ordered, paidAmount: paid, backed } = collection
  const reversed = { because, ofPayout: false, backed, isFeeOver: isFeeOver(evidence, fee) }
  return decided(
    putBack({ collection, merchant, changes, maker, fact, claim }),
    concernOfReversal({ ordered, paid, fee }, reversed),
  )
}

type UnpaidException = {
  readonly collection: Collection
  readonly merchant: Recipient
  readonly changes: Pick<Collection, 'confirmation' | 'reason'> & Partial<Pick<Collection, 'proof'>>
  readonly maker: Maker
  readonly fact: Extract<EventFact, { name: 'rejected' | 'reversed' }>
  readonly claim?: Claim | null
}

// Makes a collection an unpaid exception and removes its money from the books.
function putBack({ collection, merchant, changes, maker, fact, claim = null }: UnpaidException) {
  const status = { status: 'pending', collectionStatus: 'exception' } as const
  const unpaid = {
    paidAmount: 0,
    fee: null,
    creditedDay: null,
    paidAt: null,
    backed: null,
    expired: false,
    waitsInSlot: false,
    settledBy: null,
  } as const
  const after = { ...collection, ...status, ...unpaid, ...changes }
  const callback = reportOfCollection({ ...fact, at: maker.now }, after, merchant)
  return stepTo({ kind: collectionKind, before: collection, after, maker, fact, callback, claim })
}

/** The back office's decision on money that the merchant declared itself. */
export type Confirmation = {
  readonly accept: boolean
  /** Required for a rejection. */
  readonly reason: string
  readonly override: Override
}

/**
 * Accepts declared money into available, or rejects it out of the books, which makes the collection an exception. An
 * amount other than the collection's needs `override`; an amount of zero cannot be accepted (decisions §4).
 */
export function decideConfirmation({
  order: collection,
  merchant,
  input: { accept, reason, override },
  evidence,
  maker,
}: MoveRequest<Collection, Confirmation, Evidence>): Decision<Collection> {
  const { confirmation, amount, paidAmount } = collection
  if (confirmation === 'none') return refused('nothing_to_confirm')
  if (confirmation !== 'awaiting') return refused('already_final')
  if (!accept) {
    const fact = { name: 'rejected', paidAmount, reason } as const
    const changes = { confirmation: 'rejected', reason } as const
    return decided(putBack({ collection, merchant, changes, maker, fact }))
  }
  if (paidAmount === 0) return refused('move_not_allowed')
  const claimant = { actor: maker.actor, merchantUid: merchant.uid, override, reason }
  const unproven = refuseConfirmationClaim(evidence, paidAmount, claimant)
  if (unproven !== null) return unproven
  if (paidAmount !== amount && !overrides(override, 'amount')) {
    return refused(overrideMissing(maker.actor))
  }
  const { deposits } = evidence
  const { pricing } = collection
  const fee = feeFor(merchant, { kind: 'collection', pricing }, paidAmount)
  const charge = chargeOf(pricing, fee)
  const backing = { ...backingFact(deposits), ...charge }
  const fact = { name: 'confirmed', paidAmount, reason, override, ...backing } as const
  const paidAt = latestBooking(deposits) ?? collection.paidAt
  const backed = deposits.length > 0
  const creditedDay = taipeiDay(maker.now)
  const accepted = { confirmation: 'accepted', backed, paidAt, fee, creditedDay } as const
  const after = { ...collection, ...accepted }
  const claim = claimOf({ deposits, withoutTwins: !waivesEvidence(claimant) })
  const payment = { kind: 'confirm', ordered: amount, paid: paidAmount, override } as const
  return decided(
    stepTo({ kind: collectionKind, before: collection, after, maker, fact, claim }),
    concernOfPayment(maker.actor, { ...payment, ...evidenceOf(evidence) }),
  )
}
