import type { createCollection } from '../contract/collections.ts'
import type { RequestOf } from '../contract/endpoint.ts'
import type { RefusalCode } from '../contract/refusals.ts'
import { type CallbackBody, collectionCallbackBody } from './callback-body.ts'
import type { Actor, EventFact, OrderEvent } from './journal.ts'
import type { Merchant } from './merchant.ts'
import {
  type CollectionState,
  isSettled,
  mayMatch,
  settledStatus,
  stateText,
} from './order-states.ts'

/** A collection with every stored field of §2.2. Amounts in hundredths, times in UTC seconds, absent text is "". */
export type Collection = CollectionState & {
  readonly id: number
  readonly merchantId: number
  readonly tradeNo: string
  readonly orderid: string
  readonly merchantOrderNo: string
  readonly gatewayCode: string
  readonly channel: string
  readonly currency: string
  readonly amount: number
  readonly paidAmount: number
  readonly collectionAccountName: string
  readonly collectionAccountNo: string
  readonly collectionBankName: string
  readonly counterpartyAccount: string
  readonly memberBankName: string
  readonly userId: string
  readonly userName: string
  readonly notifyUrl: string
  readonly returnUrl: string
  readonly paidAt: number | null
  /** JSON text as it was sent, or "". */
  readonly extra: string
  /** Who is to confirm the deposit. */
  readonly agent: string
  /** Whether money that the merchant declared itself has been confirmed by the back office. */
  readonly confirmation: 'none' | 'awaiting' | 'accepted' | 'rejected'
  /** Sequence number of its newest event. */
  readonly seq: number
  readonly createdAt: number
}

/** A callback that an event owes the merchant. */
export type OwedCallback = { readonly url: string; readonly body: CallbackBody }

/** One step in a collection's life: the collection after it, the event, and the callback owed for it. */
export type CollectionStep = {
  readonly collection: Collection
  readonly event: OrderEvent
  readonly callback: OwedCallback | null
}

/** A step, or the refusal of it. */
export type Decision =
  | { readonly step: CollectionStep }
  | { readonly refusal: RefusalCode; readonly takenBy?: string }

/**
 * A collection as a merchant creates it, defaults filled in (§2.2). A final status at creation credits what the
 * merchant declares to unconfirmed money, or to available money when the merchant is trusted (decisions §4).
 */
export function openCollection(
  request: RequestOf<typeof createCollection>,
  merchant: Merchant,
  identity: Pick<Collection, 'id' | 'tradeNo'>,
  now: number,
): CollectionStep {
  const settled = isSettled(request)
  const credit = settled ? (merchant.trusted ? 'available' : 'unconfirmed') : 'none'
  const collection: Collection = {
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
    paidAt: request.paid_at ?? (settled ? now : null),
    extra: request.extra,
    agent: '',
    confirmation: credit === 'unconfirmed' ? 'awaiting' : 'none',
    seq: 1,
    createdAt: now,
  }
  const fact: EventFact = { name: 'created', paidAmount: collection.paidAmount, credit }
  return {
    collection,
    event: eventOf(null, collection, { name: merchant.uid, role: 'merchant' }, now, fact),
    callback: settled ? owedCallback(collection, merchant) : null,
  }
}

/** Names the account the member is to pay into; a matched one is someone's already. */
export function matchCollection(
  collection: Collection,
  account: Pick<
    Collection,
    'agent' | 'collectionAccountName' | 'collectionAccountNo' | 'collectionBankName'
  >,
  actor: Actor,
  now: number,
): Decision {
  if (isSettled(collection)) return { refusal: 'already_final' }
  if (!mayMatch(collection, 'matched')) return { refusal: 'taken', takenBy: collection.agent }
  const fact = { name: 'matched', agent: account.agent } as const
  return moved(collection, { ...account, collectionStatus: 'matched' }, actor, now, fact)
}

/** Puts a collection aside for a person to look at, with the reason. */
export function reportException(
  collection: Collection,
  reason: string,
  actor: Actor,
  now: number,
): Decision {
  if (isSettled(collection)) return { refusal: 'already_final' }
  if (!mayMatch(collection, 'exception')) return { refusal: 'move_not_allowed' }
  const fact = { name: 'exception', reason } as const
  return moved(collection, { collectionStatus: 'exception' }, actor, now, fact)
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
export function settleCollection(
  collection: Collection,
  merchant: Pick<Merchant, 'uid' | 'callbackVocabulary'>,
  settlement: Settlement,
  actor: Actor,
  now: number,
): Decision {
  if (isSettled(collection)) return { refusal: 'already_final' }
  if (settlement.override && actor.role !== 'operator') return { refusal: 'forbidden' }
  const paidAmount = settlement.paidAmount ?? collection.amount
  if (paidAmount > collection.amount && !settlement.override)
    return { refusal: 'override_required' }
  const changes = {
    status: settledStatus(collection, settlement.manual),
    paidAmount,
    paidAt: settlement.paidAt ?? now,
  }
  const fact = { name: 'settled', paidAmount, override: settlement.override } as const
  const decision = moved(collection, changes, actor, now, fact)
  return { step: { ...decision.step, callback: owedCallback(decision.step.collection, merchant) } }
}

/** The back office's word on money that the merchant declared itself: into available, or out of the books. */
export function confirmCollection(
  collection: Collection,
  accept: boolean,
  reason: string,
  actor: Actor,
  now: number,
): Decision {
  const { confirmation, paidAmount } = collection
  if (confirmation === 'none') return { refusal: 'nothing_to_confirm' }
  if (confirmation !== 'awaiting') return { refusal: 'already_final' }
  const changes = { confirmation: accept ? 'accepted' : 'rejected' } as const
  const fact = { name: accept ? 'confirmed' : 'rejected', paidAmount, reason } as const
  return moved(collection, changes, actor, now, fact)
}

function moved(
  before: Collection,
  changes: Partial<Collection>,
  actor: Actor,
  now: number,
  fact: EventFact,
): { readonly step: CollectionStep } {
  const collection = { ...before, ...changes, seq: before.seq + 1 }
  return {
    step: { collection, event: eventOf(before, collection, actor, now, fact), callback: null },
  }
}

function eventOf(
  before: Collection | null,
  after: Collection,
  actor: Actor,
  at: number,
  fact: EventFact,
): OrderEvent {
  const from = before === null ? '' : stateText(before)
  return {
    orderId: after.id,
    seq: after.seq,
    from,
    to: stateText(after),
    actor: actor.name,
    at,
    fact,
  }
}

function owedCallback(
  collection: Collection,
  merchant: Pick<Merchant, 'uid' | 'callbackVocabulary'>,
): OwedCallback | null {
  if (collection.notifyUrl === '') return null
  return { url: collection.notifyUrl, body: collectionCallbackBody(collection, merchant) }
}
