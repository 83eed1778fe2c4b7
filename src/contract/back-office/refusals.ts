import type { RefusalEntry } from '../refusal-entry.ts'

/** The refusals of bank accounts (back office §1, §2). */
export const accountRefusals = {
  duplicate_bank_account: {
    status: 409,
    zh: '此銀行與帳號已登記，請修改原有的帳戶',
    en: 'This bank and account number are already registered; change that account',
  },
  bank_account_not_active: {
    status: 409,
    zh: '此銀行帳戶未啟用（暫停、凍結或結清），請改用其他帳戶',
    en: 'The bank account is paused, frozen or closed; use another one',
  },
  bank_account_not_allowed: {
    status: 409,
    zh: '此銀行帳戶不供這位專員、這個商戶或這種用途使用，請改用其他帳戶',
    en: 'The bank account is not for this agent, merchant or use; use another one',
  },
  bank_account_elsewhere: {
    status: 409,
    zh: '此銀行帳戶服務另一個資料庫的商戶，請改用與訂單同一資料庫的帳戶',
    en: 'The bank account serves merchants of another database; use one of the order’s database',
  },
  test_order: {
    status: 409,
    zh: '測試訂單不使用銀行帳戶與銀行交易，請以文字填寫收款帳戶，或不指定交易',
    en: 'Test orders use no bank accounts or transactions; enter the account’s texts, or name no transaction',
  },
  slot_taken: {
    status: 409,
    zh: '此帳戶已有相同金額與末五碼的訂單等待付款，請改用其他帳戶',
    en: 'Another order with this amount and last five digits waits on the account; use another account',
  },
  no_account_free: {
    status: 409,
    zh: '目前沒有可用的收款帳戶：請啟用一個、調高額度，或指定其他帳戶',
    en: 'No account is available; activate one, raise a daily cap, or name an account',
  },
  daily_cap_reached: {
    status: 409,
    zh: '此銀行帳戶今日的額度不足，請改用其他帳戶，或由營運人員以 override 確認',
    en: 'The account has reached its daily cap; use another, or let an operator send override',
  },
} as const satisfies Record<string, RefusalEntry>

/** The refusals of claims of bank transactions (back office §1). */
export const claimRefusals = {
  bank_transaction_taken: {
    status: 409,
    zh: '此銀行交易已由其他訂單認列，請先沖正該訂單或更換其交易',
    en: 'Another order has claimed the bank transaction; reverse that order or exchange its transaction',
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

/** The refusals of approvals, holds and checks of the books (back office §5, §6). */
export const peopleRefusals = {
  own_approval: {
    status: 403,
    zh: '不可核准自己提出的申請，請由另一位營運人員核准',
    en: 'You cannot approve your own request; another operator must do it',
  },
  order_moved: {
    status: 409,
    zh: '訂單在您查看之後已有變動，請重新查看後再決定',
    en: 'The order has changed since you read it; read it again, then decide',
  },
  approval_waiting: {
    status: 409,
    zh: '相同的操作正在等待核准，請核准或駁回 approval_id 所示的申請',
    en: 'The same call is already waiting for approval; approve or reject approval_id',
  },
  approval_over: {
    status: 409,
    zh: '此申請已核准、駁回、失敗或逾期，如仍需要請重新提出',
    en: 'The approval is done, failed, rejected or expired; make the call again if it is still needed',
  },
  held: {
    status: 409,
    zh: '此訂單、商戶、會員或帳號管制中，不可入帳或出款，請先解除管制',
    en: 'A hold on the order, its merchant, member or account blocks settlement and payout; lift it first',
  },
  check_running: {
    status: 409,
    zh: '帳目檢查正在進行，請待完成後再開始',
    en: 'A check of the books is running; start another when it is done',
  },
} as const satisfies Record<string, RefusalEntry>

/** The refusals of statements and of posted lines (back office §3). */
export const statementRefusals = {
  statement_refused: {
    status: 422,
    zh: '對帳單未匯入：請依 problems 與 chain 修正檔案，或以 skip_problems=1 略過有問題的行',
    en: 'The statement was not imported: correct the file by problems and chain, or send skip_problems=1',
  },
  import_in_use: {
    status: 409,
    zh: '此匯入的交易已認列、列為不處理，或另由即時明細或人員回報，請先處理這些交易',
    en: 'Transactions of the import are claimed, ignored, or also reported by a feed or a person; free them first',
  },
  bank_transaction_differs: {
    status: 409,
    zh: '此 external_id 已用於內容不同的交易，請確認編號與內容',
    en: 'This external_id belongs to a transaction with other content; check the id and the content',
  },
} as const satisfies Record<string, RefusalEntry>
