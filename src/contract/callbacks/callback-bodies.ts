import * as z from 'zod/mini'
import { dateTimeText } from '../answer-shapes.ts'

/** The words of a callback's `status`: the newer description's first, then those of the older one (§3.3). */
export const callbackWords = {
  collection: ['success', 'succeeded'],
  payout: ['success', 'failed', 'processed', 'cancelled'],
} as const

const signing = {
  timestamp: z.int(),
  sign: z.string().check(z.regex(/^[0-9A-F]{32}$/)),
}

/** §6: what a collection's callback carries. */
export const collectionCallback = z.object({
  type: z.literal('collection'),
  uid: z.string(),
  orderid: z.string(),
  merchant_order_no: z.string(),
  trade_no: z.string(),
  amount: z.number(),
  paid_amount: z.number(),
  status: z.enum(callbackWords.collection),
  paid_at: dateTimeText,
  ...signing,
})

/** §6: what a payout's callback carries, to `notify_url` and to `reverse_url` alike. */
export const payoutCallback = z.object({
  type: z.literal('payout'),
  uid: z.string(),
  serial_no: z.string(),
  merchant_order_no: z.string(),
  amount: z.number(),
  actual_amount: z.number(),
  status: z.enum(callbackWords.payout),
  processed_at: dateTimeText,
  ...signing,
})

/** The headers of a callback beside `Content-Type` (decisions §2, "Extra callback headers"). */
export const callbackHeaders = {
  'webhook-id': {
    zh: '事件編號;同一事件的每次嘗試與重送都相同,可用來去除重複',
    en: 'Number of the event, the same for each attempt and resend; use it to drop repetitions',
    example: 'cb_C5J2F8Q1W0ZT3KX9VB7NMA4H',
  },
  'webhook-timestamp': {
    zh: '此次嘗試的 UNIX 時間(秒)',
    en: 'UNIX time of this attempt, in seconds',
    example: '1760000000',
  },
  'webhook-signature': {
    zh: 'v1, 加上 HMAC-SHA256 的 Base64;金鑰輪替期間以空白分隔多個,符合其一即可',
    en:
      'v1, and the Base64 of an HMAC-SHA256; several during a rotation, parted by blanks: one ' +
      'that matches is enough',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
  'webhook-attempt': {
    zh: '第幾次嘗試,由 1 起算',
    en: 'Number of the attempt, from 1',
    example: '1',
  },
} as const
