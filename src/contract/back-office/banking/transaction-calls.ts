import * as z from 'zod'
import { moneyFromJsonNumber, moneyFromText } from '../../../units/money.ts'
import { taipeiToSeconds } from '../../../units/taipei-time.ts'
import { page } from '../../back-office-calls.ts'
import { ignoredKinds, transactionStates } from '../banking-values.ts'
import { line, moment, recordId, signedAmount, text } from '../values.ts'

// What the back office's calls take about bank transactions (back office §3).

const flag = z
  .literal('1', { error: '必須是 1，或不給' })
  .transform(() => true)
  .optional()

/** `POST /api/bank-accounts/:id/statements` */
export const statementOptions = z.strictObject({ dry_run: flag, skip_problems: flag })
export type StatementOptions = z.output<typeof statementOptions>

// A time, or a day where the bank tells no more.
const booking = z.string().transform((given, context) => {
  const at = taipeiToSeconds(given)
  if (at !== null) return { at, dayOnly: given.length === '2026-01-31'.length }
  context.addIssue({ code: 'custom', message: '必須是日期或時間，例如 2026-01-31 15:04:05' })
  return z.NEVER
})

// An amount of either sign, 0 too.
const balance = z
  .union([z.number(), z.string()], '必須是數字或字串')
  .transform((given, context) => {
    const size = String(given).replace(/^-/, '')
    const read = typeof given === 'number' ? moneyFromJsonNumber(size) : moneyFromText(size)
    if (typeof read === 'number') return String(given).startsWith('-') && read !== 0 ? -read : read
    context.addIssue({ code: 'custom', message: '必須是金額，最多兩位小數' })
    return z.NEVER
  })

/** `POST /api/bank-transactions`: a line that a feed, or a person, tells. */
export const postedTransaction = z.strictObject({
  bank_account: recordId,
  booked_at: booking,
  amount: signedAmount,
  external_id: line(120),
  counterparty_account: text(100).default(''),
  counterparty_last5: z
    .string()
    .regex(/^(\d{5})?$/, '必須是五位數字')
    .default(''),
  counterparty_name: text(120).default(''),
  memo: text(500).default(''),
  balance_after: balance.nullable().default(null),
})
export type PostedTransaction = z.output<typeof postedTransaction>

/**
 * `GET /api/bank-transactions`: booked from `from` until before `to`; the amount of what left is negative. `confirmed`
 * is whether a statement has confirmed it.
 */
export const transactionFilter = page.extend({
  bank_account: recordId.optional(),
  state: z.enum(transactionStates).optional(),
  direction: z.enum(['in', 'out']).optional(),
  amount: signedAmount.optional(),
  last5: z
    .string()
    .regex(/^\d{5}$/, '必須是五位數字')
    .optional(),
  confirmed: z
    .enum(['true', 'false'])
    .transform((given) => given === 'true')
    .optional(),
  from: moment.optional(),
  to: moment.optional(),
  cursor: z
    .string()
    .regex(/^\d{1,12}\.\d{1,16}$/, '請使用前一頁的 next_cursor')
    .transform((given) => {
      const [bookedAt = 0, id = 0] = given.split('.').map(Number)
      return { bookedAt, id }
    })
    .optional(),
})
export type TransactionFilter = z.output<typeof transactionFilter>

/** `POST /api/bank-transactions/:id/ignore`: the counterpart, of the other direction, is put aside with it. */
export const ignoring = z.strictObject({
  kind: z.enum(ignoredKinds),
  reason: line(500),
  counterpart: recordId.optional(),
})
export type IgnoringCall = z.output<typeof ignoring>

/** `POST /api/bank-transactions/:id/reopen` */
export const reopening = z.strictObject({ reason: line(500) })
