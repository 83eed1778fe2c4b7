import type { OrderType } from '../orders/order-identity.ts'
import type { PriceVersion } from '../pricing/price-versions.ts'
import type { NumberedEntry } from './check-entries.ts'
import type { BookedEvent } from './order-history.ts'

/** An order with all that is written of it, read in one transaction. Amounts in hundredths. */
export type CheckedOrder = {
  readonly kind: OrderType
  /** Which rate of its price is its own. */
  readonly rate: 'collection' | 'payout' | 'withdrawal'
  readonly tradeNo: string
  readonly merchantId: number
  readonly amount: number
  /** `paid_amount` or `actual_amount`. */
  readonly paid: number
  /** As the journal writes it. */
  readonly state: string
  readonly seq: number
  /** The number of the price that held at its creation, and its merchant's prices. */
  readonly pricing: number
  readonly prices: readonly PriceVersion[]
  /** What is booked of it for the platform, or frozen. */
  readonly fee: number | null
  readonly backed: boolean | null
  /** Where callbacks go: of one that is paid, and of one that is not. "" for none. */
  readonly urls: { readonly paid: string; readonly unpaid: string }
  /** Oldest first. */
  readonly events: readonly (BookedEvent & { readonly entries: readonly NumberedEntry[] })[]
  readonly callback: CheckedCallback | null
  /** Those that any of its events names. */
  readonly transactions: readonly CheckedTransaction[]
}

/** A bank transaction, and whether its row says that it pays the order. */
export type CheckedTransaction = {
  readonly id: number
  readonly amount: number
  readonly isOfOrder: boolean
}

/** What an order's callback reports; amounts in hundredths, null where its body has none. */
export type CheckedCallback = {
  readonly merchantId: number
  /** The number of the event that it reports; null where it was written without. */
  readonly eventSeq: number | null
  readonly amount: number | null
  /** `paid_amount` or `actual_amount`. */
  readonly paid: number | null
}
