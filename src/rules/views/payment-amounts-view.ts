import type { PaymentAmounts } from '../merchants/payment-amounts.ts'

/** §2.5: the amounts that a member may pay by link, for merchants and the back office. */
export function paymentAmountsView(amounts: PaymentAmounts) {
  return {
    fixed_amounts: [...amounts.fixedAmounts],
    allow_custom: amounts.allowCustom,
    custom_min: amounts.customMin,
    custom_max: amounts.customMax,
  }
}
