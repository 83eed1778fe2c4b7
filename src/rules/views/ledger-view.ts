import type { ItemPage } from '../../contract/back-office/call.ts'
import { toAmount } from '../../units/money.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'
import type { Adjustment } from '../accounts/adjustment.ts'
import { type LedgerEntry, moneyChanges } from '../accounts/ledger.ts'
import { type EventFact, reasonOf } from '../orders/order-events.ts'

export type BookedEntry = LedgerEntry & {
  readonly at: number
  readonly orderId: number
  readonly seq: number
  readonly number: number
  readonly channel: string
  readonly actor: string
  readonly fact: EventFact
  /** Its order; null for an adjustment. */
  readonly order: BookedOrder | null
}

/** The order of an entry. `number` is a collection's orderid or a payout's serial_no. */
type BookedOrder = {
  readonly type: 'collection' | 'payout'
  readonly tradeNo: string
  readonly number: string
  readonly merchantOrderNo: string
}

/** The key of the last entry of a page, where the next page begins. */
export type EntryPosition = Pick<BookedEntry, 'at' | 'orderId' | 'seq' | 'number'>

/** A ledger entry for the back office. An adjustment's number is its id, its `trade_no` the order it corrects. */
export function ledgerEntryView(entry: BookedEntry) {
  const { order, fact } = entry
  const adjustedOrder = fact.name === 'adjusted' ? fact.tradeNo : ''
  return {
    at: secondsToTaipei(entry.at),
    order_id: entry.orderId,
    seq: entry.seq,
    type: order?.type ?? ('adjustment' as const),
    trade_no: order?.tradeNo ?? adjustedOrder,
    number: order?.number ?? String(entry.orderId),
    merchant_order_no: order?.merchantOrderNo ?? '',
    event: fact.name,
    reason: reasonOf(fact),
    actor: entry.actor,
    channel: entry.channel,
    from: entry.from,
    to: entry.to,
    amount: toAmount(entry.amount),
    fee: toAmount(entry.fee),
  }
}

/** A ledger entry on its order's page. */
export function orderEntryView(entry: Omit<BookedEntry, 'actor' | 'fact' | 'order'>) {
  const { seq, at, channel, from, to, amount, fee } = entry
  const sums = { amount: toAmount(amount), fee: toAmount(fee) }
  return { seq, at: secondsToTaipei(at), channel, from, to, ...sums }
}

/**
 * A page of the ledger, each entry with the merchant's balance after it. Only a full page has a cursor.
 *
 * @param newestBalance the balance after the first entry, in hundredths; null if unknown
 */
export function ledgerPage(
  entries: readonly BookedEntry[],
  limit: number,
  newestBalance: number | null,
): ItemPage<ReturnType<typeof ledgerEntryView> & { readonly balance: number | null }> {
  let after = newestBalance
  const items = entries.map((entry) => {
    const balance = after === null ? null : toAmount(after)
    if (after !== null) after -= changeBy(entry)
    return { ...ledgerEntryView(entry), balance }
  })
  const last = entries.length === limit ? entries.at(-1) : undefined
  const key = last && [
    last.at,
    last.orderId,
    last.seq,
    last.number,
    ...(after === null ? [] : [after]),
  ]
  return { items, next_cursor: key?.join('.') ?? null }
}

// An entry's change of its merchant's balance.
function changeBy(entry: LedgerEntry): number {
  const { available, frozen, unconfirmed } = moneyChanges([entry])
  return available + frozen + unconfirmed
}

/** An adjustment as the back office sees it. */
export function adjustmentView(adjustment: Adjustment) {
  return {
    id: adjustment.id,
    bucket: adjustment.bucket,
    amount: toAmount(adjustment.amount),
    reason: adjustment.reason,
    trade_no: adjustment.tradeNo,
    idempotency_key: adjustment.idempotencyKey,
    actor: adjustment.actor,
    created_at: secondsToTaipei(adjustment.createdAt),
  }
}
