import * as z from 'zod/mini'
import { dateTimeText } from '../answer-shapes.ts'
import { described, object } from '../described-fields.ts'

/** The values of a callback's `status`: those of the newer description, then those of the older one (§3.3). */
export const bodyStatuses = {
  collection: ['success', 'failed', 'succeeded'],
  payout: ['success', 'failed', 'processed', 'cancelled'],
} as const

/** The reported events, for merchants that receive all of them (decisions §6, "Several events"). */
export const reportedEvents = {
  collection: [
    'collection.completed',
    'collection.expired',
    'collection.rejected',
    'collection.reversed',
  ],
  payout: ['payout.completed', 'payout.failed', 'payout.returned'],
} as const
export type CollectionEvent = (typeof reportedEvents.collection)[number]
export type PayoutEvent = (typeof reportedEvents.payout)[number]

const shared = {
  uid: described(z.string(), '商戶編號', 'Merchant UID'),
  merchant_order_no: described(z.string(), '您的訂單號', 'Your order number'),
  amount: described(z.number(), '訂單金額', 'Order amount'),
  timestamp: described(
    z.int(),
    '此次嘗試的 UNIX 時間（秒）',
    'UNIX time of this attempt, in seconds',
  ),
  sign: described(
    z.string().check(z.regex(/^[0-9A-F]{32}$/)),
    '簽章，涵蓋其他所有欄位',
    'Signature of all other fields',
  ),
}

// Fields for merchants that receive all events.
const onRequest = {
  zh: '`collection_events` 為 `all` 才有',
  en: 'Sent only if your `collection_events` is `all`',
}
const reason = described(
  z.optional(z.string()),
  `原因；${onRequest.zh}，且有原因時`,
  `Reason, if there is one. ${onRequest.en}`,
)

const fee = described(
  z.optional(z.number()),
  `平台手續費；沒有付款、或款項尚待確認時為 0。${onRequest.zh}，且須設有費率`,
  `The platform’s fee; 0 while nothing is paid, or not confirmed. ${onRequest.en} and you have fee rates`,
)

function event<const Events extends readonly string[]>(events: Events) {
  return described(
    z.optional(z.enum(events)),
    `通知的事件；${onRequest.zh}`,
    `Event that is reported. ${onRequest.en}`,
  )
}

/** §6: the body of a collection's callback. */
export const collectionCallback = object({
  type: described(z.literal('collection'), '訂單種類', 'Kind of order'),
  uid: shared.uid,
  orderid: described(z.string(), '代收單號', 'Collection number'),
  merchant_order_no: shared.merchant_order_no,
  trade_no: described(z.string(), '平台交易號', 'Platform transaction number'),
  amount: shared.amount,
  paid_amount: described(
    z.number(),
    '實付金額，可能與 `amount` 不同；未付款時為 0。請依此金額入帳',
    'Amount paid, which may differ from `amount`; 0 if unpaid. Credit this amount',
  ),
  status: described(z.enum(bodyStatuses.collection), '訂單狀態', 'Order status'),
  paid_at: described(
    dateTimeText(),
    '付款時間；未付款時為事件的時間',
    'Time of payment; if unpaid, time of the event',
  ),
  fee,
  event: event(reportedEvents.collection),
  reason,
  timestamp: shared.timestamp,
  sign: shared.sign,
})

/** §6: the body of a payout's callback, the same to `notify_url` and to `reverse_url`. */
export const payoutCallback = object({
  type: described(z.literal('payout'), '訂單種類', 'Kind of order'),
  uid: shared.uid,
  serial_no: described(z.string(), '代付單號', 'Payout number'),
  merchant_order_no: shared.merchant_order_no,
  amount: shared.amount,
  actual_amount: described(
    z.number(),
    '實際出款金額；取消、失敗或退匯時為 0',
    'Amount paid out; 0 if it was cancelled, failed or was returned',
  ),
  status: described(z.enum(bodyStatuses.payout), '訂單狀態', 'Order status'),
  processed_at: described(
    dateTimeText(),
    '處理時間；取消時為取消時間',
    'Time at which it was processed or cancelled',
  ),
  fee,
  event: event(reportedEvents.payout),
  reason,
  timestamp: shared.timestamp,
  sign: shared.sign,
})

/** The headers of a callback beside `Content-Type` (decisions §2, "Extra callback headers"). */
export const callbackHeaders = {
  'webhook-id': {
    zh: '事件編號；同一事件的每次嘗試與重送都相同，可用來去除重複',
    en: 'ID of the event, the same for every attempt and resend. Use it to detect duplicates',
    example: 'cb_C0ABCDEFGHJK0123456789MNPQR',
  },
  'webhook-timestamp': {
    zh: '此次嘗試的 UNIX 時間（秒）',
    en: 'UNIX time of this attempt, in seconds',
    example: '1760000110',
  },
  'webhook-signature': {
    zh: 'v1, 加上 HMAC-SHA256 的 Base64；金鑰輪替期間以空白分隔多個，符合其一即可',
    en:
      'v1, followed by the HMAC-SHA256 in Base64. During a secret rotation there are several, ' +
      'separated by spaces: one match is enough',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
  'webhook-attempt': {
    zh: '第幾次嘗試，由 1 起算，同一訂單的各事件接續計算',
    en: 'Attempt number, starting at 1 and continuing across the events of one order',
    example: '1',
  },
} as const
