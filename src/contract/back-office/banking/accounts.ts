import * as z from 'zod'
import { withoutSeparators } from '../../../units/account-digits.ts'
import { problem } from '../../../units/language.ts'
import { holderOf, servicePrefix } from '../../back-office-names.ts'
import { get, patch, post } from '../call.ts'
import { day, listOf, meaning, money, shape, time } from '../shapes.ts'
import {
  type AutoSource,
  autoChoices,
  autoSources,
  backings,
  bankAccountStates,
  bankAccountUses,
} from '../states.ts'
import { agent, amount, line, page, text } from '../values.ts'
import { statementFormat } from './statement-format.ts'

// The back office's calls on the register of bank accounts (back office §2).
const namesMax = 200

const names = <Name extends z.ZodType<string>>(name: Name) =>
  z
    .array(name)
    .max(namesMax)
    .transform((texts) => [...new Set(texts)])

const feed = agent.refine((name) => holderOf(name).startsWith(servicePrefix), {
  message: problem(
    `必須是服務憑證，例如 ${servicePrefix}bank-feed`,
    `Must be a service token, such as ${servicePrefix}bank-feed`,
  ),
})

/** The id of a bank account, as a number or as its digits. */
export const bankAccountId = z.union(
  [
    z.int().min(1),
    z
      .string()
      .regex(/^[1-9]\d{0,15}$/)
      .transform(Number),
  ],
  problem('必須是銀行帳戶的編號', 'Must be the id of a bank account'),
)

const feeMaxDefault = 3000

// Defaults of an account's automatic work, in hundredths (matching §1).
const autoMaxDefault = 2_000_000
const autoAwaitingMaxDefault = 30_000_000

const sources = z
  .array(z.enum(autoSources))
  .min(1, problem('請至少選擇一項', 'Choose at least one'))
  .max(autoSources.length)
  .transform((all): readonly AutoSource[] => autoSources.filter((one) => all.includes(one)))

const changeable = {
  holder_name: line(120),
  agents: names(agent),
  merchants: names(line(20)),
  feeds: names(feed.transform(holderOf)),
  use: z.enum(bankAccountUses),
  daily_cap: amount.nullable(),
  fee_max: amount,
  backing: z.enum(backings),
  statement_format: statementFormat.nullable(),
  note: text(500),
  auto: z.enum(autoChoices),
  auto_max: amount,
  auto_awaiting_max: amount,
  auto_sources: sources,
}

export const bankCode = z
  .string()
  .regex(/^\d{3}$/, problem('必須是三碼銀行代碼', 'Must be a bank code of three digits'))

export const accountNumber = z
  .string()
  .max(40)
  .transform(withoutSeparators)
  .refine(
    (digits) => /^\d{4,20}$/.test(digits),
    problem('必須是 4 到 20 位數字的帳號', 'Must be an account number of 4 to 20 digits'),
  )

/** `POST /api/bank-accounts`. `database` is its number, by default the newest one of the deployment. */
export const newBankAccount = z.strictObject({
  bank_code: bankCode,
  account_no: accountNumber,
  holder_name: changeable.holder_name,
  agents: changeable.agents.default([]),
  merchants: changeable.merchants.default([]),
  feeds: changeable.feeds.default([]),
  use: changeable.use.default('both'),
  daily_cap: changeable.daily_cap.default(null),
  fee_max: changeable.fee_max.default(feeMaxDefault),
  backing: changeable.backing.default('required'),
  statement_format: changeable.statement_format.default(null),
  note: changeable.note.default(''),
  auto: changeable.auto.default('off'),
  auto_max: changeable.auto_max.default(autoMaxDefault),
  auto_awaiting_max: changeable.auto_awaiting_max.default(autoAwaitingMaxDefault),
  auto_sources: changeable.auto_sources.default(['statement']),
  database: z.int().min(0).max(14).optional(),
})

export type NewBankAccount = z.output<typeof newBankAccount>

/** `PATCH /api/bank-accounts/:id`: bank, number and database never change. */
export const bankAccountPatch = z
  .strictObject({ ...changeable, state: z.enum(bankAccountStates) })
  .partial()

export type BankAccountPatch = z.output<typeof bankAccountPatch>

const everyone = (zh: string, en: string) =>
  meaning(z.array(z.string()), `${zh}；空清單為不限`, `${en}; an empty list is everyone`)

const bankAccountView = shape(
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
    auto: meaning(
      z.enum(autoChoices),
      '系統自動：off 不處理、assign 指定帳戶、settle 指定並入帳',
      'What the service does by itself: nothing (off), give orders the account, or settle them, too',
    ),
    auto_max: meaning(
      money,
      '系統自動入帳的單筆上限；超過者由人員入帳',
      'The largest order that the service settles here',
    ),
    auto_awaiting_max: meaning(
      money,
      '系統已入帳而尚未經對帳單確認的金額上限',
      'How much that the service settled here may await a statement',
    ),
    auto_sources: meaning(
      z.array(z.enum(autoSources)),
      '交易須由何者得知，系統才自動入帳；任一即可',
      'By whom a line has to be known that the service settles by: any of these',
    ),
    auto_awaiting: meaning(
      money,
      '系統已入帳而尚未經對帳單確認的金額',
      'What the service settled here and no statement has confirmed',
    ),
    auto_unproven: meaning(
      z.int(),
      '其中逾 48 小時仍未經確認的訂單數',
      'How many orders of it are unproven after 48 hours',
    ),
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

const listedAccountView = shape(
  'ListedBankAccount',
  bankAccountView.extend({
    statement: meaning(
      z
        .strictObject({
          covered_to: meaning(day, '對帳單涵蓋的最後一日', 'The last day that a statement covers'),
          balance: meaning(
            money.nullable(),
            '該日餘額',
            'What that day ended with, where it is known',
          ),
          expected: meaning(
            money.nullable(),
            '現在預期的餘額；之後的交易過多而未計入時為 null',
            'The balance that is expected now; null where too many lines came since',
          ),
        })
        .nullable()
        .optional(),
      'balances=1 才有，專員沒有；沒有對帳單為 null',
      'Only with balances=1, and not for agents; null without a statement',
    ),
  }),
)

const accountPage = page.extend({
  // Asks for each account's balance.
  balances: z.literal('1').optional(),
})

/** `GET /api/bank-accounts` */
export type BankAccountPage = z.output<typeof accountPage>

const bankAccountPath = '/bank-accounts/:id{[0-9]{1,16}}'

export const bankAccountCalls = {
  listBankAccounts: get('/bank-accounts', {
    summary: {
      zh: '可使用的銀行帳戶，由新到舊',
      en: 'Lists bank accounts that one may use, newest first',
    },
    query: accountPage,
    answer: listOf('BankAccountList', listedAccountView),
  }),
  showBankAccount: get(bankAccountPath, {
    summary: { zh: '一個銀行帳戶', en: 'Shows a bank account' },
    answer: bankAccountView,
  }),
  createBankAccount: post('/bank-accounts', {
    summary: { zh: '登記銀行帳戶', en: 'Registers a bank account' },
    body: newBankAccount,
    status: 201,
    answer: bankAccountView,
    waits: true,
  }),
  patchBankAccount: patch(bankAccountPath, {
    summary: {
      zh: '更改帳戶的指定欄位；凍結後立即不再顯示',
      en: 'Changes the given fields of a bank account; once frozen no page shows its number',
    },
    body: bankAccountPatch,
    answer: bankAccountView,
    waits: true,
  }),
}
