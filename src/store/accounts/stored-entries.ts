import { sql } from 'drizzle-orm'
import type { Bucket, EntryKind, LedgerEntry, LedgerPlace } from '../../rules/accounts/ledger.ts'

/** The kind of a stored entry. A correction of fees has its own kind: its row calls the fees `outside`. */
export type StoredKind = EntryKind | 'fee_correction'

/** A stored side of an entry: the table's columns do not allow `fees`. */
export type StoredPlace = Bucket | 'outside'

/** An entry as its row has it. */
export function storedEntry(entry: LedgerEntry, kind: EntryKind) {
  const { from, to } = entry
  const storedKind: StoredKind = from === 'fees' || to === 'fees' ? 'fee_correction' : kind
  return { ...entry, from: storedPlace(from), to: storedPlace(to), kind: storedKind }
}

function storedPlace(place: LedgerPlace): StoredPlace {
  return place === 'fees' ? 'outside' : place
}

const placeSql = (column: string) =>
  `iif(ledger_entries.kind = 'fee_correction' and ${column} = 'outside', 'fees', ${column})`

/** Both sides of an entry, as SQL. */
export const entryPlaces = { from: placeSql('from_bucket'), to: placeSql('to_bucket') } as const

/** Both sides of an entry as columns of a query. */
export const placeColumns = {
  from: sql<LedgerPlace>`${sql.raw(entryPlaces.from)}`,
  to: sql<LedgerPlace>`${sql.raw(entryPlaces.to)}`,
} as const
