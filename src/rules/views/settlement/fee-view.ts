import { toAmount } from '../../../units/money.ts'
import type { Payer } from '../../pricing/charge.ts'

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

/** A fee as its merchant reads it, in hundredths; nothing before its first price. */
export function feeToldOf<Fee extends number | null>({ prices }: Payer, fee: Fee) {
  return prices.length === 0 ? {} : { fee: (fee === null ? null : toAmount(fee)) as Fee }
}
