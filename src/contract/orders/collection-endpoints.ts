import * as z from 'zod/mini'
import { content, dateTimeText, success } from '../answer-shapes.ts'
import { described, repeated } from '../described-fields.ts'
import { endpoint, tradeNumbers } from '../endpoint.ts'
import {
  currency,
  dateTime,
  identifier,
  money,
  oneOf,
  optional,
  required,
  text,
  url,
} from '../fields.ts'
import * as order from './order-endpoint-parts.ts'
import { collectionStatuses, confirmationStates, matchingStatuses } from './order-statuses.ts'

const creationFields = {
  orderid: required(
    identifier(64),
    '代收單號，同一商戶不可重複',
    'Collection number, unique per merchant',
  ),
  merchant_order_no: optional({
    kind: identifier(64),
    absent: '',
    zh: '您的訂單號',
    en: 'Your order number',
    says: 'orderid',
  }),
  gateway_code: optional({
    kind: identifier(30),
    absent: 'gateway_c',
    zh: '閘道代碼，只供記錄；請不要傳',
    en: 'Gateway code, stored for reference only. Leave it out',
  }),
  channel: optional({
    kind: identifier(30),
    absent: '',
    zh: '您自訂的分類，餘額與帳務依它統計；不影響付款',
    en:
      'Your own label: the balance and the ledger show totals by it. It does not affect the ' +
      'payment',
  }),
  currency: optional({
    kind: currency,
    absent: 'TWD',
    zh: '幣別，只接受 TWD（不分大小寫）',
    en: 'Currency: only TWD, upper or lower case',
  }),
  amount: required(money(1), '代收金額（TWD）', 'Collection amount in TWD'),
  paid_amount: optional({
    kind: money(0),
    absent: null,
    zh: '實付金額；`status` 為 `succeeded` 或 `manual` 時，預設為 `amount`',
    en: 'Amount paid. If `status` is `succeeded` or `manual`, it defaults to `amount`',
  }),
  status: optional({
    kind: oneOf(collectionStatuses),
    absent: 'pending',
    zh: '請不要傳：`succeeded` 或 `manual` 表示您申報已自行收到款項',
    en: 'Do not send it: `succeeded` or `manual` declares money that you have already received',
  }),
  collection_status: optional({
    kind: oneOf(matchingStatuses),
    absent: 'pending',
    zh: '收款帳戶的配對狀態；請不要傳',
    en: 'State of matching to a receiving account. Do not send it',
  }),
  collection_account_name: optional({
    kind: text(120),
    absent: '',
    zh: '平台收款帳戶的戶名',
    en: 'Account holder of the receiving account, which belongs to the platform',
  }),
  collection_account_no: optional({
    kind: text(80),
    absent: '',
    zh: '平台收款帳戶的帳號',
    en: 'Number of the receiving account',
  }),
  collection_bank_name: optional({
    kind: text(120),
    absent: '',
    zh: '平台收款帳戶的銀行',
    en: 'Bank of the receiving account',
  }),
  counterparty_account: optional({
    kind: text(120),
    absent: '',
    zh: '付款人銀行帳號；以末五碼核對入帳',
    en: 'Bank account of the payer. Its last five digits help to match the deposit',
  }),
  member_bank_name: optional({
    kind: text(120),
    absent: '',
    zh: '付款人銀行名稱',
    en: 'Bank of the payer',
  }),
  user_id: optional({
    kind: identifier(64),
    absent: '',
    zh: '您系統裡的會員編號',
    en: 'Your ID of the member',
  }),
  user_name: optional({ kind: text(120), absent: '', zh: '會員姓名', en: 'Name of the member' }),
  notify_url: optional({
    kind: url,
    absent: '',
    zh: '接收通知的網址',
    en: 'URL that receives the callbacks',
  }),
  return_url: optional({
    kind: url,
    absent: '',
    zh: '付款後返回的網址',
    en: 'URL to which the payer returns after paying',
  }),
  paid_at: optional({
    kind: dateTime,
    absent: null,
    zh: '付款時間；只在 `status` 為 `succeeded` 或 `manual` 時採用',
    en: 'Time of payment. Used only if `status` is `succeeded` or `manual`',
  }),
  extra: order.extra,
}

const paymentBankAccount = described(
  z.string(),
  '收款帳號；尚未配對時，以及銀行凍結該帳戶時，為空字串',
  'Number of the receiving account. Empty until one is assigned, and while the bank has frozen ' +
    'it',
)
const counterpartyAccount = described(z.string(), '付款人銀行帳號', 'Bank account of the payer')

