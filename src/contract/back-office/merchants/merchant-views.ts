import * as z from 'zod'
import {
  bucketName,
  buckets,
  feeOfEntry,
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
    'What can be withdrawn: available less what collections credited in the last settle_after_days days, at least 0',
  ),
  fees: meaning(
    money,
    '本月各筆帳務的手續費合計，退還為負',
    'The fees of this month’s ledger entries; given back is negative',
  ),
  channels: meaning(
    z.record(z.string(), z.strictObject({ ...buckets, collected: tallyView, paid_out: tallyView })),
    '各通道的餘額，以及已入帳的代收與已出款的代付',
    'The balance of each channel, with what it collected and paid out',
  ),
})

/** A merchant's balance, as in its own query (§4.9). */
export const balanceView = shape(
  'Balance',
  z.strictObject({
    ok: z.literal(1),
    message: z.literal('success'),
    balance: meaning(money, '可用', 'Available'),
    balance0: meaning(money, '合計', 'In all'),
    balance1: meaning(money, '凍結', 'Frozen'),
    balance2: meaning(money, '待確認', 'Awaiting confirmation'),
    data: z.strictObject({ summary: channelSummaryView }),
  }),
)

const secretViewFields = {
  api_secret: meaning(
    z.string(),
    'API 金鑰，只在此回應顯示',
    'The API secret; only this answer shows it',
  ),
  webhook_secret: meaning(
    z.string(),
    '同一金鑰，通知驗證函式庫所用的格式',
    'The same secret in the form that webhook libraries take',
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
      legacy_signature: meaning(z.boolean(), '接受舊版簽章', 'Takes the earlier signature'),
      rate_limit: z.enum(['standard', 'high', 'off']),
      display: meaning(
        z.strictObject({ name: z.string(), support_url: z.string() }),
        '會員看到的收款方；未設定時為商戶名稱',
        'Whom members see that they pay; the merchant’s name by default',
      ),
      auto: meaning(
        z.enum(autoChoices),
        '系統自動處理其代收：off 不處理、assign 指定帳戶、settle 指定並入帳；帳戶也須開啟',
        'What the service does with its collections on accounts that say so: nothing, give an account, or settle',
      ),
      auto_withdrawal: meaning(
        z.strictObject({ minimum: money }).nullable(),
        '每日自動提領全部可提領金額，達 minimum 才提領；null 為不自動',
        'Pays it all that it can withdraw once a day, from `minimum` on; null for never',
      ),
    }),
    legacy_signature_used_at: meaning(
      time.nullable(),
      '最近使用舊版簽章的時間，精確到日',
      'When the earlier signature was last used, to a day',
    ),
    secret_in_use: meaning(
      z.boolean(),
      '最新金鑰是否已使用',
      'Whether the newest secret is in use',
    ),
    previous_secret_until: meaning(
      time.nullable(),
      '舊金鑰有效至何時；沒有舊金鑰為 null',
      'Until when the older secret is valid; null if there is none',
    ),
    database: meaning(z.int(), '所在資料庫的編號', 'The number of its database'),
    created_at: time,
  }),
)

const listedMerchantView = shape(
  'MerchantItem',
  merchantView.extend({
    balance: meaning(
      z.strictObject(buckets).optional(),
      'balances=1 才有：各種款項，各通道合計',
      'Only with balances=1: what it has, over all channels',
    ),
  }),
)

export const paymentAmountsView = shape(
  'PaymentAmounts',
  z.strictObject({
    fixed_amounts: z.array(z.int()),
    allow_custom: z.boolean(),
    custom_min: meaning(z.int(), 'allow_custom 為 false 時為 0', '0 where allow_custom is false'),
    custom_max: meaning(z.int(), 'allow_custom 為 false 時為 0', '0 where allow_custom is false'),
  }),
)

const ledgerEntryView = shape(
  'LedgerEntry',
  z.strictObject({
    at: time,
    order_id: z.int(),
    seq: meaning(z.int(), '訂單的第幾個事件', 'Which event of its order it is of'),
    type: z.enum(['collection', 'payout', 'adjustment']),
    trade_no: meaning(
      z.string(),
      '交易編號；調整則為其更正的訂單',
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
    fee: feeOfEntry,
    balance: meaning(
      money.nullable(),
      '此筆之後商戶的餘額，各種款項合計；舊的 cursor 之後為 null',
      'What the merchant has after it, all of its money together; null behind a cursor of before',
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
    amount: meaning(money, '負數為扣除', 'Negative where it takes money out'),
    reason: z.string(),
    trade_no: meaning(z.string(), '更正的訂單；可為空', 'The order that it corrects, or empty'),
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
    merchant_uid: meaning(z.string(), '未指定為空', 'Empty where it names something else'),
    user_id: meaning(z.string(), '該商戶的會員', 'A member of that merchant, or empty'),
    account_no: z.string(),
    trade_no: z.string(),
    reason: z.string(),
    case_no: z.string(),
    actor: z.string(),
    created_at: time,
    lifted_at: meaning(time.nullable(), '管制中為 null', 'Null while it stands'),
    lifted_by: z.string(),
    lift_reason: z.string(),
    test: meaning(z.boolean(), '對象屬於測試商戶', 'It holds something of a test merchant'),
  }),
)

const erasureId = meaning(z.int(), '刪除的編號', 'Its id')

export const erasureView = shape(
  'Erasure',
  z.strictObject({
    id: erasureId,
    merchant_uid: z.string(),
    user_id: z.string(),
    state: meaning(z.enum(['running', 'done']), '進行中或已完成', 'Whether it goes on, or is done'),
    asked_at: time,
    ended_at: time.nullable(),
    orders: meaning(z.int(), '目前已遮蔽的訂單', 'Orders that were masked so far'),
    links: meaning(z.int(), '目前已遮蔽的付款連結', 'Payment links that were masked so far'),
  }),
)

export const begunErasureView = shape('BegunErasure', z.strictObject({ id: erasureId }))

export const holdList = listOf('HoldList', holdView)
