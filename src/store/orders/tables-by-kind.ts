import { collectionTable } from './collections.ts'
import { payoutTable } from './payouts.ts'

export const orderTables = { collection: collectionTable, payout: payoutTable }
