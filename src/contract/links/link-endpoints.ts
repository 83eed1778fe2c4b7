import * as z from 'zod/mini'
import { dateTimeText, success } from '../answer-shapes.ts'
import { type EarlierNames, endpoint } from '../endpoint.ts'
import { customData, identifier, integer, optional, required, text, url } from '../fields.ts'

/** §2.4: what both endpoints take. All of the payer's fields are advice: nothing of them is ever missing. */
const linkFields = {
  channel: optional(
    identifier(30),
    '',
    '儲值通道代碼;目前只有一個,可不傳',
    'Code of the top-up channel; there is only one',
    '<exchange>_coin',
  ),
  merchant_order_no: required(
    identifier(64),
    '商戶儲值單號;內容相同的重送會得到同一個連結',
    'Merchant top-up order number; the same content again gives the same link',
  ),
  member_no: required(identifier(64), '商戶會員編號', 'Merchant member number'),
  member_name: required(text(120), '會員姓名', 'Member name'),
  member_account: optional(identifier(120), '', '會員登入帳號', 'Member login'),
  member_phone: optional(identifier(30), '', '會員電話', 'Member phone'),
  payer_name: optional(text(120), '', '付款人姓名', 'Payer name', 'member_name'),
  payer_bank_name: optional(
    text(120),
    '',
    '付款銀行名稱(建議提供)',
    'Payer bank name (recommended)',
  ),
  payer_bank_code: optional(identifier(10), '', '付款銀行代碼', 'Payer bank code'),
  payer_account_no: optional(
    identifier(120),
    '',
    '付款人完整銀行帳號(建議提供)',
    'Full payer bank account (recommended)',
  ),
  payer_account_last5: optional(
    identifier(120),
    '',
    '付款帳號末五碼;未傳時取自 payer_account_no,兩者都傳時必須一致',
    'Last five digits of the payer account; taken from payer_account_no when absent, and must agree with it',
  ),
  notify_url: required(url, '代收完成時的通知網址', 'Address called when the collection completes'),
  return_url: optional(url, '', '會員可返回的網址', 'Address the member may return to'),
  extra: optional(
    customData,
    '',
    '自訂資料:JSON 物件,最多 8 KiB',
    'Custom data: a JSON object, at most 8 KiB',
  ),
} as const

// §2.4's own aliases stand before what v6.0 called the same (§9.2).
const linkAliases: EarlierNames = [
  ['orderNo', 'merchant_order_no'],
  ['userNo', 'member_no'],
  ['userName', 'member_name'],
  ['member_bank_name', 'payer_bank_name'],
  ['bankName', 'payer_bank_name'],
  ['payerAccountNumber', 'payer_account_no'],
  ['member_bank_account', 'payer_account_no'],
  ['bankAccount', 'payer_account_no'],
  ['payeeAccountNumber', 'payer_account_last5'],
  ['notifyUrl', 'notify_url'],
  ['returnUrl', 'return_url'],
]

// §2.6: three names of one address.
const addresses = { url: z.url(), redirect_url: z.url(), payment_url: z.url() }
const method = z.literal('GET')

const linkData = {
  ...addresses,
  method,
  channel: z.object({
    code: z.string(),
    name: z.string(),
    type: z.literal('redirect'),
    method,
  }),
  merchant_order_no: z.string(),
  third_party_session: z.string(),
  expires_at: dateTimeText,
  callback: z.object({
    notify_url: z.string(),
    return_success_body: z.literal('success'),
    events: z.array(z.literal('collection.completed')),
  }),
}

/** §4.3: a link to the wait page of an amount that the merchant has chosen. */
export const createAmountLink = endpoint({
  number: 3,
  path: '/api/v1/merchant/payment-links/amount',
  summary: { zh: '建立指定金額的付款連結', en: 'Wait-page link for a chosen amount' },
  request: {
    ...linkFields,
    amount: required(
      integer,
      '儲值金額(TWD,整數);須為固定金額之一,或在自訂範圍內',
      'Amount in whole TWD: a fixed one, or within the custom range',
    ),
  },
  earlierNames: linkAliases,
  legacyGroup: 'collection',
  creates: 'link',
  response: success({
    ...addresses,
    wait_url: z.url(),
    method,
    amount: z.int(),
    amount_mode: z.enum(['fixed', 'custom']),
    data: z.object({
      ...linkData,
      wait_url: z.url(),
      redirect: z.object({ method, url: z.url() }),
      orderid: z.string(),
      trade_no: z.string(),
    }),
  }),
  refusals: ['channel_not_available', 'amount_not_allowed', 'duplicate_merchant_order_no'],
})

/** §4.4: a link to the exchange's page, where the member picks the amount. */
export const createPlainLink = endpoint({
  number: 4,
  path: '/api/v1/merchant/payment-links',
  summary: { zh: '建立交易所付款連結', en: 'Exchange redirect link' },
  request: {
    ...linkFields,
    member_email: optional(identifier(255), '', '會員電子郵件', 'Member e-mail'),
  },
  earlierNames: linkAliases,
  legacyGroup: 'collection',
  creates: 'link',
  response: success({
    ...addresses,
    method,
    amount: z.null(),
    amount_mode: z.null(),
    data: z.object({
      ...linkData,
      redirect: z.object({
        method,
        url: z.url(),
        query_params: z.object({
          third_party_order_no: z.string(),
          user_no: z.string(),
          user_name: z.string(),
          user_account: z.string(),
          customer_bank_name: z.string(),
          customer_bank_account: z.string(),
          payer_account_last5: z.string(),
          payeeAccountNumber: z.string(),
          notify_url: z.string(),
          link_sign: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
        }),
      }),
    }),
  }),
  refusals: ['channel_not_available', 'duplicate_merchant_order_no'],
})
