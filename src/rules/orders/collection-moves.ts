import type { RequestOf } from '../../contract/endpoint.ts'
import type { collectionCreation } from '../../contract/orders/collection-endpoints.ts'
import { collectionTallyChanges } from '../accounts/tally.ts'
import { collectionCallbackBody } from '../callbacks/callback-body.ts'
import type { Merchant } from '../merchants/merchant.ts'
import { textBytes } from './custom-data-bytes.ts'
import type { EventFact } from './order-events.ts'
import { isSettled, mayMatch, settledStatus, stateText } from './order-states.ts'
import { isAnothers, type Maker, type StepKind, stepTo } from './order-step.ts'
import type { Collection, Decision, OwedCallback, Step } from './orders.ts'

/** How steps of a collection are told. */
export const collectionSteps: StepKind<Collection> = {
  stateOf: stateText,
  isFinal: isSettled,
  tallyChanges: collectionTallyChanges,
  customBytes: ({ extra }) => textBytes(extra),
}

/**
 * A collection as a merchant asks for it, or a payment link does, defaults filled in (§2.2). A final status at creation
 * credits what the merchant declares to unconfirmed money, or to available money when the merchant is trusted
 * (decisions §4).
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

/** Names the account the member is to pay into; one that is matched, or in another's hands, is that one's. */
export function decideMatch(
  collection: Collection,
  account: Pick<
    Collection,
    'agent' | 'collectionAccountName' | 'collectionAccountNo' | 'collectionBankName'
  >,
  maker: Maker,
): Decision<Collection> {
  if (isSettled(collection)) return { refusal: 'already_final' }
  if (!mayMatch(collection, 'matched') || isAnothers(collection, maker.actor)) {
    return { refusal: 'taken', takenBy: collection.agent }
  }
  const fact = { name: 'matched', agent: account.agent } as const
  return moved(collection, { ...account, collectionStatus: 'matched' }, maker, fact)
}

/** Puts a collection aside for a person to look at, with the reason. */
export function decideException(
  collection: Collection,
  reason: string,
  maker: Maker,
): Decision<Collection> {
  if (isSettled(collection)) return { refusal: 'already_final' }
  if (isAnothers(collection, maker.actor)) return { refusal: 'taken', takenBy: collection.agent }
  if (!mayMatch(collection, 'exception')) return { refusal: 'move_not_allowed' }
  return moved(collection, { collectionStatus: 'exception' }, maker, { name: 'exception', reason })
}

/** What settling is told. `paidAmount` in hundredths, `paidAt` in UTC seconds. */
export type Settlement = {
  readonly paidAmount: number | null
  readonly paidAt: number | null
  readonly manual: boolean
  readonly override: boolean
}

/**
 * The deposit has arrived: credits it and owes the callback. More than the collection's amount needs an operator's
 * `override` (decisions §4, "Declared figures").
 */
export function decideSettlement(
  collection: Collection,
  merchant: Pick<Merchant, 'uid' | 'callbackVocabulary'>,
  settlement: Settlement,
  maker: Maker,
): Decision<Collection> {
  const { override, manual } = settlement
  if (isSettled(collection)) return { refusal: 'already_final' }
  if (override && maker.actor.role !== 'operator') return { refusal: 'forbidden' }
  if (isAnothers(collection, maker.actor)) return { refusal: 'taken', takenBy: collection.agent }
  const paidAmount = settlement.paidAmount ?? collection.amount
  if (paidAmount > collection.amount && !override) return { refusal: 'override_required' }
  const paidAt = settlement.paidAt ?? maker.now
  const order = { ...collection, status: settledStatus(collection, manual), paidAmount, paidAt }
  const fact = { name: 'settled', paidAmount, override } as const
  const callback = owedCallback(order, merchant)
  return { step: stepTo(collectionSteps, collection, order, maker, fact, callback) }
}

/** The back office's word on money that the merchant declared itself: into available, or out of the books. */
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

function owedCallback(
  collection: Collection,
  merchant: Pick<Merchant, 'uid' | 'callbackVocabulary'>,
): OwedCallback | null {
  if (collection.notifyUrl === '') return null
  return { url: collection.notifyUrl, body: collectionCallbackBody(collection, merchant) }
}
