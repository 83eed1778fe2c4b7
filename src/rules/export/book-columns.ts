import type { bankTransactionView } from '../views/banking/bank-transaction-view.ts'
import type { ledgerEntryView } from '../views/ledger-view.ts'
import type { journalView } from '../views/people/journal-view.ts'
import type { feeDayView } from '../views/settlement/fee-day-view.ts'
import type { statementEntryView } from '../views/settlement/statement-view.ts'
import type { Columns } from './csv-table.ts'

const entryColumns = {
  at: ['入帳時間', 'Booked at'],
  type: ['類別', 'Type'],
  trade_no: ['交易編號', 'Transaction number'],
  number: ['訂單編號', 'Number'],
  merchant_order_no: ['商戶訂單編號', 'Merchant order number'],
  event: ['事件', 'Event'],
  channel: ['通道', 'Channel'],
  from: ['轉出', 'From'],
  to: ['轉入', 'To'],
  amount: ['金額', 'Amount'],
} as const

export const ledgerColumns: Columns<ReturnType<typeof ledgerEntryView>> = {
  ...entryColumns,
  fee: ['手續費', 'Fee'],
  reason: ['原因', 'Reason'],
  actor: ['操作者', 'Actor'],
  order_id: ['訂單內碼', 'Order'],
  seq: ['序號', 'Event number'],
}

export const transactionColumns: Columns<ReturnType<typeof bankTransactionView>> = {
  booked_at: ['入帳時間', 'Booked at'],
  bank_account: ['銀行帳戶編號', 'Bank account'],
  amount: ['金額', 'Amount'],
  balance_after: ['餘額', 'Balance'],
  external_id: ['銀行序號', 'Number at the bank'],
  counterparty_account: ['對方帳號', 'Counterparty account'],
  counterparty_last5: ['對方帳號末五碼', 'Last five digits'],
  counterparty_name: ['對方戶名', 'Counterparty name'],
  memo: ['備註', 'Memo'],
  source: ['來源', 'Source'],
  state: ['狀態', 'State'],
  confirmed_at: ['對帳單確認時間', 'Confirmed at'],
  trade_no: ['交易編號', 'Transaction number'],
  claimed_by: ['認領人員', 'Claimed by'],
  claimed_at: ['認領時間', 'Claimed at'],
  ignored_as: ['略過類別', 'Ignored as'],
  ignored_reason: ['略過原因', 'Reason'],
  counterpart: ['對應交易編號', 'Counterpart'],
  posted_by: ['登錄者', 'Posted by'],
  created_at: ['建立時間', 'Created at'],
  doubts: ['未自動入帳的原因', 'Doubts'],
  id: ['編號', 'Id'],
}

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

export const feeColumns: Columns<ReturnType<typeof feeDayView>> = {
  uid: ['商戶', 'Merchant'],
  day: ['日期', 'Day'],
  collections: ['代收手續費', 'Fees of collections'],
  payouts: ['代付手續費', 'Fees of payouts'],
  withdrawals: ['提領手續費', 'Fees of withdrawals'],
  corrections: ['手續費調整', 'Corrections of fees'],
  total: ['收入合計', 'In all'],
}

/** The columns of its sums are named as the sums of the statement itself. */
export const statementColumns: Columns<ReturnType<typeof statementEntryView>> = {
  ...entryColumns,
  collections: ['代收', 'Collections'],
  payouts: ['代付', 'Payouts'],
  returned: ['退回', 'Returned'],
  withdrawn: ['提領', 'Withdrawn'],
  corrections: ['調整', 'Corrections'],
  fees: ['手續費', 'Fees'],
  reason: ['原因', 'Reason'],
}
