import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { LinkContent, LinkSummary, PaymentLink } from '../../rules/links/payment-link.ts'
import type { WaitingLink } from '../../rules/links/wait-page.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import type { OtherKinds } from '../../rules/orders/other-kinds.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { refusedUnless } from '../guards.ts'
import { isOneOf } from '../is-one-of.ts'
import { heldOrders, isHeldOrder, type OrderHoldValues } from '../merchants/holds.ts'
import { isUnchanged, merchantOf } from '../merchants/merchants.ts'
import { noOtherKind } from '../orders/no-other-kind.ts'
import { collections, merchants, paymentLinks } from '../schema.ts'
import {
  columnsOf,
  insertText,
  joinedReader,
  type RawRow,
  rowReader,
  rowsOf,
  sqlText,
} from '../sql-text.ts'

/**
 * Replaces the current link of an order if it has ended unpaid. A living or paid one stays, so that the new link breaks
 * its unique key.
 */
export const replaceEndedLink = sqlText<PaymentLink>(`
  update payment_links set replaced_by = :id
  where merchant_id = :merchantId and merchant_order_no = :merchantOrderNo and kind = :kind
    and replaced_by = 0
    and (ends_at is null or ends_at <= :createdAt) and state <> 'closed'
`)

/**
 * Inserts a link, guarded by `link_closed` (no link of its order is paid or nearly so), by `merchant_changed` and, with
 * `others`, by `other_kind`.
 */
export function insertLink(
  { version }: Merchant,
  link: PaymentLink,
  others: OtherKinds | null,
): Statement {
  const guarded = { ...link, content: JSON.stringify(storedContent(link)), version }
  const statement =
    others === null ? insertGuardedLink(guarded) : insertLinkOnce({ ...guarded, ...others })
  return { ...statement, trace: findSame(link) }
}

const findSame = sqlText<Pick<PaymentLink, 'id' | 'session'>>(
  'select 1 from payment_links where id = :id and session = :session',
)

// The `extra` of a link with a collection is stored only with the collection.
function storedContent({ collectionId, content }: PaymentLink): LinkContent {
  return collectionId === null || content.extra === '' ? content : { ...content, extra: '' }
}

// The link with the `extra` that its collection stores.
function withExtra(link: PaymentLink, collection: Pick<Collection, 'extra'> | null): PaymentLink {
  if (collection === null) return link
  return { ...link, content: { ...link.content, extra: collection.extra } }
}

// A replaced link counts as living again once an agent has matched its collection late.
const linkGuards = {
  link_closed: `not exists (
    select 1 from payment_links
    where merchant_id = :merchantId and merchant_order_no = :merchantOrderNo
      and (state = 'closed' or kind = :kind and replaced_by <> 0 and ends_at > :createdAt)
  )`,
  merchant_changed: isUnchanged,
}
const insertGuardedLink = insertGuarded<GuardedLink>(linkGuards)
const insertLinkOnce = insertGuarded<GuardedLink & OtherKinds>({
  other_kind: noOtherKind('link'),
  ...linkGuards,
})

type GuardedLink = Omit<PaymentLink, 'content'> & {
  readonly content: string
  readonly version: number
}

function insertGuarded<Values extends GuardedLink>(guards: Parameters<typeof refusedUnless>[0]) {
  return insertText<Values>(`
    insert into payment_links (
      id, merchant_id, kind, merchant_order_no, content, state, session, token,
      collection_id, wait_expires_at, expires_at, replaced_by, created_at, ends_at,
      sent_amount, refused, reversed_at
    )
    values (
      :id, :merchantId, :kind, :merchantOrderNo, :content, :state, :session, :token,
      :collectionId, :waitExpiresAt, :expiresAt, :replacedBy, :createdAt, :endsAt,
      :sentAmount, ${refusedUnless(guards)}, :reversedAt
    )
  `)
}

/** The current link of an order, and its collection if there is one. */
export type CurrentLink = {
  readonly link: PaymentLink
  readonly collection: Pick<Collection, 'orderid' | 'tradeNo' | 'extra'> | null
}

/** The current link of the same order and endpoint, or null. */
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

/** The links of these collections for the back office, by the link's id. */
export async function linksOf(
  db: MerchantDatabase,
  collections: readonly Pick<Collection, 'linkId'>[],
): Promise<ReadonlyMap<number, LinkSummary>> {
  const ids = collections.flatMap(({ linkId }) => linkId ?? [])
  if (ids.length === 0) return new Map()
  const { id, content, endsAt, waitExpiresAt, expiresAt } = paymentLinks
  const links = await db
    .select({ id, content, endsAt, waitExpiresAt, expiresAt })
    .from(paymentLinks)
    .where(isOneOf(paymentLinks.id, ids))
  return new Map(links.map((link) => [link.id, link]))
}

/**
 * A link with the records of its wait page; null if the id and token do not match, or it has no collection. A null
 * token matches any.
 */
