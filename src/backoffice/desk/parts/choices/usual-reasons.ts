import type { Meaning } from '../../../../units/language.ts'

// The text itself is stored, and sent to the merchant where the form says so.

export const exceptionReasons: readonly Meaning[] = [
  { zh: '金額不符', en: 'The amount differs' },
  { zh: '查無匯款', en: 'No deposit was found' },
  { zh: '匯款人不符', en: 'Somebody else paid' },
  { zh: '重複匯款', en: 'It was paid twice' },
  { zh: '逾時匯款', en: 'It was paid too late' },
]

export const cancelReasons: readonly Meaning[] = [
  { zh: '收款帳號有誤', en: 'The account number is wrong' },
  { zh: '沒有收款帳號', en: 'No account number was given' },
  { zh: '戶名與帳號不符', en: 'The name is not that of the account' },
  { zh: '銀行退匯', en: 'The bank sent it back' },
  { zh: '商戶要求取消', en: 'The merchant asked for it' },
  { zh: '重複的代付', en: 'It was asked for twice' },
]

/** Why money that somebody else has sent pays an order. */
export const otherPayerReasons: readonly Meaning[] = [
  { zh: '家人代付', en: 'A relative paid' },
  { zh: '公司帳戶', en: "A company's account" },
  { zh: '已向會員查證', en: 'The member confirmed it' },
]

/** Why money on another account pays an order. */
export const otherAccountReasons: readonly Meaning[] = [
  { zh: '會員轉錯帳戶', en: 'The member chose the wrong account' },
  { zh: '帳戶已更換', en: 'The account was exchanged' },
]

export const holdReasons: readonly Meaning[] = [
  { zh: '疑似詐騙', en: 'Suspected fraud' },
  { zh: '疑似人頭帳戶', en: "Suspected of being another's account" },
  { zh: '警示帳戶', en: 'The account is on the watch list' },
  { zh: '檢警來函', en: 'A letter of the police' },
  { zh: '商戶要求', en: 'The merchant asked for it' },
]
