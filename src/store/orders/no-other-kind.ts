import { and, eq, gte, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { OtherKinds } from '../../rules/orders/other-kinds.ts'
import { preparedRead } from '../prepared.ts'
import { collections, paymentLinks, payouts } from '../schema.ts'

const given = (name: keyof OtherKinds) => sql.placeholder(name)

// How an order of each kind is found by its number and amount.
const kinds = {
  collection: known(collections, collections.orderid, collections.amount, given('collectionNo')),
  payout: known(payouts, payouts.serialNo, payouts.amount, given('payoutNo')),
  link: known(paymentLinks, paymentLinks.merchantOrderNo, paymentLinks.sentAmount, given('linkNo')),
}

/**
 * A condition that no order of another kind stems from the same request (`OtherKinds`). Of racing copies one commits.
 */
export function noOtherKind(kind: keyof typeof kinds, merchantId: Placeholder): SQL | undefined {
  const others = Object.entries(kinds).filter(([one]) => one !== kind)
  return and(
    ...others.map(
      ([, { table, isKnown }]) =>
        sql`not exists (select 1 from ${table} where ${isKnown(merchantId)})`,
    ),
  )
}

type OtherKindQuery = OtherKinds & { readonly merchantId: number }

/**
 * The transaction number of a merchant's order of another kind that stems from the same request, null for a link whose
 * amount was not submitted; undefined where there is no order.
 */
export const findOtherKind = preparedRead<
  OtherKindQuery,
  { readonly tradeNo: string | null } | undefined
>((db, { merchantId }) => {
  const { tradeNo } = collections
  return db
    .select({ tradeNo: sql<string | null>`${tradeNo}` })
    .from(collections)
    .where(kinds.collection.isKnown(merchantId))
    .unionAll(
      db
        .select({ tradeNo: sql<string | null>`${payouts.tradeNo}` })
        .from(payouts)
        .where(kinds.payout.isKnown(merchantId)),
    )
    .unionAll(
      db
        .select({ tradeNo: sql<string | null>`${tradeNo}` })
        .from(paymentLinks)
        .leftJoin(collections, eq(collections.id, paymentLinks.collectionId))
        .where(kinds.link.isKnown(merchantId)),
    )
    .limit(1)
    .prepare()
})

type Table = typeof collections | typeof payouts | typeof paymentLinks

function known(table: Table, no: SQLiteColumn, amount: SQLiteColumn, number: Placeholder) {
  const isKnown = (merchantId: Placeholder) =>
    and(
      eq(table.merchantId, merchantId),
      eq(no, number),
      eq(amount, given('sameAmount')),
      gte(table.createdAt, given('since')),
    )
  return { table, isKnown }
}
