import * as z from 'zod'
import { problem } from '../../units/language.ts'
import { callbackStatuses } from '../callbacks/callback-states.ts'
import { waitStates } from '../links/member-page-views.ts'
import {
  collectionStatuses,
  confirmationStates,
  matchingStatuses,
  payoutStatuses,
} from '../orders/order-statuses.ts'
import { bankAccountId } from './banking/accounts.ts'
import { candidatesView } from './banking/transactions.ts'
import { get, post } from './call.ts'
import { attemptView, callbackView, notificationView } from './callbacks.ts'
import { waitingApproval } from './people.ts'
import { agents, operators, orderReaders, readers } from './roles.ts'
import { feeOfEntry, listOf, meaning, money, named, orderFees, place, time } from './shapes.ts'
import { notAssignedReasons, orderActions, proofStates, sentNotes, settlers } from './states.ts'
import {
  agent,
  amount,
  lastFive,
  line,
  listOrder,
  moment,
  page,
  pageParameters,
  reasonBody,
  recordId,
  recordIdText,
  testScope,
  text,
  trueOrFalse,
} from './values.ts'

/**
 * What lists of orders of either kind are narrowed to, beside their states (back office §7): `agent` has taken the
 * order, `taken` tells whether anyone has, `bank_account` is the one that it was matched to or paid from, `amount` is
 * the order's, `last5` the member's. From `from` until before `to`, both of `created_at`.
 */
const orderFilters = {
  merchant_order_no: text(80).optional(),
  agent: agent.optional(),
  taken: trueOrFalse.optional(),
  bank_account: recordIdText.optional(),
  amount: amount.optional(),
  last5: lastFive.optional(),
  backed: trueOrFalse.optional(),
  from: moment.optional(),
  to: moment.optional(),
  test: testScope,
}

/** `GET /api/collections` */
export const collectionFilter = page.extend({
  merchant_uid: text(20).optional(),
  status: z.enum(collectionStatuses).optional(),
  collection_status: z.enum(matchingStatuses).optional(),
  // `awaiting`: those whose declared money waits for the back office.
  confirmation: z.enum(confirmationStates).optional(),
  // Those whose time ran out unpaid, or the others: apart from what a person has put aside.
  expired: trueOrFalse.optional(),
  // Those whose member said that they are paid, or the others.
  said_paid: trueOrFalse.optional(),
  // Those that the service, a person or their merchant has settled.
  settled_by: z.enum(settlers).optional(),
  orderid: text(64).optional(),
  order: listOrder,
  // Whether each pending one tells how many transactions may pay it, and whether it is held.
  deposits: z.literal('1').optional(),
  ...orderFilters,
})

export type CollectionFilterCall = z.output<typeof collectionFilter>

/** `GET /api/payouts` */
export const payoutFilter = page.extend({
  merchant_uid: text(20).optional(),
  status: z.enum(payoutStatuses).optional(),
  serial_no: text(40).optional(),
  order: listOrder,
  // The same of debits.
  debits: z.literal('1').optional(),
  ...orderFilters,
})

export type PayoutFilterCall = z.output<typeof payoutFilter>

/** `GET /api/collections.csv` */
const collectionExport = collectionFilter.omit({
  ...pageParameters,
  order: true,
  deposits: true,
})

export type CollectionExport = z.output<typeof collectionExport>

/** `GET /api/payouts.csv` */
const payoutExport = payoutFilter.omit({ ...pageParameters, order: true, debits: true })

export type PayoutExport = z.output<typeof payoutExport>

/** What an operator may go past in a move of an order (decisions §4, "Declared figures"). */
export const overrideNames = [
  'amount',
  'balance',
  'disabled_merchant',
  'already_paid',
  'evidence_differs',
  'daily_cap_reached',
  'slot_taken',
] as const

export type OverrideName = (typeof overrideNames)[number]

// `true` is the first four of them; the others are given by name.
const overrideGiven = z.union(
  [z.boolean(), z.array(z.enum(overrideNames)).max(overrideNames.length)],
  {
    error: problem(
      `必須是 true、false，或由下列名稱組成的陣列：${overrideNames.join('、')}`,
      `Must be true, false, or a list of these names: ${overrideNames.join(', ')}`,
    ),
  },
)

const overrideOrFalse = overrideGiven.default(false)

