import type { CollectionEvent, PayoutEvent } from '../../contract/callbacks/callback-bodies.ts'
import { toAmount } from '../../units/money.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'
import type { CallbackVocabulary, Merchant } from '../merchants/merchant.ts'
import type { CallbackBody, Collection, Payout } from '../orders/orders.ts'
import { feeFor } from '../pricing/charge.ts'
import { versionAt } from '../pricing/price-versions.ts'
import { type FeeReader, merchantFee } from '../views/settlement/fee-view.ts'

/** The merchant of a callback's order. */
export type Recipient = Pick<
  Merchant,
  'uid' | 'callbackVocabulary' | 'collectionEvents' | 'prices'
> &
  FeeReader

/** The fields of a collection that its callbacks report. */
export type ReportedCollection = Pick<
  Collection,
  | 'orderid'
  | 'merchantOrderNo'
  | 'tradeNo'
  | 'status'
  | 'amount'
  | 'paidAmount'
  | 'paidAt'
  | 'notifyUrl'
  | 'createdAt'
> &
  // Absent for an unpaid collection.
  Partial<Pick<Collection, 'fee'>>

/** The body of a collection's callback (§6), for a settled collection. */
export function collectionCallbackBody(
  collection: ReportedCollection,
  merchant: Recipient,
): CallbackBody {
  return {
    type: 'collection',
    uid: merchant.uid,
    orderid: collection.orderid,
    merchant_order_no: collection.merchantOrderNo,
    trade_no: collection.tradeNo,
    amount: toAmount(collection.amount),
    paid_amount: toAmount(collection.paidAmount),
    status: vocabularies[merchant.callbackVocabulary].paid,
    paid_at: secondsToTaipei(collection.paidAt ?? collection.createdAt),
  }
}

/** The body for a collection that is unpaid or no longer paid. `at` is the time of the event, in UTC seconds. */
export function unpaidCallbackBody(
  collection: ReportedCollection,
  merchant: Recipient,
  at: number,
): CallbackBody {
  const body = collectionCallbackBody({ ...collection, paidAmount: 0, paidAt: at }, merchant)
  return { ...body, status: vocabularies[merchant.callbackVocabulary].notPaid }
}

/**
 * A body with its event, its reason if any, and from the merchant's first price on its fee (in hundredths), for
 * merchants that receive every event. Other merchants receive the body unchanged.
 */
export function withEvent({
  body,
  owner,
  event,
  fee,
  reason = '',
}: {
  readonly body: CallbackBody
  readonly owner: Pick<Recipient, 'collectionEvents'> & FeeReader
  readonly event: CollectionEvent | PayoutEvent
  readonly fee: number
  readonly reason?: string | undefined
}): CallbackBody {
  if (owner.collectionEvents === 'completed') return body
  return { ...body, ...merchantFee(owner, fee), event, ...(reason === '' ? {} : { reason }) }
}

/**
 * A sample callback with which a merchant tests its receiver. Its order does not exist, and its `orderid` begins with
 * `TEST-`.
 */
export function sampleCallbackBody(
  merchant: Recipient,
  tradeNo: string,
  now: number,
): CallbackBody {
  const orderid = `TEST-${tradeNo}`
  const body = {
    type: 'collection',
    uid: merchant.uid,
    orderid,
    merchant_order_no: orderid,
    trade_no: tradeNo,
    amount: 100,
    paid_amount: 100,
    status: vocabularies[merchant.callbackVocabulary].paid,
    paid_at: secondsToTaipei(now),
  }
  const pricing = versionAt(merchant.prices, now)
  const fee = feeFor(merchant, { kind: 'collection', pricing }, 10_000) ?? 0
  return withEvent({ body, owner: merchant, event: 'collection.completed', fee })
}

/** The body of a payout's callback (§6), for one that is processed or cancelled. */
export function payoutCallbackBody(payout: Payout, merchant: Recipient): CallbackBody {
  const labels = vocabularies[merchant.callbackVocabulary]
  return {
    type: 'payout',
    uid: merchant.uid,
    serial_no: payout.serialNo,
    merchant_order_no: payout.merchantOrderNo,
    amount: toAmount(payout.amount),
    actual_amount: toAmount(payout.actualAmount),
    status: payout.status === 'processed' ? labels.paidOut : labels.notPaidOut,
    processed_at: secondsToTaipei(payout.processedAt ?? payout.createdAt),
  }
}

// §3.3: the current vocabulary has two statuses, the legacy one other statuses for each kind of order.
const vocabularies = {
  current: { paid: 'success', notPaid: 'failed', paidOut: 'success', notPaidOut: 'failed' },
  legacy: { paid: 'succeeded', notPaid: 'failed', paidOut: 'processed', notPaidOut: 'cancelled' },
} satisfies Record<CallbackVocabulary, Record<string, string>>

/** The signed values of a body: text unchanged, numbers as in the JSON. */
export function signedValues(body: CallbackBody): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))
}
