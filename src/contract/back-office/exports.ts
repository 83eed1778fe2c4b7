import type * as z from 'zod'
import { collectionFilter, payoutFilter } from '../back-office-calls.ts'
import { transactionFilter } from './banking/transaction-calls.ts'
import { journalFilter } from './people-filters.ts'

// An export takes its list's filters, without the parameters of a page (back office §7): newest first.
const paging = { cursor: true, limit: true } as const

/** `GET /api/collections.csv` */
export const collectionExport = collectionFilter.omit({ ...paging, order: true })
export type CollectionExport = z.output<typeof collectionExport>

/** `GET /api/payouts.csv` */
export const payoutExport = payoutFilter.omit({ ...paging, order: true })
export type PayoutExport = z.output<typeof payoutExport>

/** `GET /api/bank-transactions.csv` */
export const transactionExport = transactionFilter.omit(paging)
export type TransactionExport = z.output<typeof transactionExport>

/** `GET /api/journal.csv` */
export const journalExport = journalFilter.omit(paging)
export type JournalExport = z.output<typeof journalExport>
