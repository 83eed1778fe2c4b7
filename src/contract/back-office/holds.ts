import * as z from 'zod'
import { accountDigits } from '../../units/digits.ts'
import { line, text } from './values.ts'

/** `POST /api/holds`: a merchant, one of its members, an account or an order. */
export const newHold = z
  .strictObject({
    merchant_uid: line(20).optional(),
    user_id: line(64).optional(),
    account_no: line(80).optional(),
    trade_no: line(32).optional(),
    reason: line(500),
    case_no: text(64).default(''),
  })
  .refine(
    ({ merchant_uid, account_no, trade_no }) =>
      [merchant_uid, account_no, trade_no].filter((name) => name !== undefined).length === 1,
    { message: '必須指定 merchant_uid、account_no、trade_no 其中之一' },
  )
  .refine(({ account_no }) => account_no === undefined || accountDigits(account_no) !== '', {
    path: ['account_no'],
    message: '必須有數字',
  })
  .refine(({ merchant_uid, user_id }) => user_id === undefined || merchant_uid !== undefined, {
    path: ['user_id'],
    message: '必須與 merchant_uid 一起指定',
  })
export type NewHold = z.output<typeof newHold>

/** `POST /api/holds/:id/lift` */
export const lifting = z.strictObject({ reason: line(500) })
export type Lifting = z.output<typeof lifting>