// 0 is refused: an order without money is put aside or cancelled.
const paid = (instead: string) =>
  amount.refine(
    (sum) => sum > 0,
    problem(`不可為 0，請改用 ${instead}`, `Must not be 0; use ${instead} instead`),
  )

/** The bank transactions that pay an order, each named once. */
export const bankTransactions = z
  .array(recordId)
  .max(50)
  .refine(
    (ids) => new Set(ids).size === ids.length,
    problem('不可重複', 'The same one must not be given twice'),
  )

// What the bank keeps is a part of transactions.
const isOfTransactions = (call: {
  fee?: unknown
  bank_transactions?: readonly number[] | undefined
}) => call.fee === undefined || (call.bank_transactions ?? []).length > 0

const feeAlone = {
  path: ['fee'],
  message: problem('須同時指定 bank_transactions', 'bank_transactions have to be given with it'),
}

const wordNames = [
  'collection_account_name',
  'collection_account_no',
  'collection_bank_name',
] as const

/**
 * `POST /api/collections/:trade_no/match`: to a bank account by its id, to `any` that is free, or to an account that is
 * given in words.
 */
export const match = z
  .strictObject({
    agent: agent.optional(),
    bank_account: z.union([bankAccountId, z.literal('any')]).optional(),
    override: overrideGiven.optional(),
    collection_account_name: line(120).optional(),
    collection_account_no: line(80).optional(),
    collection_bank_name: line(120).optional(),
  })
  .superRefine((call, context) => {
    const isByAccount = call.bank_account !== undefined
    const refuse = (name: string, zh: string, en: string) =>
      context.addIssue({ code: 'custom', path: [name], message: problem(zh, en) })
    for (const name of wordNames) {
      if (isByAccount && call[name] !== undefined)
        refuse(name, '不可與 bank_account 一起指定', 'Must not be given together with bank_account')
      if (!isByAccount && call[name] === undefined)
        refuse(
          name,
          '必填，或改以 bank_account 指定帳戶',
          'Is required, unless bank_account names the account',
        )
    }
    if (!isByAccount && call.override !== undefined)
      refuse('override', '只用於 bank_account', 'Is for bank_account only')
  })

/** `POST /api/collections/:trade_no/settle` */
export const settlement = z.strictObject({
  paid_amount: paid('exception').optional(),
  paid_at: moment.optional(),
  manual: z.boolean().default(false),
  override: overrideOrFalse,
  bank_transactions: bankTransactions.optional(),
  reason: line(500).optional(),
})

/** `POST /api/collections/:trade_no/confirm`: a rejection needs a reason. */
export const confirmation = z
  .strictObject({
    accept: z.boolean().default(true),
    reason: z.string().trim().pipe(text(500)).default(''),
    override: overrideOrFalse,
    bank_transactions: bankTransactions.optional(),
  })
  .refine(({ accept, bank_transactions: named = [] }) => accept || named.length === 0, {
    path: ['bank_transactions'],
    message: problem('退回款項時不可指定', 'Must not be given where money is sent back'),
  })
  .refine(({ accept, reason }) => accept || reason !== '', {
    path: ['reason'],
    message: problem(
      '退回款項時必須說明原因，商戶會看到',
      'A reason is required where money is sent back; the merchant reads it',
    ),
  })

/** Why a settled collection or a processed payout is reversed. */
const reversalCauses = ['wrong_match', 'money_returned'] as const

export type ReversalCause = (typeof reversalCauses)[number]

/**
 * `POST /api/collections/:trade_no/reverse` and `POST /api/payouts/:trade_no/reverse`: `wrong_match` when the money was
 * another order's, `money_returned` when it went back: by those transactions, less what the bank kept.
 */
export const reversal = z
  .strictObject({
    reason: line(500),
    because: z.enum(reversalCauses),
    bank_transactions: bankTransactions.optional(),
    fee: amount.optional(),
  })
  .refine(
    ({ because, bank_transactions: named = [] }) =>
      because === 'money_returned' || named.length === 0,
    {
      path: ['bank_transactions'],
      message: problem('款項已退回時才可指定', 'May be given only where because is money_returned'),
    },
  )
  .refine(isOfTransactions, feeAlone)

/** `POST /api/collections/:trade_no/take` and `POST /api/payouts/:trade_no/take` */
export const taking = z.strictObject({ agent: agent.optional() })

