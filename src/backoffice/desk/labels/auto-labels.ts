import type {
  Doubt,
  NotAssignedReason,
  ProofState,
  Settler,
} from '../../../contract/back-office/states.ts'
import type { Labels } from './label-for.ts'
import { severalLabel } from './order-labels.ts'

/** The doubt about a transaction, and what to check (matching §3); at most 60 characters each. */
export const doubtLabels: Labels<Doubt> = {
  stopped: {
    zh: '自動入帳已停止，請自行判斷',
    en: 'Automatic matching is stopped: decide yourself',
  },
  off: {
    zh: '商戶未啟用自動入帳，請自行判斷',
    en: 'Not automatic for the merchant: decide yourself',
  },
  source: {
    zh: '來源不足以自動入帳，請核對銀行明細',
    en: 'Not from a source that counts: look at the bank',
  },
  one_person: {
    zh: '大額匯入只有一人經手，請另一人同意',
    en: 'One person imported it: another has to agree',
  },
  two_orders: {
    zh: '可能不只一筆訂單相符，請選出其一',
    en: 'Several orders may fit: choose the one that it pays',
  },
  part: {
    zh: '可能是另一筆較大訂單的一部分，請比對',
    en: 'May pay part of another order: compare the amounts',
  },
  two_transactions: {
    zh: '有另一筆同額同末五碼的入帳，請比對',
    en: 'Another line has this amount and digits: compare',
  },
  sent_back: {
    zh: '款項可能已被退回，請看同額出帳',
    en: 'May have been sent back: look at the debits',
  },
  twin: {
    zh: '可能與已認列的交易同一筆款項，請比對',
    en: 'May be money already used: compare the two lines',
  },
  early: {
    zh: '入帳早於訂單取得帳戶，請核對時間',
    en: 'Booked before the order had its slot: check the times',
  },
  late: { zh: '入帳超過期限，請核對時間', en: 'Booked after its time was over: check the times' },
  day_only: {
    zh: '只有日期沒有時間，請核對順序',
    en: 'A date without a time: check what came first',
  },
  name: {
    zh: '付款人姓名不同，請核對姓名',
    en: "Another name than the payer's: compare the names",
  },
  account: {
    zh: '匯出帳號不同，請核對帳號',
    en: "Another account than the payer's: compare the numbers",
  },
  held: { zh: '訂單或付款人受管制，請查看管制原因', en: 'The order is held: look at the hold' },
  bank_account_not_active: {
    zh: '收款帳戶不在使用中，請看帳戶狀態',
    en: 'The account is not active: look at its state',
  },
  bank_account_not_allowed: {
    zh: '此帳戶不供此商戶使用，請看帳戶設定',
    en: 'The account does not serve the merchant: look at it',
  },
  already_paid: {
    zh: '連結已付過，請看另一筆訂單',
    en: 'The link was paid already: look at its other order',
  },
  over_limit: {
    zh: '金額超過自動入帳上限，請自行判斷',
    en: "Above the account's automatic limit: decide yourself",
  },
  awaiting_limit: {
    zh: '待對帳總額已達上限，請匯入對帳單',
    en: 'Too much awaits a statement: import one',
  },
  lines_unsound: {
    zh: '帳戶明細有缺漏或匯入未完成，請看對帳單',
    en: 'Lines are missing or unfinished: look at statements',
  },
  reversed: {
    zh: '曾因沖正或更換而釋出，請看經過',
    en: 'Freed by a reversal or an exchange: look at its story',
  },
  state: {
    zh: '訂單已不在等待匯款，請看訂單狀態',
    en: 'The order does not wait for money: look at its state',
  },
  no_order: {
    zh: '沒有金額與末五碼都相符的訂單',
    en: 'No order has its amount and digits: search, or ignore',
  },
}

/** The same in a word or two, for several in one row. */
export const doubtNames: Labels<Doubt> = {
  stopped: { zh: '已停止', en: 'Stopped' },
  off: { zh: '商戶未啟用', en: 'Merchant is off' },
  source: { zh: '來源', en: 'Source' },
  one_person: { zh: '一人匯入', en: 'One person' },
  two_orders: { zh: '一筆款項多筆訂單', en: 'Several orders fit' },
  part: { zh: '可能是部分款', en: 'A part' },
  two_transactions: severalLabel,
  sent_back: { zh: '可能已退回', en: 'Sent back' },
  twin: { zh: '同一筆款項', en: 'Same money' },
  early: { zh: '過早', en: 'Early' },
  late: { zh: '逾期', en: 'Late' },
  day_only: { zh: '沒有時間', en: 'No time' },
  name: { zh: '姓名', en: 'Name' },
  account: { zh: '匯出帳號', en: "Payer's account" },
  held: { zh: '管制中', en: 'Held' },
  bank_account_not_active: { zh: '帳戶停用', en: 'Account not active' },
  bank_account_not_allowed: { zh: '帳戶不適用', en: 'Account not allowed' },
  already_paid: { zh: '連結已付', en: 'Paid already' },
  over_limit: { zh: '超過上限', en: 'Over the limit' },
  awaiting_limit: { zh: '待對帳已滿', en: 'Awaiting limit' },
  lines_unsound: { zh: '明細缺漏', en: 'Lines unsound' },
  reversed: { zh: '沖正或更換後釋出', en: 'Freed by a reversal' },
  state: { zh: '訂單已不等款', en: 'Order waits no more' },
  no_order: { zh: '查無訂單', en: 'No order' },
}

/** Why the service gave an order no account (matching §2). */
export const notAssignedLabels: Labels<NotAssignedReason> = {
  no_account_free: { zh: '沒有可用的帳戶', en: 'No account was free' },
  stopped: { zh: '自動指定已停止', en: 'Giving accounts was stopped' },
}

export const settlerLabels: Labels<Settler> = {
  auto: { zh: '系統自動', en: 'The service' },
  person: { zh: '人員', en: 'A person' },
  merchant: { zh: '商戶申報', en: 'The merchant' },
}

/** The proof of an automatic settlement (matching §5). */
export const proofLabels: Labels<ProofState> = {
  awaiting: { zh: '待對帳單確認', en: 'Awaits a statement' },
  confirmed: { zh: '對帳單已確認', en: 'Confirmed by a statement' },
  unproven: { zh: '48 小時未獲確認', en: 'Unproven after 48 hours' },
  contradicted: { zh: '與對帳單不符', en: 'Contradicted' },
}
