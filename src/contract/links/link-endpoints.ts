import * as z from 'zod/mini'
import { content, dateTimeText, success } from '../answer-shapes.ts'
import { reportedEvents } from '../callbacks/callback-bodies.ts'
import { described, object, repeated } from '../described-fields.ts'
import { type EarlierNames, endpoint, tradeNumbers } from '../endpoint.ts'
import { customData, identifier, integer, optional, required, text, url } from '../fields.ts'

/** §2.4: the fields of both endpoints. The payer's are optional in any combination. */
const linkFields = {
  channel: optional({
    kind: identifier(30),
    absent: '',
    zh: '付款通道代碼；只有一個，請不要傳。<exchange> 代表交易所的代號，完整代碼見 payment-channels',
    en:
      'Payment channel code. There is only one: leave it out. <exchange> stands for the ' +
      'code of the exchange; payment-channels returns the full value',
    says: '<exchange>_coin',
  }),
  merchant_order_no: required(
    identifier(64),
    '您的訂單號；內容相同的重試會得到同一個連結',
    'Your order number. A retry with the same content returns the same link',
  ),
  member_no: required(identifier(64), '您系統裡的會員編號', 'Your ID of the member'),
  member_name: required(text(120), '會員姓名', 'Name of the member'),
  member_account: optional({
    kind: identifier(120),
    absent: '',
    zh: '會員登入帳號',
    en: 'Login of the member',
  }),
  member_phone: optional({
    kind: identifier(30),
    absent: '',
    zh: '會員電話',
    en: 'Phone number of the member',
  }),
  payer_name: optional({
    kind: text(120),
    absent: '',
    zh: '付款人姓名',
    en: 'Name of the payer',
    says: 'member_name',
  }),
  payer_bank_name: optional({
    kind: text(120),
    absent: '',
    zh: '付款銀行名稱',
    en: 'Bank of the payer',
  }),
  payer_bank_code: optional({
    kind: identifier(10),
    absent: '',
    zh: '付款銀行代碼',
    en: 'Bank code of the payer',
  }),
  payer_account_no: optional({
    kind: identifier(120),
    absent: '',
    zh: '付款人完整銀行帳號',
    en: 'Full bank account of the payer',
  }),
  payer_account_last5: optional({
    kind: identifier(120),
    absent: '',
    zh: '付款帳號末五碼；未傳時取自 payer_account_no，兩者都傳時必須一致',
    en:
      'Last five digits of the bank account of the payer. Defaults to those of ' +
      'payer_account_no; if you send both, they must agree',
  }),
  notify_url: required(
    url,
    '代收完成時接收通知的網址',
    'URL that receives the callback when the collection completes',
  ),
  return_url: optional({
    kind: url,
    absent: '',
    zh: '會員可返回的網址；付款頁面在每個狀態都有這個連結',
    en: 'URL to which the member can return; the payment pages link to it in every state',
  }),
  extra: optional({
    kind: customData,
    absent: '',
    zh: '自訂資料：JSON 物件，最多 8 KiB',
    en: 'Custom data: a JSON object, at most 8 KiB',
  }),
} as const

// In order of precedence: the aliases of §2.4 go before the names of v6.0 (§9.2).
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
const addresses = {
  url: described(z.url(), '導向網址', 'URL to redirect the member to'),
  redirect_url: described(z.url(), '同 `url`', 'Same as `url`'),
  payment_url: described(z.url(), '同 `url`', 'Same as `url`'),
}
const waitUrl = described(
  z.url(),
  '等候頁（會員付款的頁面）的短網址',
  'Short URL of the page on which the member waits and pays',
)
const method = described(
  z.literal('GET'),
  '導向的 HTTP 方法，固定為 `GET`',
  'HTTP method of the redirect, always `GET`',
)
const notifyUrl = repeated(z.string(), linkFields.notify_url)

const channel = object({
  code: described(z.string(), '通道代碼', 'Channel code'),
  name: described(z.string(), '通道名稱', 'Channel name'),
  type: described(z.literal('redirect'), '通道種類', 'Kind of channel'),
  method,
})

const callback = object({
  notify_url: notifyUrl,
  return_success_body: described(
    z.literal('success'),
    '確認通知時應回應的文字',
    'Text with which you acknowledge a callback',
  ),
  events: described(
    z.array(z.enum(reportedEvents.collection)),
    '會通知您的事件，依您的 `collection_events`',
    'Events for which you receive a callback, depending on your `collection_events`',
  ),
})

const linkData = {
  ...addresses,
  method,
  channel: described(channel, '付款通道', 'Payment channel'),
  merchant_order_no: described(z.string(), '商戶訂單號', 'Merchant order number'),
  third_party_session: described(
    z.string(),
    '這個連結的付款流程編號',
    'ID of this link’s payment flow',
  ),
  expires_at: described(
    dateTimeText(),
    '連結目前的到期時間；會員送出金額、配到收款帳戶時會延後',
    'Current expiry of the link. It moves later when the member submits an amount, and when a ' +
      'receiving account is assigned',
  ),
  callback: described(callback, '您會收到的通知', 'Callbacks that you will receive'),
}

