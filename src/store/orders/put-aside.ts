import { and, ne, type SQL, sql } from 'drizzle-orm'
import type { EventFact } from '../../rules/orders/order-events.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { collections, events } from '../schema.ts'

/**
 * Makes exceptions of many collections at once: those of `which` that are unpaid and no exceptions yet. The database
 * writes their events itself, because only it knows their states. Each event takes the next `seq` of its order, which
 * is the lock against any other move. `leaveAccounts` comes before it.
 *
 * @param which a condition on `collections`, which must name them by id
 */
export function putAside({
  db,
  which,
  reason,
  now,
}: {
  readonly db: MerchantDatabase
  readonly which: SQL | undefined
  readonly reason: 'expired' | 'paid_elsewhere' | 'account_frozen'
  readonly now: number
}): readonly [Statement, Statement] {
  const fact: EventFact = { name: 'exception', reason }
  // The unary plus keeps sqlite from scanning all pending collections for these few.
  const waiting = and(
    which,
    sql`+${collections.status} = 'pending'`,
    ne(collections.collectionStatus, 'exception'),
  )
  const journal = db
    .select({
      orderId: collections.id,
      seq: sql<number>`${collections.seq} + 1`.as('seq'),
      name: sql<EventFact['name']>`${fact.name}`.as('name'),
      from: sql<string>`${collections.status} || '/' || ${collections.collectionStatus}`.as('from'),
      to: sql<string>`${collections.status} || '/exception'`.as('to'),
      actor: sql<string>`'system'`.as('actor'),
      at: sql<number>`${now}`.as('at'),
      fact: sql<EventFact>`${JSON.stringify(fact)}`.as('fact'),
      refused: sql<null>`null`.as('refused'),
    })
    .from(collections)
    .where(waiting)
  return [
    db.insert(events).select(journal),
    db
      .update(collections)
      .set({
        collectionStatus: 'exception',
        reason,
        expired: reason === 'expired',
        waitsInSlot: false,
        seq: sql`${collections.seq} + 1`,
      })
      .where(waiting),
  ]
}
