import * as z from 'zod'
import { accountDigits } from '../../../units/account-digits.ts'
import { problem } from '../../../units/language.ts'
import { get, post } from '../call.ts'
import { line, pageOfScope, reasonBody, text } from '../values.ts'
import { holdList, holdView } from './merchant-views.ts'

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
    {
      message: problem(
        '必須指定 merchant_uid、account_no、trade_no 其中之一',
        'Exactly one of merchant_uid, account_no and trade_no is required',
      ),
    },
  )
  .refine(({ account_no }) => account_no === undefined || accountDigits(account_no) !== '', {
    path: ['account_no'],
    message: problem('必須有數字', 'Must contain digits'),
  })
  .refine(({ merchant_uid, user_id }) => user_id === undefined || merchant_uid !== undefined, {
    path: ['user_id'],
    message: problem('必須與 merchant_uid 一起指定', 'Requires merchant_uid'),
  })

export type NewHold = z.output<typeof newHold>

export const holdCalls = {
  placeHold: post('/holds', {
    summary: {
      zh: '管制商戶、會員、帳號或訂單：不入帳也不出款',
      en: 'Places a hold on a merchant, member, account or order, which blocks settlements and payouts',
    },
    notes: {
      zh: '必須指定 merchant_uid、account_no、trade_no 其中之一；user_id 與 merchant_uid 一起指定',
      en: 'Exactly one of merchant_uid, account_no and trade_no is required; user_id requires merchant_uid',
    },
    body: newHold,
    status: 201,
    answer: holdView,
  }),
  listHolds: get('/holds', {
    summary: { zh: '管制清單，由新到舊', en: 'Lists holds, newest first' },
    query: pageOfScope,
    answer: holdList,
  }),
  liftHold: post('/holds/:id{[0-9]{1,16}}/lift', {
    summary: { zh: '解除管制', en: 'Lifts a hold' },
    body: reasonBody,
    answer: holdView,
    waits: true,
  }),
}
