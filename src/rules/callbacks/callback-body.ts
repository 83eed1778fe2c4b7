import { toAmount } from '../../units/money.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'
import type { CallbackVocabulary, Merchant } from '../merchants/merchant.ts'
import type { CallbackBody, Collection, Payout } from '../orders/orders.ts'

/** The merchant of a callback's order. */
export type Owner = Pick<Merchant, 'uid' | 'callbackVocabulary'>

/** The body of a collection's callback (§6), for a settled collection. */
export function collectionCallbackBody(collection: Collection, merchant: Owner): CallbackBody {
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

/**
 * A sample of a collection's callback, with which a merchant tries its receiver. Its order does not exist, and its
 * `orderid` begins with `TEST-`.
 */
export function sampleCallbackBody(merchant: Owner, tradeNo: string, now: number): CallbackBody {
  const orderid = `TEST-${tradeNo}`
  return {
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
}

/** The body of a payout's callback (§6), for one that is processed or cancelled. */
export function payoutCallbackBody(payout: Payout, merchant: Owner): CallbackBody {
  const words = vocabularies[merchant.callbackVocabulary]
  return {
    type: 'payout',
    uid: merchant.uid,
    serial_no: payout.serialNo,
    merchant_order_no: payout.merchantOrderNo,
    amount: toAmount(payout.amount),
    actual_amount: toAmount(payout.actualAmount),
    status: payout.status === 'processed' ? words.paidOut : words.notPaidOut,
    processed_at: secondsToTaipei(payout.processedAt ?? payout.createdAt),
  }
}

// §3.3: the current vocabulary has two words, the legacy one has words for each kind of order.
const vocabularies = {
  current: { paid: 'success', paidOut: 'success', notPaidOut: 'failed' },
  legacy: { paid: 'succeeded', paidOut: 'processed', notPaidOut: 'cancelled' },
} satisfies Record<CallbackVocabulary, Record<string, string>>

/** The values of a body as they are signed: text as it is, numbers as the JSON carries them. */
export function signedTexts(body: CallbackBody): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))
}
