import { and, eq, gte, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { OtherKinds } from '../../rules/orders/other-kinds.ts'
import { collections, paymentLinks, payouts } from '../schema.ts'

const given = (name: keyof OtherKinds) => sql.placeholder(name)

// How an order of each kind is known by its number and amount.
const kinds = {
  collection: known(collections, collections.orderid, collections.amount, given('collectionNo')),
  payout: known(payouts, payouts.serialNo, payouts.amount, given('payoutNo')),
  link: known(paymentLinks, paymentLinks.merchantOrderNo, paymentLinks.sentAmount, given('linkNo')),
}

/**
 * The number of an order that is being written, or null when the merchant has an order of another kind that the same
 * request may have made (see `OtherKinds`). No column of a number takes null: of two copies that race, one commits.
 */
export function unlessOtherKind(
  kind: keyof typeof kinds,
  number: Placeholder,
  merchantId: Placeholder,
): SQL<never> {
  const others = Object.entries(kinds).filter(([one]) => one !== kind)
  const none = others.map(([, isKnown]) => sql`not exists ${isKnown(merchantId)}`)
  return sql<never>`(case when ${and(...none)} then ${number} end)`
}

type Table = typeof collections | typeof payouts | typeof paymentLinks

function known(table: Table, no: SQLiteColumn, amount: SQLiteColumn, number: Placeholder) {
  return (merchantId: Placeholder) => sql`(
    select 1 from ${table} where ${and(
      eq(table.merchantId, merchantId),
      eq(no, number),
      eq(amount, given('sameAmount')),
      gte(table.createdAt, given('since')),
    )}
  )`
}
