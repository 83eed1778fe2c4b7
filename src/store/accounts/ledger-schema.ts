import { integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { requiredInteger, requiredText } from '../columns.ts'

/** The columns of balances and days that are sums of entries: buckets, fees, and statement sums. */
export const sumColumns = [
  'available',
  'frozen',
  'unconfirmed',
  'collection_fees',
  'payout_fees',
  'withdrawal_fees',
  'corrected_fees',
  'moved_collections',
  'moved_payouts',
  'moved_returned',
  'moved_withdrawn',
  'moved_corrections',
] as const

/** The columns of a balance that count orders. */
export const tallyColumns = [
  'collection_pending_count',
  'collection_pending_amount',
  'collection_succeeded_count',
  'collection_succeeded_amount',
  'collection_manual_count',
  'collection_manual_amount',
  'payout_pending_count',
  'payout_pending_amount',
  'payout_processed_count',
  'payout_processed_amount',
  'payout_cancelled_count',
  'payout_cancelled_amount',
  'unbacked_count',
] as const

type TallyColumns = Record<(typeof tallyColumns)[number], ReturnType<typeof integer>>

/** The columns of balances and days for fees and for the sums of statements. */
export function sumsOfEntries() {
  return {
    collectionFees: requiredInteger('collection_fees').default(0),
    payoutFees: requiredInteger('payout_fees').default(0),
    withdrawalFees: requiredInteger('withdrawal_fees').default(0),
    correctedFees: requiredInteger('corrected_fees').default(0),
    movedCollections: requiredInteger('moved_collections').default(0),
    movedPayouts: requiredInteger('moved_payouts').default(0),
    movedReturned: requiredInteger('moved_returned').default(0),
    movedWithdrawn: requiredInteger('moved_withdrawn').default(0),
    movedCorrections: requiredInteger('moved_corrections').default(0),
  }
}

export const ledgerDays = sqliteTable(
  'ledger_days',
  {
    merchantId: requiredInteger('merchant_id'),
    channel: requiredText('channel'),
    day: requiredInteger('day'),
    available: requiredInteger('available'),
    frozen: requiredInteger('frozen'),
    unconfirmed: requiredInteger('unconfirmed'),
    ...(Object.fromEntries(tallyColumns.map((name) => [name, integer(name)])) as TallyColumns),
    ...sumsOfEntries(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.channel, table.day] })],
)
