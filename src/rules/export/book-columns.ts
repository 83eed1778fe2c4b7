import type { ledgerEntryView } from '../views/ledger-view.ts'
import type { journalView } from '../views/people/journal-view.ts'
import type { Columns } from './table.ts'

/** The columns of an exported ledger. */
export const ledgerColumns: Columns<ReturnType<typeof ledgerEntryView>> = {
  at: ['入帳時間', 'Booked at'],
  type: ['類別', 'Type'],
  trade_no: ['交易號', 'Transaction number'],
  number: ['單號', 'Number'],
  merchant_order_no: ['商戶訂單號', 'Merchant order number'],
  event: ['事件', 'Event'],
  channel: ['通道', 'Channel'],
  from: ['轉出', 'From'],
  to: ['轉入', 'To'],
  amount: ['金額', 'Amount'],
  reason: ['原因', 'Reason'],
  actor: ['操作者', 'Actor'],
  order_id: ['訂單內碼', 'Order'],
  seq: ['序號', 'Event number'],
}

/** The columns of an exported journal. */
export const journalColumns: Columns<ReturnType<typeof journalView>> = {
  at: ['時間', 'Time'],
  actor: ['操作者', 'Actor'],
  role: ['角色', 'Role'],
  action: ['動作', 'Action'],
  subject: ['對象', 'Subject'],
  before: ['變更前', 'Before'],
  after: ['變更後', 'After'],
  reason: ['原因', 'Reason'],
  approved_by: ['核准者', 'Approved by'],
  request_id: ['請求編號', 'Request'],
  id: ['編號', 'Id'],
}
