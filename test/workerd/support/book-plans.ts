// The check of the books reads a step at a time: so many rows behind a key, or those up to a key so many rows ahead.

const span =
  /(?:\b|_)(?:id|key|number|orderid|serial_no|channel)\)? > \(?\?\d.* (?:limit|\w*id <=) \?\d|\) >= \(\?\d.* (?:limit \d|< \(\?\d)/
const ofSpan =
  /^SEARCH (?:collections|payouts|events|callbacks|ledger_entries|ledger_days|balances|bank_transactions|adjustments|archived_orders) USING .*(?:PRIMARY KEY|collections_orderid|payouts_serial_no|archived_orders_by_merchant) \((?:rowid>\?|order_id>\?|\(?merchant_id[,)>]|merchant_id=\? AND channel=\?)/
// A step's own rows, the ids in a fact, the times of an order, the last two passes, the differences that are shown, and the
// archive's tallies, which are as few as balances.
const few =
  /^(?:SCAN|SEARCH) (?:orders|days|changes|archived_tallies|(?:named|booked) VIRTUAL TABLE|book_passes|book_findings USING INDEX book_findings_open)\b/

/** Whether a step of a plan reads or sorts what one step of the check reads. */
export function isOfBookStep(detail: string, sql: string): boolean {
  if (few.test(detail)) return true
  if (!span.test(sql.replace(/\s+/g, ' '))) return false
  return ofSpan.test(detail) || detail.startsWith('USE TEMP B-TREE')
}
