import * as z from 'zod'
import {
  collectionStatuses,
  confirmationStates,
  matchingStatuses,
} from '../../orders/order-statuses.ts'
import { isTest, meaning, money, orderFees, time } from '../shapes.ts'
import { notAssignedReasons, proofStates, settlers } from '../states.ts'
import { agentView, backedView, extraView, lastFiveView } from './order-fields.ts'

export const collectionFields = z.strictObject({
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
    'State of money that the merchant declared as paid',
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
  test: isTest,
  bank_account: meaning(
    z.int().nullable(),
    '指定的銀行帳戶；未指定或以文字指定為 null',
    'The assigned bank account; null if none is assigned, or only its texts',
  ),
  backed: backedView,
  last5: lastFiveView,
  ...orderFees,
  expired: meaning(
    z.boolean(),
    '是否因逾時未付而由系統列為例外；由人員列為例外者為 false',
    'Whether the service made it an exception because it expired unpaid; false if a person made it one',
  ),
  said_paid_at: meaning(
    time.nullable(),
    '會員最近一次在付款頁按下「我已付款」的時間，並非付款證據；沒有為 null',
    'When the member last pressed “I have paid” on the wait page, which is no evidence; null for never',
  ),
  not_assigned: meaning(
    z.enum(notAssignedReasons).nullable(),
    '系統未能自動指定帳戶的原因；已指定或不自動指定為 null',
    'Why the service assigned no account; null if it did, or does not assign this order',
  ),
  settled_by: meaning(
    z.enum(settlers).nullable(),
    '由誰入帳：auto 為系統自動、person 為人員、merchant 為商戶申報；未付或已沖正為 null',
    'Settled by: auto, the service; person; merchant, by declaration. null while unpaid or after a reversal',
  ),
  proof: meaning(
    z.enum(proofStates).nullable(),
    '系統自動入帳後的對帳狀態；其他為 null',
    'Proof of an automatic settlement by statements; null for other orders',
  ),
})

export const payerFields = {
  payer_name: z.string(),
  payer_bank_name: z.string(),
  payer_bank_code: z.string(),
  payer_account_no: z.string(),
  payer_account_last5: z.string(),
  slot: meaning(
    z.boolean(),
    '是否占用其帳戶上同金額、同末五碼的等待位置',
    'Whether it occupies the slot of its account, amount and last five digits',
  ),
  page_ends_at: meaning(
    time.nullable(),
    '會員付款頁倒數的截止時間；非連結訂單為 null',
    'When the countdown on the member’s page ends; null for an order without a link',
  ),
}

export const memberFields = {
  member_account: z.string(),
  member_phone: z.string(),
  member_email: z.string(),
}
