import * as z from 'zod'
import { accountDigits } from '../../units/account-digits.ts'
import { daySeconds } from '../../units/clock.ts'
import { problem } from '../../units/language.ts'
import { webAddressProblem } from '../../units/web-address.ts'
import { get, patch, post, put } from './call.ts'
import { operators, readers } from './roles.ts'
import {
  bucketName,
  buckets,
  feeOfEntry,
  listOf,
  meaning,
  money,
  named,
  place,
  time,
} from './shapes.ts'
import { autoChoices } from './states.ts'
import { cursor, line, listOrder, pageOfScope, reasonBody, signedAmount, text } from './values.ts'

const supportUrl = z
  .string()
  .max(255)
  .refine((text) => text === '' || webAddressProblem(text) === null, {
    message: problem(
      '必須是完整的 http 或 https 網址，不可包含空白或帳號密碼',
      'Must be a whole http or https address without blanks, user name or password',
    ),
  })

/** The payee that members see, and where they find help; null for the merchant's name. */
export const display = z
  .strictObject({ name: line(120), support_url: supportUrl.default('') })
  .nullable()

const merchantSettings = z.strictObject({
  trusted: z.boolean().optional(),
  payout_requires_balance: z.boolean().optional(),
  callback_vocabulary: z.enum(['current', 'legacy']).optional(),
  collection_events: z.enum(['completed', 'all']).optional(),
  legacy_signature: z.boolean().optional(),
  rate_limit: z.enum(['standard', 'high', 'off']).optional(),
  display: display.optional(),
  auto: z.enum(autoChoices).optional(),
  auto_withdrawal: z
    .strictObject({ minimum: z.int().min(0).max(9_999_999_999) })
    .nullable()
    .optional(),
})

const allowList = z.array(z.string().max(64)).max(200)

/** `POST /api/merchants` */
export const newMerchant = z.strictObject({
  uid: z
    .string()
    .regex(
      /^[A-Za-z0-9_.-]{1,20}$/,
      problem(
        '必須是 1 到 20 個英數字元、底線、點或連字號',
        'Must be 1 to 20 letters, digits, underscores, dots or hyphens',
      ),
    )
    // In an address these are path steps, so no call or page could name the merchant.
    .refine(
      (uid) => !/^\.{1,2}$/.test(uid),
      problem('不可只是一個或兩個點', 'Must not be just one or two dots'),
    ),
  name: line(120),
  ip_whitelist: allowList.optional(),
  settings: merchantSettings.optional(),
  // The number of the database for the merchant's records; by default the deployment's last one.
  database: z.int().min(0).max(14).optional(),
  // Whether it is a test merchant; never changes.
  test: z.boolean().optional(),
})

export type NewMerchant = z.output<typeof newMerchant>

/** `PATCH /api/merchants/:uid` */
export const merchantPatch = z.strictObject({
  name: line(120).optional(),
  enabled: z.boolean().optional(),
  ip_whitelist: allowList.optional(),
  settings: merchantSettings.optional(),
  test: z
    .never(
      problem(
        '建立後不能更改；請以另一個 uid 建立商戶',
        'Cannot be changed any more; create a merchant with another uid',
      ),
    )
    .optional(),
})

export type MerchantPatch = z.output<typeof merchantPatch>

/** `POST /api/merchants/:uid/secret` */
export const secretRotation = z.strictObject({
  grace_seconds: z.int().min(0).max(604_800).default(daySeconds),
})

/** `PUT /api/merchants/:uid/payment-amounts`: whole dollars; the bounds count where custom amounts are allowed. */
export const paymentAmounts = z
  .strictObject({
    fixed_amounts: z.array(z.int().min(1).max(9_999_999_999)).max(50),
    allow_custom: z.boolean(),
    custom_min: z.int().min(0).max(9_999_999_999),
    custom_max: z.int().min(0).max(9_999_999_999),
  })
  .refine(({ allow_custom, custom_min }) => !allow_custom || custom_min >= 1, {
    path: ['custom_min'],
    message: problem(
      '允許自訂金額時不可小於 1',
      'Must be 1 or more where members may enter an amount',
    ),
  })
  .refine(({ allow_custom, custom_min, custom_max }) => !allow_custom || custom_min <= custom_max, {
    path: ['custom_max'],
    message: problem('不可小於自訂下限', 'Must not be less than the lower bound (custom_min)'),
  })
  .refine(({ allow_custom, fixed_amounts }) => allow_custom || fixed_amounts.length > 0, {
    path: ['fixed_amounts'],
    message: problem(
      '不允許自訂金額時，至少須有一個固定金額',
      'At least one fixed amount is needed where members may not enter one',
    ),
  })

