import * as z from 'zod'
import { problem } from '../../../units/language.ts'
import { get, put } from '../call.ts'
import { paymentAmountsView } from './merchant-views.ts'

/** `PUT /api/merchants/:uid/payment-amounts`: whole dollars; the bounds count where custom amounts are allowed. */
export const paymentAmounts = z
  .strictObject({
    fixed_amounts: z.array(z.int().min(1).max(9_999_999_999)).max(50),
    allow_custom: z.boolean(),
    custom_min: z.int().min(0).max(9_999_999_999),
    custom_max: z.int().min(0).max(9_999_999_999),
  })
  .refine(({ allow_custom, custom_min }) => !allow_custom || custom_min >= 1, {
    path: ['custom_min'],
    message: problem('允許自訂金額時不可小於 1', 'Must be at least 1 if allow_custom is true'),
  })
  .refine(({ allow_custom, custom_min, custom_max }) => !allow_custom || custom_min <= custom_max, {
    path: ['custom_max'],
    message: problem('不可小於自訂下限', 'Must not be less than custom_min'),
  })
  .refine(({ allow_custom, fixed_amounts }) => allow_custom || fixed_amounts.length > 0, {
    path: ['fixed_amounts'],
    message: problem(
      '不允許自訂金額時，至少須有一個固定金額',
      'At least one fixed amount is required if allow_custom is false',
    ),
  })

export type PaymentAmountsCall = z.output<typeof paymentAmounts>

export const paymentAmountCalls = {
  setPaymentAmounts: put('/merchants/:uid/payment-amounts', {
    summary: { zh: '設定付款連結可用的金額', en: 'Sets the amounts of payment links' },
    notes: {
      zh: '允許自訂金額時 1 ≤ custom_min ≤ custom_max，否則至少須有一個固定金額',
      en: 'If allow_custom is true, 1 ≤ custom_min ≤ custom_max; otherwise at least one fixed amount is required',
    },
    body: paymentAmounts,
    answer: paymentAmountsView,
  }),
  showPaymentAmounts: get('/merchants/:uid/payment-amounts', {
    summary: { zh: '付款連結可用的金額', en: 'Shows the amounts of payment links' },
    answer: paymentAmountsView,
  }),
}
