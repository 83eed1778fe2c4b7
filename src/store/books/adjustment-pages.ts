import type { CheckedAdjustment } from '../../rules/books/check-adjustment.ts'
import type { NumberedEntry } from '../../rules/books/check-order.ts'
import type { EventFact } from '../../rules/orders/order-events.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** The key of an adjustment that a step begins behind, and how many it reads. */
export type AdjustmentSpan = {
  readonly merchantId: number
  readonly key: string
  readonly limit: number
}

/** An adjustment with its key. */
export type KeyedAdjustment = CheckedAdjustment & {
  readonly merchantId: number
  readonly key: string
}

/** The next adjustments, each with its event and entries, in one transaction. */
export async function readAdjustments(
  db: MerchantDatabase,
  span: AdjustmentSpan,
): Promise<readonly KeyedAdjustment[]> {
  const [found] = await rowsOf(db, [readRows(span)] as const)
  return found.map(({ fact, entries, ...row }) => ({
    ...row,
    fact: fact === null ? null : (JSON.parse(fact) as EventFact),
    entries: JSON.parse(entries) as NumberedEntry[],
  }))
}

type AdjustmentRow = Omit<KeyedAdjustment, 'fact' | 'entries'> & {
  readonly fact: string | null
  readonly entries: string
}

const readRows = sqlText<AdjustmentSpan, AdjustmentRow>(`
  select adjustments.merchant_id as merchantId, idempotency_key as key, id, bucket,
    adjustments.amount, fact, (
      select json_group_array(json_object(
        'number', number, 'from', from_bucket, 'to', to_bucket, 'amount', ledger_entries.amount
      ))
      from ledger_entries
      where ledger_entries.merchant_id = adjustments.merchant_id
        and ledger_entries.at = adjustments.created_at
        and ledger_entries.order_id = adjustments.id and ledger_entries.seq = 1
    ) as entries
  from adjustments left join events on events.order_id = adjustments.id and events.seq = 1
  where (adjustments.merchant_id, idempotency_key) > (:merchantId, :key)
  order by adjustments.merchant_id, idempotency_key
  limit :limit
`)
