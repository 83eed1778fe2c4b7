import * as z from 'zod'
import {
  bucketName,
  buckets,
  feeOfEntry,
  isTest,
  listOf,
  meaning,
  money,
  place,
  shape,
  time,
} from '../shapes.ts'
import { autoChoices } from '../states.ts'

// The OpenAPI document lists schemas in the order in which they are named: all of these in one file keep it.

const tallyView = shape('Tally', z.strictObject({ count: z.int(), amount: money }))

const channelSummaryView = z.strictObject({
  collection: z.strictObject({ pending: tallyView, succeeded: tallyView, manual: tallyView }),
  payout: z.strictObject({ pending: tallyView, processed: tallyView, cancelled: tallyView }),
  ...buckets,
  withdrawable: meaning(
    money,
    '可提領金額：可用餘額減最近幾日（settle_after_days）的代收，不低於 0',
    'Withdrawable amount: the available balance less collections of the last settle_after_days days, at least 0',
  ),
  fees: meaning(
    money,
    '本月各筆帳務的手續費合計，退還為負',
    'Fees of this month’s ledger entries; refunds are negative',
  ),
  channels: meaning(
    z.record(z.string(), z.strictObject({ ...buckets, collected: tallyView, paid_out: tallyView })),
    '各通道的餘額，以及已入帳的代收與已出款的代付',
    'The balance of each channel, with its settled collections and paid payouts',
  ),
})

/** A merchant's balance, as in its own query (§4.9). */
export const balanceView = shape(
  'Balance',
  z.strictObject({
    ok: z.literal(1),
    message: z.literal('success'),
    balance: meaning(money, '可用', 'Available'),
    balance0: meaning(money, '合計', 'Total'),
    balance1: meaning(money, '凍結', 'Frozen'),
    balance2: meaning(money, '待確認', 'Awaiting confirmation'),
    data: z.strictObject({ summary: channelSummaryView }),
  }),
)

const secretViewFields = {
  api_secret: meaning(z.string(), 'API 金鑰，只在此回應顯示', 'API secret, only in this answer'),
  webhook_secret: meaning(
    z.string(),
    '同一金鑰，Standard Webhooks 函式庫所用的格式',
    'The same secret in the format of Standard Webhooks libraries',
  ),
}

export const merchantView = shape(
  'Merchant',
  z.strictObject({
    uid: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    test: meaning(
      z.boolean(),
      '測試商戶：不在總覽、清單、搜尋與匯出內，也不使用銀行帳戶',
      'A test merchant: excluded from the overview, lists, search and exports, without bank accounts',
    ),
    held: meaning(
      z.boolean(),
      '管制中：款項不入帳也不出款',
      'Whether a hold blocks settlements and payouts of its orders',
    ),
    ip_whitelist: meaning(
      z.array(z.string()),
      '允許的來源 IP；空清單為不限',
      'Allowed source IPs; an empty list allows any',
    ),
    settings: z.strictObject({
      trusted: meaning(z.boolean(), '申報的款項立即可用', 'Declared money is available at once'),
      payout_requires_balance: z.boolean(),
      callback_vocabulary: z.enum(['current', 'legacy']),
      collection_events: z.enum(['completed', 'all']),
      legacy_signature: meaning(z.boolean(), '接受舊版簽章', 'Whether it may sign in legacy style'),
      rate_limit: z.enum(['standard', 'high', 'off']),
      display: meaning(
        z.strictObject({ name: z.string(), support_url: z.string() }),
        '會員看到的收款方；未設定時為商戶名稱',
        'The payee shown to members; the merchant’s name by default',
      ),
      auto: meaning(
        z.enum(autoChoices),
        '其代收的自動配對：off 不處理、assign 指定帳戶、settle 指定並入帳；帳戶也須開啟',
        'Automatic matching of its collections: off; assign an account; settle too. The account must allow it as well',
      ),
      auto_withdrawal: meaning(
        z.strictObject({ minimum: money }).nullable(),
        '每日自動提領全部可提領金額，達 minimum 才提領；null 為不自動',
        'Daily automatic withdrawal of the whole withdrawable amount if it is at least `minimum`; null for none',
      ),
    }),
    legacy_signature_used_at: meaning(
      time.nullable(),
      '最近使用舊版簽章的時間，精確到日；沒有為 null',
      'When the legacy signature was last used, to the day; null for never',
    ),
    secret_in_use: meaning(
      z.boolean(),
      '最新金鑰是否已在使用',
      'Whether the newest secret is in use',
    ),
    previous_secret_until: meaning(
      time.nullable(),
      '舊金鑰的到期時間；沒有舊金鑰為 null',
      'Expiry of the older secret; null for none',
    ),
    database: z.int(),
    created_at: time,
  }),
)

