import type { LedgerEntry } from '../../rules/accounts/ledger.ts'
import type { Buckets, OwnEntry, OwnEntryKey } from '../../rules/accounts/own-ledger.ts'
import type { EventFact } from '../../rules/orders/order-events.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'
import { bucketsBefore } from './ledger-days.ts'
import { entryPlaces } from './stored-entries.ts'

/** The part of a merchant's ledger to read. */
export type OwnLedgerRange = {
  readonly merchantId: number
  /** The first day, and the day after the last (Asia/Taipei, in days since 1970). */
  readonly from: number
  readonly until: number
  /** The beginning of `until`, in UTC seconds. */
  readonly end: number
  /** The last entry before the page. */
  readonly after: OwnEntryKey
  readonly limit: number
}

/**
 * Reads a page of a merchant's entries, oldest first, with the buckets before and after the whole range, all in one
 * snapshot.
 */
export async function readOwnLedger(
  db: MerchantDatabase,
  range: OwnLedgerRange,
): Promise<{
  readonly opening: Buckets
  readonly closing: Buckets
  readonly entries: readonly OwnEntryRow[]
}> {
  const { merchantId, from, until, after, end, limit } = range
  const [[opening], [closing], entries] = await rowsOf(db, [
    bucketsBefore({ merchantId, day: from }),
    bucketsBefore({ merchantId, day: until }),
    entriesAfter({ merchantId, ...after, end, limit }),
  ] as const)
  if (opening === undefined || closing === undefined) throw new Error('a sum without its row')
  return { opening, closing, entries: entries.map(ownEntry) }
}

/** An entry; if it is archived, without its event and order. */
type OwnEntryRow = Omit<OwnEntry, 'fact'> & { readonly fact: EventFact | null }

type EntryRow = OwnEntryKey & {
  readonly channel: string
  readonly from: LedgerEntry['from']
  readonly to: LedgerEntry['to']
  readonly amount: number
  readonly fee: number
  readonly state: string
  readonly fact: string | null
  readonly collection: string | null
  readonly payout: string | null
}

// Each join finds at most one row, by its key; none for an adjustment or an archived order.
const entriesAfter = sqlText<
  OwnEntryKey & { readonly merchantId: number; readonly end: number; readonly limit: number },
  EntryRow
>(`
  select ledger_entries.at, ledger_entries.order_id as orderId, ledger_entries.seq,
    ledger_entries.number, ledger_entries.channel, ${entryPlaces.from} as "from", ${entryPlaces.to} as "to",
    ledger_entries.amount, ledger_entries.fee, to_state as state, fact,
    iif(collections.id is null, null, json_object('number', orderid, 'tradeNo', collections.trade_no,
      'merchantOrderNo', collections.merchant_order_no, 'reason', collections.reason)) as collection,
    iif(payouts.id is null, null, json_object('number', serial_no, 'tradeNo', payouts.trade_no,
      'merchantOrderNo', payouts.merchant_order_no, 'reason', payouts.reason)) as payout
  from ledger_entries
  left join events
    on events.order_id = ledger_entries.order_id and events.seq = ledger_entries.seq
  left join collections on collections.id = ledger_entries.order_id
  left join payouts on payouts.id = ledger_entries.order_id
  where ledger_entries.merchant_id = :merchantId
    and (ledger_entries.at, ledger_entries.order_id, ledger_entries.seq, ledger_entries.number)
      > (:at, :orderId, :seq, :number)
    and ledger_entries.at < :end
  order by ledger_entries.at, ledger_entries.order_id, ledger_entries.seq, ledger_entries.number
  limit :limit
`)

function ownEntry({ state, fact, collection, payout, ...entry }: EntryRow): OwnEntryRow {
  const [type, order] = collection === null ? ['payout', payout] : ['collection', collection]
  return {
    ...entry,
    state,
    fact: fact === null ? null : (JSON.parse(fact) as EventFact),
    order: order === null ? null : { type, ...JSON.parse(order) },
  } as OwnEntryRow
}