/** `POST /api/payouts/:trade_no/process` */
export const processing = z
  .strictObject({
    actual_amount: paid('cancel').optional(),
    voucher_no: text(80).optional(),
    processed_at: moment.optional(),
    override: overrideOrFalse,
    bank_account: recordId.optional(),
    bank_transactions: bankTransactions.optional(),
    fee: amount.optional(),
    reason: line(500).optional(),
  })
  .refine(isOfTransactions, feeAlone)

/**
 * `POST /api/collections/:trade_no/back` and `POST /api/payouts/:trade_no/back`: what paid an order that was settled
 * without a transaction, or, with `instead_of`, others of the same sum.
 */
export const backing = z.strictObject({
  bank_transactions: bankTransactions.min(1),
  instead_of: bankTransactions.min(1).optional(),
  reason: line(500).optional(),
})

export type BackingCall = z.output<typeof backing>

const isTestView = meaning(z.boolean(), '測試商戶的訂單', 'Of a test merchant')

const extraView = meaning(
  z.union([z.string(), z.record(z.string(), z.unknown())]),
  '商戶的自訂資料',
  'The merchant’s custom data, as it was sent',
)

const idList = z.array(z.int())

const agentView = meaning(z.string(), '領取的人員；可為空', 'Who has taken it, or empty')

const backedView = meaning(
  z.boolean().nullable(),
  '是否有銀行交易佐證；尚未入帳或出款為 null',
  'Whether bank transactions are named that paid it; null while nothing is settled',
)

const lastFiveView = meaning(
  z.string(),
  '會員付款或收款帳號的末五碼；未知為空',
  'The last five digits of the account that the member pays from, or is paid to; empty where it tells none',
)

const moveFields = {
  merchant_told: meaning(
    z.boolean().optional(),
    '更改了已告知商戶的內容時才有；false 為商戶未獲通知，請自行告知',
    'Only where it changes what the merchant was told: false means that it is not told of this',
  ),
}

const collectionFields = z.strictObject({
  id: z.int(),
  uid: z.string(),
  trade_no: z.string(),
  orderid: z.string(),
  merchant_order_no: z.string(),
  gateway_code: z.string(),
  channel: z.string(),
  currency: z.string(),
  amount: money,
  paid_amount: money,
  status: z.enum(collectionStatuses),
  collection_status: z.enum(matchingStatuses),
  confirmation: meaning(
    z.enum(confirmationStates),
    '商戶申報款項的確認狀態',
    'Where money stands that the merchant declared',
  ),
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
  paid_at: time.nullable(),
  reason: z.string(),
  created_at: time,
  extra: extraView,
  agent: agentView,
  test: isTestView,
  bank_account: meaning(
    z.int().nullable(),
    '指定的銀行帳戶；以文字指定為 null',
    'The bank account that it is matched to; null without, or where it was given in words',
  ),
  backed: backedView,
  last5: lastFiveView,
  ...orderFees,
  expired: meaning(
    z.boolean(),
    '是否因逾時未付而由系統列為例外；由人員列為例外者為 false',
    'Whether the service put it aside last, because its time ran out unpaid; false for what a person has put aside',
  ),
  said_paid_at: meaning(
    time.nullable(),
    '會員最近一次在付款頁表示已付款的時間，並非付款證據；沒有為 null',
    'When its member last said on the wait page that it is paid, which is no evidence; null where nobody has',
  ),
  not_assigned: meaning(
    z.enum(notAssignedReasons).nullable(),
    '系統未能自動指定帳戶的原因；已指定或不自動指定為 null',
    'Why the service has not given it an account; null where it has, and where it was never to',
  ),
  settled_by: meaning(
    z.enum(settlers).nullable(),
    '由誰入帳：auto 為系統自動、person 為人員、merchant 為商戶申報；未付或已沖正為 null',
    'By whom it was settled: the service (auto), a person, or its merchant’s declaration; null while unpaid',
  ),
  proof: meaning(
    z.enum(proofStates).nullable(),
    '系統自動入帳後的對帳狀態；其他為 null',
    'How far a settlement by the service is proved; null for others',
  ),
})

const payerFields = {
  payer_name: z.string(),
  payer_bank_name: z.string(),
  payer_bank_code: z.string(),
  payer_account_no: z.string(),
  payer_account_last5: z.string(),
  slot: meaning(
    z.boolean(),
    '是否占用其帳戶上同金額、同末五碼的等待位置',
    'Whether it has the slot of its account, amount and digits, until another order takes it',
  ),
  page_ends_at: meaning(
    time.nullable(),
    '會員付款頁倒數的截止時間；非連結訂單為 null',
    'When the countdown on the member’s page ends; null where it came by no link',
  ),
}