const listedMerchantView = shape(
  'MerchantItem',
  merchantView.extend({
    balance: meaning(
      z.strictObject(buckets).optional(),
      'balances=1 才有：各通道合計的餘額',
      'With balances=1 only: its balance over all channels',
    ),
  }),
)

export const paymentAmountsView = shape(
  'PaymentAmounts',
  z.strictObject({
    fixed_amounts: z.array(z.int()),
    allow_custom: z.boolean(),
    custom_min: meaning(z.int(), 'allow_custom 為 false 時為 0', '0 if allow_custom is false'),
    custom_max: meaning(z.int(), 'allow_custom 為 false 時為 0', '0 if allow_custom is false'),
  }),
)

const ledgerEntryView = shape(
  'LedgerEntry',
  z.strictObject({
    at: time,
    order_id: z.int(),
    seq: meaning(z.int(), '所屬事件在訂單中的序號', 'Number of its event in the order'),
    type: z.enum(['collection', 'payout', 'adjustment']),
    trade_no: meaning(
      z.string(),
      '交易編號；調整則為其更正的訂單',
      'Transaction number of the order; for an adjustment, of the order that it corrects',
    ),
    number: meaning(z.string(), 'orderid、serial_no 或調整編號', 'Number of order or adjustment'),
    merchant_order_no: z.string(),
    event: z.string(),
    reason: z.string(),
    actor: z.string(),
    channel: z.string(),
    from: place,
    to: place,
    amount: meaning(money, '恆為正數', 'Always positive'),
    fee: feeOfEntry,
    balance: meaning(
      money.nullable(),
      '此筆之後商戶的餘額，各種款項合計；以舊版的 cursor 查詢時為 null',
      'Total balance of the merchant after this entry; null when read with a cursor of an earlier release',
    ),
  }),
)

// `fees`: from the platform's fees to the merchant's available money.
export const adjustedBucket = z.enum([...bucketName.options, 'fees'])

export const adjustmentView = shape(
  'Adjustment',
  z.strictObject({
    id: z.int(),
    bucket: adjustedBucket,
    amount: meaning(money, '負數為扣除', 'Negative for a deduction'),
    reason: z.string(),
    trade_no: meaning(z.string(), '更正的訂單；沒有為空', 'The corrected order; empty for none'),
    idempotency_key: z.string(),
    actor: z.string(),
    created_at: time,
  }),
)

export const newMerchantView = shape(
  'NewMerchant',
  z.strictObject({ uid: z.string(), ...secretViewFields }),
)

export const merchantList = listOf('MerchantList', listedMerchantView)

export const newSecretView = shape('NewSecret', z.strictObject(secretViewFields))

export const ledgerView = listOf('Ledger', ledgerEntryView)

export const holdView = shape(
  'Hold',
  z.strictObject({
    id: z.int(),
    merchant_uid: meaning(z.string(), '未指定為空', 'Empty if the hold is not on a merchant'),
    user_id: meaning(z.string(), '該商戶的會員；可為空', 'Member of that merchant, or empty'),
    account_no: z.string(),
    trade_no: z.string(),
    reason: z.string(),
    case_no: z.string(),
    actor: z.string(),
    created_at: time,
    lifted_at: meaning(time.nullable(), '管制中為 null', 'null while the hold is active'),
    lifted_by: z.string(),
    lift_reason: z.string(),
    test: isTest,
  }),
)

export const erasureView = shape(
  'Erasure',
  z.strictObject({
    id: z.int(),
    merchant_uid: z.string(),
    user_id: z.string(),
    state: z.enum(['running', 'done']),
    asked_at: time,
    ended_at: time.nullable(),
    orders: z.int(),
    links: z.int(),
  }),
)

export const begunErasureView = shape('BegunErasure', z.strictObject({ id: z.int() }))

export const holdList = listOf('HoldList', holdView)
