import * as z from 'zod/mini'
import { dateTimeText, success } from '../answer-shapes.ts'
import { callbackProgress, callbackStatuses } from '../callbacks/callback-endpoint.ts'
import { endpoint, tradeNumbers } from '../endpoint.ts'
import {
  boolean,
  customData,
  dateTime,
  identifier,
  money,
  optional,
  required,
  text,
  url,
  wordFor,
} from '../fields.ts'

/** §3.2: waiting to be processed, processed, and cancelled, failed or rejected. */
export const payoutStatuses = ['pending', 'processed', 'cancelled'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

// §3.2: other words that merchants send, and what is stored for them.
const payoutStatusAliases = {
  success: 'processed',
  succeeded: 'processed',
  failed: 'cancelled',
  rejected: 'cancelled',
} as const satisfies Record<string, PayoutStatus>

/** §4.7: creates a payout. */
export const createPayout = endpoint({
  number: 7,
  path: '/api/v1/merchant/payouts',
  summary: { zh: '建立代付', en: 'Create a payout' },
  request: {
    serial_no: required(
      identifier(40),
      '代付單號,同一商戶不可重複',
      'Payout serial number, unique per merchant',
    ),
    merchant_order_no: optional(
      identifier(80),
      '',
      '商戶訂單號',
      'Merchant order number',
      'serial_no',
    ),
    channel: optional(identifier(30), '代付', '通道名稱', 'Channel name'),
    amount: required(money(1), '代付金額(TWD)', 'Payout amount in TWD'),
    actual_amount: optional(money(0), null, '實際金額', 'Actual amount', 'amount'),
    status: optional(
      wordFor(payoutStatuses, payoutStatusAliases),
      'pending',
      '狀態:待處理、已處理、已取消;success、succeeded 視為 processed,failed、rejected 視為 cancelled',
      'Pending, processed, cancelled; success and succeeded mean processed, failed and rejected mean cancelled',
    ),
    payee_name: required(text(120), '收款人姓名', 'Payee name'),
    payee_bank: optional(text(120), '', '收款銀行', 'Payee bank'),
    payee_account: optional(text(80), '', '收款帳號', 'Payee account'),
    payment_tag: optional(text(60), '', '標籤或備註標籤', 'Tag or remark tag'),
    beneficiary_name: optional(text(120), '', '受益人姓名', 'Beneficiary name', 'payee_name'),
    requested_at: optional(
      dateTime,
      null,
      '申請時間;未傳時為目前時間',
      'Requested time; the current time when absent',
    ),
    processed_at: optional(
      dateTime,
      null,
      '處理時間;狀態為 processed 時可傳',
      'Processed time; may be sent when status is processed',
    ),
    voucher_no: optional(text(80), '', '憑證號碼', 'Voucher number'),
    note: optional(text(2000), '', '備註', 'Remark'),
    is_delayed: optional(boolean, false, '是否延遲處理', 'Whether processing is delayed', 'false'),
    notify_url: optional(url, '', '代付完成通知網址', 'Payout completion notification address'),
    reverse_url: optional(
      url,
      '',
      '代付失敗或取消通知網址;未傳時通知 notify_url',
      'Failure or cancellation notification address; notify_url stands in for it',
    ),
    extra: optional(
      customData,
      '',
      '自訂資料:JSON 物件或字串,最多 8 KiB',
      'Custom data: an object or a string, at most 8 KiB',
    ),
  },
  earlierNames: [
    ['orderNo', 'serial_no'],
    ['notifyUrl', 'notify_url'],
    ['reverseUrl', 'reverse_url'],
    ['name', 'payee_name'],
    ['bankName', 'payee_bank'],
    ['bankAccount', 'payee_account'],
  ],
  legacyGroup: 'payout',
  creates: 'payout',
  response: success({
    data: z.object({
      id: z.int(),
      serial_no: z.string(),
      merchant_order_no: z.string(),
      status: z.enum(payoutStatuses),
      amount: z.number(),
      trade_no: z.string(),
    }),
  }),
  refusals: ['duplicate_serial_no', 'insufficient_balance'],
})

/** §4.8: reports one payout of the caller. */
export const queryPayout = endpoint({
  number: 8,
  path: '/api/v1/merchant/payouts/status',
  summary: { zh: '查詢代付', en: 'Query a payout' },
  request: {
    serial_no: optional(identifier(40), '', '代付單號', 'Payout serial number'),
    merchant_order_no: optional(identifier(80), '', '商戶訂單號', 'Merchant order number'),
    ...tradeNumbers,
    // v6.0 knew one number for both: the payout's own, else the merchant's (decisions §2, earlier names).
    orderNo: optional(identifier(80), '', '舊版單號', 'Order number of the earlier protocol'),
  },
  earlierNames: [
    ['orderNo', 'serial_no'],
    ['orderNo', 'merchant_order_no'],
  ],
  legacyGroup: 'payout',
  response: success({
    code: z.literal(0),
    text: z.string(),
    status: z.enum(['PENDING', 'PAID', 'CANCELLED']),
    paid: z.number(),
    tradeNo: z.string(),
    orderNo: z.string(),
    data: z.object({
      id: z.int(),
      uid: z.string(),
      trade_no: z.string(),
      serial_no: z.string(),
      merchant_order_no: z.string(),
      channel: z.string(),
      amount: z.number(),
      actual_amount: z.number(),
      system_status: z.enum(payoutStatuses),
      status: z.enum(payoutStatuses),
      payee_name: z.string(),
      payee_bank: z.string(),
      payee_account: z.string(),
      payment_tag: z.string(),
      beneficiary_name: z.string(),
      requested_at: dateTimeText,
      processed_at: z.nullable(dateTimeText),
      voucher_no: z.string(),
      note: z.string(),
      is_delayed: z.boolean(),
      notify_url: z.string(),
      reverse_url: z.string(),
      created_at: dateTimeText,
      extra: z.union([z.string(), z.record(z.string(), z.unknown())]),
      callback_status: z.enum(callbackStatuses),
      callback: callbackProgress,
    }),
  }),
  refusals: ['order_not_found'],
})