const memberFields = {
  member_account: z.string(),
  member_phone: z.string(),
  member_email: z.string(),
}

const payoutFields = z.strictObject({
  id: z.int(),
  uid: z.string(),
  trade_no: z.string(),
  kind: meaning(
    z.literal('withdrawal').optional(),
    '提領；其他代付沒有此欄',
    'A payout to the merchant itself; others have none',
  ),
  serial_no: z.string(),
  merchant_order_no: z.string(),
  channel: z.string(),
  amount: money,
  actual_amount: money,
  status: z.enum(payoutStatuses),
  payee_name: z.string(),
  payee_bank: z.string(),
  payee_account: z.string(),
  payment_tag: z.string(),
  beneficiary_name: z.string(),
  requested_at: time,
  processed_at: time.nullable(),
  voucher_no: z.string(),
  note: z.string(),
  reason: z.string(),
  is_delayed: z.boolean(),
  notify_url: z.string(),
  reverse_url: z.string(),
  created_at: time,
  extra: extraView,
  agent: agentView,
  test: isTestView,
  bank_account: meaning(
    z.int().nullable(),
    '出款的銀行帳戶',
    'The bank account that it was paid from, or null',
  ),
  backed: backedView,
  last5: lastFiveView,
  ...orderFees,
})

// What an event has beside its name depends on it.
const orderEventView = named(
  'OrderEvent',
  z.strictObject({
    seq: meaning(z.int(), '第幾個事件，1 為建立', 'Its number; 1 is the creation'),
    from: meaning(z.string(), '之前的狀態', 'The states before'),
    to: meaning(z.string(), '之後的狀態', 'The states after'),
    actor: z.string(),
    at: time,
    name: z.string(),
    amount: money.optional(),
    paid_amount: money.optional(),
    actual_amount: money.optional(),
    credit: z.enum(['none', 'available', 'unconfirmed']).optional(),
    effect: z.enum(['freeze', 'debit', 'none']).optional(),
    agent: z.string().optional(),
    bank_account: z.int().optional(),
    reason: z.string().optional(),
    because: z.enum(reversalCauses).optional(),
    override: z.union([z.boolean(), z.array(z.enum(overrideNames))]).optional(),
    approved_by: z.string().optional(),
    backed: z.boolean().optional(),
    bank_transactions: idList.optional(),
    instead_of: meaning(idList.optional(), '被更換的交易', 'The transactions that they replace'),
    freed: meaning(idList.optional(), '釋出的交易', 'The transactions that it frees'),
    fee: meaning(money.optional(), '銀行手續費', 'What the bank took besides'),
    charged: meaning(
      money.optional(),
      '平台手續費；負數為退還',
      'The platform’s fee; negative where it is given back',
    ),
    frozen_fee: meaning(
      money.optional(),
      '為手續費凍結的金額',
      'What is frozen for the platform’s fee',
    ),
    pricing: meaning(z.int().optional(), '費率版本', 'The version of the price'),
    told: meaning(
      notificationView.nullable(),
      '告知商戶的內容；未告知為 null',
      'What it told the merchant; null where it told nothing',
    ),
  }),
)

const orderEntryView = named(
  'OrderEntry',
  z.strictObject({
    seq: meaning(z.int(), '所屬事件', 'The event that it is of'),
    at: time,
    channel: z.string(),
    from: place,
    to: place,
    amount: money,
    fee: feeOfEntry,
  }),
)

const orderActionView = named(
  'OrderAction',
  z.strictObject({
    name: meaning(z.enum(orderActions), '呼叫路徑的末段', 'The last part of the call’s path'),
    allowed: meaning(
      z.boolean(),
      '讀者現在可否執行；false 為任何形式都會被拒絕',
      'Whether its reader can make the call now; false: it is refused in every form',
    ),
    reason: meaning(
      z.string().optional(),
      '不可執行時的錯誤代碼',
      'Where it is not allowed: the code of its refusal',
    ),
    needs_second: meaning(
      z.boolean(),
      '最簡形式是否須第二人核准',
      'Whether the plainest form that is taken waits for a second person',
    ),
  }),
)

const noteView = named(
  'OrderNote',
  z.strictObject({ id: z.int(), at: time, by: z.string(), text: z.string() }),
)

/** `POST /api/collections/:trade_no/notes`, and of payouts. */
export const note = z.strictObject({ text: line(500) })

