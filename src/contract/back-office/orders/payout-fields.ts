import * as z from 'zod'
import { payoutStatuses } from '../../orders/order-statuses.ts'
import { isTest, meaning, money, orderFees, time } from '../shapes.ts'
import { agentView, backedView, extraView, lastFiveView } from './order-fields.ts'

export const payoutFields = z.strictObject({
  id: z.int(),
  uid: z.string(),
  trade_no: z.string(),
  kind: meaning(
    z.literal('withdrawal').optional(),
    '提領；其他代付沒有此欄',
    'A withdrawal; absent for other payouts',
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
  test: isTest,
  bank_account: meaning(
    z.int().nullable(),
    '出款的銀行帳戶；沒有為 null',
    'The bank account that paid it; null for none',
  ),
  backed: backedView,
  last5: lastFiveView,
  ...orderFees,
})
