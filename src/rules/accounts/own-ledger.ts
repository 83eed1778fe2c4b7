import type { EventFact } from '../orders/order-events.ts'
import { type Bucket, type LedgerEntry, moneyChanges } from './ledger.ts'

/** The sort key of an entry, oldest first. */
export type OwnEntryKey = {
  /** UTC seconds. */
  readonly at: number
  readonly orderId: number
  readonly seq: number
  readonly number: number
}

/** An entry of the ledger as its merchant may see it. */
export type OwnEntry = OwnEntryKey &
  LedgerEntry & {
    readonly channel: string
    readonly fact: EventFact
    /** The state of the order after the event. */
    readonly state: string
    readonly order: OwnEntryOrder | null
  }

/** An entry's order. `number` is the orderid or serial_no; `reason` is the one reported to the merchant. */
type OwnEntryOrder = {
  readonly type: 'collection' | 'payout'
  readonly number: string
  readonly tradeNo: string
  readonly merchantOrderNo: string
  readonly reason: string
}

/** The balance of each bucket, in hundredths. */
export type Buckets = Readonly<Record<Bucket, number>>

/** The end of a page: its last entry, and the balances after that entry. */
export type OwnLedgerPosition = { readonly entry: OwnEntryKey; readonly balances: Buckets }

/** A page of entries; `next` is null when it is the last one. */
export type OwnLedgerPage = {
  readonly entries: readonly OwnEntry[]
  readonly next: OwnLedgerPosition | null
  /** The balances after the last entry. */
  readonly balances: Buckets
}

/**
 * The first page of at most `limit` entries out of `found`. Another writer may still add an entry before those from
 * `unsettledFrom` (UTC seconds) on. A full page therefore ends before them if it can.
 *
 * @param found up to one entry more than the limit
 * @param before the balances before the first entry
 */
export function ownLedgerPage({
  found,
  before,
  limit,
  unsettledFrom,
}: {
  readonly found: readonly OwnEntry[]
  readonly before: Buckets
  readonly limit: number
  readonly unsettledFrom: number
}): OwnLedgerPage {
  const full = found.slice(0, limit)
  const settled = full.filter(({ at }) => at < unsettledFrom)
  const isLast = found.length <= limit
  const entries = isLast || settled.length === 0 ? full : settled
  const changes = moneyChanges(entries)
  const balances = {
    available: before.available + changes.available,
    frozen: before.frozen + changes.frozen,
    unconfirmed: before.unconfirmed + changes.unconfirmed,
  }
  const entry = entries.at(-1)
  return { entries, balances, next: isLast || entry === undefined ? null : { entry, balances } }
}

/** Whether the balances of all buckets are equal. */
export function areBucketsEqual(one: Buckets, other: Buckets): boolean {
  return (
    one.available === other.available &&
    one.frozen === other.frozen &&
    one.unconfirmed === other.unconfirmed
  )
}

/**
 * The reason of an entry that its merchant may read: of a reversal, a rejection, a cancellation or an adjustment.
 * Otherwise "", because the reason of a settlement is internal.
 */
export function reasonForMerchant({ fact, order }: OwnEntry): string {
  switch (fact.name) {
    case 'reversed':
    case 'returned':
    case 'rejected':
    case 'adjusted':
      return fact.reason
    case 'cancelled':
      return order?.reason ?? ''
    default:
      return ''
  }
}
