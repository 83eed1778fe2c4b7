import { and, eq } from 'drizzle-orm'
import type { BookedEntry } from '../../rules/views/ledger-view.ts'
import type { MerchantDatabase } from '../database.ts'
import { events, ledgerEntries } from '../schema.ts'
import { placeColumns } from './stored-entries.ts'

type OrderEntry = Omit<BookedEntry, 'actor' | 'fact' | 'order'>

/** The ledger entries of a merchant's order, oldest first, by one seek per event. */
export async function entriesOfOrder(
  db: MerchantDatabase,
  merchantId: number,
  orderId: number,
): Promise<readonly OrderEntry[]> {
  const { at, seq, number, channel, amount, fee } = ledgerEntries
  const isOfEvent = and(
    eq(ledgerEntries.merchantId, merchantId),
    eq(at, events.at),
    eq(ledgerEntries.orderId, events.orderId),
    eq(seq, events.seq),
  )
  const rows = await db
    .select({
      at,
      orderId: ledgerEntries.orderId,
      seq,
      number,
      channel,
      amount,
      fee,
      ...placeColumns,
    })
    .from(events)
    .innerJoin(ledgerEntries, isOfEvent)
    .where(eq(events.orderId, orderId))
  return rows.sort((one, other) => one.seq - other.seq || one.number - other.number)
}
