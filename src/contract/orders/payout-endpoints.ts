import * as z from 'zod/mini'
import { content, dateTimeText, success } from '../answer-shapes.ts'
import { described, repeated } from '../described-fields.ts'
import { endpoint, orderNumbers, tradeNumbers } from '../endpoint.ts'
import {
  boolean,
  dateTime,
  identifier,
  money,
  optional,
  required,
  text,
  url,
  wordFor,
} from '../fields.ts'
import * as order from './order-endpoint-parts.ts'
import { type PayoutStatus, payoutStatuses } from './order-statuses.ts'

// §3.2: merchants' other values, and the stored status of each.
const payoutStatusAliases = {
  success: 'processed',
  succeeded: 'processed',
  failed: 'cancelled',
  rejected: 'cancelled',
} as const satisfies Record<string, PayoutStatus>

const creationFields = {
  serial_no: required(
    identifier(40),
    '您的代付單號，同一商戶不可重複',
    'Your payout number, unique per merchant',
  ),
  merchant_order_no: optional({
    kind: identifier(80),
    absent: '',
    zh: '您的訂單號',
    en: 'Your order number',
    says: 'serial_no',
  }),
  channel: optional({
    kind: identifier(30),
    absent: '代付',
    zh: '您自訂的分類，不影響出款',
    en: 'Your own label, with no effect on the payout',
  }),
  amount: required(money(1), '代付金額（TWD）', 'Payout amount in TWD'),
  actual_amount: optional({
    kind: money(0),
    absent: null,
    zh: '要申報的出款金額；請不要傳',
    en: 'Amount to report as paid out. Do not send it',
    says: 'amount',
  }),
  status: optional({
    kind: wordFor(payoutStatuses, payoutStatusAliases),
    absent: 'pending',
    zh:
      '請不要傳：`processed` 會立即扣款，但平台不會匯款。`success`、`succeeded` 視為 `processed`' +
      '，`failed`、`rejected` 視為 `cancelled`',
    en:
      'Do not send it: `processed` debits your balance at once, but the platform sends no ' +
      'money. `success` and `succeeded` mean `processed`; `failed` and `rejected` mean ' +
      '`cancelled`',
  }),
  payee_name: required(text(120), '收款人姓名', 'Name of the payee'),
  payee_bank: optional({
    kind: text(120),
    absent: '',
    zh: '收款銀行；沒有時無法匯款',
    en: 'Bank of the payee. Without it, the money cannot be sent',
  }),
  payee_account: optional({
    kind: text(80),
    absent: '',
    zh: '收款帳號；沒有時無法匯款',
    en: 'Bank account of the payee. Without it, the money cannot be sent',
  }),
  payment_tag: optional({
    kind: text(60),
    absent: '',
    zh: '您自訂的標籤，只供記錄',
    en: 'Your own tag, stored for reference only',
  }),
  beneficiary_name: optional({
    kind: text(120),
    absent: '',
    zh: '受益人姓名；與收款人不同時才傳',
    en: 'Name of the beneficiary, if it differs from the payee',
    says: 'payee_name',
  }),
  requested_at: optional({
    kind: dateTime,
    absent: null,
    zh: '申請時間；未傳時為目前時間',
    en: 'Time of your request. Defaults to the current time',
  }),
  processed_at: optional({
    kind: dateTime,
    absent: null,
    zh: '處理時間；`status` 為 `pending` 時忽略',
    en: 'Time of processing. Ignored if `status` is `pending`',
  }),
  voucher_no: optional({
    kind: text(80),
    absent: '',
    zh: '匯款的憑證號碼',
    en: 'Voucher number of the transfer',
  }),
  note: optional({
    kind: text(2000),
    absent: '',
    zh: '備註',
    en: 'Your note, stored for reference only',
  }),
  is_delayed: optional({
    kind: boolean,
    absent: false,
    zh: '是否延遲處理，只供記錄',
    en: 'Whether processing is delayed; stored for reference only',
    says: 'false',
  }),
  notify_url: optional({
    kind: url,
    absent: '',
    zh: '代付完成時接收通知的網址',
    en: 'URL that receives the callback when the payout completes',
  }),
  reverse_url: optional({
    kind: url,
    absent: '',
    zh: '代付失敗、取消或退匯時接收通知的網址；未傳時送到 notify_url',
    en:
      'URL that receives the callback when the payout fails, is cancelled or is returned. ' +
      'Defaults to notify_url',
  }),
  extra: order.extra,
}

