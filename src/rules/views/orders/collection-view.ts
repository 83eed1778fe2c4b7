import type { BankAccountState, Settler } from '../../../contract/back-office/states.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { parseSent } from '../../../contract/json-as-sent.ts'
import type { collectionQuery } from '../../../contract/orders/collection-endpoints.ts'
import { toAmount } from '../../../units/money.ts'
import { secondsToTaipei } from '../../../units/taipei-time.ts'
import type { DepositMarks } from '../../banking/deposit-marks.ts'
import { type LinkSummary, pageEndsAt } from '../../links/payment-link.ts'
import type { Merchant } from '../../merchants/merchant.ts'
import { collectionKind } from '../../orders/order-kinds.ts'
import { isSettled } from '../../orders/order-states.ts'
import type { Collection } from '../../orders/orders.ts'
import {
  type CallbackProgress,
  callbackProgressView,
  callbackStatus,
} from '../callbacks/callback-view.ts'
import { type FeeReader, feeView, merchantFee } from '../settlement/fee-view.ts'
import { type OwnedOrder, platformFields } from './order-view.ts'

type StatusView = ResponseOf<typeof collectionQuery>

/** A collection for its merchant (§2.7), without the account number while the account is frozen (back office §2). */
export function collectionStatusView({
  merchant,
  order,
  callback,
  accountState = null,
}: {
  readonly merchant: FeeReader & Pick<Merchant, 'uid'>
  readonly order: Collection
  readonly callback: CallbackProgress | null
  readonly accountState?: BankAccountState | null | undefined
}): StatusView {
  return {
    ok: 1,
    code: 0,
    text: 'success',
    message: 'success',
    status: statusText(order),
    paid: isSettled(order) ? toAmount(order.paidAmount) : 0,
    tradeNo: order.tradeNo,
    orderNo: order.merchantOrderNo,
    data: {
      ...collectionRecordView(merchant.uid, order),
      ...merchantFee(merchant, collectionKind.isPaid(order) ? (order.fee ?? 0) : null),
      ...(accountState === 'frozen' ? withoutAccountNo : {}),
      system_status: order.status,
      callback_status: callbackStatus(callback),
      callback: callbackProgressView(callback),
    },
  }
}

const withoutAccountNo = { collection_account_no: '', payment_bank_account: '' }

/** Every stored field of a collection (§2.2), for the merchant and the back office. */
function collectionRecordView(uid: string, collection: Collection) {
  return {
    id: collection.id,
    uid,
    trade_no: collection.tradeNo,
    orderid: collection.orderid,
    merchant_order_no: collection.merchantOrderNo,
    gateway_code: collection.gatewayCode,
    channel: collection.channel,
    currency: collection.currency,
    amount: toAmount(collection.amount),
    paid_amount: toAmount(collection.paidAmount),
    status: collection.status,
    collection_status: collection.collectionStatus,
    confirmation: collection.confirmation,
    collection_account_name: collection.collectionAccountName,
    collection_account_no: collection.collectionAccountNo,
    collection_bank_name: collection.collectionBankName,
    payment_bank_account: collection.collectionAccountNo,
    counterparty_account: collection.counterpartyAccount,
    member_bank_name: collection.memberBankName,
    user_id: collection.userId,
    user_name: collection.userName,
    notify_url: collection.notifyUrl,
    return_url: collection.returnUrl,
    paid_at: secondsToTaipei(collection.paidAt),
    reason: collection.reason,
    created_at: secondsToTaipei(collection.createdAt),
    extra: extraView(collection.extra),
  }
}

/** The `extra` of an order: the object or text as sent. */
export function extraView(json: string): StatusView['data']['extra'] {
  return json === '' ? '' : (parseSent(json) as StatusView['data']['extra'])
}

function statusText({ status, collectionStatus }: Collection): StatusView['status'] {
  if (status === 'succeeded') return 'PAID'
  if (status === 'manual') return 'MANUAL PAID'
  return collectionStatus === 'exception' ? 'EXCEPTION' : 'PENDING'
}

/** A collection as the back office sees it. */
export function collectionView({ uid, order }: OwnedOrder<Collection>) {
  const { expired, saidPaidAt, assignment, settledBy, proof } = order
  const isNotAssigned = assignment === 'no_account_free' || assignment === 'stopped'
  return {
    ...collectionRecordView(uid, order),
    ...platformFields(order),
    ...feeView({ ...order, gross: collectionKind.isPaid(order) ? order.paidAmount : null }),
    expired,
    said_paid_at: secondsToTaipei(saidPaidAt),
    not_assigned: isNotAssigned && order.collectionAccountNo === '' ? assignment : null,
    settled_by: isSettled(order) ? (settledBy ?? settlerOf(order)) : null,
    proof,
  }
}

// Of an order settled before settlers were recorded.
function settlerOf({ confirmation, seq }: Collection): Settler {
  return confirmation !== 'none' || seq === 1 ? 'merchant' : 'person'
}

/**
 * A collection in a list, with the fields of its payment link for matching a deposit: the payer's data, and the end of
 * the member's page.
 */
export function listedCollectionView(listed: CollectionItem) {
  const { link, deposits, held, slot, ...owned } = listed
  const content = link?.content
  return {
    ...collectionView(owned),
    payer_name: content?.payerName ?? '',
    payer_bank_name: content?.payerBankName ?? '',
    payer_bank_code: content?.payerBankCode ?? '',
    payer_account_no: content?.payerAccountNo ?? '',
    // A link's request is kept unchanged, because repeated calls are compared with it.
    payer_account_last5: link === null ? '' : link.content.payerAccountLast5 || owned.order.last5,
    page_ends_at: secondsToTaipei(link === null ? null : pageEndsAt(link)),
    // A waiting order has its slot; a finished one may still have it.
    slot: slot ?? owned.order.waitsInSlot,
    ...(deposits === undefined ? {} : { deposits, held }),
  }
}

/** One collection, with the member's contact data. */
export function collectionDetailView(linked: LinkedCollection) {
  const content = linked.link?.content
  return {
    ...listedCollectionView(linked),
    member_account: content?.memberAccount ?? '',
    member_phone: content?.memberPhone ?? '',
    member_email: content?.memberEmail ?? '',
  }
}

/** A collection with its payment link, or null. */
export type LinkedCollection = OwnedOrder<Collection> & {
  readonly link: LinkSummary | null
  /** Whether it still has its slot; absent if not looked up. */
  readonly slot?: boolean
}

/** A collection in a list, with its marks and holds if asked for. */
export type CollectionItem = LinkedCollection & {
  readonly deposits?: DepositMarks
  readonly held?: boolean
}