const orderHistoryFields = {
  actions: meaning(
    z.array(orderActionView),
    '讀者現在可做的事',
    'What its reader can do with it now',
  ),
  hold: meaning(
    z.int().nullable(),
    '使它不入帳也不出款的管制；沒有為 null',
    'A hold that keeps it from being settled or paid out, or null',
  ),
  waiting_approvals: meaning(
    z.array(waitingApproval),
    '等待第二人核准、與它有關的操作，由新到舊',
    'Calls about it that wait for a second person, newest first',
  ),
  bank_transactions: meaning(idList, '目前支付它的銀行交易', 'What pays it as it stands'),
  ledger: meaning(
    z.array(orderEntryView),
    '它的帳本分錄',
    'Its entries in the ledger, oldest first',
  ),
  callback_status: z.enum(callbackStatuses),
  callback: callbackView.nullable(),
  events: z.array(orderEventView),
  notes: meaning(z.array(noteView), '人員的備註，由舊到新', 'Notes of people, oldest first'),
  attempts: z.array(attemptView),
}

const transactionsCounted = z.union([z.literal(0), z.literal(1), z.literal('more')])

const debitMarks = z.strictObject({ exact: transactionsCounted, possible: transactionsCounted })

const held = meaning(
  z.boolean().optional(),
  '是否有管制；只有要求標記時才有',
  'Whether a hold keeps it; where its marks are asked for',
)

/** Of a pending collection: whether its money has come, and whether a hold keeps it. */
export const collectionMarks = {
  deposits: meaning(
    debitMarks
      .extend({
        other: transactionsCounted,
        sum: z.boolean(),
        unsure: z.boolean(),
        other_name: z.boolean(),
      })
      .optional(),
    '可能支付的未認列交易數；other 為同一付款人、金額不同者，sum 為其中數筆合計相符，unsure 為款項待判斷，other_name 為戶名不同；待付款且 deposits=1 時才有',
    'How many unclaimed transactions may pay it, its payer’s of others, whether some add up, are in doubt, or name ' +
      'somebody else; with deposits=1',
  ),
  held,
}

const payoutMarks = {
  debits: meaning(
    debitMarks.extend({ fee: z.boolean() }).optional(),
    '可能為其出款的未認列扣款數，fee 為其中有含手續費者；以 debits=1 查詢待出款者時才有',
    'How many unclaimed debits may be its, and whether one has the fee of its bank; of a pending one, where debits=1 ' +
      'asks for it',
  ),
  short: meaning(
    z.boolean().optional(),
    '商戶餘額（含凍結）是否不足；只有要求標記時才有',
    'Whether its merchant has too little for it, frozen money included; where its marks are asked for',
  ),
  sent: meaning(
    z.boolean().optional(),
    `已領取，且備註為「${sentNotes.sent}」；只有要求標記時才有`,
    'Whether it is taken, with a note that its money is sent; where its marks are asked for',
  ),
  held,
}

/** A collection in a list, by itself, and after a move. */
export const collectionViews = {
  listed: named(
    'CollectionItem',
    z.strictObject({ ...collectionFields.shape, ...payerFields, ...collectionMarks }),
  ),
  shown: named(
    'Collection',
    z.strictObject({
      ...collectionFields.shape,
      ...payerFields,
      ...memberFields,
      ...orderHistoryFields,
      if_paid: meaning(
        z.strictObject({ fee: money, net: money }).nullable(),
        '以訂單金額入帳時的平台手續費與商戶實得；已入帳或沒有費率為 null',
        'The platform’s fee and what the merchant gets where its amount is paid; null once it is, and without a price',
      ),
    }),
  ),
  moved: named('MovedCollection', z.strictObject({ ...collectionFields.shape, ...moveFields })),
}

/** A payout in a list, by itself, and after a move. */
export const payoutViews = {
  listed: named('PayoutItem', z.strictObject({ ...payoutFields.shape, ...payoutMarks })),
  shown: named('Payout', z.strictObject({ ...payoutFields.shape, ...orderHistoryFields })),
  moved: named('MovedPayout', z.strictObject({ ...payoutFields.shape, ...moveFields })),
}

