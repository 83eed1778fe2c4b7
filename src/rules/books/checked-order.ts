import type { OrderType } from '../orders/order-identity.ts'
import type { PriceVersion } from '../pricing/price-versions.ts'
import type { NumberedEntry } from './check-entries.ts'
import type { BookedEvent } from './order-history.ts'

/** An order with all its rows, read in one transaction. Amounts in hundredths. */
export type CheckedOrder = {
  readonly kind: OrderType
  /** Which rate of the price applies. */
  readonly rate: 'collection' | 'payout' | 'withdrawal'
  readonly tradeNo: string
  readonly merchantId: number
  readonly amount: number
  /** `paid_amount` or `actual_amount`. */
  readonly paid: number
  /** As the journal writes it. */
  readonly state: string
  readonly seq: number
  /** The number of the price in force at its creation, and its merchant's prices. */
  readonly pricing: number
  readonly prices: readonly PriceVersion[]
  /** Its booked or frozen fee. */
  readonly fee: number | null
  readonly backed: boolean | null
  /** The callback addresses of a paid and of an unpaid order; "" for none. */
  readonly urls: { readonly paid: string; readonly unpaid: string }
  /** Oldest first. */
  readonly events: readonly (BookedEvent & { readonly entries: readonly NumberedEntry[] })[]
  readonly callback: CheckedCallback | null
  /** All transactions that its events name. */
  readonly transactions: readonly CheckedTransaction[]
}

/** A bank transaction, and whether its row names the order. */
type CheckedTransaction = {
  readonly id: number
  readonly amount: number
  readonly isOfOrder: boolean
}

/** The content of an order's callback; amounts in hundredths, null if its body has none. */
type CheckedCallback = {
  readonly merchantId: number
  readonly eventSeq: number
  readonly amount: number | null
  /** `paid_amount` or `actual_amount`. */
  readonly paid: number | null
}
