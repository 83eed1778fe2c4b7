import type { RefusalEntry } from '../../refusal-entry.ts'

/** The refusals of claims of bank transactions (back office §1). */
export const claimRefusals = {
  bank_transaction_taken: {
    status: 409,
    zh: '此銀行交易已由其他訂單（held_by）認列，請先沖正該訂單或更換其交易',
    en: 'Another order (held_by) has claimed the bank transaction; reverse that order or exchange its transaction',
  },
  bank_transaction_ignored: {
    status: 409,
    zh: '此銀行交易已列為不處理，請先恢復',
    en: 'The bank transaction is ignored; reopen it first',
  },
  bank_transaction_required: {
    status: 409,
    zh: '請指定銀行交易；沒有時由營運人員處理：代收用 manual 並說明原因，代付不傳 bank_account',
    en: 'Name the bank transaction; an operator without one sends manual and a reason, or no bank_account to pay out',
  },
  evidence_differs: {
    status: 409,
    zh: '銀行交易與訂單不符（differs）；營運人員可用 override 並說明原因',
    en: 'The bank transaction does not match the order (differs); an operator may send override and a reason',
  },
  already_backed: {
    status: 409,
    zh: '此訂單已有銀行交易，請用 instead_of 更換',
    en: 'The order already has bank transactions; exchange them with instead_of',
  },
} as const satisfies Record<string, RefusalEntry>
