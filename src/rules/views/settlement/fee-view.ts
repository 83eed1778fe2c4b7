import { toAmount } from '../../../units/money.ts'
import type { Merchant } from '../../merchants/merchant.ts'
import { isSettled } from '../../orders/order-states.ts'
import type { Collection } from '../../orders/orders.ts'
import { type FeePayer, feeFor } from '../../pricing/charge.ts'

/** The paid or frozen amount of an order, in hundredths, signed as booked; null before. */
type ChargedOrder = {
  readonly pricing: number
  readonly fee: number | null
  readonly gross: number | null
}

/** The platform's fee of an order for the back office, and the merchant's net amount (fees §2, "Shown"). */
export function feeView({ pricing, fee, gross }: ChargedOrder) {
  if (gross === null) return { fee: null, net: null, pricing }
  const charged = fee ?? 0
  return { fee: toAmount(charged), net: toAmount(Math.abs(gross - charged)), pricing }
}

/** The expected fee of an unpaid collection, and the merchant's net amount; null once paid, or without a price. */
export function ifPaidView(order: Collection, merchant: FeePayer) {
  const { amount, pricing } = order
  const fee = isSettled(order) ? null : feeFor(merchant, { kind: 'collection', pricing }, amount)
  return fee === null ? null : { fee: toAmount(fee), net: toAmount(amount - fee) }
}

/** The field of a merchant that decides whether it sees fees. */
export type FeeReader = Pick<Merchant, 'seesFees'>

/** A fee for its merchant, in hundredths; nothing before its first price or settlement account. */
export function merchantFee<Fee extends number | null>(merchant: FeeReader, fee: Fee) {
  return !merchant.seesFees ? {} : { fee: (fee === null ? null : toAmount(fee)) as Fee }
}