export type PaymentAmountsCall = z.output<typeof paymentAmounts>

// `fees`: from the platform's fees to the merchant's available money.
const adjustedBucket = z.enum([...bucketName.options, 'fees'])

/** `POST /api/merchants/:uid/adjustments`: a negative amount takes money out of the bucket. */
export const adjustment = z.strictObject({
  amount: signedAmount,
  bucket: adjustedBucket,
  reason: line(500),
  trade_no: text(32).optional(),
  idempotency_key: line(64),
})

export type AdjustmentCall = z.output<typeof adjustment>

/** `GET /api/merchants/:uid/ledger` */
export const ledgerPage = z.strictObject({
  // The key of the entry before, and the merchant's balance before it, in hundredths.
  cursor: cursor(/^\d{1,16}\.\d{1,16}\.\d{1,9}\.\d{1,9}(\.-?\d{1,16})?$/)
    .transform((text) => {
      const [at = 0, orderId = 0, seq = 0, number = 0, balance = null] = text.split('.').map(Number)
      return { at, orderId, seq, number, balance }
    })
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export type LedgerPage = z.output<typeof ledgerPage>

const tallyView = named('Tally', z.strictObject({ count: z.int(), amount: money }))

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
export const balanceView = named(
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

const merchantView = named(
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

const listedMerchantView = named(
  'MerchantItem',
  merchantView.extend({
    balance: meaning(
      z.strictObject(buckets).optional(),
      'balances=1 才有：各種款項，各通道合計',
      'Only with balances=1: what it has, over all channels',
    ),
  }),
)

const paymentAmountsView = named(
  'PaymentAmounts',
  z.strictObject({
    fixed_amounts: z.array(z.int()),
    allow_custom: z.boolean(),
    custom_min: meaning(z.int(), 'allow_custom 為 false 時為 0', '0 where allow_custom is false'),
    custom_max: meaning(z.int(), 'allow_custom 為 false 時為 0', '0 where allow_custom is false'),
  }),
)

const ledgerEntryView = named(
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

const adjustmentView = named(
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

/** `GET /api/merchants` */
const merchantPage = pageOfScope.extend({
  order: listOrder,
  // Whether each has its balance.
  balances: z.literal('1').optional(),
})

export type MerchantPage = z.output<typeof merchantPage>

export const merchantCalls = {
  createMerchant: post('/merchants', {
    roles: operators,
    summary: {
      zh: '建立商戶；金鑰只在此回應顯示',
      en: 'Creates a merchant; its secret is shown in this answer only',
    },
    body: newMerchant,
    status: 201,
    answer: named('NewMerchant', z.strictObject({ uid: z.string(), ...secretViewFields })),
    waits: true,
  }),
  listMerchants: get('/merchants', {
    roles: readers,
    summary: { zh: '商戶清單，預設由舊到新', en: 'Lists merchants, oldest first unless asked' },
    query: merchantPage,
    answer: listOf('MerchantList', listedMerchantView),
  }),
  showMerchant: get('/merchants/:uid', {
    roles: readers,
    summary: { zh: '一個商戶', en: 'Shows a merchant, without its secrets' },
    answer: merchantView,
  }),
  patchMerchant: patch('/merchants/:uid', {
    roles: operators,
    summary: { zh: '更改商戶的指定欄位', en: 'Changes the given fields of a merchant' },
    body: merchantPatch,
    answer: merchantView,
    waits: true,
  }),
  rotateSecret: post('/merchants/:uid/secret', {
    roles: operators,
    summary: {
      zh: '產生新金鑰；舊金鑰在 grace_seconds 內仍有效',
      en: 'Gives a merchant a new secret; the one in use stays valid for grace_seconds',
    },
    notes: {
      zh: '至多兩組有效：更早的一組立即失效。最新一組從未使用過時由新的取代，較舊的一組期限不變',
      en:
        'Two are valid at most: one before the one in use ends at once. A newest one that was never used is ' +
        'replaced, and the older one keeps its end',
    },
    body: secretRotation,
    answer: named('NewSecret', z.strictObject(secretViewFields)),
    waits: true,
  }),
  setPaymentAmounts: put('/merchants/:uid/payment-amounts', {
    roles: operators,
    summary: { zh: '設定付款連結可用的金額', en: 'Sets which amounts a member may pay by link' },
    notes: {
      zh: '允許自訂金額時 1 ≤ custom_min ≤ custom_max，否則至少須有一個固定金額',
      en: '1 ≤ custom_min ≤ custom_max where allow_custom is true, else at least one fixed amount',
    },
    body: paymentAmounts,
    answer: paymentAmountsView,
  }),
  showPaymentAmounts: get('/merchants/:uid/payment-amounts', {
    roles: readers,
    summary: { zh: '付款連結可用的金額', en: 'Shows which amounts a member may pay by link' },
    answer: paymentAmountsView,
  }),
  showBalance: get('/merchants/:uid/balance', {
    roles: readers,
    summary: { zh: '商戶的餘額', en: 'Shows a merchant’s balance' },
    answer: balanceView,
  }),
  listLedger: get('/merchants/:uid/ledger', {
    roles: readers,
    summary: {
      zh: '商戶的帳務明細，由新到舊',
      en: 'Lists a merchant’s ledger, newest entry first',
    },
    query: ledgerPage,
    answer: listOf('Ledger', ledgerEntryView),
  }),
  exportLedger: get('/merchants/:uid/ledger.csv', {
    roles: readers,
    summary: { zh: '商戶帳務明細的 CSV 檔', en: 'Gives a merchant’s ledger as a file of CSV' },
    answer: 'csv',
  }),
  adjustBalance: post('/merchants/:uid/adjustments', {
    roles: operators,
    summary: {
      zh: '調整商戶餘額；相同 idempotency_key 只入帳一次',
      en: 'Corrects a merchant’s balance, once for each idempotency_key',
    },
    body: adjustment,
    status: 201,
    answer: adjustmentView,
    waits: true,
  }),
}
/** `POST /api/holds`: a merchant, one of its members, an account or an order. */
export const newHold = z
  .strictObject({
    merchant_uid: line(20).optional(),
    user_id: line(64).optional(),
    account_no: line(80).optional(),
    trade_no: line(32).optional(),
    reason: line(500),
    case_no: text(64).default(''),
  })
  .refine(
    ({ merchant_uid, account_no, trade_no }) =>
      [merchant_uid, account_no, trade_no].filter((name) => name !== undefined).length === 1,
    {
      message: problem(
        '必須指定 merchant_uid、account_no、trade_no 其中之一',
        'Exactly one of merchant_uid, account_no and trade_no has to be given',
      ),
    },
  )
  .refine(({ account_no }) => account_no === undefined || accountDigits(account_no) !== '', {
    path: ['account_no'],
    message: problem('必須有數字', 'Must have digits'),
  })
  .refine(({ merchant_uid, user_id }) => user_id === undefined || merchant_uid !== undefined, {
    path: ['user_id'],
    message: problem('必須與 merchant_uid 一起指定', 'Has to be given together with merchant_uid'),
  })

export type NewHold = z.output<typeof newHold>

const holdView = named(
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

/** `POST /api/erasures` */
const newErasure = z.strictObject({
  merchant_uid: text(20),
  user_id: line(64),
  reason: line(500),
})

export type NewErasureCall = z.output<typeof newErasure>

const erasureId = meaning(z.int(), '刪除的編號', 'Its id')

const erasureView = named(
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

export const erasureCalls = {
  eraseMember: post('/erasures', {
    roles: operators,
    summary: {
      zh: '遮蔽會員的姓名、電話、電子郵件與帳號；金額、編號、事件與憑證保留',
      en: "Masks a member's names, telephones, e-mails and accounts; amounts, numbers, events and proofs stay",
    },
    body: newErasure,
    status: 202,
    answer: named('BegunErasure', z.strictObject({ id: erasureId })),
    waits: true,
  }),
  showErasure: get('/erasures/:id{[0-9]{1,16}}', {
    roles: readers,
    summary: { zh: '遮蔽的進度', en: 'Shows how far an erasure is' },
    answer: erasureView,
  }),
}

export const holdCalls = {
  placeHold: post('/holds', {
    roles: operators,
    summary: {
      zh: '管制商戶、會員、帳號或訂單：不入帳也不出款',
      en: 'Holds a merchant, member, account or order: it is neither settled nor paid out',
    },
    notes: {
      zh: '必須指定 merchant_uid、account_no、trade_no 其中之一；user_id 與 merchant_uid 一起指定',
      en: 'Exactly one of merchant_uid, account_no and trade_no is given; user_id goes with merchant_uid',
    },
    body: newHold,
    status: 201,
    answer: holdView,
  }),
  listHolds: get('/holds', {
    roles: readers,
    summary: { zh: '管制清單，由新到舊', en: 'Lists holds, newest first' },
    query: pageOfScope,
    answer: listOf('HoldList', holdView),
  }),
  liftHold: post('/holds/:id{[0-9]{1,16}}/lift', {
    roles: operators,
    summary: { zh: '解除管制', en: 'Lifts a hold' },
    body: reasonBody,
    answer: holdView,
    waits: true,
  }),
}
