import type { EventFact } from '../../rules/orders/order-events.ts'
import type { Order } from '../../rules/orders/orders.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'
import { unpaidCreation } from './creation-events.ts'

/** The newest events that decided an order's outcome, and its merchant's version at that moment. */
type DecidingEvents = {
  /** At most two, the newest first. */
  readonly facts: readonly EventFact[]
  readonly version: number
}

/**
 * Reads the outcome of an order in the state in which it was found, even if it has moved since. Its creation counts,
 * which its row may imply.
 */
export async function readDecided(
  db: MerchantDatabase,
  { id, merchantId, seq, amount }: Pick<Order, 'id' | 'merchantId' | 'seq' | 'amount'>,
): Promise<DecidingEvents> {
  const [rows, [merchant]] = await rowsOf(db, [
    decidedBy({ orderId: id, seq }),
    selectVersion({ merchantId }),
  ] as const)
  const stored = rows.map(({ fact }) => JSON.parse(fact) as EventFact)
  const isWhole = rows.length === 2 || rows.at(-1)?.seq === 1
  const facts = isWhole ? stored : [...stored, unpaidCreation(amount).fact]
  return { facts, version: merchant?.version ?? 0 }
}

const selectVersion = sqlText<{ readonly merchantId: number }, { readonly version: number }>(
  'select version from merchants where id = :merchantId',
)

// By the order alone, which has few events.
const decidedBy = sqlText<
  Readonly<Record<'orderId' | 'seq', number>>,
  { readonly fact: string; readonly seq: number }
>(`
  select fact, seq from events
  where order_id = :orderId and +seq <= :seq
    and name not in ('taken', 'released', 'backed', 'matched', 'last5_given')
  order by seq desc limit 2
`)