/** What the member's page of a collection shows. */
export const memberPageView = named(
  'MemberPage',
  z.strictObject({
    state: meaning(z.enum(waitStates), '頁面的狀態', 'The state of the page'),
    amount: meaning(money, '請款金額', 'What was asked for'),
    payee: meaning(
      z.strictObject({ name: z.string(), support_url: z.string() }).nullable(),
      '頁面上的收款商家',
      'Whom the page says that the member pays',
    ),
    receipt: meaning(
      z
        .strictObject({ trade_no: z.string(), paid_amount: money, paid_at: time.nullable() })
        .nullable(),
      '付款後的收據，之前為 null',
      'What was paid; null before',
    ),
    account: meaning(
      z
        .strictObject({
          bank_name: z.string(),
          bank_code: z.string(),
          account_no: z.string(),
          account_name: z.string(),
        })
        .nullable(),
      '頁面上的收款帳戶；不顯示時為 null',
      'The account that it shows; null while it shows none',
    ),
    merchant_order_no: z.string(),
    payer_account_last5: z.string(),
    return_url: z.string(),
    had_account: meaning(
      z.boolean(),
      '是否曾顯示收款帳號',
      'Whether it ever named an account to pay into',
    ),
    ends_at: meaning(
      time,
      '付款期限；`checking` 時為核對結束的時間',
      'When the time for a transfer is over; in `checking`, when checking ends',
    ),
    now: meaning(time, '讀取時間', 'When it was read'),
  }),
)

const oldestFirst = {
  zh: 'order=oldest 由舊到新，用於待辦；taken=false 為無人領取者',
  en: 'order=oldest for work that waits: oldest first; taken=false for what nobody has taken',
}

const collectionPath = '/collections/:trade_no'

const payoutPath = '/payouts/:trade_no'

