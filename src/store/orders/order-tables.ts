import { collectionTable } from './collections.ts'
import { payoutTable } from './payouts.ts'

/** The statements of each kind of order. */
export const orderTables = { collection: collectionTable, payout: payoutTable }
