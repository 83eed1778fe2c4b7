import * as z from 'zod'
import { bankAccountId } from './bank-account-calls.ts'
import { agent, amount, line, moment, recordId, text } from './values.ts'

// What the back office's calls take that move an order (decisions §9).

/** What an operator may go past (decisions §4, "Declared figures"). */
export const overrideNames = [
  'amount',
  'balance',
  'disabled_merchant',
  'already_paid',
  'evidence_differs',
  'daily_cap_reached',
] as const
export type OverrideName = (typeof overrideNames)[number]

// `true` is the first four of them; the others are given by name.
const overrideGiven = z.union(
  [z.boolean(), z.array(z.enum(overrideNames)).max(overrideNames.length)],
  { error: `必須是 true、false，或由下列名稱組成的陣列：${overrideNames.join('、')}` },
)
const override = overrideGiven.default(false)

// 0 is refused: an order without money is put aside or cancelled.
const paid = (instead: string) => amount.refine((sum) => sum > 0, `不可為 0，請改用 ${instead}`)

// The bank transactions that pay an order, each named once.
const bankTransactions = z
  .array(recordId)
  .max(50)
  .refine((ids) => new Set(ids).size === ids.length, '不可重複')

// What the bank keeps is a part of transactions.
const isOfTransactions = (call: {
  fee?: unknown
  bank_transactions?: readonly number[] | undefined
}) => call.fee === undefined || (call.bank_transactions ?? []).length > 0
const feeAlone = { path: ['fee'], message: '須同時指定 bank_transactions' }

const wordNames = [
  'collection_account_name',
  'collection_account_no',
  'collection_bank_name',
] as const

/** `POST /api/collections/:trade_no/match`: to a bank account by its id, or to an account that is given in words. */
export const match = z
  .strictObject({
    agent: agent.optional(),
    bank_account: bankAccountId.optional(),
    override: overrideGiven.optional(),
    collection_account_name: line(120).optional(),
    collection_account_no: line(80).optional(),
    collection_bank_name: line(120).optional(),
  })
  .superRefine((call, context) => {
    const isByAccount = call.bank_account !== undefined
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    for (const name of wordNames) {
      if (isByAccount && call[name] !== undefined) refuse(name, '不可與 bank_account 一起指定')
      if (!isByAccount && call[name] === undefined)
        refuse(name, '必填，或改以 bank_account 指定帳戶')
    }
    if (!isByAccount && call.override !== undefined) refuse('override', '只用於 bank_account')
  })
export type Match = z.output<typeof match>

/** `POST /api/collections/:trade_no/settle` */
export const settlement = z.strictObject({
  paid_amount: paid('exception').optional(),
  paid_at: moment.optional(),
  manual: z.boolean().default(false),
  override,
  bank_transactions: bankTransactions.optional(),
  reason: line(500).optional(),
})
export type SettlementCall = z.output<typeof settlement>

/** `POST /api/collections/:trade_no/confirm`: a rejection needs a reason. */
export const confirmation = z
  .strictObject({
    accept: z.boolean().default(true),
    reason: z.string().trim().pipe(text(500)).default(''),
    override,
    bank_transactions: bankTransactions.optional(),
  })
  .refine(({ accept, bank_transactions: named = [] }) => accept || named.length === 0, {
    path: ['bank_transactions'],
    message: '退回款項時不可指定',
  })
  .refine(({ accept, reason }) => accept || reason !== '', {
    path: ['reason'],
    message: '退回款項時必須說明原因，商戶會看到',
  })
export type Confirmation = z.output<typeof confirmation>

/** `POST /api/collections/:trade_no/exception` */
export const exceptionReport = z.strictObject({ reason: line(500) })

/** Why a settled collection or a processed payout is reversed. */
export const reversalCauses = ['wrong_match', 'money_returned'] as const
export type ReversalCause = (typeof reversalCauses)[number]

/**
 * `POST /api/collections/:trade_no/reverse` and `POST /api/payouts/:trade_no/reverse`: `wrong_match` when the money was
 * another order's, `money_returned` when it went back: by those transactions, less what the bank kept.
 */
export const reversal = z
  .strictObject({
    reason: line(500),
    because: z.enum(reversalCauses),
    bank_transactions: bankTransactions.optional(),
    fee: amount.optional(),
  })
  .refine(
    ({ because, bank_transactions: named = [] }) =>
      because === 'money_returned' || named.length === 0,
    { path: ['bank_transactions'], message: 'because 為 money_returned 時才可指定' },
  )
  .refine(isOfTransactions, feeAlone)
export type ReversalCall = z.output<typeof reversal>

/** `POST /api/collections/:trade_no/take` and `POST /api/payouts/:trade_no/take` */
export const taking = z.strictObject({ agent: agent.optional() })
export type Taking = z.output<typeof taking>

/** `POST /api/payouts/:trade_no/process` */
export const processing = z
  .strictObject({
    actual_amount: paid('cancel').optional(),
    voucher_no: text(80).optional(),
    processed_at: moment.optional(),
    override,
    bank_account: recordId.optional(),
    bank_transactions: bankTransactions.optional(),
    fee: amount.optional(),
    reason: line(500).optional(),
  })
  .refine(isOfTransactions, feeAlone)
export type ProcessingCall = z.output<typeof processing>

/**
 * `POST /api/collections/:trade_no/back` and `POST /api/payouts/:trade_no/back`: what paid an order that was settled
 * without a transaction, or, with `instead_of`, others of the same sum.
 */
export const backing = z.strictObject({
  bank_transactions: bankTransactions.min(1),
  instead_of: bankTransactions.min(1).optional(),
  reason: line(500).optional(),
})
export type BackingCall = z.output<typeof backing>

/** `POST /api/payouts/:trade_no/cancel` */
export const cancellation = z.strictObject({ reason: line(500) })