/** The calls that list, show and move orders. */
export const orderCalls = {
  listCollections: get('/collections', {
    roles: orderReaders,
    summary: { zh: '代收清單，由新到舊', en: 'Lists collections, newest first' },
    notes: oldestFirst,
    query: collectionFilter,
    answer: listOf('CollectionList', collectionViews.listed),
  }),
  exportCollections: get('/collections.csv', {
    roles: readers,
    summary: { zh: '代收的 CSV 檔', en: 'Gives collections as a file of CSV' },
    query: collectionExport,
    answer: 'csv',
  }),
  showCollection: get(collectionPath, {
    roles: orderReaders,
    summary: {
      zh: '一筆代收，含事件、通知嘗試與可做的事',
      en: 'Shows a collection with its events, callback attempts, and what can be done with it',
    },
    answer: collectionViews.shown,
  }),
  takeCollection: post(`${collectionPath}/take`, {
    roles: agents,
    summary: { zh: '領取代收', en: 'Assigns a collection to whoever calls, or to an agent' },
    body: taking,
    answer: collectionViews.moved,
  }),
  releaseCollection: post(`${collectionPath}/release`, {
    roles: agents,
    summary: { zh: '放回代收', en: 'Releases a collection from its agent' },
    answer: collectionViews.moved,
  }),
  matchCollection: post(`${collectionPath}/match`, {
    roles: agents,
    summary: { zh: '指定會員匯入的帳戶', en: 'Names the account that a member is to pay into' },
    notes: {
      zh: '以 bank_account 指定（any 為任一可用帳戶），或以三個 collection_ 欄位指定，不可並用',
      en: 'Either bank_account (any: one that is free), or all three collection_ members',
    },
    body: match,
    answer: collectionViews.moved,
    waits: true,
  }),
  settleCollection: post(`${collectionPath}/settle`, {
    roles: agents,
    summary: { zh: '入帳並通知商戶', en: 'Books a deposit and tells the merchant' },
    body: settlement,
    answer: collectionViews.moved,
    waits: true,
  }),
  candidatesOfCollection: get(`${collectionPath}/candidates`, {
    roles: orderReaders,
    summary: {
      zh: '可能支付此代收的銀行交易，最佳者在前',
      en: 'Lists the bank transactions that may pay a collection, the best first',
    },
    answer: candidatesView,
  }),
  memberPageOfCollection: get(`${collectionPath}/member-page`, {
    roles: orderReaders,
    summary: {
      zh: '會員的付款頁面目前顯示的內容；沒有頁面或已不再顯示為 not_found',
      en: 'Tells what the member’s page of a collection shows now; not_found where there is none any more',
    },
    answer: memberPageView,
  }),
  reportException: post(`${collectionPath}/exception`, {
    roles: agents,
    summary: {
      zh: '列為例外，由人員處理',
      en: 'Reports a collection as an exception, which a person decides',
    },
    body: reasonBody,
    answer: collectionViews.moved,
  }),
  noteCollection: post(`${collectionPath}/notes`, {
    roles: agents,
    summary: {
      zh: '為代收加上備註，不通知商戶',
      en: 'Adds a note to a collection; no merchant is told',
    },
    body: note,
    status: 201,
    answer: noteView,
  }),
  listPayouts: get('/payouts', {
    roles: orderReaders,
    summary: { zh: '代付清單，由新到舊', en: 'Lists payouts, newest first' },
    notes: oldestFirst,
    query: payoutFilter,
    answer: listOf('PayoutList', payoutViews.listed),
  }),
  exportPayouts: get('/payouts.csv', {
    roles: readers,
    summary: { zh: '代付的 CSV 檔', en: 'Gives payouts as a file of CSV' },
    query: payoutExport,
    answer: 'csv',
  }),
  showPayout: get(payoutPath, {
    roles: orderReaders,
    summary: {
      zh: '一筆代付，含事件、通知嘗試與可做的事',
      en: 'Shows a payout with its events, callback attempts, and what can be done with it',
    },
    answer: payoutViews.shown,
  }),
  candidatesOfPayout: get(`${payoutPath}/candidates`, {
    roles: orderReaders,
    summary: {
      zh: '可能為此代付的銀行交易，最佳者在前',
      en: 'Lists the bank transactions that may have paid a payout, the best first',
    },
    answer: candidatesView,
  }),
  takePayout: post(`${payoutPath}/take`, {
    roles: agents,
    summary: { zh: '領取代付', en: 'Assigns a payout to whoever calls, or to an agent' },
    body: taking,
    answer: payoutViews.moved,
  }),
  releasePayout: post(`${payoutPath}/release`, {
    roles: agents,
    summary: { zh: '放回代付', en: 'Releases a payout from its agent' },
    answer: payoutViews.moved,
  }),
  processPayout: post(`${payoutPath}/process`, {
    roles: agents,
    summary: {
      zh: '出款完成並通知商戶',
      en: 'Books that a payout was paid and tells the merchant',
    },
    body: processing,
    answer: payoutViews.moved,
    waits: true,
  }),
  cancelPayout: post(`${payoutPath}/cancel`, {
    roles: agents,
    summary: {
      zh: '取消代付，款項退回商戶',
      en: 'Cancels a payout; its money goes back to the merchant',
    },
    body: reasonBody,
    answer: payoutViews.moved,
  }),
  notePayout: post(`${payoutPath}/notes`, {
    roles: agents,
    summary: {
      zh: '為代付加上備註，不通知商戶',
      en: 'Adds a note to a payout; no merchant is told',
    },
    body: note,
    status: 201,
    answer: noteView,
  }),
  confirmCollection: post(`${collectionPath}/confirm`, {
    roles: operators,
    summary: {
      zh: '確認或退回商戶申報的款項',
      en: 'Confirms, or rejects, money that the merchant declared itself',
    },
    notes: {
      zh: 'accept 為 false 時必須有 reason，商戶會看到',
      en: 'accept: false needs a reason, which the merchant reads',
    },
    body: confirmation,
    answer: collectionViews.moved,
    waits: true,
  }),
  reverseCollection: post(`${collectionPath}/reverse`, {
    roles: operators,
    summary: { zh: '沖正代收，可重新入帳', en: 'Reverses a settlement; it can be settled again' },
    body: reversal,
    answer: collectionViews.moved,
    waits: true,
  }),
  backCollection: post(`${collectionPath}/back`, {
    roles: operators,
    summary: {
      zh: '補列已入帳代收的銀行交易，或更換',
      en: 'Names the bank transactions that paid a settled collection, or other ones',
    },
    body: backing,
    answer: collectionViews.moved,
    waits: true,
  }),
  reversePayout: post(`${payoutPath}/reverse`, {
    roles: operators,
    summary: { zh: '沖正銀行退回的代付', en: 'Reverses a payout that the bank sent back' },
    body: reversal,
    answer: payoutViews.moved,
    waits: true,
  }),
  backPayout: post(`${payoutPath}/back`, {
    roles: operators,
    summary: {
      zh: '補列已出款代付的銀行交易，或更換',
      en: 'Names the bank transactions that paid a processed payout, or other ones',
    },
    body: backing,
    answer: payoutViews.moved,
    waits: true,
  }),
}
