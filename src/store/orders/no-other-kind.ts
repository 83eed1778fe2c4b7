import { and, eq, gte, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { OtherKinds } from '../../rules/orders/other-kinds.ts'
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
  return and(...others.map(([, isKnown]) => sql`not exists ${isKnown(merchantId)}`))
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
