import type { ReversalCause } from '../../../contract/back-office/orders/move-bodies.ts'
import type { OverrideName } from '../../../contract/back-office/orders/overrides.ts'
import type { Role } from '../../../contract/back-office/roles.ts'
import type { ApprovalState } from '../../../contract/back-office/states.ts'
import type { Meaning } from '../../../units/language.ts'
import type { Labels } from './label-for.ts'

export const roleLabels: Labels<Role> = {
  operator: { zh: '營運', en: 'Operator' },
  agent: { zh: '專員', en: 'Agent' },
  auditor: { zh: '稽核', en: 'Auditor' },
  bridge: { zh: '交易所橋接', en: 'Exchange bridge' },
  feed: { zh: '銀行明細來源', en: 'Bank feed' },
}

/** Who has changed something; the service has when it matches. */
export const writerLabels: Labels<Role | 'system'> = {
  ...roleLabels,
  system: { zh: '系統', en: 'The service' },
}

export const approvalStateLabels: Labels<ApprovalState> = {
  waiting: { zh: '待核准', en: 'Waiting' },
  done: { zh: '已核准', en: 'Approved' },
  rejected: { zh: '已駁回', en: 'Rejected' },
  failed: { zh: '失敗', en: 'Failed' },
  expired: { zh: '逾期', en: 'Expired' },
}

export const causeLabels: Labels<ReversalCause> = {
  wrong_match: { zh: '認錯訂單', en: "Another order's money" },
  money_returned: { zh: '款項已退回', en: 'Money went back' },
}

export const checkLabels: Labels<OverrideName> = {
  amount: { zh: '金額', en: 'Amount' },
  balance: { zh: '餘額', en: 'Balance' },
  disabled_merchant: { zh: '商戶停用', en: 'Disabled merchant' },
  already_paid: { zh: '已付款', en: 'Already paid' },
  evidence_differs: { zh: '佐證不符', en: 'Evidence differs' },
  daily_cap_reached: { zh: '每日上限', en: 'Daily cap' },
  slot_taken: { zh: '同金額、同末五碼的另一筆訂單', en: 'Another order of this amount and digits' },
}

/** The name of a kind of record in the journal. */
export const subjectLabels: Readonly<Record<string, Meaning>> = {
  merchant: { zh: '商戶', en: 'merchant' },
  product: { zh: '商品', en: 'product' },
  collection: { zh: '代收', en: 'collection' },
  payout: { zh: '代付', en: 'payout' },
  callback: { zh: '通知', en: 'callback' },
  bank_account: { zh: '銀行帳戶', en: 'bank account' },
  bank_transaction: { zh: '銀行交易', en: 'bank transaction' },
  bank_import: { zh: '對帳單匯入', en: 'statement file' },
  approval: { zh: '申請', en: 'request' },
  person: { zh: '人員', en: 'person' },
  hold: { zh: '管制', en: 'hold' },
  export: { zh: '匯出', en: 'export' },
  alarm: { zh: '警報', en: 'alarm' },
  auto: { zh: '自動配對', en: 'automatic matching' },
  maintenance: { zh: '維護，資料庫', en: 'maintenance of database' },
  member: { zh: '會員', en: 'member' },
  books: { zh: '帳目，資料庫', en: 'books of database' },
}

export const actionLabels = {
  take: { zh: '領取', en: 'Took' },
  release: { zh: '放回', en: 'Released' },
  match: { zh: '指定帳戶', en: 'Gave an account to' },
  settle: { zh: '入帳', en: 'Settled' },
  exception: { zh: '列為例外', en: 'Reported as exception' },
  confirm: { zh: '確認款項', en: 'Decided on declared money' },
  process: { zh: '出款完成', en: 'Paid out' },
  cancel: { zh: '取消', en: 'Cancelled' },
  reverse: { zh: '沖正', en: 'Reversed' },
  back: { zh: '補列交易', en: 'Backed' },
  create: { zh: '建立', en: 'Created' },
  export: { zh: '匯出', en: 'Exported' },
  patch: { zh: '更改', en: 'Changed' },
  delete: { zh: '移除', en: 'Removed' },
  secret: { zh: '更換金鑰', en: 'Replaced the secret' },
  pricing: { zh: '設定費率', en: 'Set the price of' },
  'withdraw-pricing': { zh: '撤回費率', en: 'Withdrew a price of' },
  'add-settlement-account': { zh: '新增結算帳戶', en: 'Added an account of' },
  'remove-settlement-account': { zh: '移除結算帳戶', en: 'Removed an account of' },
  withdraw: { zh: '提領', en: 'Withdrew money of' },
  'payment-amounts': { zh: '設定付款金額', en: 'Set the amounts' },
  adjustments: { zh: '調整餘額', en: 'Adjusted the balance' },
  statements: { zh: '匯入對帳單', en: 'Imported a statement' },
  agree: { zh: '同意對帳單', en: 'Agreed to' },
  undo: { zh: '撤回對帳單', en: 'Took back' },
  note: { zh: '加註', en: 'Added a note to' },
  erase: { zh: '刪除個資', en: 'Erased' },
  post: { zh: '登記銀行交易', en: 'Recorded a transaction' },
  ignore: { zh: '列為不處理', en: 'Ignored' },
  reopen: { zh: '恢復', en: 'Reopened' },
  resend: { zh: '重送', en: 'Resent' },
  revive: { zh: '恢復擱置', en: 'Revived' },
  lift: { zh: '解除', en: 'Lifted' },
  check: { zh: '開始檢查', en: 'Began a check of' },
  stop: { zh: '停止', en: 'Stopped' },
  start: { zh: '恢復', en: 'Started' },
  acknowledge: { zh: '確認警報', en: 'Acknowledged' },
  put: { zh: '給予角色', en: 'Gave a role' },
  ask: { zh: '申請', en: 'Asked to' },
  approve: { zh: '核准', en: 'Approved' },
  reject: { zh: '駁回', en: 'Rejected' },
} as const satisfies Readonly<Record<string, Meaning>>