const redirect = { method, url: addresses.url }

const queryParams = object({
  third_party_order_no: described(z.string(), '商戶訂單號', 'Merchant order number'),
  user_no: described(z.string(), '會員編號', 'Member number'),
  user_name: described(z.string(), '會員姓名', 'Name of the member'),
  user_account: described(z.string(), '會員帳號', 'Login of the member'),
  customer_bank_name: described(z.string(), '付款銀行', 'Bank of the payer'),
  customer_bank_account: described(z.string(), '付款帳號', 'Bank account of the payer'),
  payer_account_last5: described(
    z.string(),
    '付款帳號末五碼',
    'Last five digits of the payer account',
  ),
  payeeAccountNumber: described(z.string(), '付款帳號末五碼', 'Same as payer_account_last5'),
  notify_url: notifyUrl,
  link_sign: described(
    z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    '本服務對這些參數的簽章',
    'Signature of these parameters, made by the service',
  ),
})

/** §4.3: a link to the wait page of an amount chosen by the merchant. */
export const amountLinkCreation = endpoint({
  number: 3,
  path: '/api/v1/merchant/payment-links/amount',
  summary: { zh: '建立指定金額的付款連結', en: 'Create a link for a set amount' },
  notes: [
    {
      zh: '金額須為固定金額之一；允許自訂時，也可以是自訂範圍內的整數。',
      en:
        'The amount must be a fixed amount or, if custom amounts are allowed, a whole number ' +
        'in the custom range.',
    },
    {
      zh: '只把導向網址交給會員的瀏覽器；API 金鑰絕不離開商戶後端。',
      en:
        'Give only the redirect URL to the member’s browser; the API secret never leaves ' +
        'your backend.',
    },
  ],
  request: {
    ...linkFields,
    amount: required(
      integer,
      '代收金額（TWD，整數）；須為固定金額之一，或在自訂範圍內',
      'Amount in whole TWD: a fixed amount, or within the custom range',
    ),
  },
  earlierNames: linkAliases,
  legacyGroup: 'collection',
  creates: 'link',
  response: () =>
    success({
      ...addresses,
      wait_url: waitUrl,
      method,
      amount: described(z.int(), '訂單金額', 'Order amount'),
      amount_mode: described(
        z.enum(['fixed', 'custom']),
        '`fixed` 為固定金額，`custom` 為自訂金額',
        '`fixed` for a fixed amount, `custom` for one in the custom range',
      ),
      data: content({
        ...linkData,
        wait_url: waitUrl,
        redirect: described(object(redirect), '如何導向會員', 'Where to redirect the member'),
        orderid: described(
          z.string(),
          '平台給的代收單號',
          'Collection number, assigned by the platform',
        ),
        trade_no: repeated(z.string(), tradeNumbers.trade_no),
      }),
    }),
  refusals: ['channel_not_available', 'amount_not_allowed', 'duplicate_merchant_order_no'],
})

/** §4.4: a link to the exchange's page, where the member picks the amount. */
export const plainLinkCreation = endpoint({
  number: 4,
  path: '/api/v1/merchant/payment-links',
  summary: { zh: '建立會員選擇金額的付款連結', en: 'Create a link for an open amount' },
  notes: [
    {
      zh: '連結不含金額：會員在付款頁面選擇後，才有代收與單號。完成時通知事件為 collection.completed。',
      en:
        'The link has no amount: the collection is created, and gets its number, when the ' +
        'member chooses an amount on the payment page. When it completes, you receive ' +
        'collection.completed.',
    },
  ],
  request: {
    ...linkFields,
    member_email: optional({
      kind: identifier(255),
      absent: '',
      zh: '會員電子郵件',
      en: 'Member e-mail',
    }),
  },
  earlierNames: linkAliases,
  legacyGroup: 'collection',
  creates: 'link',
  response: () =>
    success({
      ...addresses,
      method,
      amount: described(
        z.null(),
        '`null`：會員尚未選擇',
        '`null`: the member has not chosen it yet',
      ),
      amount_mode: described(z.null(), '`null`：會員尚未選擇', '`null`, like the amount'),
      data: content({
        ...linkData,
        redirect: described(
          object({
            ...redirect,
            query_params: described(
              queryParams,
              '導向網址的參數，商戶無需組合',
              'Parameters of the redirect URL; you do not need to build them',
            ),
          }),
          '如何導向會員',
          'Where to redirect the member',
        ),
      }),
    }),
  refusals: ['channel_not_available', 'duplicate_merchant_order_no'],
})
