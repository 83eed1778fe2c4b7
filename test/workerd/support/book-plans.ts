// The check of the books reads a step at a time: from a key on, up to another one that it has looked up so many rows
// ahead, or so many rows.

const upToAnother = [
  /\b(?:order_)?id > \?\d+ and (?:\w+\.)?(?:order_)?id <= \?\d+/,
  /\) > \(\?\d.*\) <=? \((?:\?\d|:)/,
  /\) >= \(\?\d.*\) <= \(\?\d.* limit \?\d/,
  /merchant_id >= \?\d and merchant_id <= \?\d/,
  /merchant_id = \?\d and (?:orderid|serial_no) > \?\d and (?:orderid|serial_no) <= \?\d/,
]
const soManyRows = [
  /\b(?:order_)?id > \?\d+ order by (?:order_)?id limit 1 offset \?\d/,
  /\) > \(\?\d.* limit (?:1 offset )?\?\d/,
  /merchant_id = \?\d and (?:orderid|serial_no) > \?\d order by (?:orderid|serial_no) limit \?\d/,
]
// By the whole key from which a step reads, not by its first column alone.
const byKey =
  /\((?:rowid>\?(?: AND rowid<\?)?|order_id>\?(?: AND order_id<\?)?|\(merchant_id,[\w,]+\)>.*|merchant_id>\?(?: AND merchant_id<\?)?|merchant_id=\? AND (?:at=\? AND order_id=\? AND seq=\?|\(at,order_id,seq,number\)>\(\?,\?,\?,\?\)|(?:orderid|serial_no)>\?(?: AND (?:orderid|serial_no)<\?)?))\)$/
const checked =
  /^SEARCH (?:collections|payouts|events|ledger_entries|callbacks|bank_transactions|adjustments|ledger_days|balances) /
// A step's own rows, the ids in a fact, the sums of one merchant, the last pass.
const few =
  /^(?:SCAN owned|SCAN named VIRTUAL TABLE|SCAN book_sums|SEARCH book_passes|SCAN book_findings USING INDEX book_findings_open)/

/** Whether a step of a plan reads or sorts what one step of the check reads. */
export function isOfBookStep(detail: string, sql: string): boolean {
  if (few.test(detail)) return true
  const text = sql.replace(/\s+/g, ' ')
  const isStep = [...upToAnother, ...soManyRows].some((bound) => bound.test(text))
  if (!isStep) return false
  if (detail.startsWith('USE TEMP B-TREE')) return upToAnother.some((bound) => bound.test(text))
  const isByMerchant = / collections_by_merchant | payouts_by_merchant /.test(detail)
  return checked.test(detail) && byKey.test(detail) && !isByMerchant
}
