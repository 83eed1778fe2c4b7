import { toAmount } from '../contract/money.ts'
import { secondsToTaipei } from '../contract/taipei-time.ts'
import type { Collection } from './collection.ts'
import type { Merchant } from './merchant.ts'

/** The fields of a callback that are fixed at the event; each attempt adds its `timestamp` and `sign` (§6). */
export type CallbackBody = Readonly<Record<string, string | number>>

/** The body of a collection's callback (§6), for a settled collection. */
export function collectionCallbackBody(
  collection: Collection,
  merchant: Pick<Merchant, 'uid' | 'callbackVocabulary'>,
): CallbackBody {
  return {
    type: 'collection',
    uid: merchant.uid,
    orderid: collection.orderid,
    merchant_order_no: collection.merchantOrderNo,
    trade_no: collection.tradeNo,
    amount: toAmount(collection.amount),
    paid_amount: toAmount(collection.paidAmount),
    status: merchant.callbackVocabulary === 'legacy' ? 'succeeded' : 'success',
    paid_at: secondsToTaipei(collection.paidAt ?? collection.createdAt),
  }
}

/** The values of a body as they are signed: text as it is, numbers as the JSON carries them. */
export function signedTexts(body: CallbackBody): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))
}
