import { and, asc, eq, inArray, lte, ne, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { LinkTurn } from '../../rules/links/link-turns.ts'
import type { EventFact } from '../../rules/orders/order-events.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { refusedUnless } from '../guards.ts'
import { collections, events, paymentLinks } from '../schema.ts'

/** The time of a change, and how much longer a matched link lives. */
export type LinkClock = {
  /** UTC seconds. */
  readonly now: number
  /** In seconds. */
  readonly matchedGraceSeconds: number
}

/**
 * The effect of a collection's step on its link and the other links of its order, to be committed with the step.
 * Matching and paying are guarded by `link_closed` unless the turn allows a second payment: of two racing payments one
 * commits.
 */
export function turnLink(
  db: MerchantDatabase,
  collection: Collection & { readonly linkId: number },
  turn: LinkTurn,
  { now, matchedGraceSeconds }: LinkClock,
): readonly Statement[] {
  const own = eq(paymentLinks.id, collection.linkId)
  const until = paymentLinks.waitExpiresAt
  switch (turn.kind) {
    case 'matched': {
      const endsAt = sql`max(${until}, ${now}) + ${matchedGraceSeconds}`
      return [change(db, { state: 'open', endsAt, refused: refusedIfClosed }, own)]
    }
    case 'put_aside':
      return [change(db, { endsAt: until }, and(own, eq(paymentLinks.state, 'open')))]
    case 'paid': {
      const others = and(isOfOrder(collection), ne(paymentLinks.id, collection.linkId))
      const refused = turn.again ? null : refusedIfClosed
      return [
        change(db, { state: 'closed', endsAt: null, refused }, own),
        ...putAside(db, others, 'paid_elsewhere', now),
        change(db, { state: 'closed', endsAt: null }, others),
      ]
    }
    case 'reversed': {
      const columns = { state: 'expired', endsAt: null, reversedAt: now } as const
      const isUnpaid = notExists(settlementOf(db, collection))
      return [change(db, columns, and(isOfOrder(collection), isUnpaid))]
    }
  }
}

/**
 * Expires up to `limit` links whose time is over, the longest ended first, and puts their collections aside, in one
 * batch. Returns how many it has expired.
 */
export async function expireLinkBatch(
  db: MerchantDatabase,
  now: number,
  limit: number,
): Promise<number> {
  const over = db
    .select({ id: paymentLinks.id })
    .from(paymentLinks)
    .where(lte(paymentLinks.endsAt, now))
    .orderBy(asc(paymentLinks.endsAt))
    .limit(limit)
  const chosen = inArray(paymentLinks.id, over)
  const ended = db
    .update(paymentLinks)
    .set({ state: 'expired', endsAt: null })
    .where(chosen)
    .returning({ id: paymentLinks.id })
  const [, , links] = await db.batch([...putAside(db, chosen, 'expired', now), ended])
  return links.length
}

function change(
  db: MerchantDatabase,
  columns: Parameters<ReturnType<typeof db.update<typeof paymentLinks>>['set']>[0],
  links: SQL | undefined,
): Statement {
  return db.update(paymentLinks).set(columns).where(links)
}

// Only the database knows the states of these many collections, so it writes their events itself. Each event takes the
// next `seq` of its order, which is the lock against any other move.
function putAside(db: MerchantDatabase, links: SQL | undefined, reason: string, now: number) {
  const fact: EventFact = { name: 'exception', reason }
  const paying = db.select({ id: paymentLinks.collectionId }).from(paymentLinks).where(links)
  // The unary plus keeps sqlite from scanning all pending collections for these few.
  const waiting = and(
    inArray(collections.id, paying),
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
      .set({ collectionStatus: 'exception', reason, seq: sql`${collections.seq} + 1` })
      .where(waiting),
  ] as const
}

function isOfOrder({ merchantId, merchantOrderNo }: Collection): SQL | undefined {
  return and(
    eq(paymentLinks.merchantId, merchantId),
    eq(paymentLinks.merchantOrderNo, merchantOrderNo),
  )
}

// A settled collection of any link of the order; the one that is being reversed is pending by then.
function settlementOf(db: MerchantDatabase, { merchantId, merchantOrderNo }: Collection) {
  const link = alias(paymentLinks, 'paid_link')
  const isOfSameOrder = and(
    eq(link.merchantId, merchantId),
    eq(link.merchantOrderNo, merchantOrderNo),
  )
  return db
    .select({ one: sql`1` })
    .from(link)
    .innerJoin(collections, eq(collections.id, link.collectionId))
    .where(and(isOfSameOrder, sql`+${collections.status} <> 'pending'`))
}

const refusedIfClosed = refusedUnless({ link_closed: ne(paymentLinks.state, 'closed') })
