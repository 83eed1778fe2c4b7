import type { Context, MerchantContext } from '../../context.ts'
import type { TransactionExport } from '../../contract/back-office/banking/transactions.ts'
import type { JournalExport } from '../../contract/back-office/people.ts'
import type { TransactionItem } from '../../rules/banking/bank-transaction.ts'
import {
  journalColumns,
  ledgerColumns,
  transactionColumns,
} from '../../rules/export/book-columns.ts'
import { type Columns, csvTable } from '../../rules/export/csv-table.ts'
import { collectionColumns, payoutColumns } from '../../rules/export/order-columns.ts'
import { firstIdAfter } from '../../rules/orders/order-identity.ts'
import type { Principal } from '../../rules/people/principal.ts'
import { bankTransactionView } from '../../rules/views/banking/bank-transaction-view.ts'
import {
  type BookedEntry,
  type EntryPosition,
  ledgerEntryView,
} from '../../rules/views/ledger-view.ts'
import { newestTransactions, orderOf, type Place } from '../../store/banking/newest-transactions.ts'
import { toSeconds } from '../../units/clock.ts'
import type { Language } from '../../units/language.ts'
import { ledgerEntries } from '../archive/ledger-entries.ts'
import { searchOf } from '../banking/list-transactions.ts'
import type { Command } from '../command.ts'
import type { List, Scope } from '../list.ts'
import { requireMerchant } from '../merchants/read-merchant.ts'
import { collectionList, payoutList } from '../orders/list-orders.ts'
import { journalList, wholeJournal } from '../people/list-journal.ts'
import {
  boundedPages,
  type CsvParts,
  csvParts,
  listPages,
  mergedSources,
  type Pages,
  type Source,
} from './csv-pages.ts'

/** Writes all rows of a filter as a CSV file with a head in that language. */
type Export<Filter> = (context: Context, filter: Filter, language: Language) => CsvParts

/** All collections of a filter as CSV, newest first (back office §7). */
export const exportCollections = exportOf(collectionList, collectionColumns)

/** All payouts of a filter, in the same way. */
export const exportPayouts = exportOf(payoutList, payoutColumns)

/** The journal, in the same way. */
export const exportJournal: Export<JournalExport> = (context, filter, language) =>
  exportOf(journalList, journalColumns)(context, { ...filter, ...wholeJournal }, language)

function exportOf<Filter extends Times & Scope, Row, View extends object>(
  list: List<Filter, Row, View>,
  columns: Columns<View>,
): Export<Filter> {
  return (context, filter, language) =>
    csvParts(
      csvTable(columns, language),
      boundedPages(context, (counted) => listPages(counted, list, filter)),
      list.viewOf,
    )
}

type Times = { readonly from?: number | undefined; readonly to?: number | undefined }

/** Bank transactions as CSV, the newest booking first; an agent's are those of its accounts. */
export function exportTransactions({
  context,
  principal,
  filter,
  language,
}: Command & { readonly filter: TransactionExport; readonly language: Language }): CsvParts {
  const pages = boundedPages(context, (counted) => transactionPages(counted, principal, filter))
  return csvParts(csvTable(transactionColumns, language), pages, bankTransactionView)
}

function transactionPages(
  context: Context,
  principal: Principal,
  filter: TransactionExport,
): Pages<TransactionItem> {
  const end = firstIdAfter(context.now())
  const { contexts, narrowing } = searchOf({ context, principal, filter })
  const rowsMax = Math.max(pageTransactions, Math.floor(rowsOfRound / contexts.length))
  const sources = contexts.map(({ db }): Source<TransactionItem, Place> => {
    const read = async (below: Place) => {
      const part = { ...narrowing, below }
      const page = await newestTransactions({
        db,
        narrowing: part,
        limit: pageTransactions,
        rowsMax,
      })
      const last = page.rows.length < pageTransactions ? undefined : page.rows.at(-1)
      // A transaction with an earlier booking may be created later.
      const rows = page.rows.filter(({ id }) => id < end)
      return { rows, next: last === undefined ? page.scannedTo : placeOf(last) }
    }
    return { read, below: narrowing.below }
  })
  const newerFirst = orderOf(narrowing)
  return mergedSources({ sources, placeOf, newerFirst, mayRead: context.mayGoOn })
}

const placeOf = ({ bookedAt, id }: Place): Place => ({ bookedAt, id })

const pageTransactions = 2_000
/** The transactions that all databases read together at first. */
const rowsOfRound = 10_000

/** A merchant's ledger as CSV, newest entry first. Refuses with `not_found`. */
export async function exportLedger(
  context: Context,
  uid: string,
  language: Language,
): Promise<CsvParts> {
  const { merchant, merchantContext } = await requireMerchant(context, uid)
  const pages = boundedPages(merchantContext, (counted) => ledgerPages(counted, merchant.id))
  return csvParts(csvTable(ledgerColumns, language), pages, ledgerEntryView)
}

async function* ledgerPages(context: MerchantContext, merchantId: number): Pages<BookedEntry> {
  let before: EntryPosition = { at: toSeconds(context.now()) + 1, orderId: 0, seq: 0, number: 0 }
  while (context.mayGoOn()) {
    const entries = await ledgerEntries(context, { merchantId, before, limit: pageEntries })
    if (entries.length > 0) yield entries
    const last = entries.length < pageEntries ? undefined : entries.at(-1)
    if (last === undefined) return 'whole'
    before = last
  }
  return 'cut_off'
}

const pageEntries = 1_000
