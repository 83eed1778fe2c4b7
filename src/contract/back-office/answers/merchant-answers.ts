import * as z from 'zod'
import type { merchantCalls } from '../calls/merchant-calls.ts'
import {
  bucket,
  type DocumentedCalls,
  listOf,
  meaning,
  money,
  named,
  place,
  time,
} from './answer.ts'
import { balance } from './shapes/balance.ts'

const secret = {
  api_secret: meaning(
    z.string(),
    'API 密鑰，只在此回應顯示',
    'The API secret; only this answer shows it',
  ),
  webhook_secret: meaning(
    z.string(),
    '同一密鑰，通知驗證程式庫所用的格式',
    'The same secret in the form that webhook libraries take',
  ),
}

const merchant = named(
  'Merchant',
  z.strictObject({
    uid: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    test: meaning(
      z.boolean(),
      '測試商戶：不在總覽、清單、搜尋與匯出內，也不使用銀行帳戶',
      'A test merchant: in no overview, list, search or export, and without bank accounts',
    ),
    held: meaning(
      z.boolean(),
      '管制中：款項不入帳也不出款',
      'Under a hold: its orders are neither settled nor paid out',
    ),
    ip_whitelist: meaning(
      z.array(z.string()),
      '允許的來源；空清單為不限',
      'Allowed sources; an empty list is any',
    ),
    settings: z.strictObject({
      trusted: meaning(
        z.boolean(),
        '申報的款項立即可用',
        'Money that it declares is available at once',
      ),
      payout_requires_balance: z.boolean(),
      callback_vocabulary: z.enum(['current', 'legacy']),
      collection_events: z.enum(['completed', 'all']),
      legacy_signature: meaning(z.boolean(), '接受舊版簽名', 'Takes the earlier signature'),
      rate_limit: z.enum(['standard', 'high', 'off']),
      display: meaning(
        z.strictObject({ name: z.string(), support_url: z.string() }),
        '會員看到的收款方；未設定時為商戶名稱',
        'Whom members see that they pay; the merchant’s name by default',
      ),
    }),
    legacy_signature_used_at: meaning(
      time.nullable(),
      '最近使用舊版簽名的時間，精確到日',
      'When the earlier signature was last used, to a day',
    ),
    secret_in_use: meaning(
      z.boolean(),
      '最新密鑰是否已使用',
      'Whether the newest secret is in use',
    ),
    previous_secret_until: meaning(
      time.nullable(),
      '舊密鑰有效至何時；沒有舊密鑰為 null',
      'Until when the older secret is valid; null if there is none',
    ),
    database: meaning(z.int(), '所在資料庫的編號', 'The number of its database'),
    created_at: time,
  }),
)

const amounts = named(
  'PaymentAmounts',
  z.strictObject({
    fixed_amounts: z.array(z.int()),
    allow_custom: z.boolean(),
    custom_min: meaning(z.int(), 'allow_custom 為 false 時為 0', '0 where allow_custom is false'),
    custom_max: meaning(z.int(), 'allow_custom 為 false 時為 0', '0 where allow_custom is false'),
  }),
)

const ledgerEntry = named(
  'LedgerEntry',
  z.strictObject({
    at: time,
    order_id: z.int(),
    seq: meaning(z.int(), '訂單的第幾個事件', 'Which event of its order it is of'),
    type: z.enum(['collection', 'payout', 'adjustment']),
    trade_no: meaning(
      z.string(),
      '平台交易號；調整則為其更正的訂單',
      'The order’s number; of an adjustment the order that it corrects',
    ),
    number: meaning(
      z.string(),
      'orderid、serial_no 或調整編號',
      'The orderid, the serial_no, or the adjustment’s id',
    ),
    merchant_order_no: z.string(),
    event: z.string(),
    reason: z.string(),
    actor: z.string(),
    channel: z.string(),
    from: place,
    to: place,
    amount: meaning(money, '恆為正數', 'Always positive'),
  }),
)

const adjustment = named(
  'Adjustment',
  z.strictObject({
    id: z.int(),
    bucket,
    amount: meaning(money, '負數為扣除', 'Negative where it takes money out'),
    reason: z.string(),
    trade_no: meaning(z.string(), '更正的訂單；可為空', 'The order that it corrects, or empty'),
    idempotency_key: z.string(),
    actor: z.string(),
    created_at: time,
  }),
)

export const merchantAnswers = {
  createMerchant: {
    says: {
      zh: '建立商戶；密鑰只在此回應顯示',
      en: 'Creates a merchant; its secret is shown in this answer only',
    },
    answer: named('NewMerchant', z.strictObject({ uid: z.string(), ...secret })),
    waits: true,
  },
  listMerchants: {
    says: { zh: '商戶清單，由舊到新', en: 'Lists merchants, oldest first' },
    answer: listOf('MerchantList', merchant),
  },
  showMerchant: {
    says: { zh: '一個商戶', en: 'Shows a merchant, without its secrets' },
    answer: merchant,
  },
  patchMerchant: {
    says: { zh: '更改商戶的指定欄位', en: 'Changes the given fields of a merchant' },
    answer: merchant,
    waits: true,
  },
  rotateSecret: {
    says: {
      zh: '產生新密鑰；舊密鑰在 grace_seconds 內仍有效',
      en: 'Gives a merchant a new secret; the one in use stays valid for grace_seconds',
    },
    answer: named('NewSecret', z.strictObject(secret)),
    waits: true,
  },
  setPaymentAmounts: {
    says: { zh: '設定付款連結可用的金額', en: 'Sets which amounts a member may pay by link' },
    notes: {
      zh: '允許自訂金額時 1 ≤ custom_min ≤ custom_max，否則至少須有一個固定金額',
      en: '1 ≤ custom_min ≤ custom_max where allow_custom is true, else at least one fixed amount',
    },
    answer: amounts,
  },
  showPaymentAmounts: {
    says: { zh: '付款連結可用的金額', en: 'Shows which amounts a member may pay by link' },
    answer: amounts,
  },
  showBalance: {
    says: { zh: '商戶的餘額', en: 'Shows a merchant’s balance' },
    answer: balance,
  },
  listLedger: {
    says: { zh: '商戶的帳務明細，由新到舊', en: 'Lists a merchant’s ledger, newest entry first' },
    answer: listOf('Ledger', ledgerEntry),
  },
  exportLedger: {
    says: { zh: '商戶帳務明細的 CSV 檔', en: 'Gives a merchant’s ledger as a file of CSV' },
    answer: 'csv',
  },
  adjustBalance: {
    says: {
      zh: '調整商戶餘額；相同 idempotency_key 只入帳一次',
      en: 'Corrects a merchant’s balance, once for each idempotency_key',
    },
    answer: adjustment,
    waits: true,
  },
} satisfies DocumentedCalls<typeof merchantCalls>
