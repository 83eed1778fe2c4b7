import * as z from 'zod'
import { withoutGaps } from '../../units/digits.ts'
import { holderOf, servicePrefix } from '../back-office-names.ts'
import { statementFormat } from './banking/statement-format.ts'
import { backings, bankAccountStates, bankAccountUses } from './banking-values.ts'
import { agent, amount, line, text } from './values.ts'

// What the back office's calls take that keep the register of bank accounts (back office §2).

const namesMax = 200
const names = <Name extends z.ZodType<string>>(name: Name) =>
  z
    .array(name)
    .max(namesMax)
    .transform((given) => [...new Set(given)])

const feed = agent.refine((name) => holderOf(name).startsWith(servicePrefix), {
  message: `必須是服務憑證，例如 ${servicePrefix}bank-feed`,
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
  '必須是銀行帳戶的 id',
)

const feeMaxDefault = 3000

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
}

/** `POST /api/bank-accounts`. `database` is its number, by default the newest one of the deployment. */
export const newBankAccount = z.strictObject({
  bank_code: z.string().regex(/^\d{3}$/, '必須是三碼銀行代碼'),
  account_no: z
    .string()
    .max(40)
    .transform(withoutGaps)
    .refine((digits) => /^\d{4,20}$/.test(digits), '必須是 4 到 20 位數字的帳號'),
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
  database: z.int().min(0).max(14).optional(),
})
export type NewBankAccount = z.output<typeof newBankAccount>

/** `PATCH /api/bank-accounts/:id`: bank, number and database never change. */
export const bankAccountPatch = z
  .strictObject({ ...changeable, state: z.enum(bankAccountStates) })
  .partial()
export type BankAccountPatch = z.output<typeof bankAccountPatch>
