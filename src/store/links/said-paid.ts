import { and, eq, isNull, sql } from 'drizzle-orm'
import type { OrderEvent } from '../../rules/orders/order-events.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { changesOf } from '../orders/order-table.ts'
import { collections, events } from '../schema.ts'
import { type Query, rowsOf } from '../sql-text.ts'

/**
 * Writes a member's "I have paid", with the event if the order gets its last five digits. False, with nothing written,
 * if the order has moved or the member has pressed again since it was read.
 */
export async function writeSaidPaid({
  db,
  before,
  after,
  event,
  slot,
}: {
  readonly db: MerchantDatabase
  readonly before: Collection
  readonly after: Collection
  readonly event: OrderEvent | null
  /** The statements by which an order with new digits takes its slot. */
  readonly slot: readonly Statement[]
}): Promise<boolean> {
  const { id, seq, saidPaidAt } = before
  const asRead = and(
    eq(collections.id, id),
    sql`+${collections.seq} = ${seq}`,
    saidPaidAt === null ? isNull(collections.saidPaidAt) : eq(collections.saidPaidAt, saidPaidAt),
  )
  const write = db
    .update(collections)
    .set(changesOf(before, after))
    .where(asRead)
    .returning({ id: collections.id })
  const written = write as Query<{ id: number }>
  if (event === null) {
    const [rows] = await rowsOf(db, [written] as const)
    return rows.length > 0
  }
  const journal = db
    .select({
      orderId: collections.id,
      seq: sql<number>`${event.seq}`.as('seq'),
      name: sql<OrderEvent['fact']['name']>`${event.fact.name}`.as('name'),
      from: sql<string>`${event.from}`.as('from'),
      to: sql<string>`${event.to}`.as('to'),
      actor: sql<string>`${event.actor}`.as('actor'),
      at: sql<number>`${event.at}`.as('at'),
      fact: sql<OrderEvent['fact']>`${JSON.stringify(event.fact)}`.as('fact'),
      refused: sql<null>`null`.as('refused'),
    })
    .from(collections)
    .where(asRead)
  const append = db.insert(events).select(journal) as unknown as Query<object>
  const [, rows] = await rowsOf(db, [append, written, ...slot] as const)
  return rows.length > 0
}
