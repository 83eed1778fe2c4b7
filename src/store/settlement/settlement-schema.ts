import { integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { requiredInteger } from '../columns.ts'

/** The sums of a merchant's balances when a statement was closed, over all channels. Number 0: before number 1. */
export const statements = sqliteTable(
  'statements',
  {
    merchantId: requiredInteger('merchant_id'),
    number: requiredInteger('number'),
    orderId: integer('order_id'),
    closedAt: requiredInteger('closed_at'),
    available: requiredInteger('available'),
    frozen: requiredInteger('frozen'),
    unconfirmed: requiredInteger('unconfirmed'),
    collections: requiredInteger('collections').default(0),
    payouts: requiredInteger('payouts').default(0),
    returned: requiredInteger('returned').default(0),
    withdrawn: requiredInteger('withdrawn').default(0),
    corrections: requiredInteger('corrections').default(0),
    fees: requiredInteger('fees'),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.number] })],
)
