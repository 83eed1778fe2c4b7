import type { MerchantContext } from '../../context.ts'
import type { EventFact } from '../../rules/orders/order-events.ts'
import type { EntryPosition } from '../../rules/views/ledger-view.ts'
import { type OwnLedgerRange, readOwnLedger } from '../../store/accounts/own-ledger.ts'
import { archivedAmong } from '../../store/archive/archived-orders.ts'
import type { MerchantDatabase } from '../../store/database.ts'
import { entriesOf } from '../../store/orders/booking.ts'
import { retry } from '../../units/retry.ts'
import { contextsOfArchived } from './archived-rows.ts'

/** A page of a merchant's ledger (`readOwnLedger`), with the events and orders of archived entries. */
export async function ownLedger(context: MerchantContext, range: OwnLedgerRange) {
  return retry('an entry without its event', 5, async () => {
    const page = await readOwnLedger(context.db, range)
    const read = async (db: MerchantDatabase) => (await readOwnLedger(db, range)).entries
    const entries = await whole(context, page.entries, read)
    return entries && { ...page, entries }
  })
}

/** A merchant's entries, newest first (`entriesOf`), with the events and orders of archived entries. */
export async function ledgerEntries(
  context: MerchantContext,
  query: Omit<Parameters<typeof entriesOf>[0], 'db'>,
) {
  const read = (db: MerchantDatabase) => entriesOf({ ...query, db })
  return retry('an entry without its event', 5, async () =>
    whole(context, await read(context.db), read),
  )
}

type EventEntry = EntryPosition & { readonly fact: EventFact | null }

// Adds the events and orders of archived entries; null if an order was archived or came back meanwhile.
async function whole<Entry extends EventEntry>(
  context: MerchantContext,
  entries: readonly Entry[],
  read: (db: MerchantDatabase) => Promise<readonly Entry[]>,
): Promise<readonly (Entry & { readonly fact: EventFact })[] | null> {
  const lacking = entries.filter(({ fact }) => fact === null).map(({ orderId }) => orderId)
  const orders = await archivedAmong(context.db, [...new Set(lacking)])
  const views = await contextsOfArchived(context, orders)
  const again = (await Promise.all(views.map(({ db }) => read(db)))).flat()
  const archived = new Map(
    again.flatMap((entry) => (entry.fact === null ? [] : [[keyOf(entry), entry]])),
  )
  const filled = entries.map((entry) =>
    entry.fact === null ? { ...archived.get(keyOf(entry)), ...present(entry) } : entry,
  ) as readonly Entry[]
  const isWhole = (entry: Entry): entry is Entry & { readonly fact: EventFact } =>
    (entry.fact ?? null) !== null
  return filled.every(isWhole) ? filled : null
}

const keyOf = ({ at, orderId, seq, number }: EntryPosition) => [at, orderId, seq, number].join()

// Drops missing values, which are null or ''.
function present(entry: object) {
  return Object.fromEntries(
    Object.entries(entry).filter(([, value]) => value !== null && value !== ''),
  )
}
