import * as z from 'zod'
import { callbackStatuses } from '../../callbacks/callback-states.ts'
import { attemptView, callbackView, notificationView } from '../callbacks.ts'
import { waitingApproval } from '../people.ts'
import { feeOfEntry, meaning, money, place, shape, time } from '../shapes.ts'
import { orderActions } from '../states.ts'
import { reversalCauses } from './move-bodies.ts'
import { idList } from './order-fields.ts'
import { overrideNames } from './overrides.ts'

// The details of an event depend on its name.
const orderEventView = shape(
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
    auto: z.strictObject({ edition: z.int(), transaction: z.int(), key: z.string() }).optional(),
    pricing: meaning(z.int().optional(), '費率版本', 'The version of the price'),
    told: meaning(
      notificationView.nullable(),
      '告知商戶的內容；未告知為 null',
      'What it told the merchant; null where it told nothing',
    ),
  }),
)

const orderEntryView = shape(
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

const orderActionView = shape(
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

export const noteView = shape(
  'OrderNote',
  z.strictObject({ id: z.int(), at: time, by: z.string(), text: z.string() }),
)

export const orderHistoryFields = {
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
