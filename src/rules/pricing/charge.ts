import type { Merchant } from '../merchants/merchant.ts'
import type { Charge } from '../orders/order-events.ts'
import type { Order } from '../orders/orders.ts'
import { feeOf, type Pricing } from './price.ts'
import { pricingOf } from './price-versions.ts'

/** The merchant of an order, with its prices. */
export type FeePayer = Pick<Merchant, 'prices'>

/** An order as far as its fee goes. */
type Charged = Pick<Order, 'pricing' | 'fee'>

/**
 * The fee of a base, in hundredths, for an order that the price of this number holds for; null where its merchant had
 * none.
 */
export function feeFor({ prices }: FeePayer, of: Priced, base: number): number | null {
  return of.pricing === 0 ? null : feeOf(base, pricingOf(prices, of.pricing)[of.kind])
}

/** Which of a price's rates is an order's. */
type Priced = {
  readonly kind: keyof Pick<Pricing, 'collection' | 'payout' | 'withdrawal'>
  readonly pricing: number
}

/** What an event says of the fee that it books; nothing where the order has no price. */
export function chargeOf(pricing: number, fee: number | null): Charge {
  return fee === null ? {} : { charged: fee, pricing }
}

/**
 * What a reversal gives back: the fee that was booked, never one computed anew (fees §2, "Reversals"); nothing of money
 * that went back where the price keeps it.
 */
export function returnedFee(
  { prices }: FeePayer,
  { pricing, fee }: Charged,
  because: string,
): Charge {
  const { feeOnReversal }: Pricing = pricingOf(prices, pricing)
  if (fee === null) return {}
  const isKept = because === 'money_returned' && feeOnReversal === 'keep'
  return chargeOf(pricing, isKept ? 0 : fee === 0 ? 0 : -fee)
}
