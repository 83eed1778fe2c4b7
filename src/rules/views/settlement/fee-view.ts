import { toAmount } from '../../../units/money.ts'
import type { Merchant } from '../../merchants/merchant.ts'
import { isSettled } from '../../orders/order-states.ts'
import type { Collection } from '../../orders/orders.ts'
import { type FeePayer, feeFor } from '../../pricing/charge.ts'

/** What is paid of an order, or frozen for it, in hundredths, signed as it is booked; null while nothing is. */
type Charged = {
  readonly pricing: number
  readonly fee: number | null
  readonly gross: number | null
}

/**
 * The platform's fee of an order as the back office sees it, and what its merchant gets, or pays, in all (fees §2,
 * "Shown").
 */
export function feeView({ pricing, fee, gross }: Charged) {
  if (gross === null) return { fee: null, net: null, pricing }
  const charged = fee ?? 0
  return { fee: toAmount(charged), net: toAmount(Math.abs(gross - charged)), pricing }
}

/** The fee of a collection whose amount is paid, and what its merchant gets; null once it is, or without a price. */
export function ifPaidView(order: Collection, merchant: FeePayer) {
  const { amount, pricing } = order
  const fee = isSettled(order) ? null : feeFor(merchant, { kind: 'collection', pricing }, amount)
  return fee === null ? null : { fee: toAmount(fee), net: toAmount(amount - fee) }
}

/** Whether a merchant reads of fees: from its first price or settlement account on (fees, "The law"). */
export function hasFees({ prices, settlementAccounts }: FeeReader): boolean {
  return prices.length > 0 || settlementAccounts.length > 0
}

/** A merchant, as far as it reads of fees. */
export type FeeReader = Pick<Merchant, 'prices' | 'settlementAccounts'>

/** A fee as its merchant reads it, in hundredths; nothing before its first price or settlement account. */
export function merchantFee<Fee extends number | null>(merchant: FeeReader, fee: Fee) {
  return !hasFees(merchant) ? {} : { fee: (fee === null ? null : toAmount(fee)) as Fee }
}
