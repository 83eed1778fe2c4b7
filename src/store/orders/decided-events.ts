import type { EventFact } from '../../rules/orders/order-events.ts'
import type { Order } from '../../rules/orders/orders.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** The newest events of an order that decided what became of it, and its merchant's version at that moment. */
export type Decided = {
  /** Two at most, the newest first. */
  readonly facts: readonly EventFact[]
  readonly version: number
}

/** Reads what had become of an order as it was found, whatever has moved it since; its creation is an event too. */
export async function readDecided(
  db: MerchantDatabase,
  order: Pick<Order, 'id' | 'merchantId' | 'seq'>,
): Promise<Decided> {
  const [rows] = await rowsOf(db, [
    decidedBy({ orderId: order.id, merchantId: order.merchantId, seq: order.seq }),
  ] as const)
  const facts = rows.map(({ fact }) => JSON.parse(fact) as EventFact)
  return { facts, version: rows[0]?.version ?? 0 }
}

// By the order alone, whose events are few.
const decidedBy = sqlText<
  Readonly<Record<'orderId' | 'merchantId' | 'seq', number>>,
  { readonly fact: string; readonly version: number }
>(`
  select fact, (select version from merchants where id = :merchantId) as version
  from events
  where order_id = :orderId and +seq <= :seq
    and name not in ('taken', 'released', 'backed', 'matched', 'last5_given')
  order by seq desc limit 2
`)
