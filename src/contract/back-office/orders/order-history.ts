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
    seq: meaning(z.int(), '事件的序號，1 為建立', 'Number of the event; 1 is the creation'),
    from: z.string(),
    to: z.string(),
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
    instead_of: meaning(idList.optional(), '被更換的交易', 'The replaced transactions'),
    freed: idList.optional(),
    fee: meaning(money.optional(), '銀行手續費', 'The bank’s fee'),
    charged: meaning(
      money.optional(),
      '平台手續費；負數為退還',
      'Platform fee; negative for a refund',
    ),
    frozen_fee: money.optional(),
    auto: z.strictObject({ edition: z.int(), transaction: z.int(), key: z.string() }).optional(),
    pricing: z.int().optional(),
    told: meaning(
      notificationView.nullable(),
      '通知商戶的內容；不通知為 null',
      'The notification sent to the merchant; null if the event is not reported',
    ),
  }),
)

const orderEntryView = shape(
  'OrderEntry',
  z.strictObject({
    seq: meaning(z.int(), '所屬事件的序號', 'The number of its event'),
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
    name: meaning(z.enum(orderActions), '操作路徑的末段', 'The last part of the call’s path'),
    allowed: meaning(
      z.boolean(),
      '呼叫者目前可否執行；false 為任何內容都會被拒絕',
      'Whether the caller can make the call now; false: it is refused with any body',
    ),
    reason: meaning(z.string().optional(), '不可執行時的錯誤代碼', 'Error code if not allowed'),
    needs_second: meaning(
      z.boolean(),
      '以最簡內容呼叫時，是否須第二人核准',
      'Whether the simplest accepted body waits for a second person',
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
    '呼叫者目前可執行的操作',
    'Actions open to the caller',
  ),
  hold: meaning(
    z.int().nullable(),
    '使它不能入帳或出款的管制；沒有為 null',
    'The hold that blocks its settlement or payout; null for none',
  ),
  waiting_approvals: meaning(
    z.array(waitingApproval),
    '等待第二人核准、與它有關的操作，由新到舊',
    'Waiting approvals about this order, newest first',
  ),
  bank_transactions: meaning(idList, '目前支付它的銀行交易', 'Bank transactions that pay it now'),
  ledger: meaning(
    z.array(orderEntryView),
    '帳本分錄，由舊到新',
    'Its ledger entries, oldest first',
  ),
  callback_status: z.enum(callbackStatuses),
  callback: callbackView.nullable(),
  events: z.array(orderEventView),
  notes: z.array(noteView),
  attempts: z.array(attemptView),
}
