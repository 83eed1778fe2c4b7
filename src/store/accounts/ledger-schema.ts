import { integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { requiredInteger } from '../columns.ts'

export const ledgerDays = sqliteTable(
  'ledger_days',
  {
    merchantId: requiredInteger('merchant_id'),
    day: requiredInteger('day'),
    available: requiredInteger('available'),
    frozen: requiredInteger('frozen'),
    unconfirmed: requiredInteger('unconfirmed'),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.day] })],
)

export const ledgerPasses = sqliteTable('ledger_passes', {
  id: integer('id').primaryKey(),
  day: requiredInteger('day'),
  merchantId: integer('merchant_id'),
})
