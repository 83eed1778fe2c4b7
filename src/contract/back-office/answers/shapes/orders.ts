import * as z from 'zod'
import { callbackStatuses } from '../../../callbacks/callback-states.ts'
import {
  collectionStatuses,
  confirmationStates,
  matchingStatuses,
  payoutStatuses,
} from '../../../orders/order-statuses.ts'
import { overrideNames, reversalCauses } from '../../move-calls.ts'
import { orderActions } from '../../order-actions.ts'
import { meaning, money, named, place, time } from '../answer.ts'
import { attempt, callback, told } from './callbacks.ts'

const isTest = meaning(z.boolean(), '測試商戶的訂單', 'Of a test merchant')

const extra = meaning(
  z.union([z.string(), z.record(z.string(), z.unknown())]),
  '商戶的自訂資料',
  'The merchant’s custom data, as it was sent',
)
const ids = z.array(z.int())
const agent = meaning(z.string(), '領取的人員；可為空', 'Who has taken it, or empty')
const backed = meaning(
  z.boolean().nullable(),
  '是否有銀行交易佐證；尚未入帳或出款為 null',
  'Whether bank transactions are named that paid it; null while nothing is settled',
)
const last5 = meaning(
  z.string(),
  '會員付款或收款帳號的末五碼；未知為空',
  'The last five digits of the account that the member pays from, or is paid to; empty where it tells none',
)
const moved = {
  merchant_told: meaning(
    z.boolean().optional(),
    '更改了已告知商戶的內容時才有；false 為商戶未獲通知，請自行告知',
    'Only where it changes what the merchant was told: false means that it is not told of this',
  ),
}

const collection = z.strictObject({
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
  extra,
  agent,
  test: isTest,
  bank_account: meaning(
    z.int().nullable(),
    '指定的銀行帳戶；以文字指定為 null',
    'The bank account that it is matched to; null without, or where it was given in words',
  ),
  backed,
  last5,
})

const payer = {
  payer_name: z.string(),
  payer_bank_name: z.string(),
  payer_bank_code: z.string(),
  payer_account_no: z.string(),
  payer_account_last5: z.string(),
  page_ends_at: meaning(
    time.nullable(),
    '會員付款頁倒數的截止時間；非連結訂單為 null',
    'When the countdown on the member’s page ends; null where it came by no link',
  ),
}

const member = { member_account: z.string(), member_phone: z.string(), member_email: z.string() }

const payout = z.strictObject({
  id: z.int(),
  uid: z.string(),
  trade_no: z.string(),
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
  extra,
  agent,
  test: isTest,
  bank_account: meaning(
    z.int().nullable(),
    '出款的銀行帳戶',
    'The bank account that it was paid from, or null',
  ),
  backed,
  last5,
})

// What an event has beside its name depends on it.
const event = named(
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
    bank_transactions: ids.optional(),
    instead_of: meaning(ids.optional(), '被更換的交易', 'The transactions that they replace'),
    freed: meaning(ids.optional(), '釋出的交易', 'The transactions that it frees'),
    fee: meaning(money.optional(), '銀行手續費', 'What the bank took besides'),
    told: meaning(
      told.nullable(),
      '告知商戶的內容；未告知為 null',
      'What it told the merchant; null where it told nothing',
    ),
  }),
)

const entry = named(
  'OrderEntry',
  z.strictObject({
    seq: meaning(z.int(), '所屬事件', 'The event that it is of'),
    at: time,
    channel: z.string(),
    from: place,
    to: place,
    amount: money,
  }),
)

const action = named(
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

const history = {
  actions: meaning(z.array(action), '讀者現在可做的事', 'What its reader can do with it now'),
  bank_transactions: meaning(ids, '目前支付它的銀行交易', 'What pays it as it stands'),
  ledger: meaning(z.array(entry), '它的帳本分錄', 'Its entries in the ledger, oldest first'),
  callback_status: z.enum(callbackStatuses),
  callback: callback.nullable(),
  events: z.array(event),
  attempts: z.array(attempt),
}

/** A collection in a list, by itself, and after a move. */
export const collections = {
  listed: named('ListedCollection', z.strictObject({ ...collection.shape, ...payer })),
  shown: named(
    'Collection',
    z.strictObject({ ...collection.shape, ...payer, ...member, ...history }),
  ),
  moved: named('MovedCollection', z.strictObject({ ...collection.shape, ...moved })),
}

/** A payout in a list, by itself, and after a move. */
export const payouts = {
  listed: named('ListedPayout', payout),
  shown: named('Payout', z.strictObject({ ...payout.shape, ...history })),
  moved: named('MovedPayout', z.strictObject({ ...payout.shape, ...moved })),
}
