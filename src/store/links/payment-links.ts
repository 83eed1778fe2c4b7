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
import type { LinkContent, PaymentLink, SeenLink } from '../../rules/links/payment-link.ts'
import type { WaitingLink } from '../../rules/links/wait-page.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import type { OtherKinds } from '../../rules/orders/other-kinds.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { refusedUnless } from '../guards.ts'
import { isUnchanged, merchantOf } from '../merchants/merchants.ts'
import { noOtherKind } from '../orders/no-other-kind.ts'
import { placeholders, prepared, preparedRead } from '../prepared.ts'
import { bankAccounts, collections, merchants, paymentLinks } from '../schema.ts'

/**
 * Replaces the current link of an order if it has ended unpaid. A living or paid one stays, and the new link then
 * breaks its unique key.
 */
export const replaceEndedLink = prepared<PaymentLink>((db) =>
  db
    .update(paymentLinks)
    .set({ replacedBy: sql`${linkRow.id}` })
    .where(and(isCurrentOf(linkRow), hasEnded(linkRow.createdAt), not(isClosed))),
)

const linkRow = placeholders(paymentLinks)

/**
 * Inserts a link. Guarded by `link_closed` (no link of its order was paid, or is about to be), by `merchant_changed`
 * and, with `others`, by `other_kind`.
 */
export function insertLink(
  db: MerchantDatabase,
  { version }: Merchant,
  link: PaymentLink,
  others: OtherKinds | null,
): Statement {
  const guarded = { ...link, content: storedContent(link), version }
  return others === null
    ? insertGuardedLink(db, guarded)
    : insertLinkOnce(db, { ...guarded, ...others })
}

// The `extra` of a link with a collection is stored with the collection, and not a second time.
function storedContent({ collectionId, content }: PaymentLink): LinkContent {
  return collectionId === null || content.extra === '' ? content : { ...content, extra: '' }
}

// The link with the `extra` that its collection stores.
function withExtra(link: PaymentLink, collection: Pick<Collection, 'extra'> | null): PaymentLink {
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
  // A replaced link counts as living again once an agent has matched its collection late.
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

/** The current link of an order, and its collection if there is one. */
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
  return row === undefined ? null : { ...row, link: withExtra(row.link, row.collection) }
}

/** What the back office sees of the links of these collections, by the link's id. */
export async function linksOf(
  db: MerchantDatabase,
  collections: readonly Pick<Collection, 'linkId'>[],
): Promise<ReadonlyMap<number, SeenLink>> {
  const ids = collections.flatMap(({ linkId }) => linkId ?? [])
  if (ids.length === 0) return new Map()
  // One parameter, because a statement takes a hundred at most.
  const named = sql`${paymentLinks.id} in (select value from json_each(${JSON.stringify(ids)}))`
  const { id, content, waitExpiresAt, expiresAt } = paymentLinks
  const links = await db
    .select({ id, content, waitExpiresAt, expiresAt })
    .from(paymentLinks)
    .where(named)
  return new Map(links.map((link) => [link.id, link]))
}

/** Finds the link of a wait page; null when there is none with that id and token. */
export async function findWaitingLink(
  db: MerchantDatabase,
  id: number,
  token: string,
): Promise<WaitingLink | null> {
  const row = await readWaitingLink(db, { id, token })
  return row === undefined ? null : { ...row, link: withExtra(row.link, row.collection) }
}

/** Finds the link with that id and what its wait page is made from; null where it has no collection. */
export async function waitingLinkOf(db: MerchantDatabase, id: number): Promise<WaitingLink | null> {
  const row = await waitingLinks(db, eq(paymentLinks.id, id)).get()
  return row === undefined ? null : { ...row, link: withExtra(row.link, row.collection) }
}

type NamedLink = { readonly id: number; readonly token: string }

const readWaitingLink = preparedRead<NamedLink, WaitingLink | undefined>((db, { id, token }) =>
  waitingLinks(db, and(eq(paymentLinks.id, id), eq(paymentLinks.token, token))).prepare(),
)

function waitingLinks(db: MerchantDatabase, where: SQL | undefined) {
  const { name, display } = merchants
  return db
    .select({
      link: paymentLinks,
      collection: collections,
      merchant: { name, display },
      accountState: bankAccounts.state,
    })
    .from(paymentLinks)
    .innerJoin(collections, eq(collections.id, paymentLinks.collectionId))
    .innerJoin(merchants, eq(merchants.id, paymentLinks.merchantId))
    .leftJoin(bankAccounts, eq(bankAccounts.id, collections.bankAccountId))
    .where(where)
}

/** A link with its merchant, and its collection if there is one. */
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
  return { link: withExtra(link, collection), merchant: merchantOf(merchant), collection }
}

/** What a submitted amount gives a link: its collection and its wait page. */
export type Submission = {
  readonly collectionId: number
  readonly token: string
  /** UTC seconds. */
  readonly waitExpiresAt: number
}

/**
 * Gives an open link its collection, which stores the `extra` from then on. Guarded by `link_closed`, which a link with
 * a collection counts as: of two racing submissions one commits.
 */
export function submitLink(
  db: MerchantDatabase,
  { id, content: { extra } }: PaymentLink,
  submission: Submission,
): Statement {
  const isOpen = and(isNull(paymentLinks.collectionId), eq(paymentLinks.state, 'open'))
  const content = sql`json_set(${paymentLinks.content}, '$.extra', '')`
  return db
    .update(paymentLinks)
    .set({
      ...submission,
      ...(extra === '' ? {} : { content }),
      endsAt: submission.waitExpiresAt,
      refused: refusedUnless({ link_closed: isOpen }),
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