/** §4.5: creates a collection. */
export const collectionCreation = endpoint({
  number: 5,
  path: '/api/v1/merchant/collections',
  summary: { zh: '建立代收', en: 'Create a collection' },
  notes: [
    {
      zh: '同一商戶的 orderid 不可重複；未傳 merchant_order_no 時等於 orderid。',
      en: 'orderid must be unique per merchant; merchant_order_no defaults to it.',
    },
    order.notes.tradeNo,
    {
      zh:
        '請不要傳 `status`：`succeeded` 或 `manual` 表示您申報已自行收到款項，須經平台確認才算數' +
        '。',
      en:
        'Do not send `status`: `succeeded` or `manual` declares money that you have already ' +
        'received, which counts only once the platform confirms it.',
    },
  ],
  request: creationFields,
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
  ignoredWhilePending: ['paid_at'],
  creates: 'collection',
  response: () =>
    success({
      data: content({
        id: order.fields.id,
        orderid: repeated(z.string(), creationFields.orderid),
        merchant_order_no: repeated(z.string(), creationFields.merchant_order_no),
        status: described(z.enum(collectionStatuses), '訂單狀態', 'Order status'),
        amount: order.fields.amount,
        paid_amount: described(
          z.number(),
          '實付金額；尚未付款時為 0',
          'Amount paid; 0 until it is paid',
        ),
        payment_bank_account: paymentBankAccount,
        counterparty_account: counterpartyAccount,
        trade_no: order.fields.trade_no,
      }),
    }),
  refusals: ['duplicate_orderid'],
})

const queryFields = {
  orderid: optional({ kind: identifier(64), absent: '', zh: '代收單號', en: 'Collection number' }),
  merchant_order_no: optional({
    kind: identifier(64),
    absent: '',
    zh: '您的訂單號',
    en: 'Your order number',
  }),
  ...tradeNumbers,
  // v6.0 had one name for both numbers: orderid, else merchant_order_no (decisions §2, earlier names).
  orderNo: optional({
    kind: identifier(64),
    absent: '',
    zh: 'orderid 或 merchant_order_no 的舊版名稱',
    en: 'The v6.0 name of orderid or merchant_order_no',
  }),
}

/** §4.6: one collection of the caller. */
export const collectionQuery = endpoint({
  number: 6,
  path: '/api/v1/merchant/collections/status',
  summary: { zh: '查詢代收', en: 'Query a collection' },
  notes: [
    order.notes.ownOrders,
    {
      zh: 'merchant_order_no 重複時，以已付款的訂單優先，否則為最新的一筆。',
      en:
        'If several orders have the merchant_order_no, a paid one is returned, otherwise the ' +
        'newest.',
    },
  ],
  request: queryFields,
  earlierNames: [
    ['orderNo', 'orderid'],
    ['orderNo', 'merchant_order_no'],
  ],
  legacyGroup: 'collection',
  response: () =>
    success({
      ...order.queryAnswer(['PENDING', 'PAID', 'MANUAL PAID', 'EXCEPTION']),
      data: content({
        ...order.firstFields,
        orderid: repeated(z.string(), queryFields.orderid),
        merchant_order_no: repeated(z.string(), queryFields.merchant_order_no),
        gateway_code: described(z.string(), '閘道代碼', 'Gateway code'),
        channel: described(z.string(), '您自訂的分類', 'Your own label'),
        currency: repeated(z.string(), creationFields.currency),
        amount: order.fields.amount,
        paid_amount: described(
          z.number(),
          '實付金額，可能與 `amount` 不同；請依此金額入帳',
          'Amount paid, which may differ from `amount`. Credit this amount',
        ),
        system_status: described(
          z.enum(collectionStatuses),
          '同 data.status',
          'Same as data.status',
        ),
        status: described(
          z.enum(collectionStatuses),
          '目前的狀態；判斷結果請看最外層的 `status`',
          'Current state. To decide the outcome, use the top-level `status`',
        ),
        collection_status: described(
          z.enum(matchingStatuses),
          '配對收款帳戶的進度；不代表已付款',
          'Whether a receiving account is assigned; not whether it is paid',
        ),
        confirmation: described(
          z.enum(confirmationStates),
          '您申報款項的確認狀態；無需確認時為 `none`',
          'Whether the platform has confirmed money you declared; `none` if nothing was ' +
            'declared',
        ),
        collection_account_name: repeated(z.string(), creationFields.collection_account_name),
        collection_account_no: repeated(z.string(), creationFields.collection_account_no),
        collection_bank_name: repeated(z.string(), creationFields.collection_bank_name),
        payment_bank_account: paymentBankAccount,
        counterparty_account: counterpartyAccount,
        member_bank_name: repeated(z.string(), creationFields.member_bank_name),
        user_id: repeated(z.string(), creationFields.user_id),
        user_name: repeated(z.string(), creationFields.user_name),
        notify_url: repeated(z.string(), creationFields.notify_url),
        return_url: repeated(z.string(), creationFields.return_url),
        paid_at: described(z.nullable(dateTimeText()), '付款時間', 'Time of payment'),
        reason: described(
          z.string(),
          '異常、被拒或沖正的原因；沒有時為空字串。account_frozen：銀行凍結了收款帳戶',
          'Reason for the exception, rejection or reversal, or an empty string. ' +
            'account_frozen: the bank has frozen the receiving account',
        ),
        ...order.lastFields,
      }),
    }),
  refusals: ['order_not_found'],
})
