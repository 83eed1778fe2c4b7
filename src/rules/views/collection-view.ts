import type { BankAccountState } from '../../contract/back-office/states.ts'
import type { ResponseOf } from '../../contract/endpoint.ts'
import { parseSent } from '../../contract/json-as-sent.ts'
import type { collectionQuery } from '../../contract/orders/collection-endpoints.ts'
import { toAmount } from '../../units/money.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'
import type { Merchant } from '../merchants/merchant.ts'
import { collectionKind } from '../orders/order-kinds.ts'
import { isSettled } from '../orders/order-states.ts'
import type { Collection } from '../orders/orders.ts'
import { type CallbackProgress, callbackProgressView, callbackStatus } from './callback-view.ts'
import { type FeeReader, merchantFee } from './settlement/fee-view.ts'

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
export function collectionRecordView(uid: string, collection: Collection) {
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
