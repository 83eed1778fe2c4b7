import * as z from 'zod/mini'
import { dateTimeText } from '../answer-shapes.ts'
import { callbackProgress, callbackStatus } from '../callbacks/callback-endpoint.ts'
import { described, repeated } from '../described-fields.ts'
import { signedFields, tradeNumbers } from '../endpoint.ts'
import { customData, optional } from '../fields.ts'

/** The field `extra` of creations. */
export const extra = optional({
  kind: customData,
  absent: '',
  zh: '自訂資料：JSON 物件或字串，最多 8 KiB',
  en: 'Custom data: a JSON object or a string, at most 8 KiB',
})

/** The common fields of all answers about collections and payouts. */
export const fields = {
  id: described(z.int(), '平台內部編號', 'Internal number of the platform'),
  trade_no: repeated(z.string(), tradeNumbers.trade_no),
  amount: described(z.number(), '訂單金額', 'Order amount'),
}

/** The first fields of a status answer's `data`. */
export const firstFields = {
  id: fields.id,
  uid: repeated(z.string(), signedFields.shape.uid),
  trade_no: fields.trade_no,
}

/** The last fields of a status answer's `data`. */
export const lastFields = {
  fee: described(
    z.optional(z.nullable(z.number())),
    '平台手續費；待處理的代付為已凍結的手續費，未付款為 `null`。設定費率後才有此欄',
    'The platform’s fee; for a pending payout, the fee that is frozen; `null` while nothing is ' +
      'paid. Present only if you have fee rates',
  ),
  created_at: described(dateTimeText(), '建立時間', 'Time of creation'),
  extra: described(
    z.union([z.string(), z.record(z.string(), z.unknown())]),
    '您傳的自訂資料',
    'Custom data, as you sent it',
  ),
  callback_status: callbackStatus,
  callback: described(callbackProgress, '通知的送達情形', 'Delivery of the callback'),
}

/** The fields of a status answer beside `data`, in the names of v6.0. */
export function queryAnswer<const Status extends string>(statuses: readonly Status[]) {
  return {
    code: described(z.literal(0), '成功為 0', '0 on success'),
    text: described(z.string(), '同 message', 'Same as `message`'),
    status: described(
      z.enum(statuses),
      '訂單的結果，請以此判斷',
      'Outcome of the order. Base your decisions on this field',
    ),
    paid: described(
      z.number(),
      '已付金額；未完成時為 0',
      'Amount paid; 0 until the order is final',
    ),
    tradeNo: described(
      z.string(),
      '同 data.trade_no，舊版的名稱',
      'Same as data.trade_no, under its v6.0 name',
    ),
    orderNo: described(
      z.string(),
      '同 data.merchant_order_no，舊版的名稱',
      'Same as data.merchant_order_no, under its v6.0 name',
    ),
  }
}

/** The common notes of collections and payouts: on creations, and on status queries. */
export const notes = {
  tradeNo: {
    zh: '回應的 trade_no 是平台交易號，查詢、重送通知與聯絡平台時都可使用。',
    en:
      'The trade_no in the response is the platform’s transaction number: use it in queries, ' +
      'resends and support.',
  },
  ownOrders: {
    zh: '請至少提供一個單號；提供多個時必須全部相符。只查得到自己的訂單。',
    en:
      'Send at least one number; if you send several, all must match. Only your own orders ' +
      'can be found.',
  },
}