export async function findWaitingLink(
  db: MerchantDatabase,
  id: number,
  token: string | null,
): Promise<WaitingLink | null> {
  const [[row]] = await rowsOf(db, [selectWaitingLink({ id, token })] as const)
  if (row === undefined) return null
  const { merchantName: name, merchantDisplay: display, accountState } = row
  const collection = readCollection(row)
  return {
    link: withExtra(readLink(row), collection),
    collection,
    merchant: { name, display: display === null ? null : JSON.parse(display) },
    accountState,
    accountHolder: row.accountHolder,
    isHeld: row.isHeld === 1 || (row.isAccountLeft === 1 && (await isPayerHeld(db, collection))),
  }
}

async function isPayerHeld(db: MerchantDatabase, { id, counterpartyAccount }: Collection) {
  const holds = { merchant: '', member: '', order: '', accounts: [counterpartyAccount] }
  return (await heldOrders(db, [{ orderId: id, holds }])).size > 0
}

const readLink = joinedReader(paymentLinks)
const readCollection = rowReader(collections)

type WaitingRow = RawRow & {
  readonly merchantName: string
  readonly merchantDisplay: string | null
  readonly accountState: WaitingLink['accountState']
  readonly accountHolder: string | null
  readonly isHeld: 0 | 1
  /** Whether holds of its payer's account have to be asked for: the query did not. */
  readonly isAccountLeft: 0 | 1
}

// The query itself looks for the holds of an account of at most fifteen digits in ASCII with blanks and dashes, so that
// nearly no page takes another call to the database.
const payerDigits = "replace(replace(collections.counterparty_account, '-', ''), ' ', '')"
const holdSql: Readonly<Record<keyof OrderHoldValues, string>> = {
  merchant: "'merchant:' || merchants.uid",
  member: "'member:' || merchants.uid || ':' || nullif(collections.user_id, '')",
  order: "'order:' || collections.trade_no",
  endRun: `substr('          ' || ${payerDigits}, -10)`,
  innerRun1: `substr(${payerDigits}, 1, 10)`,
  innerRun2: `substr(${payerDigits}, 2, 10)`,
  innerRun3: `substr(${payerDigits}, 3, 10)`,
  innerRun4: `substr(${payerDigits}, 4, 10)`,
  innerRun5: `substr(${payerDigits}, 5, 10)`,
  otherRuns: "'{}'",
}

const selectWaitingLink = sqlText<
  { readonly id: number; readonly token: string | null },
  WaitingRow
>(`
  select collections.*, ${columnsOf(paymentLinks)},
    merchants.name as merchantName, merchants.display as merchantDisplay,
    bank_accounts.state as accountState, bank_accounts.holder_name as accountHolder,
    collections.status = 'pending' and ${isHeldOrder((name) => holdSql[name])} as isHeld,
    collections.status = 'pending' and (${payerDigits} glob '*[^0-9]*' or length(${payerDigits}) > 15)
      as isAccountLeft
  from payment_links
  join collections on collections.id = payment_links.collection_id
  join merchants on merchants.id = payment_links.merchant_id
  left join bank_accounts on bank_accounts.id = collections.bank_account_id
  where payment_links.id = :id and (:token is null or payment_links.token = :token)
`)

/** A link with its merchant, and its collection if there is one. */
export type SessionLink = {
  readonly link: PaymentLink
  readonly merchant: Merchant
  readonly collection: Collection | null
}

/** The link of a session; null if the id and session do not match. */
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

/** The collection and the wait page of a submitted amount. */
type Submission = {
  readonly collectionId: number
  readonly token: string
  /** UTC seconds. */
  readonly waitExpiresAt: number
  readonly endsAt: number
}

/**
 * Gives an open link its collection, which stores the `extra` from then on. Guarded by `link_closed`, which a link with
 * a collection breaks: of two racing submissions one commits.
 */
export function submitLink(
  db: MerchantDatabase,
  { id, content: { extra } }: PaymentLink,
  submission: Submission,
): Statement {
  const content = sql`json_set(${paymentLinks.content}, '$.extra', '')`
  return db
    .update(paymentLinks)
    .set({ ...submission, ...(extra === '' ? {} : { content }), refused: refusedUnlessOpen })
    .where(eq(paymentLinks.id, id))
}

const refusedUnlessOpen = sql.raw(
  refusedUnless({ link_closed: "collection_id is null and state = 'open'" }),
)

type LinkOrder = Pick<PaymentLink, 'merchantId' | 'merchantOrderNo' | 'kind'>

function isCurrentOf({ merchantId, merchantOrderNo, kind }: LinkOrder): SQL | undefined {
  return and(
    eq(paymentLinks.merchantId, merchantId),
    eq(paymentLinks.merchantOrderNo, merchantOrderNo),
    eq(paymentLinks.kind, kind),
    eq(paymentLinks.replacedBy, 0),
  )
}
