import type { listedCollectionView } from '../views/orders/collection-view.ts'
import type { payoutView } from '../views/orders/payout-view.ts'
import type { Columns } from './csv-table.ts'

const shared = {
  created_at: ['建立時間', 'Created at'],
  trade_no: ['交易編號', 'Transaction number'],
  uid: ['商戶', 'Merchant'],
} as const

const fees = {
  fee: ['手續費', 'Fee'],
  net: ['淨額', 'Net'],
  pricing: ['費率版本', 'Price version'],
} as const

const shownLast = {
  agent: ['處理人員', 'Agent'],
  bank_account: ['銀行帳戶編號', 'Bank account'],
  backed: ['已對應銀行明細', 'Backed'],
  test: ['測試', 'Test'],
  reason: ['原因', 'Reason'],
  notify_url: ['通知網址', 'Callback address'],
  extra: ['附加資料', 'Extra'],
  id: ['編號', 'Id'],
} as const

export const collectionColumns: Columns<ReturnType<typeof listedCollectionView>> = {
  ...shared,
  orderid: ['訂單編號', 'Order id'],
  merchant_order_no: ['商戶訂單編號', 'Merchant order number'],
  channel: ['通道', 'Channel'],
  gateway_code: ['通道代碼', 'Gateway code'],
  currency: ['幣別', 'Currency'],
  amount: ['訂單金額', 'Amount'],
  paid_amount: ['實付金額', 'Paid amount'],
  ...fees,
  status: ['訂單狀態', 'Status'],
  collection_status: ['匹配狀態', 'Matching status'],
  expired: ['逾時未付', 'Expired unpaid'],
  said_paid_at: ['會員表示已付款的時間', 'Member said paid at'],
  not_assigned: ['未自動指定帳戶的原因', 'Why not assigned'],
  confirmation: ['確認狀態', 'Confirmation'],
  settled_by: ['由誰入帳', 'Settled by'],
  proof: ['自動入帳的對帳', 'Proof'],
  paid_at: ['付款時間', 'Paid at'],
  collection_bank_name: ['收款銀行', 'Receiving bank'],
  collection_account_name: ['收款戶名', 'Receiving account name'],
  collection_account_no: ['收款帳號', 'Receiving account number'],
  payment_bank_account: ['付款用帳號', 'Account to pay to'],
  user_id: ['會員編號', 'Member number'],
  user_name: ['會員姓名', 'Member name'],
  member_bank_name: ['會員銀行', 'Member bank'],
  counterparty_account: ['會員帳號', 'Member account'],
  last5: ['會員帳號末五碼', 'Last five digits of the member account'],
  payer_name: ['付款人', 'Payer'],
  payer_bank_name: ['付款銀行', 'Payer bank'],
  payer_bank_code: ['付款銀行代碼', 'Payer bank code'],
  payer_account_no: ['付款帳號', 'Payer account number'],
  payer_account_last5: ['付款帳號末五碼', 'Last five digits of the payer account'],
  page_ends_at: ['付款頁截止時間', 'Page ends at'],
  slot: ['占用等待位置', 'Has its slot'],
  return_url: ['返回網址', 'Return address'],
  ...shownLast,
}

export const payoutColumns: Columns<ReturnType<typeof payoutView>> = {
  ...shared,
  kind: ['種類', 'Kind'],
  serial_no: ['代付序號', 'Serial number'],
  merchant_order_no: ['商戶訂單編號', 'Merchant order number'],
  channel: ['通道', 'Channel'],
  amount: ['訂單金額', 'Amount'],
  actual_amount: ['實付金額', 'Actual amount'],
  ...fees,
  status: ['狀態', 'Status'],
  payee_name: ['收款人', 'Payee'],
  payee_bank: ['收款銀行', 'Payee bank'],
  payee_account: ['收款帳號', 'Payee account'],
  last5: ['收款帳號末五碼', 'Last five digits of the payee account'],
  beneficiary_name: ['受益人', 'Beneficiary'],
  payment_tag: ['付款標籤', 'Payment tag'],
  requested_at: ['申請時間', 'Requested at'],
  processed_at: ['處理時間', 'Processed at'],
  voucher_no: ['憑證號碼', 'Voucher number'],
  note: ['備註', 'Note'],
  is_delayed: ['延遲', 'Delayed'],
  reverse_url: ['沖正通知網址', 'Reversal address'],
  ...shownLast,
}
