import { and, eq, inArray, ne, not, type SQL, sql } from 'drizzle-orm'
import type { LinkEffect } from '../../rules/links/link-effects.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import { isNumberPaid } from '../archive/archive-objects.ts'
import { leaveAccounts } from '../banking/account-use.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { refusedUnless } from '../guards.ts'
import { putAside } from '../orders/put-aside.ts'
import { collections, paymentLinks } from '../schema.ts'

/** The time of a change, the grace of a matched link, and whether the database has a bank account. */
type LinkTerms = {
  /** UTC seconds. */
  readonly now: number
  readonly matchedGraceSeconds: number
  readonly hasAccounts: boolean
}

/**
 * The statements of a collection's step for its link and the other links of its order, in the step's batch. Matching
 * and paying are guarded by `link_closed` unless the effect allows a second payment: of two racing payments one
 * commits.
 */
export function applyLinkEffect({
  db,
  collection,
  effect,
  terms: { now, matchedGraceSeconds, hasAccounts },
}: {
  readonly db: MerchantDatabase
  readonly collection: Collection & { readonly linkId: number }
  readonly effect: LinkEffect
  readonly terms: LinkTerms
}): readonly Statement[] {
  const own = eq(paymentLinks.id, collection.linkId)
  const until = paymentLinks.waitExpiresAt
  switch (effect.kind) {
    case 'matched': {
      const endsAt = sql`max(${until}, ${now}) + ${matchedGraceSeconds}`
      const hasExpired = eq(paymentLinks.state, 'expired')
      const isOther = sql`(${paymentLinks.endsAt} is not ${endsAt} or ${paymentLinks.state} = 'closed')`
      // Separate statements, because a row whose state is written gets a new entry in the index of ends.
      return [
        change(db, { endsAt, refused: refusedIfClosed }, and(own, not(hasExpired), isOther)),
        change(db, { state: 'open', endsAt }, and(own, hasExpired)),
      ]
    }
    case 'put_aside':
      return [change(db, { endsAt: until }, and(own, eq(paymentLinks.state, 'open')))]
    case 'paid': {
      const others = and(isOfOrder(collection), ne(paymentLinks.id, collection.linkId))
      const refused = effect.again ? null : refusedIfClosed
      return [
        change(db, { state: 'closed', endsAt: null, refused }, own),
        ...(hasAccounts ? [leaveAccounts(db, payingFor(db, others))] : []),
        ...putAside({ db, which: payingFor(db, others), reason: 'paid_elsewhere', now }),
        change(db, { state: 'closed', endsAt: null }, others),
      ]
    }
    case 'reversed': {
      const columns = { state: 'expired', endsAt: null, reversedAt: now } as const
      return [change(db, columns, and(isOfOrder(collection), isUnpaid))]
    }
  }
}

function change(
  db: MerchantDatabase,
  columns: Parameters<ReturnType<typeof db.update<typeof paymentLinks>>['set']>[0],
  links: SQL | undefined,
): Statement {
  return db.update(paymentLinks).set(columns).where(links)
}

/** Whether a collection is that of one of the links, as SQL. */
export function payingFor(db: MerchantDatabase, links: SQL | undefined): SQL {
  const paying = db.select({ id: paymentLinks.collectionId }).from(paymentLinks).where(links)
  return inArray(collections.id, paying)
}

function isOfOrder({ merchantId, merchantOrderNo }: Collection): SQL | undefined {
  return and(
    eq(paymentLinks.merchantId, merchantId),
    eq(paymentLinks.merchantOrderNo, merchantOrderNo),
  )
}

// No other settlement of the link's order number is in force; the one that is being reversed is pending by then.
const isUnpaid = sql.raw(`not ${isNumberPaid}`)

const refusedIfClosed = sql.raw(refusedUnless({ link_closed: "state <> 'closed'" }))
