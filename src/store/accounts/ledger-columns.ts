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
