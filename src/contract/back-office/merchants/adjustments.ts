import * as z from 'zod'
import { post } from '../call.ts'
import { line, signedAmount, text } from '../values.ts'
import { adjustedBucket, adjustmentView } from './merchant-views.ts'

/** `POST /api/merchants/:uid/adjustments`: a negative amount takes money out of the bucket. */
const adjustment = z.strictObject({
  amount: signedAmount,
  bucket: adjustedBucket,
  reason: line(500),
  trade_no: text(32).optional(),
  idempotency_key: line(64),
})

export type AdjustmentCall = z.output<typeof adjustment>

export const adjustmentCalls = {
  adjustBalance: post('/merchants/:uid/adjustments', {
    summary: {
      zh: '調整商戶餘額；相同 idempotency_key 只入帳一次',
      en: 'Adjusts a merchant’s balance; the same idempotency_key is booked once',
    },
    body: adjustment,
    status: 201,
    answer: adjustmentView,
    waits: true,
  }),
}
