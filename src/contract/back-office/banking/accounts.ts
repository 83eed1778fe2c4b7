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
  meaning(z.array(z.string()), `${zh}；空清單為不限`, `${en}; an empty list means all`)

const bankAccountView = shape(
  'BankAccount',
  z.strictObject({
    id: z.int(),
    database: z.int(),
    bank_code: z.string(),
    bank_name: z.string(),
    account_no: z.string(),
    holder_name: meaning(z.string(), '銀行顯示給付款人的戶名', 'Name that the bank shows payers'),
    agents: everyone('可使用的專員', 'Agents who may use it'),
    merchants: everyone('供哪些商戶使用', 'Merchants whose orders may use it'),
    feeds: meaning(
      z.array(z.string()),
      '可回報交易的服務權杖；空清單為無',
      'Service tokens that may post its transactions; an empty list means none',
    ),
    use: z.enum(bankAccountUses),
    daily_cap: meaning(
      money.nullable(),
      '每日可指定的金額上限；null 為不限',
      'Maximum amount assigned per day; null for no limit',
    ),
    fee_max: meaning(money, '一筆出款最多的銀行手續費', 'Maximum bank fee of one payout'),
    backing: z.enum(backings),
    statement_format: meaning(
      z.unknown(),
      '對帳單格式；無則為 null',
      'Statement format; null if unset',
    ),
    note: z.string(),
    auto: meaning(
      z.enum(autoChoices),
      '自動配對：off 不處理、assign 指定此帳戶、settle 指定並入帳',
      'Automatic matching: off; assign the account to orders; settle them too',
    ),
    auto_max: meaning(
      money,
      '自動入帳的單筆上限；超過者由人員入帳',
      'Largest order settled automatically; people settle larger ones',
    ),
    auto_awaiting_max: meaning(
      money,
      '自動入帳而尚未經對帳單確認的金額上限',
      'Maximum amount settled automatically that no statement has confirmed',
    ),
    auto_sources: meaning(
      z.array(z.enum(autoSources)),
      '自動入帳所依據的交易來源；任一即可',
      'Sources of the transactions used for automatic settlement; any one suffices',
    ),
    auto_awaiting: meaning(
      money,
      '自動入帳而尚未經對帳單確認的金額',
      'Amount settled automatically that no statement has confirmed',
    ),
    auto_unproven: meaning(
      z.int(),
      '其中逾 48 小時仍未經確認的訂單數',
      'Number of those orders that no statement has confirmed after 48 hours',
    ),
    state: z.enum(bankAccountStates),
    received_today: money,
    handed_out_today: meaning(money, '今日已指定的金額', 'Amount assigned today'),
    waiting: meaning(money, '已指定而未付款的金額', 'Amount of matched, unpaid orders'),
    waiting_count: z.int(),
    last_transaction_at: time.nullable(),
    gaps: meaning(
      z.array(z.strictObject({ from: day, to: day })),
      '對帳單缺少的日期',
      'Days missing from its statements',
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
          covered_to: meaning(day, '對帳單涵蓋的最後一日', 'Last day covered by a statement'),
          balance: meaning(
            money.nullable(),
            '該日結束時的餘額；未知為 null',
            'Balance at the end of that day; null if unknown',
          ),
          expected: meaning(
            money.nullable(),
            '現在預期的餘額；之後的交易過多而未計入時為 null',
            'Expected balance now; null if too many transactions followed',
          ),
        })
        .nullable()
        .optional(),
      'balances=1 才有，專員沒有；沒有對帳單為 null',
      'With balances=1 only, and not for agents; null without a statement',
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
      zh: '呼叫者可使用的銀行帳戶，由新到舊',
      en: 'Lists the bank accounts that the caller may use, newest first',
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
      zh: '更改帳戶的指定欄位；凍結或結清後，會員頁面立即不再顯示帳號',
      en: 'Changes the fields sent of a bank account; once frozen or closed, members’ pages hide its number at once',
    },
    body: bankAccountPatch,
    answer: bankAccountView,
    waits: true,
  }),
}
