import type { Merchant } from '../merchants/merchant.ts'
import type { Charge } from '../orders/order-events.ts'
import type { Order } from '../orders/orders.ts'
import { feeOf, type Pricing } from './price.ts'
import { pricingOf } from './price-versions.ts'

export type FeePayer = Pick<Merchant, 'prices'>

type OrderFee = Pick<Order, 'pricing' | 'fee'>

/** The fee of a base, in hundredths, by an order's price number; null without a price. */
export function feeFor({ prices }: FeePayer, order: PricedOrder, base: number): number | null {
  return order.pricing === 0 ? null : feeOf(base, pricingOf(prices, order.pricing)[order.kind])
}

/** The price number of an order, and which rate applies. */
type PricedOrder = {
  readonly kind: keyof Pick<Pricing, 'collection' | 'payout' | 'withdrawal'>
  readonly pricing: number
}

/** The fee in an event; nothing without a price. */
export function chargeOf(pricing: number, fee: number | null): Charge {
  return fee === null ? {} : { charged: fee, pricing }
}

/**
 * The fee that a reversal returns: the booked one, never computed anew (fees §2, "Reversals"); nothing for returned
 * money if the price keeps it.
 */
export function returnedFee(
  { prices }: FeePayer,
  { pricing, fee }: OrderFee,
  because: string,
): Charge {
  const { feeOnReversal }: Pricing = pricingOf(prices, pricing)
  if (fee === null) return {}
  const isKept = because === 'money_returned' && feeOnReversal === 'keep'
  return chargeOf(pricing, isKept ? 0 : fee === 0 ? 0 : -fee)
}
