import * as z from 'zod'
import type { holdCalls } from '../calls/hold-calls.ts'
import { type DocumentedCalls, listOf, meaning, named, time } from './answer.ts'

const hold = named(
  'Hold',
  z.strictObject({
    id: z.int(),
    merchant_uid: meaning(z.string(), '未指定為空', 'Empty where it names something else'),
    user_id: meaning(z.string(), '該商戶的會員', 'A member of that merchant, or empty'),
    account_no: z.string(),
    trade_no: z.string(),
    reason: z.string(),
    case_no: z.string(),
    actor: z.string(),
    created_at: time,
    lifted_at: meaning(time.nullable(), '管制中為 null', 'Null while it stands'),
    lifted_by: z.string(),
    lift_reason: z.string(),
    test: meaning(z.boolean(), '對象屬於測試商戶', 'It holds something of a test merchant'),
  }),
)

export const holdAnswers = {
  placeHold: {
    says: {
      zh: '管制商戶、會員、帳號或訂單：不入帳也不出款',
      en: 'Holds a merchant, member, account or order: it is neither settled nor paid out',
    },
    notes: {
      zh: '必須指定 merchant_uid、account_no、trade_no 其中之一；user_id 與 merchant_uid 一起指定',
      en: 'Exactly one of merchant_uid, account_no and trade_no is given; user_id goes with merchant_uid',
    },
    answer: hold,
  },
  listHolds: {
    says: { zh: '管制清單，由新到舊', en: 'Lists holds, newest first' },
    answer: listOf('HoldList', hold),
  },
  liftHold: { says: { zh: '解除管制', en: 'Lifts a hold' }, answer: hold, waits: true },
} satisfies DocumentedCalls<typeof holdCalls>
