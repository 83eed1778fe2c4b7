import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { requiredBoolean, requiredInteger, requiredText } from '../columns.ts'

/** Erasures of members, with their progress. */
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

/** Orders whose records are masked by age except for a younger answer, and the time of the oldest such answer. */
export const lateAnswers = sqliteTable(
  'late_answers',
  {
    orderId: integer('order_id').primaryKey(),
    answeredAt: requiredInteger('answered_at'),
  },
  (table) => [index('late_answers_by_time').on(table.answeredAt)],
)

/** The id up to which records older than `RETENTION_DAYS` are masked: one row. */
export const retention = sqliteTable('retention', {
  id: integer('id').primaryKey(),
  afterId: requiredInteger('after_id'),
})
