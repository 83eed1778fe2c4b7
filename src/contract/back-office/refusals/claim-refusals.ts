import type { RefusalEntry } from '../../refusal-entry.ts'

/** The refusals of claims of bank transactions (back office §1). */
export const claimRefusals = {
  bank_transaction_taken: {
    status: 409,
    zh: '此銀行交易已由其他訂單認列，須先沖回該訂單或更換其交易',
    en: 'Another order has claimed the bank transaction; reverse it or exchange its transaction',
  },
  bank_transaction_ignored: {
    status: 409,
    zh: '此銀行交易已列為不處理，請先恢復',
    en: 'The bank transaction is ignored; reopen it first',
  },
  bank_transaction_required: {
    status: 409,
    zh: '請指定入出帳的銀行交易；營運人員可用 manual 並說明原因',
    en: 'Name the bank transaction; an operator may go without by manual and a reason',
  },
  evidence_differs: {
    status: 409,
    zh: '銀行交易與訂單不符；營運人員可用 override 並說明原因',
    en: 'The bank transaction does not fit the order; an operator may override with a reason',
  },
  already_backed: {
    status: 409,
    zh: '此訂單已有銀行交易，請用 instead_of 更換',
    en: 'The order has its bank transactions; exchange them with instead_of',
  },
} as const satisfies Record<string, RefusalEntry>
