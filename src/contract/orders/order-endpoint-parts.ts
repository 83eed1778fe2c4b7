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
  en: 'Custom data: an object or a string, at most 8 KiB',
})

/** The common fields of all answers about collections and payouts. */
export const fields = {
  id: described(z.int(), '平台內部編號', 'Platform’s internal number'),
  trade_no: repeated(z.string(), tradeNumbers.tradeNo),
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
    '平台手續費；待處理的代付為凍結的手續費，未付款為 null。設定費率後才有此欄',
    'The platform’s fee (of a pending payout, what is frozen); null while nothing is paid. ' +
      'Present once you have a price',
  ),
  created_at: described(dateTimeText(), '建立時間', 'When it was created'),
  extra: described(
    z.union([z.string(), z.record(z.string(), z.unknown())]),
    '您傳的自訂資料',
    'Custom data, as you sent it',
  ),
  callback_status: callbackStatus,
  callback: described(callbackProgress, '通知進度', 'Callback progress'),
}

/** The fields of a status answer beside `data`, in the names of v6.0. */
export function queryAnswer<const Status extends string>(statuses: readonly Status[]) {
  return {
    code: described(z.literal(0), '成功為 0', '0 on success'),
    text: described(z.string(), '同 message', 'Same as message'),
    status: described(
      z.enum(statuses),
      '訂單的結果，請以此判斷',
      'Outcome of the order: decide by this one',
    ),
    paid: described(
      z.number(),
      '已付金額；未完成時為 0',
      'Amount paid; 0 until the order is final',
    ),
    tradeNo: fields.trade_no,
    orderNo: described(
      z.string(),
      '商戶訂單號，即 merchant_order_no',
      'Merchant order number, i.e. merchant_order_no',
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
    zh: '至少給一個單號；給了多個時必須全部相符。只查得到自己的訂單。',
    en:
      'Send at least one number; if you send several, all must match. Only your own orders ' +
      'can be found.',
  },
}
