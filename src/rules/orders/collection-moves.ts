import type { RequestOf } from '../../contract/endpoint.ts'
import type { collectionCreation } from '../../contract/orders/collection-endpoints.ts'
import { collectionTallyChanges } from '../accounts/tally.ts'
import { collectionCallbackBody, type Owner } from '../callbacks/callback-body.ts'
import type { Merchant } from '../merchants/merchant.ts'
import { textBytes } from './custom-data-bytes.ts'
import type { EventFact } from './order-events.ts'
import { isSettled, mayMatch, settledStatus, stateText } from './order-states.ts'
import { isHeldByOther, type Maker, type StepKind, stepTo } from './order-step.ts'
import type { Collection, Decision, OwedCallback, Step } from './orders.ts'

/** What `stepTo` needs to know of collections. */
export const collectionSteps: StepKind<Collection> = {
  stateOf: stateText,
  isFinal: isSettled,
  tallyChanges: collectionTallyChanges,
  customBytes: ({ extra }) => textBytes(extra),
}

/**
 * Places a collection for a merchant's request or a payment link, defaults filled in (§2.2). A final status at creation
 * credits the declared money to unconfirmed, or to available for a trusted merchant (decisions §4).
 */
export function placeCollection(
  request: RequestOf<typeof collectionCreation>,
  merchant: Merchant,
  identity: Pick<Collection, 'id' | 'tradeNo' | 'linkId'>,
  maker: Maker,
): Step<Collection> {
  const settled = isSettled(request)
  const credit = settled ? (merchant.trusted ? 'available' : 'unconfirmed') : 'none'
  const order: Collection = {
    ...identity,
    merchantId: merchant.id,
    orderid: request.orderid,
    merchantOrderNo: request.merchant_order_no || request.orderid,
    gatewayCode: request.gateway_code,
    channel: request.channel,
    currency: request.currency,
    amount: request.amount,
    paidAmount: request.paid_amount ?? (settled ? request.amount : 0),
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
    confirmation: credit === 'unconfirmed' ? 'awaiting' : 'none',
    seq: 1,
    createdAt: maker.now,
  }
  const fact: EventFact = { name: 'created', paidAmount: order.paidAmount, credit }
  const callback = settled ? owedCallback(order, merchant) : null
  return stepTo(collectionSteps, null, order, maker, fact, callback)
}

/** Names the account that the member is to pay into. `taken`: it is matched already, or another agent has it. */
export function decideMatch(
  collection: Collection,
  account: Pick<
    Collection,
    'agent' | 'collectionAccountName' | 'collectionAccountNo' | 'collectionBankName'
  >,
  maker: Maker,
): Decision<Collection> {
  if (isSettled(collection)) return { refusal: 'already_final' }
  if (!mayMatch(collection, 'matched') || isHeldByOther(collection, maker.actor)) {
    return { refusal: 'taken', takenBy: collection.agent }
  }
  const fact = { name: 'matched', agent: account.agent } as const
  return moved(collection, { ...account, collectionStatus: 'matched' }, maker, fact)
}

/** Puts a collection aside for a person to examine, with the reason. */
export function decideException(
  collection: Collection,
  reason: string,
  maker: Maker,
): Decision<Collection> {
  if (isSettled(collection)) return { refusal: 'already_final' }
  if (isHeldByOther(collection, maker.actor)) return { refusal: 'taken', takenBy: collection.agent }
  if (!mayMatch(collection, 'exception')) return { refusal: 'move_not_allowed' }
  return moved(collection, { collectionStatus: 'exception' }, maker, { name: 'exception', reason })
}

/** The input of a settlement. `paidAmount` in hundredths, `paidAt` in UTC seconds. */
export type Settlement = {
  readonly paidAmount: number | null
  readonly paidAt: number | null
  readonly manual: boolean
  readonly override: boolean
}

/**
 * Credits a deposit and owes the callback. More than the collection's amount needs an operator's `override` (decisions
 * §4, "Declared figures").
 */
export function decideSettlement(
  collection: Collection,
  merchant: Owner,
  settlement: Settlement,
  maker: Maker,
): Decision<Collection> {
  const { override, manual } = settlement
  if (isSettled(collection)) return { refusal: 'already_final' }
  if (override && maker.actor.role !== 'operator') return { refusal: 'forbidden' }
  if (isHeldByOther(collection, maker.actor)) return { refusal: 'taken', takenBy: collection.agent }
  const paidAmount = settlement.paidAmount ?? collection.amount
  if (paidAmount > collection.amount && !override) return { refusal: 'override_required' }
  const paidAt = settlement.paidAt ?? maker.now
  const order = { ...collection, status: settledStatus(collection, manual), paidAmount, paidAt }
  const fact = { name: 'settled', paidAmount, override } as const
  const callback = owedCallback(order, merchant)
  return { step: stepTo(collectionSteps, collection, order, maker, fact, callback) }
}

/** Moves money that the merchant declared itself to available, or out of the books when it is rejected. */
export function decideConfirmation(
  collection: Collection,
  accept: boolean,
  reason: string,
  maker: Maker,
): Decision<Collection> {
  const { confirmation, paidAmount } = collection
  if (confirmation === 'none') return { refusal: 'nothing_to_confirm' }
  if (confirmation !== 'awaiting') return { refusal: 'already_final' }
  const changes = { confirmation: accept ? 'accepted' : 'rejected' } as const
  const fact = { name: accept ? 'confirmed' : 'rejected', paidAmount, reason } as const
  return moved(collection, changes, maker, fact)
}

function moved(
  collection: Collection,
  changes: Partial<Collection>,
  maker: Maker,
  fact: EventFact,
): Decision<Collection> {
  const order = { ...collection, ...changes }
  return { step: stepTo(collectionSteps, collection, order, maker, fact, null) }
}

function owedCallback(collection: Collection, merchant: Owner): OwedCallback | null {
  if (collection.notifyUrl === '') return null
  return { url: collection.notifyUrl, body: collectionCallbackBody(collection, merchant) }
}
