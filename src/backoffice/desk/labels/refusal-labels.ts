import { refusals } from '../../../contract/refusal-table.ts'
import type { Meaning, Say } from '../../../units/language.ts'
import { fieldLabels } from './field-labels.ts'
import { labelFor } from './label-for.ts'

/** A page's text for a refusal: it names the control to use, where the API's message names a member of the body. */
export function refusalLabel(code: string, message: Meaning): Meaning {
  return Object.hasOwn(pressed, code) ? labelFor(pressed, code) : message
}

/** The text of a refusal's code alone. */
export function codeLabel(code: string): Meaning {
  return refusalLabel(code, labelFor(refusals, code))
}

const pressed: Readonly<Record<string, Meaning>> = {
  already_backed: {
    zh: '此訂單已有銀行交易，請在「換下的交易」選擇要更換的',
    en: 'The order has its bank transactions: choose those that it gives back',
  },
  already_paid: {
    zh: '此付款連結的訂單已付款；營運人員可勾選「此連結的訂單已付過」，再入帳這一筆',
    en: 'The order of this link is paid: an operator may tick to settle this one as well',
  },
  approval_waiting: {
    zh: '相同的操作正在等待核准，請先核准或駁回',
    en: 'The same waits for approval already: approve or reject that first',
  },
  bank_transaction_differs: {
    zh: '此銀行編號已用於內容不同的交易，請確認編號與內容',
    en: "The bank's number was used for a transaction that says something else",
  },
  bank_transaction_required: {
    zh: '請選擇入出帳的銀行交易；營運人員可勾選「沒有銀行交易」並說明原因',
    en: 'Choose the bank transaction; an operator may go without one, with a reason',
  },
  daily_cap_reached: {
    zh: '此銀行帳戶今日的額度不足，請改用其他帳戶；營運人員可勾選「超過帳戶今日額度」',
    en: 'The account has reached its daily cap: use another; an operator may override it',
  },
  evidence_differs: {
    zh: '銀行交易與訂單不符；營運人員可勾選「銀行交易與訂單不符」並說明原因',
    en: 'The bank transaction does not fit the order; an operator may override it, with a reason',
  },
  idempotency_key_used: {
    zh: '這筆調整先前已送出，內容不同；請重新開啟此頁再調整',
    en: 'This adjustment was already sent with other content: reopen the page, then adjust again',
  },
  internal_error: { zh: '系統發生錯誤，請稍後再試', en: 'Something failed here: try again later' },
  override_required: {
    zh: '未通過檢查：表單的「略過檢查」說明是哪一項，由營運人員勾選',
    en: 'A check failed: the form says which, under "Override a check", where an operator may override it',
  },
  statement_refused: {
    zh: '對帳單未匯入：請依下列問題修正檔案，或略過有問題的行',
    en: 'The statement was not imported: correct the file as described below, or leave those lines out',
  },
}

/** Why an agent cannot book a payout: only operators override these two checks. */
export const beyondAgents: Meaning = {
  zh: '商戶餘額不足（或商戶已停用），須由營運人員決定。',
  en: "The merchant's balance is short (or the merchant is disabled): an operator decides.",
}

/** A text in which the API's members have the desk's labels. */
export function withLabels(text: string, say: Say): string {
  return text.replace(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, (name) => say(labelFor(fieldLabels, name)))
}

/** The desk's label of a body's member: `bank_transactions.1` is the second of them. */
export function memberLabel(path: string, say: Say): string {
  const parts = path.split('.').map((part) => {
    if (!/^\d+$/.test(part)) return say(labelFor(fieldLabels, part))
    const place = Number(part) + 1
    return say({ zh: `第 ${place} 項`, en: `no. ${place}` })
  })
  return parts.join(' · ')
}
