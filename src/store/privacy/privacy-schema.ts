import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { requiredBoolean, requiredInteger, requiredText } from '../columns.ts'

/** Members whose personal fields are masked, and how far that is. */
export const erasures = sqliteTable(
  'erasures',
  {
    id: integer('id').primaryKey(),
    merchantId: requiredInteger('merchant_id'),
    userId: requiredText('user_id'),
    askedAt: requiredInteger('asked_at'),
    lastId: requiredInteger('last_id'),
    afterId: requiredInteger('after_id'),
    orders: requiredInteger('orders'),
    links: requiredInteger('links'),
    endedAt: integer('ended_at'),
    noted: requiredBoolean('noted'),
  },
  (table) => [
    index('erasures_open').on(table.afterId).where(sql`ended_at is null`),
    index('erasures_unnoted').on(table.noted).where(sql`noted = 0`),
  ],
)

/** Up to which id what is older than `RETENTION_DAYS` is masked: one row. */
export const retention = sqliteTable('retention', {
  id: integer('id').primaryKey(),
  afterId: requiredInteger('after_id'),
})
