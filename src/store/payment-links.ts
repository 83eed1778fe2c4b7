import { and, eq, exists, gt, lte, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Merchant } from '../rules/merchant.ts'
import type { Collection } from '../rules/orders.ts'
import type { PaymentLink } from '../rules/payment-link.ts'
import type { Database, Statement } from './database.ts'
import { whereUnchanged } from './merchants.ts'
import { collections, paymentLinks } from './schema.ts'

/** When a link's time is over. */
export type LinkClock = {
  /** UTC seconds. */
  readonly now: number
  /** How much longer a link lives once an agent has matched its collection, in seconds. */
  readonly matchedGraceSeconds: number
}

/**
 * Makes room for a new link where its order's current one has ended unpaid, and for no other: one that lives, or that
 * was paid, keeps the key that the new link then breaks.
 */
export function replaceEndedLink(db: Database, link: PaymentLink, clock: LinkClock): Statement {
  return db
    .update(paymentLinks)
    .set({ replacedBy: link.id })
    .where(and(isCurrentOf(link), hasEnded(db, clock), not(isPaid(db))))
}

/** A new link of a merchant that is still as it was read. */
export function insertLink(db: Database, merchant: Merchant, link: PaymentLink): Statement {
  return db
    .insert(paymentLinks)
    .values({ ...link, session: whereUnchanged(link.session, merchant) })
}

/** The current link of an order, and how it stands. */
export type CurrentLink = {
  readonly link: PaymentLink
  readonly collection: Pick<Collection, 'orderid' | 'tradeNo'> | null
  /** Whether any link of the order was paid. */
  readonly paid: boolean
  readonly ended: boolean
}

/** Finds the current link of the same order and endpoint; null when there is none. */
export async function findCurrentLink(
  db: Database,
  order: LinkOrder,
  clock: LinkClock,
): Promise<CurrentLink | null> {
  const row = await db
    .select({
      link: paymentLinks,
      collection: { orderid: collections.orderid, tradeNo: collections.tradeNo },
      paid: sql<number>`${isPaid(db)}`,
      ended: sql<number>`${hasEnded(db, clock)}`,
    })
    .from(paymentLinks)
    .leftJoin(collections, eq(collections.id, paymentLinks.collectionId))
    .where(isCurrentOf(order))
    .get()
  if (row === undefined) return null
  return { ...row, paid: row.paid === 1, ended: row.ended === 1 }
}

type LinkOrder = Pick<PaymentLink, 'merchantId' | 'merchantOrderNo' | 'kind'>

function isCurrentOf({ merchantId, merchantOrderNo, kind }: LinkOrder): SQL | undefined {
  return and(
    eq(paymentLinks.merchantId, merchantId),
    eq(paymentLinks.merchantOrderNo, merchantOrderNo),
    eq(paymentLinks.kind, kind),
    eq(paymentLinks.replacedBy, 0),
  )
}

// Its time is over, and no agent has matched its collection or the grace for that is over too.
function hasEnded(db: Database, { now, matchedGraceSeconds }: LinkClock): SQL {
  const until = sql`coalesce(${paymentLinks.waitExpiresAt}, ${paymentLinks.expiresAt})`
  const matched = db
    .select({ one: sql`1` })
    .from(collections)
    .where(
      and(
        eq(collections.id, paymentLinks.collectionId),
        eq(collections.collectionStatus, 'matched'),
      ),
    )
  const inGrace = and(gt(until, now - matchedGraceSeconds), exists(matched))
  return sql`(${lte(until, now)} and not (${inGrace}))`
}

// A late deposit may have settled a link that a newer one has replaced: the order is paid all the same.
function isPaid(db: Database): SQL {
  const any = alias(paymentLinks, 'any_link')
  const settled = db
    .select({ one: sql`1` })
    .from(any)
    .innerJoin(collections, eq(collections.id, any.collectionId))
    .where(
      and(
        eq(any.merchantId, paymentLinks.merchantId),
        eq(any.merchantOrderNo, paymentLinks.merchantOrderNo),
        eq(any.kind, paymentLinks.kind),
        ne(collections.status, 'pending'),
      ),
    )
  return sql`(${or(eq(paymentLinks.state, 'closed'), exists(settled))})`
}
