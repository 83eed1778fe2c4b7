import * as z from 'zod'
import { backings, bankAccountStates, bankAccountUses } from '../banking-values.ts'
import type { bankAccountCalls, bankAccountReads } from '../calls/bank-account-calls.ts'
import { type DocumentedCalls, day, listOf, meaning, money, named, time } from './answer.ts'

const everyone = (zh: string, en: string) =>
  meaning(z.array(z.string()), `${zh}；空清單為不限`, `${en}; an empty list is everyone`)

const bankAccount = named(
  'BankAccount',
  z.strictObject({
    id: z.int(),
    database: meaning(z.int(), '所屬資料庫的編號', 'The number of its database'),
    bank_code: z.string(),
    bank_name: z.string(),
    account_no: z.string(),
    holder_name: meaning(z.string(), '銀行顯示給付款人的戶名', 'The name that payers are shown'),
    agents: everyone('可使用的人員', 'Who may use it'),
    merchants: everyone('可使用的商戶', 'For which merchants'),
    feeds: meaning(
      z.array(z.string()),
      '可回報交易的服務權杖；空清單為無',
      'Service tokens that may post its transactions; an empty list is none',
    ),
    use: z.enum(bankAccountUses),
    daily_cap: meaning(money.nullable(), '每日上限；null 為不限', 'What it may hand out a day'),
    fee_max: meaning(money, '一筆出款最多的手續費', 'What the bank may take for one payout'),
    backing: z.enum(backings),
    statement_format: meaning(z.unknown(), '對帳單格式', 'How its statements are read, or null'),
    note: z.string(),
    state: z.enum(bankAccountStates),
    received_today: meaning(money, '今日入帳', 'Transactions in, of today'),
    handed_out_today: meaning(money, '今日已指定的金額', 'What was handed out today'),
    waiting: meaning(money, '已指定而未付款的金額', 'Amounts matched and unpaid'),
    waiting_count: z.int(),
    last_transaction_at: time.nullable(),
    gaps: meaning(
      z.array(z.strictObject({ from: day, to: day })),
      '對帳單缺少的日期',
      'Days that no statement covers',
    ),
    created_at: time,
  }),
)

/** What the document says of what operators alone do with bank accounts. */
export const bankAccountAnswers = {
  createBankAccount: {
    says: { zh: '登記銀行帳戶', en: 'Registers a bank account' },
    answer: bankAccount,
    waits: true,
  },
  patchBankAccount: {
    says: {
      zh: '更改帳戶的指定欄位；凍結後立即不再顯示',
      en: 'Changes the given fields of a bank account; once frozen no page shows its number',
    },
    answer: bankAccount,
    waits: true,
  },
} satisfies DocumentedCalls<typeof bankAccountCalls>

/** What it says of what agents see of them, too. */
export const bankAccountReadAnswers = {
  listBankAccounts: {
    says: {
      zh: '可使用的銀行帳戶，由新到舊',
      en: 'Lists bank accounts that one may use, newest first',
    },
    answer: listOf('BankAccountList', bankAccount),
  },
  showBankAccount: {
    says: { zh: '一個銀行帳戶', en: 'Shows a bank account' },
    answer: bankAccount,
  },
} satisfies DocumentedCalls<typeof bankAccountReads>
