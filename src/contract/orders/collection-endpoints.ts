import * as z from 'zod/mini'
import { dateTimeText, success } from '../answer-shapes.ts'
import { callbackProgress, callbackStatuses } from '../callbacks/callback-endpoint.ts'
import { endpoint, tradeNumbers } from '../endpoint.ts'
import {
  customData,
  dateTime,
  identifier,
  money,
  oneOf,
  optional,
  required,
  text,
  url,
} from '../fields.ts'

/** §3.1: unpaid, paid, supplemented by the back office. */
export const collectionStatuses = ['pending', 'succeeded', 'manual'] as const
export type CollectionStatus = (typeof collectionStatuses)[number]

/** §3.1: waiting to match, matched, exception. */
export const matchingStatuses = ['pending', 'matched', 'exception'] as const
export type MatchingStatus = (typeof matchingStatuses)[number]

/** §4.5: creates a collection. */
export const createCollection = endpoint({
  number: 5,
  path: '/api/v1/merchant/collections',
  summary: { zh: '建立代收', en: 'Create a collection' },
  request: {
    orderid: required(
      identifier(64),
      '代收單號,同一商戶不可重複',
      'Platform collection number, unique per merchant',
    ),
    merchant_order_no: optional(
      identifier(64),
      '',
      '商戶訂單號',
      'Merchant order number',
      'orderid',
    ),
    gateway_code: optional(identifier(30), 'gateway_c', '通道代碼', 'Gateway code'),
    channel: optional(identifier(30), '', '通道名稱或代碼', 'Channel name or code'),
    currency: optional(identifier(10), 'TWD', '幣別,建議固定 TWD', 'Currency; TWD is recommended'),
    amount: required(money(1), '代收金額(TWD)', 'Collection amount in TWD'),
    paid_amount: optional(
      money(0),
      null,
      '實付金額;狀態為 succeeded 或 manual 時預設為 amount',
      'Paid amount; for a final status it defaults to amount',
    ),
    status: optional(
      oneOf(collectionStatuses),
      'pending',
      '狀態:未付款、已付款、後台補單',
      'Unpaid, paid, manually supplemented',
    ),
    collection_status: optional(
      oneOf(matchingStatuses),
      'pending',
      '撮合狀態,建立時通常為 pending',
      'Matching-flow state, normally pending at creation',
    ),
    collection_account_name: optional(
      text(120),
      '',
      '平台收款戶名',
      'Platform receiving account holder name',
    ),
    collection_account_no: optional(
      text(80),
      '',
      '平台收款帳號',
      'Platform receiving account number',
    ),
    collection_bank_name: optional(text(120), '', '平台收款銀行', 'Platform receiving bank'),
    counterparty_account: optional(
      text(120),
      '',
      '付款人銀行帳號(建議提供),以末五碼核對入帳',
      "Payer's bank account (recommended); its last five digits confirm the deposit",
    ),
    member_bank_name: optional(text(120), '', '付款人銀行名稱', "Payer's bank name"),
    user_id: optional(identifier(64), '', '商戶會員編號', 'Merchant member id'),
    user_name: optional(text(120), '', '商戶會員姓名', 'Merchant member name'),
    notify_url: optional(url, '', '非同步通知網址', 'Asynchronous notification address'),
    return_url: optional(url, '', '付款後返回的網址', 'Address the payer returns to after paying'),
    paid_at: optional(
      dateTime,
      null,
      '付款時間;狀態為 succeeded 時可傳',
      'Paid time; may be sent when status is succeeded',
    ),
    extra: optional(
      customData,
      '',
      '自訂資料:JSON 物件或字串,最多 8 KiB',
      'Custom data: an object or a string, at most 8 KiB',
    ),
  },
  earlierNames: [
    ['orderNo', 'orderid'],
    ['notifyUrl', 'notify_url'],
    ['returnUrl', 'return_url'],
    ['userNo', 'user_id'],
    ['userName', 'user_name'],
    ['bankName', 'member_bank_name'],
    ['bankAccount', 'counterparty_account'],
    ['payerAccountNumber', 'counterparty_account'],
    ['payeeAccountNumber', 'counterparty_account'],
  ],
  legacyGroup: 'collection',
  creates: 'collection',
  response: success({
    data: z.object({
      id: z.int(),
      orderid: z.string(),
      merchant_order_no: z.string(),
      status: z.enum(collectionStatuses),
      amount: z.number(),
      paid_amount: z.number(),
      payment_bank_account: z.string(),
      counterparty_account: z.string(),
      trade_no: z.string(),
    }),
  }),
  refusals: ['duplicate_orderid'],
})

/** §4.6: reports one collection of the caller. */
export const queryCollection = endpoint({
  number: 6,
  path: '/api/v1/merchant/collections/status',
  summary: { zh: '查詢代收', en: 'Query a collection' },
  request: {
    orderid: optional(identifier(64), '', '代收單號', 'Platform collection number'),
    merchant_order_no: optional(identifier(64), '', '商戶訂單號', 'Merchant order number'),
    ...tradeNumbers,
    // v6.0 knew one number for both: the collection's own, else the merchant's (decisions §2, earlier names).
    orderNo: optional(identifier(64), '', '舊版單號', 'Order number of the earlier protocol'),
  },
  earlierNames: [
    ['orderNo', 'orderid'],
    ['orderNo', 'merchant_order_no'],
  ],
  legacyGroup: 'collection',
  response: success({
    code: z.literal(0),
    text: z.string(),
    status: z.enum(['PENDING', 'PAID', 'MANUAL PAID', 'EXCEPTION']),
    paid: z.number(),
    tradeNo: z.string(),
    orderNo: z.string(),
    data: z.object({
      id: z.int(),
      uid: z.string(),
      trade_no: z.string(),
      orderid: z.string(),
      merchant_order_no: z.string(),
      gateway_code: z.string(),
      channel: z.string(),
      currency: z.string(),
      amount: z.number(),
      paid_amount: z.number(),
      system_status: z.enum(collectionStatuses),
      status: z.enum(collectionStatuses),
      collection_status: z.enum(matchingStatuses),
      collection_account_name: z.string(),
      collection_account_no: z.string(),
      collection_bank_name: z.string(),
      payment_bank_account: z.string(),
      counterparty_account: z.string(),
      member_bank_name: z.string(),
      user_id: z.string(),
      user_name: z.string(),
      notify_url: z.string(),
      return_url: z.string(),
      paid_at: z.nullable(dateTimeText),
      created_at: dateTimeText,
      extra: z.union([z.string(), z.record(z.string(), z.unknown())]),
      callback_status: z.enum(callbackStatuses),
      callback: callbackProgress,
    }),
  }),
  refusals: ['order_not_found'],
})
