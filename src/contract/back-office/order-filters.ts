import * as z from 'zod'
import { amount, moment, agent as name, text } from './values.ts'

/** The number of a record, as the back office shows it: a bank account, a bank transaction. */
export const recordId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, '必須是編號')
  .transform(Number)

/** The last five digits of a member's bank account. */
export const lastFive = z.string().regex(/^\d{5}$/, '必須是五位數字')

const flag = z.enum(['true', 'false']).transform((given) => given === 'true')

/** The order of a list, the newest first if absent: what waits is worked off from the oldest on. */
export const listOrder = z.enum(['newest', 'oldest']).optional()

/**
 * Which merchants' records a list has: those of real ones if absent, of test merchants `only`, or of `all`. A list of
 * one merchant has that merchant's, whatever it is.
 */
export const testScope = z.enum(['only', 'all']).optional()
export type TestScope = z.output<typeof testScope>

/**
 * What lists of orders of either kind are narrowed to, beside their states (back office §7): `agent` has the order in
 * hand, `taken` tells whether anyone has, `bank_account` is the one that it was matched to or paid from, `amount` is
 * the order's, `last5` the member's. From `from` until before `to`, both of `created_at`.
 */
export const orderFilters = {
  merchant_order_no: text(80).optional(),
  agent: name.optional(),
  taken: flag.optional(),
  bank_account: recordId.optional(),
  amount: amount.optional(),
  last5: lastFive.optional(),
  backed: flag.optional(),
  from: moment.optional(),
  to: moment.optional(),
  test: testScope,
}
