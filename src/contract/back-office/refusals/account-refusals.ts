import type { RefusalEntry } from '../../refusal-entry.ts'

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
    en: 'Test orders use no bank accounts or transactions; send the account’s texts, or name no transaction',
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
