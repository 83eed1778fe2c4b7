import * as z from 'zod'
import { problem } from '../../../units/language.ts'
import { bankAccountId } from '../banking/accounts.ts'
import { agent, amount, line, moment, recordId, text } from '../values.ts'
import { overrideGiven, overrideOrFalse } from './overrides.ts'

// 0 is refused: an order without money is put aside or cancelled.
const paid = (instead: string) =>
  amount.refine(
    (sum) => sum > 0,
    problem(`不可為 0，請改用 ${instead}`, `Must not be 0; use ${instead} instead`),
  )

/** The bank transactions that pay an order, each named once. */
export const bankTransactions = z
  .array(recordId)
  .max(50)
  .refine(
    (ids) => new Set(ids).size === ids.length,
    problem('不可重複', 'The same transaction must not be named twice'),
  )

// A bank's fee is a part of transactions, so a call with a fee must name some.
const isOfTransactions = (call: {
  fee?: unknown
  bank_transactions?: readonly number[] | undefined
}) => call.fee === undefined || (call.bank_transactions ?? []).length > 0

const feeAlone = {
  path: ['fee'],
  message: problem('須同時指定 bank_transactions', 'Requires bank_transactions'),
}

const wordNames = [
  'collection_account_name',
  'collection_account_no',
  'collection_bank_name',
] as const

/**
 * `POST /api/collections/:trade_no/match`: to a bank account by its id, to `any` that is free, or to an account that is
 * given in words.
 */
export const match = z
  .strictObject({
    agent: agent.optional(),
    bank_account: z.union([bankAccountId, z.literal('any')]).optional(),
    override: overrideGiven.optional(),
    collection_account_name: line(120).optional(),
    collection_account_no: line(80).optional(),
    collection_bank_name: line(120).optional(),
  })
  .superRefine((call, context) => {
    const isByAccount = call.bank_account !== undefined
    const refuse = (name: string, zh: string, en: string) =>
      context.addIssue({ code: 'custom', path: [name], message: problem(zh, en) })
    for (const name of wordNames) {
      if (isByAccount && call[name] !== undefined)
        refuse(name, '不可與 bank_account 一起指定', 'Must not be combined with bank_account')
      if (!isByAccount && call[name] === undefined)
        refuse(
          name,
          '必填，或改以 bank_account 指定帳戶',
          'Is required unless bank_account is sent',
        )
    }
    if (!isByAccount && call.override !== undefined)
      refuse('override', '只能與 bank_account 一起使用', 'Can be used with bank_account only')
  })

/** `POST /api/collections/:trade_no/settle` */
export const settlement = z.strictObject({
  paid_amount: paid('exception').optional(),
  paid_at: moment.optional(),
  manual: z.boolean().default(false),
  override: overrideOrFalse,
  bank_transactions: bankTransactions.optional(),
  reason: line(500).optional(),
})

/** `POST /api/collections/:trade_no/confirm`: a rejection needs a reason. */
export const confirmation = z
  .strictObject({
    accept: z.boolean().default(true),
    reason: z.string().trim().pipe(text(500)).default(''),
    override: overrideOrFalse,
    bank_transactions: bankTransactions.optional(),
  })
  .refine(({ accept, bank_transactions: lines = [] }) => accept || lines.length === 0, {
    path: ['bank_transactions'],
    message: problem('accept 為 false 時不可指定', 'Must not be sent with accept: false'),
  })
  .refine(({ accept, reason }) => accept || reason !== '', {
    path: ['reason'],
    message: problem(
      'accept 為 false 時必填，商戶會看到',
      'Is required with accept: false; the merchant sees it',
    ),
  })

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
    ({ because, bank_transactions: lines = [] }) =>
      because === 'money_returned' || lines.length === 0,
    {
      path: ['bank_transactions'],
      message: problem(
        'because 為 money_returned 時才可指定',
        'May be sent only with because: money_returned',
      ),
    },
  )
  .refine(isOfTransactions, feeAlone)

/** `POST /api/collections/:trade_no/take` and `POST /api/payouts/:trade_no/take` */
export const taking = z.strictObject({ agent: agent.optional() })

/** `POST /api/payouts/:trade_no/process` */
export const processing = z
  .strictObject({
    actual_amount: paid('cancel').optional(),
    voucher_no: text(80).optional(),
    processed_at: moment.optional(),
    override: overrideOrFalse,
    bank_account: recordId.optional(),
    bank_transactions: bankTransactions.optional(),
    fee: amount.optional(),
    reason: line(500).optional(),
  })
  .refine(isOfTransactions, feeAlone)

/**
 * `POST /api/collections/:trade_no/back` and `POST /api/payouts/:trade_no/back`: names the transactions that paid an
 * order settled without any, or, with `instead_of`, exchanges transactions for others of the same sum.
 */
export const backing = z.strictObject({
  bank_transactions: bankTransactions.min(1),
  instead_of: bankTransactions.min(1).optional(),
  reason: line(500).optional(),
})

export type BackingCall = z.output<typeof backing>

/** `POST /api/collections/:trade_no/notes` and `POST /api/payouts/:trade_no/notes` */
export const note = z.strictObject({ text: line(500) })
