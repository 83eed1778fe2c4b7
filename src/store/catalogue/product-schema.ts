import { integer, sqliteTable, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { requiredInteger, requiredText } from '../columns.ts'

export const products = sqliteTable(
  'products',
  {
    id: integer('id').primaryKey(),
    merchantUid: requiredText('merchant_uid'),
    sku: requiredText('sku'),
    name: requiredText('name'),
    currency: requiredText('currency'),
    priceHkdCents: requiredInteger('price_hkd_cents'),
  },
  (table) => [uniqueIndex('products_sku').on(table.merchantUid, table.sku)],
)
