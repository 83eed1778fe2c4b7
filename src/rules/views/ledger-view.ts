import type { Listed } from '../../contract/back-office-calls.ts'
import { toAmount } from '../../units/money.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'
import type { Adjustment } from '../accounts/adjustment.ts'
import type { LedgerEntry } from '../accounts/ledger.ts'

/** A ledger entry with the event it comes from. */
export type BookedEntry = LedgerEntry & {
  readonly at: number
  readonly orderId: number
  readonly seq: number
  readonly number: number
  readonly channel: string
}

/** The key of the last entry of a page, where the next page begins. */
export type LedgerCursor = Pick<BookedEntry, 'at' | 'orderId' | 'seq' | 'number'>

/** A ledger entry as the back office sees it. */
export function ledgerEntryView(entry: BookedEntry) {
  return {
    at: secondsToTaipei(entry.at),
    order_id: entry.orderId,
    seq: entry.seq,
    channel: entry.channel,
    from: entry.from,
    to: entry.to,
    amount: toAmount(entry.amount),
  }
}

/** A page of the ledger; only a full page has a cursor for the next one. */
export function ledgerPage(
  entries: readonly BookedEntry[],
  limit: number,
): Listed<ReturnType<typeof ledgerEntryView>> {
  const last = entries.length === limit ? entries.at(-1) : undefined
  const key = last && [last.at, last.orderId, last.seq, last.number].join('.')
  return { items: entries.map(ledgerEntryView), next_cursor: key ?? null }
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
