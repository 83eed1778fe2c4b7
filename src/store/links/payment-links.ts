import {
  and,
  eq,
  gt,
  isNull,
  lte,
  ne,
  not,
  notExists,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { LinkContent, PaymentLink } from '../../rules/links/payment-link.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import type { OtherKinds } from '../../rules/orders/other-kinds.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { refusedUnless } from '../guards.ts'
import { isUnchanged, merchantOf } from '../merchants/merchants.ts'
import { noOtherKind } from '../orders/no-other-kind.ts'
import { placeholders, prepared } from '../prepared.ts'
import { collections, merchants, paymentLinks } from '../schema.ts'

/**
 * Makes room for a new link where its order's current one has ended unpaid, and for no other: one that lives, or that
 * was paid, keeps the key that the new link then breaks.
 */
export const replaceEndedLink = prepared<PaymentLink>((db) =>
  db
    .update(paymentLinks)
    .set({ replacedBy: sql`${linkRow.id}` })
    .where(and(isCurrentOf(linkRow), hasEnded(linkRow.createdAt), not(isClosed))),
)

const linkRow = placeholders(paymentLinks)

/**
 * A new link. Guarded by `link_closed` (no link of its order was paid, nor is about to be), by `merchant_changed`, and
 * where the request may be a copy by `other_kind`.
 */
export function insertLink(
  db: MerchantDatabase,
  { version }: Merchant,
  link: PaymentLink,
  others: OtherKinds | null,
): Statement {
  const guarded = { ...link, content: contentKept(link), version }
  return others === null
    ? insertGuardedLink(db, guarded)
    : insertLinkOnce(db, { ...guarded, ...others })
}

// What a link's collection is created with is kept there, and not a second time.
function contentKept({ collectionId, content }: PaymentLink): LinkContent {
  return collectionId === null || content.extra === '' ? content : { ...content, extra: '' }
}

// The same undone: a link as its request asked for it.
function asAsked(link: PaymentLink, collection: Pick<Collection, 'extra'> | null): PaymentLink {
  if (collection === null) return link
  return { ...link, content: { ...link.content, extra: collection.extra } }
}

type GuardedLink = PaymentLink & { readonly version: number }

const insertGuardedLink = prepared<GuardedLink>((db) => {
  return db.insert(paymentLinks).values({ ...linkRow, refused: refusedUnless(linkGuards(db)) })
})

const insertLinkOnce = prepared<GuardedLink & OtherKinds>((db) => {
  const other_kind = noOtherKind('link', linkRow.merchantId)
  const refused = refusedUnless({ other_kind, ...linkGuards(db) })
  return db.insert(paymentLinks).values({ ...linkRow, refused })
})

function linkGuards(db: MerchantDatabase) {
  const paid = alias(paymentLinks, 'paid_link')
  // An earlier link whose payment an agent has matched late counts as living, though another has taken its place.
  const isMatchedAgain = and(
    eq(paid.kind, linkRow.kind),
    ne(paid.replacedBy, 0),
    gt(paid.endsAt, linkRow.createdAt),
  )
  const payment = db
    .select({ one: sql`1` })
    .from(paid)
    .where(
      and(
        eq(paid.merchantId, linkRow.merchantId),
        eq(paid.merchantOrderNo, linkRow.merchantOrderNo),
        or(eq(paid.state, 'closed'), isMatchedAgain),
      ),
    )
  return {
    link_closed: notExists(payment),
    merchant_changed: isUnchanged({ id: linkRow.merchantId, version: sql.placeholder('version') }),
  }
}

/** The current link of an order, and how it stands. */
export type CurrentLink = {
  readonly link: PaymentLink
  readonly collection: Pick<Collection, 'orderid' | 'tradeNo' | 'extra'> | null
}

/** Finds the current link of the same order and endpoint; null when there is none. */
export async function findCurrentLink(
  db: MerchantDatabase,
  order: LinkOrder,
): Promise<CurrentLink | null> {
  const { orderid, tradeNo, extra } = collections
  const row = await db
    .select({ link: paymentLinks, collection: { orderid, tradeNo, extra } })
    .from(paymentLinks)
    .leftJoin(collections, eq(collections.id, paymentLinks.collectionId))
    .where(isCurrentOf(order))
    .get()
  return row === undefined ? null : { ...row, link: asAsked(row.link, row.collection) }
}

/** A link that waits for its payment, with the collection that is to pay it. */
export type WaitingLink = { readonly link: PaymentLink; readonly collection: Collection }

/** Finds the link of a wait page; null when there is none with that id and token. */
export async function findWaitingLink(
  db: MerchantDatabase,
  id: number,
  token: string,
): Promise<WaitingLink | null> {
  const row = await db
    .select({ link: paymentLinks, collection: collections })
    .from(paymentLinks)
    .innerJoin(collections, eq(collections.id, paymentLinks.collectionId))
    .where(and(eq(paymentLinks.id, id), eq(paymentLinks.token, token)))
    .get()
  return row === undefined ? null : { ...row, link: asAsked(row.link, row.collection) }
}

/** A link with its merchant, and the collection that pays it, if there is one yet. */
export type SessionLink = {
  readonly link: PaymentLink
  readonly merchant: Merchant
  readonly collection: Collection | null
}

/** Finds the link of a session; null when there is none with that id and session. */
export async function findSessionLink(
  db: MerchantDatabase,
  id: number,
  session: string,
): Promise<SessionLink | null> {
  const row = await db
    .select({ link: paymentLinks, merchant: merchants, collection: collections })
    .from(paymentLinks)
    .innerJoin(merchants, eq(merchants.id, paymentLinks.merchantId))
    .leftJoin(collections, eq(collections.id, paymentLinks.collectionId))
    .where(and(eq(paymentLinks.id, id), eq(paymentLinks.session, session)))
    .get()
  if (row === undefined) return null
  const { link, merchant, collection } = row
  return { link: asAsked(link, collection), merchant: merchantOf(merchant), collection }
}

/** What a link gets when an amount is submitted: its collection and its wait page. */
export type Submission = {
  readonly collectionId: number
  readonly token: string
  /** UTC seconds. */
  readonly waitExpiresAt: number
}

/**
 * Gives an open link its collection. Guarded by `link_closed`, which a link that has a collection counts as: of two
 * submissions that race, one commits. The collection has the link's `extra` from then on.
 */
export function submitLink(
  db: MerchantDatabase,
  { id, content: { extra } }: PaymentLink,
  submission: Submission,
): Statement {
  const open = and(isNull(paymentLinks.collectionId), eq(paymentLinks.state, 'open'))
  const content = sql`json_set(${paymentLinks.content}, '$.extra', '')`
  return db
    .update(paymentLinks)
    .set({
      ...submission,
      ...(extra === '' ? {} : { content }),
      endsAt: submission.waitExpiresAt,
      refused: refusedUnless({ link_closed: open }),
    })
    .where(eq(paymentLinks.id, id))
}

type LinkOrder = Pick<PaymentLink, 'merchantId' | 'merchantOrderNo' | 'kind'>

function isCurrentOf({
  merchantId,
  merchantOrderNo,
  kind,
}: LinkOrder | typeof linkRow): SQL | undefined {
  return and(
    eq(paymentLinks.merchantId, merchantId),
    eq(paymentLinks.merchantOrderNo, merchantOrderNo),
    eq(paymentLinks.kind, kind),
    eq(paymentLinks.replacedBy, 0),
  )
}

function hasEnded(now: Placeholder): SQL {
  return sql`(${or(isNull(paymentLinks.endsAt), lte(paymentLinks.endsAt, now))})`
}

const isClosed = eq(paymentLinks.state, 'closed')
