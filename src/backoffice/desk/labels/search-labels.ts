import type { SearchKind, SearchMatch } from '../../../contract/back-office/search.ts'
import type { Meaning } from '../../../units/language.ts'
import type { Tone } from '../parts/values.tsx'
import {
  accountStateLabels,
  accountTones,
  transactionStateLabels,
  transactionTones,
} from './banking-labels.ts'
import type { Labels } from './label-for.ts'
import {
  callbackStateLabels,
  callbackTones,
  collectionStatusLabels,
  payoutStatusLabels,
  payoutTones,
} from './order-labels.ts'

/** The kinds of hits, in the order in which they are shown. */
export const searchKindLabels: Labels<SearchKind> = {
  collection: { zh: '代收', en: 'Collections' },
  payout: { zh: '代付', en: 'Payouts' },
  link: { zh: '付款連結', en: 'Payment links' },
  callback: { zh: '通知', en: 'Callbacks' },
  bank_transaction: { zh: '銀行交易', en: 'Bank transactions' },
  bank_account: { zh: '銀行帳戶', en: 'Bank accounts' },
  merchant: { zh: '商戶', en: 'Merchants' },
}

/** The value by which a search has found a record. */
export const searchMatchLabels: Labels<SearchMatch> = {
  trade_no: { zh: '交易編號', en: 'Transaction number' },
  orderid: { zh: '代收編號', en: "Collection's orderid" },
  serial_no: { zh: '代付序號', en: "Payout's serial_no" },
  merchant_order_no: { zh: '商戶訂單編號', en: "Merchant's order number" },
  callback_id: { zh: '通知編號', en: "Callback's id" },
  link: { zh: '付款連結', en: 'Payment link' },
  uid: { zh: '商戶代號', en: "Merchant's uid" },
  account_no: { zh: '帳號', en: 'Account number' },
  external_id: { zh: '銀行的交易編號', en: "Bank's own number" },
  member_no: { zh: '會員編號', en: "Member's number" },
  amount: { zh: '金額', en: 'Amount' },
  last5: { zh: '帳號末五碼', en: 'Last five digits' },
}

export const hitStatusLabels: Readonly<Record<SearchKind, Readonly<Record<string, Meaning>>>> = {
  collection: collectionStatusLabels,
  payout: payoutStatusLabels,
  link: {
    open: { zh: '可付款', en: 'Open' },
    expired: { zh: '已逾期', en: 'Expired' },
    closed: { zh: '已結束', en: 'Closed' },
  },
  callback: callbackStateLabels,
  bank_transaction: transactionStateLabels,
  bank_account: accountStateLabels,
  merchant: { enabled: { zh: '啟用', en: 'Enabled' }, disabled: { zh: '停用', en: 'Disabled' } },
}

export function hitTone(kind: SearchKind, status: string): Tone {
  return foundTones[kind][status] ?? 'over'
}

const foundTones: Readonly<Record<SearchKind, Readonly<Record<string, Tone>>>> = {
  collection: { pending: 'busy', succeeded: 'done', manual: 'done' },
  payout: payoutTones,
  link: { open: 'busy' },
  callback: callbackTones,
  bank_transaction: transactionTones,
  bank_account: accountTones,
  merchant: { enabled: 'done', disabled: 'wrong' },
}

/** Whether a hit waits: for money, for a person, or to be sent. */
export function isWaiting(kind: SearchKind, status: string): boolean {
  return waiting[kind]?.includes(status) === true
}

const waiting: Readonly<Partial<Record<SearchKind, readonly string[]>>> = {
  collection: ['pending'],
  payout: ['pending'],
  link: ['open'],
  callback: ['due', 'given_up', 'parked'],
  bank_transaction: ['unclaimed'],
}