/** §4.7: creates a payout. */
export const payoutCreation = endpoint({
  number: 7,
  path: '/api/v1/merchant/payouts',
  summary: { zh: '建立代付', en: 'Create a payout' },
  notes: [
    {
      zh: '同一商戶的 serial_no 不可重複。建立後凍結該金額；處理時扣款，取消時釋回。',
      en:
        'serial_no must be unique per merchant. The amount is frozen first, then debited when ' +
        'the payout is processed, or released when it is cancelled.',
    },
    {
      zh: '超過可用餘額的代付也會成立，餘額成為負數；只有平台為您開啟餘額檢查時，才回應 insufficient_balance。',
      en:
        'A payout that exceeds your available balance is accepted and makes the balance ' +
        'negative; insufficient_balance is returned only if the platform has enabled the check ' +
        'for you.',
    },
    {
      zh: '請一定要傳 payee_bank 與 payee_account：缺少這兩欄，代付仍會成立，但平台無法匯款。',
      en:
        'Always send payee_bank and payee_account: without them the payout is created, but no ' +
        'money can be sent.',
    },
    {
      zh: '逾時沒有得到回應時，先查詢再決定是否重試，並沿用同一個 serial_no。',
      en: 'After a timeout, query the payout first; retry only with the same serial_no.',
    },
  ],
  request: creationFields,
  earlierNames: [
    ['orderNo', 'serial_no'],
    ['notifyUrl', 'notify_url'],
    ['reverseUrl', 'reverse_url'],
    ['name', 'payee_name'],
    ['bankName', 'payee_bank'],
    ['bankAccount', 'payee_account'],
  ],
  legacyGroup: 'payout',
  ignoredWhilePending: ['processed_at'],
  creates: 'payout',
  response: () =>
    success({
      data: content({
        id: order.fields.id,
        serial_no: repeated(z.string(), creationFields.serial_no),
        merchant_order_no: repeated(z.string(), creationFields.merchant_order_no),
        status: described(z.enum(payoutStatuses), '訂單狀態', 'Order status'),
        amount: order.fields.amount,
        trade_no: order.fields.trade_no,
      }),
    }),
  refusals: ['duplicate_serial_no', 'insufficient_balance'],
})

const queryFields = {
  serial_no: optional({
    kind: identifier(40),
    absent: '',
    zh: '代付單號',
    en: 'Your payout number',
  }),
  merchant_order_no: orderNumbers.merchant_order_no,
  ...tradeNumbers,
  // v6.0 had one name for both numbers: serial_no, else merchant_order_no (decisions §2, earlier names).
  orderNo: optional({
    kind: identifier(80),
    absent: '',
    zh: 'serial_no 或 merchant_order_no 的舊版名稱',
    en: 'The v6.0 name of serial_no or merchant_order_no',
  }),
}

/** §4.8: one payout of the caller. */
export const payoutQuery = endpoint({
  number: 8,
  path: '/api/v1/merchant/payouts/status',
  summary: { zh: '查詢代付', en: 'Query a payout' },
  notes: [
    order.notes.ownOrders,
    {
      zh: 'merchant_order_no 重複時，以已處理（processed）的代付優先，否則為最新的一筆。',
      en:
        'If several payouts have the merchant_order_no, a processed one is returned, otherwise ' +
        'the newest.',
    },
  ],
  request: queryFields,
  earlierNames: [
    ['orderNo', 'serial_no'],
    ['orderNo', 'merchant_order_no'],
  ],
  legacyGroup: 'payout',
  response: () =>
    success({
      ...order.queryAnswer(['PENDING', 'PAID', 'CANCELLED']),
      data: content({
        ...order.firstFields,
        kind: described(
          z.optional(z.literal('withdrawal')),
          '提領為 `withdrawal`；其他代付沒有此欄',
          '`withdrawal`; absent for other payouts',
        ),
        serial_no: repeated(z.string(), queryFields.serial_no),
        merchant_order_no: repeated(z.string(), queryFields.merchant_order_no),
        channel: described(z.string(), '您自訂的分類', 'Your own label'),
        amount: order.fields.amount,
        actual_amount: described(
          z.number(),
          '出款金額；待處理時為預計金額，取消時為 0',
          'Amount paid out; while pending, the amount expected; 0 if cancelled',
        ),
        system_status: described(z.enum(payoutStatuses), '同 data.status', 'Same as data.status'),
        status: described(
          z.enum(payoutStatuses),
          '目前的狀態；判斷結果請看最外層的 `status`',
          'Current state. To decide the outcome, use the top-level `status`',
        ),
        payee_name: repeated(z.string(), creationFields.payee_name),
        payee_bank: described(z.string(), '收款銀行', 'Bank of the payee'),
        payee_account: described(z.string(), '收款帳號', 'Bank account of the payee'),
        payment_tag: repeated(z.string(), creationFields.payment_tag),
        beneficiary_name: repeated(z.string(), creationFields.beneficiary_name),
        requested_at: described(dateTimeText(), '申請時間', 'Time of your request'),
        processed_at: described(
          z.nullable(dateTimeText()),
          '處理時間；取消時為取消時間',
          'Time at which it was processed or cancelled',
        ),
        voucher_no: repeated(z.string(), creationFields.voucher_no),
        note: repeated(z.string(), creationFields.note),
        reason: described(
          z.string(),
          '取消或銀行退匯的原因；沒有時為空字串',
          'Reason for the cancellation or return, or an empty string',
        ),
        is_delayed: repeated(z.boolean(), creationFields.is_delayed),
        notify_url: repeated(z.string(), creationFields.notify_url),
        reverse_url: repeated(z.string(), creationFields.reverse_url),
        ...order.lastFields,
      }),
    }),
  refusals: ['order_not_found'],
})
